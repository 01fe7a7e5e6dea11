"""Pages of words alone: what a reader gets, and what is refused."""

import re
from html.parser import HTMLParser

import pytest

from tests.press.sites import run
from toylm.samplers import SAMPLERS

PAGE = """title = {en = "Notes <on> it", zh = "说明"}
description = {en = "What it says.", zh = "写的是什么。"}
changed = 2026-11-29
"""
WORDS = {
    "en": "## First {#first}\n\nA [link](#second) and `{=code}`.\n\n```\n{table in | code}\n```\n\n## Second {#second}\n\n- one\n\n### Inner {#inner}\n\nMore.\n",
    "zh": "## 其一 {#first}\n\n[链接](#second)和`{=code}`。\n\n## 其二 {#second}\n\n- 一\n\n### 里面 {#inner}\n\n还有。\n",
}


class Outline(HTMLParser):
    """Ids, addresses and text of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.text = [], [], ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []

    def handle_data(self, data):
        self.text += data


def write_note(root, words=WORDS, page=PAGE, name="notes"):
    folder = root / "content" / name
    folder.mkdir()
    (folder / "page.toml").write_text(page, encoding="utf-8")
    for lang, text in words.items():
        (folder / f"{lang}.md").write_text(text, encoding="utf-8")


@pytest.fixture
def site(tiny):
    """The tiny site with a page of words, built."""
    write_note(tiny)
    ran = run("build", "--root", tiny, "--no-live")
    assert ran.status == 0, ran.err
    return tiny / "site"


def test_a_note_is_a_page_in_every_language_with_the_same_ids(site):
    en, zh = Outline(site / "en/notes/index.html"), Outline(site / "zh/notes/index.html")
    assert en.ids == zh.ids
    assert {"first", "second", "inner"} <= set(en.ids)
    assert "Notes <on> it" in en.text and "{=code}" in en.text and "{table in | code}" in en.text
    assert "../../zh/notes/" in en.links and "#second" in en.links and "../../en/notes/" in zh.links


def test_its_twin_says_the_same(site):
    twin = (site / "en/notes/index.md").read_text(encoding="utf-8")
    assert twin.startswith("# Notes &lt;on&gt; it\n\nWhat it says.\n\nLast changed on 2026-11-29 · <https://tiny.example/en/notes/>\n")
    assert '<a id="inner"></a>\n\n### Inner\n\nMore.\n' in twin


def test_it_is_found_from_everywhere(site):
    assert {"en/notes/", "zh/notes/"} <= set(Outline(site / "index.html").links)
    for page in ("tiny", "about"):
        assert "../notes/" in Outline(site / "en" / page / "index.html").links
    for name in ("sitemap.xml", "llms.txt"):
        text = (site / name).read_text(encoding="utf-8")
        assert "https://tiny.example/en/notes/" in text and "https://tiny.example/zh/notes/" in text


@pytest.mark.parametrize("text", ["{=a.b}", "{table t | a}", "{scene x | y}", "[@source]"])
def test_what_needs_a_plate_is_refused_with_its_line(tiny, text):
    write_note(tiny, {**WORDS, "en": WORDS["en"].replace("- one", text)})
    ran = run("build", "--root", tiny, "--no-live")
    assert (ran.status, ran.err.count("content/")) == (1, 1)
    assert re.match(rf"content/notes/en.md:11: {re.escape(repr(text))} needs a plate", ran.err)


@pytest.mark.parametrize("old, new, fault", [
    ("- one", "[x](#nowhere)", "content/notes/en.md:11: the link '#nowhere' leads nowhere"),
    ("- one", "<b>x</b>", "content/notes/en.md:11: HTML in the words"),
    ("{#inner}", "{#other}", "content/notes/zh.md:1: 'other' is missing"),
    (" {#inner}", "", "content/notes/en.md:13: the heading 'Inner' has no id"),
    ("## Second {#second}\n", "## Second {#second}\n{caption} small\n", "content/notes/en.md:10: '{caption}' needs a plate"),
])
def test_the_words_are_checked_as_a_plates_are(tiny, old, new, fault):
    write_note(tiny, {**WORDS, "en": WORDS["en"].replace(old, new)})
    ran = run("build", "--root", tiny, "--no-live")
    assert ran.status == 1 and fault in ran.err


@pytest.mark.parametrize("page, name, fault", [
    (PAGE + "number = 3\n", "notes", "content/notes/page.toml:4: number is not a key"),
    (PAGE.replace(', zh = "说明"', ""), "notes", "content/notes/page.toml:1: title.zh is missing"),
    (PAGE.replace("2026-11-29", '"2026-11-31"'), "notes", "content/notes/page.toml:3: changed is '2026-11-31'"),
    (PAGE, "about", "content/about/page.toml:1: the folder 'about' cannot be a page's name"),
])
def test_page_toml_is_read_strictly(tiny, page, name, fault):
    write_note(tiny, page=page, name=name)
    ran = run("build", "--root", tiny, "--no-live")
    assert ran.status == 1 and fault in ran.err


def test_in_a_plates_folder_page_toml_is_data_as_any_other(tiny):
    (tiny / "content/tiny/page.toml").write_text(PAGE, encoding="utf-8")
    assert run("build", "--root", tiny, "--no-live").status == 0


def test_a_language_that_is_missing_is_said(tiny):
    write_note(tiny, {"en": WORDS["en"]})
    assert "content/notes/zh.md: this file is missing" in run("build", "--root", tiny, "--no-live").err


def test_the_real_samplers_page_has_every_sampler(real_built):
    for lang in ("en", "zh"):
        assert {name.replace("_", "-") for name in SAMPLERS} <= set(Outline(real_built / lang / "samplers" / "index.html").ids)
        page = Outline(real_built / lang / "diffusionlm" / "index.html")
        assert "../samplers/" in page.links


def test_check_finds_what_the_two_markdowns_read_apart(tiny):
    write_note(tiny, {**WORDS, "zh": WORDS["zh"].replace("还有。", "这是**“重点”**的。")})
    ran = run("check", "--root", tiny, "--no-live")
    assert ran.status == 1 and "content/notes/zh.md:11: CommonMark reads" in ran.err
