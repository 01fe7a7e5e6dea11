"""Tiny sites with what must come of them: a folder of tests/cases each.

A case's content/ and plates/ are laid over the base (tests/press/base). `expected.txt` is what a
terminal would show: `$ rm FILE` and `$ build.py VERB` lines, then the messages to the letter. Files
under `expected/` hold texts, a line each (or one text, if it spans lines), that the output file of
the same path must hold.
"""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.press.sites import files_of, run, tiny_site

CASES = Path(__file__).parents[1] / "cases"
ANOTHER = CASES / "interface-of-another-language"
FAULTY = sorted(path.parent.name for path in CASES.glob("*/expected.txt"))
BUILT = sorted(path.parent.name for path in CASES.glob("*/expected"))


@pytest.mark.parametrize("case", FAULTY)
def test_every_fault_is_told_with_its_place(case, tmp_path):
    root = tiny_site(tmp_path / case, CASES / case)
    lines = (CASES / case / "expected.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("$ rm "):
            (root / line.removeprefix("$ rm ")).unlink()
    verb = next(line.removeprefix("$ build.py ") for line in lines if line.startswith("$ build.py "))
    ran = run(verb, "--root", root, "--no-live")
    assert ran.err.splitlines() == [line for line in lines if not line.startswith("$ ")]
    assert ran.status == 1
    assert not (root / "site").exists()


@pytest.mark.parametrize("case", BUILT)
def test_output_holds_what_is_expected(case, tmp_path):
    root = tiny_site(tmp_path / case, CASES / case)
    ran = run("build", "--root", root, "--no-live")
    assert (ran.status, ran.err) == (0, "")
    expected = CASES / case / "expected"
    for path in (path for path in expected.rglob("*") if path.is_file()):
        made = (root / "site" / path.relative_to(expected)).read_text(encoding="utf-8")
        text = path.read_text(encoding="utf-8").removesuffix("\n")
        for piece in [text] if text.startswith("<p>") else text.split("\n"):
            assert piece in made


def test_a_build_of_one_plate_links_to_the_others_on_the_site(tmp_path):
    root = tiny_site(tmp_path / "site", CASES / "plate-link")
    ran = run("build", "--root", root, "--no-live", "--plate", "tiny")
    assert (ran.status, ran.err) == (0, "")
    assert '<a href="https://tiny.example/en/shop/">' in (root / "site/en/tiny/index.html").read_text(encoding="utf-8")


def test_every_case_expects_something():
    assert {path.name for path in CASES.iterdir() if path.is_dir()} == {*FAULTY, *BUILT}


class Elements(HTMLParser):
    """The elements of a page in order, with the text of each script."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.data = [], {}
        self._script = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "script":
            self._script = dict(attrs).get("id") or dict(attrs).get("type")

    def handle_endtag(self, tag):
        if tag == "script":
            self._script = None

    def handle_data(self, data):
        if self._script:
            self.data[self._script] = self.data.get(self._script, "") + data


PAGES = ["index.html", *(f"{kind}{lang}/tiny/index.html" for kind in ("", "embed/") for lang in ("en", "zh")), "offline/en-tiny.html", "offline/zh-tiny.html"]


@pytest.mark.parametrize("page", PAGES)
def test_a_hostile_title_breaks_out_of_nothing(page, tmp_path, tiny_built):
    root = tiny_site(tmp_path / "hostile", CASES / "hostile-title")
    assert run("build", "--root", root, "--no-live").status == 0
    made = (root / "site" / page).read_text(encoding="utf-8")
    plain = (tiny_built / page).read_text(encoding="utf-8")
    hostile = Elements(made)
    # The same elements in the same order as with a harmless title; the sample of code is the one more.
    assert [tag for tag in hostile.tags if tag != "code"] == Elements(plain).tags
    if page != "index.html":
        data = json.loads(hostile.data["plate-data"])
        assert data["kind"] in ("page", "embed", "offline")
    if "application/ld+json" in hostile.data:
        assert "</script><!--<script>\u2028" in json.loads(hostile.data["application/ld+json"])["name"]
    if not page.startswith("offline/"):
        assert "\u2028" not in "".join(hostile.data.values())


def test_a_bom_and_windows_line_ends_change_nothing(tmp_path, tiny_built):
    root = tiny_site(tmp_path / "windows")
    for path in [*root.glob("content/**/*.toml"), *root.glob("content/**/*.md"), *root.glob("plates/**/*.py")]:
        text = path.read_bytes().replace(b"\n", b"\r\n")
        path.write_bytes(text if path.suffix == ".py" else b"\xef\xbb\xbf" + text)
    ran = run("build", "--root", root, "--no-live")
    assert (ran.status, ran.err) == (0, "")
    assert files_of(root / "site") == files_of(tiny_built)


def test_strings_of_the_interface_are_held_to_the_same_rules(tiny):
    path = tiny / "content" / "strings" / "zh.toml"
    lines = path.read_text(encoding="utf-8").split("\n")
    gone = next(i for i, line in enumerate(lines) if line.startswith("skip = "))
    changed = next(i for i, line in enumerate(lines) if line.startswith("number = "))
    lines[changed] = 'number = "图版"'
    del lines[gone]
    path.write_text("\n".join(lines), encoding="utf-8")
    table = lines.index("[site]") + 1
    assert run("build", "--root", tiny, "--no-live").err.splitlines() == [
        f"content/strings/zh.toml:{table}: site.skip has no text in 'zh'; write one here",
        f"content/strings/zh.toml:{changed}: plate.number has no {{placeholders}} where 'en' has {{number}}; use the same",
        "2 faults; nothing was written",
    ]


def test_a_language_with_the_words_of_another_needs_strings_alone(tmp_path):
    """A third language says what it lacks as the others do, and asks for no words of its own."""
    root = tiny_site(tmp_path / "another", ANOTHER)
    path = root / "content" / "strings" / "ar.toml"
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("skip = ")]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert run("build", "--root", root, "--no-live").err.splitlines() == [
        f"content/strings/ar.toml:{lines.index('[site]') + 1}: site.skip has no text in 'ar'; write one here",
        "1 fault; nothing was written",
    ]


def test_a_fault_in_shared_words_is_told_once(tmp_path):
    root = tiny_site(tmp_path / "another", ANOTHER)
    (root / "content" / "tiny" / "zh.md").write_text("## 一行 {#one}\n\n{=nothing}\n\n## 还有 {#more}\n", encoding="utf-8")
    assert run("build", "--root", root, "--no-live").err.splitlines()[-1] == "1 fault; nothing was written"


def test_what_fills_a_sentence_of_the_other_direction_is_kept_apart(tmp_path):
    root = tiny_site(tmp_path / "another", ANOTHER)
    assert run("build", "--root", root, "--no-live").status == 0
    pages = {lang: (root / "site" / lang / "tiny" / "index.html").read_text(encoding="utf-8") for lang in ("ar", "zh")}
    assert "Last changed on \u20682026-11-30\u2069" in pages["ar"]
    assert "\u2068" not in pages["zh"]


def test_a_site_without_plates_says_what_makes_one(tiny):
    shutil.rmtree(tiny / "content" / "tiny")
    assert run("build", "--root", tiny, "--no-live").err.startswith("there is no plate in content/; `build.py new NAME` makes one\n")


def test_a_plate_or_language_that_is_not_there_is_said(tiny):
    assert run("build", "--root", tiny, "--no-live", "--plate", "huge").err.startswith("no plate 'huge' in content/\n")
    assert run("build", "--root", tiny, "--no-live", "--lang", "fr").err.startswith("--lang fr: the site has no such language; it has en, zh\n")


def test_figures_are_printed_to_the_letter(tiny):
    """A figure may hold what Markdown would take for marks."""
    computed = tiny / "plates" / "tiny" / "computed.py"
    computed.write_text(computed.read_text() + "\n\ndef numbers(lang, data, traces):\n    return {'surest': {'passes': '*_`<b>`_*|[x](y)'}}\n")
    assert run("build", "--root", tiny, "--no-live").status == 0
    page = (tiny / "site" / "en" / "tiny" / "index.html").read_text(encoding="utf-8")
    assert "<p>It takes *_`&lt;b&gt;`_*|[x](y) passes" in page
    assert '<p class="caption">*_`&lt;b&gt;`_*|[x](y) passes</p>' in page
    assert not re.search(r"<b>", page.split('id="one"')[1])
