"""A lesson: a page with parts in its words and no stage."""

import json
import re

import pytest

from tests.press.sites import published, run

PART = '<p class="opening">{{ w["greeting"] }} {{ part.passes }}</p>\n'
COMPUTED = """

def files(lang, data, traces):
    return {"letters": {"text": traces["surest"].text()}}


def parts(lang, data, traces, files):
    return {"frame": {"passes": traces["surest"].forward_passes, "text": files["letters"]["text"]}}
"""
STRINGS = """[en]
greeting = "Passes made:"
part.frame = "a frame of three blanks"
[zh]
greeting = "遍数："
part.frame = "三个空位的版框"
"""


@pytest.fixture
def lesson(tiny):
    """The tiny site as a lesson with one part."""
    plate = tiny / "content" / "tiny"
    toml = (plate / "plate.toml").read_text(encoding="utf-8")
    toml = re.sub(r"\[\[section.scene\]\].*?\n\n", "\n", toml, flags=re.S)
    (plate / "plate.toml").write_text('layout = "lesson"\n' + toml, encoding="utf-8")
    for lang in ("en", "zh"):
        words = (plate / f"{lang}.md").read_text(encoding="utf-8")
        words = re.sub(r"\{scene[^}]*\}", "", words).replace("\n## ", "\n{part frame}\n\n## ", 1)
        (plate / f"{lang}.md").write_text(words, encoding="utf-8")
    (plate / "strings.toml").write_text(STRINGS, encoding="utf-8")
    code = tiny / "plates" / "tiny"
    (code / "parts").mkdir()
    (code / "parts" / "frame.html").write_text(PART, encoding="utf-8")
    with (code / "computed.py").open("a", encoding="utf-8") as file:
        file.write(COMPUTED)
    return tiny


def test_a_part_stands_in_page_embed_and_offline_file(lesson):
    ran = run("build", "--root", lesson, "--no-live")
    assert ran.status == 0, ran.err
    for name in ("en/tiny/index.html", "embed/en/tiny/index.html", "offline/en-tiny.html"):
        page = (lesson / "site" / name).read_text(encoding="utf-8")
        assert 'data-part="frame" role="group" aria-label="a frame of three blanks"' in page
        assert '<p class="opening">Passes made: 2</p>' in page
        assert "data-stage" not in page.split("<script")[0]


def test_the_twin_says_what_the_part_is(lesson):
    assert run("build", "--root", lesson, "--no-live").status == 0
    assert "*三个空位的版框*" in (lesson / "site/zh/tiny/index.md").read_text(encoding="utf-8")


def test_a_data_file_is_fetched_by_the_page_and_carried_offline(lesson):
    assert run("build", "--root", lesson, "--no-live").status == 0
    site = lesson / "site"
    assert json.loads(published(site, "data/letters").read_text(encoding="utf-8")) == {"text": "CAT"}
    for name, wanted in (("en/tiny/index.html", r"data/letters\.[0-9a-f]{10}\.json"), ("offline/en-tiny.html", "CAT")):
        page = (site / name).read_text(encoding="utf-8")
        data = json.loads(re.search(r'id="plate-data">(.*?)</script>', page, re.S)[1])
        assert re.fullmatch(f".*{wanted}.*", json.dumps(data["files"]))


def test_a_part_without_words_is_a_fault(lesson):
    strings = lesson / "content/tiny/strings.toml"
    strings.write_text(re.sub("part.frame.*\n", "", STRINGS), encoding="utf-8")
    ran = run("build", "--root", lesson, "--no-live")
    assert ran.status == 1
    assert "content/tiny/strings.toml:1: part.frame has no text; say in a few words what parts/frame.html shows" in ran.err


def test_a_part_that_is_not_there_is_a_fault_with_its_line(lesson):
    (lesson / "plates/tiny/parts/frame.html").rename(lesson / "plates/tiny/parts/other.html")
    with (lesson / "content/tiny/strings.toml").open("w", encoding="utf-8") as file:
        file.write(STRINGS.replace("part.frame", "part.other"))
    ran = run("build", "--root", lesson, "--no-live")
    assert ran.status == 1
    assert "content/tiny/en.md:6: no part 'frame'; the plate's folder parts/ has other" in ran.err
