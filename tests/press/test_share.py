"""Share images: what a page names is there and is that size, says the right thing, and is drawn once."""

import io
import re
from html import unescape

import pytest
from PIL import Image

from press.share import half
from press.sharewords import cut, fitted, units
from tests.press.sites import files_of, run, run_apart, tiny_site
from toylm.trace import Pass, Trace

WITHOUT = "import sys\nsys.modules['PIL'] = sys.modules['zopfli'] = None"
"""Neither library can be imported."""


def head(page):
    """What the meta elements of a page say, by name."""
    return {name: unescape(text) for name, text in re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)}


def image_of(files, path, base):
    """The path of the image that a page names."""
    named = head(files[path].decode())["og:image"]
    assert named.startswith(base)
    return named.removeprefix(base)


@pytest.fixture(scope="module")
def shared(real_built):
    """The real site's files."""
    return files_of(real_built)


def pages_of(files):
    return [path for path in files if re.fullmatch(r"(en|zh)/[a-z]+/index\.html", path) and b'property="og:type"' in files[path]]


def test_every_plate_has_an_image_of_its_own_in_each_language(shared):
    pages = pages_of(shared)
    assert len(pages) >= 6
    images = {path: image_of(shared, path, "https://plateworks.example/") for path in pages}
    assert len(set(images.values())) == len(pages)
    for path, image in images.items():
        lang, plate = path.split("/")[:2]
        assert re.fullmatch(rf"assets/share-{lang}-{plate}\.[0-9a-f]{{10}}\.png", image)
        drawn = Image.open(io.BytesIO(shared[image]))
        said = head(shared[path].decode())
        assert (drawn.format, drawn.size) == ("PNG", (1200, 630)) == ("PNG", (int(said["og:image:width"]), int(said["og:image:height"])))
        assert len(shared[image]) <= 60_000
        assert said["twitter:card"] == "summary_large_image"


def test_the_alternative_text_is_in_the_pages_language_and_counts_what_is_shown(shared):
    for path in pages_of(shared):
        said = head(shared[path].decode())
        alt = said["og:image:alt"]
        assert said["og:title"] in alt
        assert bool(re.search("[\u4e00-\u9fff]", alt)) == path.startswith("zh/")
    assert "After pass 4 of 8: 36 places set, 36 blank." in head(shared["en/diffusionlm/index.html"].decode())["og:image:alt"]


def test_pages_of_no_plate_share_one_image_a_language(shared):
    base = "https://plateworks.example/"
    english = {image_of(shared, path, base) for path in ("index.html", "en/samplers/index.html", "en/about/index.html")}
    chinese = {image_of(shared, path, base) for path in ("zh/samplers/index.html", "zh/about/index.html")}
    assert (len(english), len(chinese), english & chinese) == (1, 1, set())
    assert english | chinese <= shared.keys()


def test_embeds_and_offline_files_name_none(shared):
    others = [path for path in shared if re.match(r"(embed/(en|zh)|offline)/.+\.html$", path)]
    assert len(others) >= 12
    assert [path for path in others if b"og:image" in shared[path] or b"assets/share-" in shared[path]] == []


def test_a_new_plate_has_one_and_the_address_is_the_sites(tiny):
    assert run("new", "two-words", "--root", tiny).status == 0
    assert run("build", "--root", tiny, "--no-live", "--base-url", "https://x.example/a/b").status == 0
    files = files_of(tiny / "site")
    for lang in ("en", "zh"):
        image = image_of(files, f"{lang}/two-words/index.html", "https://x.example/a/b/")
        assert Image.open(io.BytesIO(files[image])).size == (1200, 630)
    assert run("check", "--root", tiny, "--no-live").status == 0


def cold(root):
    """A tiny site with a cache of its own, in which nothing is drawn."""
    (root / ".cache").mkdir(parents=True)
    return tiny_site(root)


def images(root):
    return {path: content for path, content in files_of(root / "site").items() if path.endswith(".png")}


def test_the_same_bytes_each_time_and_none_is_drawn_twice(tmp_path):
    one, two = cold(tmp_path / "one"), cold(tmp_path / "two")
    assert run("build", "--root", one, "--no-live").status == 0
    assert run_apart("build", "--root", two, "--no-live", PYTHONHASHSEED="4711", TZ="Pacific/Kiritimati").status == 0
    drawn = images(one)
    assert len(drawn) == 4  # the plate's and the site's, in both languages
    assert images(two) == drawn
    words = one / "content/tiny/en.md"
    words.write_text(words.read_text(encoding="utf-8").replace("It takes", "It always takes"), encoding="utf-8")
    again = run_apart("build", "--root", one, "--no-live", before=WITHOUT)
    assert (again.status, again.err) == (0, "")
    assert images(one) == drawn
    page = one / "content/tiny/plate.toml"
    page.write_text(page.read_text(encoding="utf-8").replace('en = "Tiny"', 'en = "Small"'), encoding="utf-8")
    assert run_apart("build", "--root", one, "--no-live", before=WITHOUT).status != 0, "a new title needs a new image"
    assert run("build", "--root", one, "--no-live").status == 0
    assert len(drawn.keys() & images(one).keys()) == 3 + 1  # the old one stays a build longer


@pytest.mark.parametrize("file, old, new, fault", [
    ("content/tiny/plate.toml", 'zh = "小图版"', 'zh = "小图版🪵"',
     "content/tiny/plate.toml: the share image of plate 'tiny' in 'zh' and its trace 'surest': no font has a glyph for '🪵' (U+1FAB5)"),
    ("content/site.toml", 'en = "A site."', 'en = "A site 🪵."', "content/site.toml: the site's share image in 'en': no font has a glyph for '🪵' (U+1FAB5)"),
    ("plates/tiny/computed.py", '"CAT"', '"C🪵T"',
     "content/tiny/plate.toml: the share image of plate 'tiny' in 'en' and its trace 'surest': no font has a glyph for '🪵' (U+1FAB5)"),
    ("plates/tiny/computed.py", "MODEL =", "def share(lang):\n    return 'fastest'\n\n\nMODEL =", "plates/tiny/computed.py:1: share: 'fastest'; want the name of a trace: surest"),
])
def test_a_character_that_no_font_has_is_a_fault_and_so_is_a_trace_that_is_not_there(tiny, file, old, new, fault):
    path = tiny / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    ran = run("build", "--root", tiny, "--no-live")
    assert ran.status == 1
    assert fault in ran.err
    assert not (tiny / "site").exists()


def test_half_a_fill_is_what_stands_after_half_of_its_passes():
    texts = {0: "▢", 1: "Q", 2: " tea", 3: " and", 4: " cake"}
    passes = [Pass([(0, 4)], commits=[(3, 4)]), Pass([(0, 4)], commits=[(1, 2)]), Pass([(0, 4)], commits=[(2, 3)])]
    words = Trace("llada", {}, 0, 0, [1, 0, 0, 0], passes, [1, 2, 3, 4], texts)
    assert half(words, 12) == (1, [("", "blank"), ("", "blank"), (" cake", "set")], None), "a prompt is left out"
    ended = Trace("llada", {}, 0, 0, [0, 0], passes[1:2], [0, 5], {0: "▢", 2: " ∎", 5: "∎"})
    assert half(ended, 12)[1] == [("", "blank"), (" ∎", "set")]
    letters = Trace("llada", {}, 0, 0, [1, 0, 0, 0], passes, [1, 2, 3, 4], {0: "▢", 1: "Q", 2: "T", 3: "E", 4: "A"})
    assert half(letters, 2) == (1, [("Q", "given"), ("", "blank"), ("", "blank"), ("A", "set")], 2)


def square(text, size):
    """Every letter is as wide as it is high."""
    return len(text) * size


@pytest.mark.parametrize("text, width, most, size, lines", [
    ("one two three", 70, 2, 10, ["one two", "three"]),
    ("one two three", 50, 2, 6, ["one two", "three"]),
    ("雪落在的山上，很白。", 70, 2, 10, ["雪落在的山上，", "很白。"]),
    ("雪落在山上很白", 40, 2, 5, ["雪落在山上很白"]),
    ("雪落的山上很白", 40, 2, 10, ["雪落的", "山上很白"]),
    ("雪落在山上很白", 20, 2, 5, ["雪落在", "山上很白"]),
    ("一二三四五六（七）", 25, 2, 5, ["一二三四", "五六（七）"]),
])
def test_lines_end_where_a_reader_would_pause(text, width, most, size, lines):
    found = fitted(text, square, (10, 6, 5), width, most)
    assert (found.size, found.lines) == (size, lines)


def test_what_fits_at_no_size_is_cut():
    assert fitted("unbreakable", square, (10, 8), 50, 3) is None
    assert cut("unbreakable", square, 10, 50, 2).lines == ["unbre", "akab…"]
    assert cut("short", square, 10, 50, 2).lines == ["short"]


@pytest.mark.parametrize("text", ["（一）“二”，three’s 4.5%！Ａ𠮷", "…", "a (b) [c", "「"])
def test_breaking_loses_nothing(text):
    assert "".join((" " if unit.gap else "") + unit.text for unit in units(text)) == text
