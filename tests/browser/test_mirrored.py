"""Plate 3 with an Arabic interface around English and around Chinese: the interface runs from right to left, the words,
the type and the programs in it do not."""

from __future__ import annotations

import pytest

from tests.press.sites import arabic_site, run

from .conftest import Served, readers, serving
from .test_access import violations
from .test_demos import part
from .test_lab import counts, open_lab

AROUND = {"ar-en": "en", "ar-zh": "zh-Hans"}
BOX = "e => { const box = e.getBoundingClientRect(); return [box.x, box.y, box.width]; }"


@pytest.fixture(scope="module")
def arabic(tmp_path_factory):
    """The site with both, built once and served."""
    root = arabic_site(tmp_path_factory.mktemp("arabic"))
    ran = run("build", "--root", root, "--no-live")
    assert (ran.status, ran.err) == (0, "")
    with serving(root / "site") as url:
        yield Served(root / "site", url)


@pytest.fixture
def reader(browser, arabic):
    """Readers of that site."""
    with readers(browser, arabic) as make:
        yield make


def lefts(page, *selectors: str) -> list[float]:
    """Where elements begin, in pixels from the page's left."""
    return [page.locator(selector).first.evaluate(BOX)[0] for selector in selectors]


@pytest.mark.parametrize("lang", AROUND)
@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_wider_than_the_screen(reader, lang, width):
    page = reader(width=width, motion="reduce").open(f"/{lang}/decoding/")
    page.evaluate("document.querySelectorAll('.words section').forEach(s => { s.style.contentVisibility = 'visible'; })")
    assert page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth]") == [width, width]


@pytest.mark.parametrize("lang, tag", AROUND.items())
def test_the_interface_is_mirrored_and_the_words_are_not(reader, lang, tag):
    page = reader(motion="reduce").open(f"/{lang}/decoding/")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["ar", "rtl"]
    mark, nav, theme = lefts(page, ".site-head .mark", ".site-head nav a", ".site-head [data-do=theme]")
    assert theme < nav < mark
    for content in ("h1", ".lead", "#mechanism", "[data-part=quiz] fieldset", "[data-part=walkthrough] [data-sorts]"):
        assert page.locator(content).first.evaluate("e => [e.closest('[lang]').lang, getComputedStyle(e).direction]") == [tag, "ltr"]
    for interface in ("[data-part=quiz] button", "[data-part=walkthrough] .player", "[data-part=lab] label"):
        assert page.locator(interface).first.evaluate("e => [e.closest('[lang]').lang, getComputedStyle(e).direction]") == ["ar", "rtl"]
    # Words in that language stand at its own edge, under the title.
    title, lead = lefts(page, "h1", ".lead")
    assert title == lead


@pytest.mark.parametrize("lang, tag", AROUND.items())
def test_the_player_runs_from_right_to_left_and_the_type_from_left_to_right(reader, lang, tag):
    page = reader().open(f"/{lang}/decoding/")
    threshold = part(page, "threshold")
    back, play, on, scrub = (threshold.locator(f"[data-do={name}]") for name in ("back", "play", "on", "scrub"))
    assert scrub.evaluate(BOX)[0] < on.evaluate(BOX)[0] < play.evaluate(BOX)[0] < back.evaluate(BOX)[0]
    page.wait_for_function("""() => {
        const scrub = document.querySelector('[data-part=threshold] [data-do=scrub]');
        return document.querySelector('[data-part=threshold] button.sort') && !scrub.disabled && scrub.value === scrub.max;
    }""")
    sorts = [sort.evaluate(BOX) for sort in threshold.locator("button.sort").all()]
    line = [x for x, y, _ in sorts if y == sorts[0][1]]
    assert line == sorted(line) and len(line) > 5
    scrub.press("Home")
    assert scrub.input_value() == "0"
    scrub.press("ArrowLeft")
    assert scrub.input_value() == "1", "what lies ahead is on the left, as it is seen"
    on.click()
    assert scrub.input_value() == "2"
    back.click()
    assert scrub.input_value() == "1"
    threshold.locator("[data-do=speed]").select_option("4")
    play.click()
    page.wait_for_function("e => Number(e.value) === Number(e.max)", arg=scrub.element_handle())
    first = threshold.locator("button.sort").first
    first.focus()
    first.press("ArrowRight")
    assert page.evaluate("document.activeElement === document.querySelectorAll('[data-part=threshold] button.sort')[1]")
    assert threshold.locator("button.sort").first.evaluate("e => [e.lang, e.querySelector('.face').lang]") == ["ar", tag]
    # A token in an Arabic sentence stands between marks that keep it from being scrambled.
    token = threshold.locator("button.sort .face").first.inner_text()
    assert f"«\u2068{token}\u2069»" in first.get_attribute("aria-label")


@pytest.mark.parametrize("lang", AROUND)
def test_the_lab_the_cards_and_the_quiz_are_used(reader, lang):
    page = open_lab(reader, lang)
    page.select_option("#lab-preset-1", index=2)
    page.locator("[data-lab] [type=submit]").click()
    page.wait_for_function("() => document.querySelector('[data-show=lab-said]').textContent === 'عمليتا الملء مخزّنتان.'")
    assert all(side["passes"] > 0 for side in counts(page))
    left, right = (one.evaluate(BOX)[0] for one in reversed(page.locator("[data-lab-side]").all()))
    assert left < right, "the first side stands on the right"
    cards = part(page, "cards")
    cards.locator("[data-do=turn]").focus()
    page.keyboard.press("ArrowLeft")
    assert "2" in cards.locator("[data-show=count]").inner_text()
    page.keyboard.press("ArrowRight")
    assert "1" in cards.locator("[data-show=count]").inner_text().split()[1]
    quiz = part(page, "quiz")
    quiz.locator("form .answer[data-right=yes] input").first.check()
    quiz.locator("form [type=submit]").first.click()
    assert quiz.locator("form .answer[data-right=yes] .why >> visible=true").first.inner_text().startswith("صحيح.")
    assert "1 من 10" in quiz.locator("[data-show=score]").inner_text()


@pytest.mark.parametrize("lang, scheme", [("ar-en", "light"), ("ar-zh", "dark")])
def test_axe(reader, lang, scheme):
    page = reader(motion="reduce", scheme=scheme).open(f"/{lang}/decoding/")
    part(page, "walkthrough")
    assert violations(page, ".site-head, .plate-head, #mechanism, #lab, [data-part=quiz] .check:first-child") == []


@pytest.mark.parametrize("lang", AROUND)
def test_the_offline_file_opens_from_disk(reader, arabic, lang):
    page = reader(motion="reduce").page
    page.goto((arabic.folder / "offline" / f"{lang}-decoding.html").as_uri())
    page.wait_for_selector("html[data-ready][dir=rtl]")
    walk = part(page, "walkthrough")
    walk.locator("[data-do=after]").click()
    assert "الخطوة 2 من 5" in walk.locator("[data-show=step]").inner_text()
