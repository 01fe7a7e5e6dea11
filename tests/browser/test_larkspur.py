"""What a reader does with plate 2: all seven chapters by keyboard, answers that are kept, a bench that is won."""

from __future__ import annotations

import json

import pytest

from tests.press.sites import published

from .conftest import LANGUAGES
from .test_access import violations

PATH = "/{}/larkspur/"
CHECKED = ("word", "blanks", "sure", "faster", "length", "claim", "workbench")
REFUSED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"


def tab_to(page, selector: str, most: int = 90) -> None:
    """Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{most} times Tab did not reach {selector}")


def begin(page, chapter: str) -> None:
    """Go to a chapter as its link does, and put the focus on its heading's number."""
    page.evaluate("id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", chapter)
    page.focus(f"#{chapter} > h2 a")


def answer_right(page, chapter: str) -> None:
    """Choose the right answer with the arrow keys and send it with Enter."""
    check = f"form[data-check={chapter}]"
    tab_to(page, f"{check} input")
    page.wait_for_selector(f"[data-part=check-{chapter}][data-ready]")
    right = page.eval_on_selector_all(f"{check} .answer", "all => all.findIndex(one => one.dataset.right === 'yes')")
    page.keyboard.press("Space")
    for _ in range(right):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.is_visible(f"{check} .answer[data-chosen][data-right=yes] .why")


def stored(site, lang: str, name: str) -> dict:
    return json.loads(published(site.folder, f"data/{name}", lang, "larkspur").read_text(encoding="utf-8"))


def least_total(file: dict) -> int:
    """The fewest passes that clear every bar, by trying every setting of every kind."""
    return sum(min(one["passes"] for one in kind["outcomes"].values() if not one["misses"]) for kind in file["kinds"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_seven_chapters_by_keyboard_to_the_finished_workbench(reader, site, lang):
    page = reader(motion="reduce").open(PATH.format(lang))
    for chapter in CHECKED:
        begin(page, chapter)
        answer_right(page, chapter)
    begin(page, "workbench")
    page.wait_for_selector("[data-part=workbench][data-ready]")
    tab_to(page, "[data-best] > summary")
    page.keyboard.press("Enter")
    tab_to(page, "[data-do=best]")
    page.keyboard.press("Enter")
    file = stored(site, lang, "workbench")
    page.wait_for_function("n => document.querySelector('.till [data-show=total]').textContent === String(n)", arg=least_total(file))
    assert page.eval_on_selector_all(".slip-kind", "all => all.map(one => one.dataset.clears)") == ["yes"] * len(file["kinds"])
    begin(page, "who")
    page.wait_for_selector("[data-part=path][data-ready]")
    assert page.eval_on_selector_all("[data-chapter]", "all => all.every(one => 'done' in one.dataset)")
    assert violations(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_vendor_s_default_is_served_failing_and_a_choice_changes_sum_and_bars(reader, site, lang):
    page = reader(motion="reduce").open(PATH.format(lang))
    file = stored(site, lang, "workbench")
    vendor = [kind["outcomes"][file["vendor"]] for kind in file["kinds"]]
    assert any(one["misses"] for one in vendor)
    assert int(page.text_content(".till [data-show=total]")) == sum(one["passes"] for one in vendor)
    begin(page, "workbench")
    page.wait_for_selector("[data-part=workbench][data-ready]")
    kind = file["kinds"][0]
    page.select_option(f"#setting-{kind['id']}", "surest-1")
    total = sum(one["passes"] for one in vendor[1:]) + kind["outcomes"]["surest-1"]["passes"]
    page.wait_for_function("n => document.querySelector('.till [data-show=total]').textContent === String(n)", arg=total)
    slip = page.locator(f".slip-kind[data-kind={kind['id']}]")
    assert slip.get_attribute("data-clears") == "yes"
    slip.locator("summary").click()
    faces = slip.locator("[data-phrase]").first.locator(".sort .face").all_text_contents()
    careful = kind["phrases"][0]["cells"]["surest-1"][0]["ids"]
    shown = [file["texts"][str(token)].strip() for token in careful]
    assert faces == [text or "␣" for text in shown]


def missing(run: dict, bar: dict, places: int) -> int:
    """How many bars of its kind a run misses."""
    return (run["agree"] / places < bar["agree"]) + (run["repeats"] > bar["repeats"]) + (bar["facts"] and not run["facts"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_several_seeds_the_one_that_fails_its_bar_is_seen_to_fail(reader, site, lang):
    """A kind, a setting that draws and a phrase whose first run clears every bar and whose later one does not."""
    file = stored(site, lang, "workbench")
    kind, phrase, setting, misses = next(
        (kind, phrase, setting["id"], missed) for kind in file["kinds"] for phrase in kind["phrases"] for setting in file["settings"]
        if not (missed := [missing(run, kind["bar"], phrase["places"]) for run in phrase["cells"][setting["id"]]])[0] and any(missed))
    page = reader(motion="reduce").open(PATH.format(lang))
    begin(page, "workbench")
    page.wait_for_selector("[data-part=workbench][data-ready]")
    page.select_option(f"#setting-{kind['id']}", setting)
    page.locator(f".slip-kind[data-kind={kind['id']}] summary").click()
    fill, runs = page.locator(f"[data-phrase={phrase['id']}]"), phrase["cells"][setting]
    seeds = fill.locator("select")
    fails = {"en": "fails", "zh": "不及格"}[lang]
    assert [fails in one for one in seeds.locator("option").all_text_contents()] == [bool(one) for one in misses]
    assert misses[seeds.evaluate("select => select.selectedIndex")] == max(misses)
    garbled = {"en": "A fact is wrong or missing.", "zh": "有事实写错或漏掉。"}[lang]
    for number, run in enumerate(runs):
        seeds.select_option(index=number)
        assert (garbled in fill.locator("[data-show=figures]").text_content()) is not run["facts"]
        assert fill.locator(".sort .face").all_text_contents() == [file["texts"][str(token)].strip() or "␣" for token in run["ids"]]
    page.select_option(f"#setting-{kind['id']}", "surest-1")
    seeds.wait_for(state="hidden")


def test_progress_outlives_a_reload_and_travels_as_text(reader):
    one = reader(motion="reduce")
    page = one.open(PATH.format("en"))
    begin(page, "word")
    answer_right(page, "word")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.locator("#who").scroll_into_view_if_needed()
    page.wait_for_selector("[data-chapter=word][data-done]")
    page.click("[data-do=export]")
    text = page.input_value("#progress-text")
    page.click("[data-do=clear]")
    assert page.locator("[data-chapter][data-done]").count() == 1, "one click forgets nothing"
    page.click("[data-do=clear]")
    assert page.locator("[data-chapter][data-done]").count() == 0
    for given, done in (("{}", 0), (text, 1)):
        page.fill("#progress-text", given)
        page.click("[data-do=take]")
        assert page.locator("[data-chapter][data-done]").count() == done


def test_the_calculator_starts_with_the_reader_s_own_case_until_something_is_put_in(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    begun = {}
    for name in ("engineer", "manager", "analyst"):
        page.locator("[data-part=readas]").scroll_into_view_if_needed()
        page.wait_for_selector("[data-part=readas][data-ready]")
        page.check(f"input[name=readas][value={name}]")
        page.locator("[data-part=calculator]").scroll_into_view_if_needed()
        page.wait_for_selector("[data-part=calculator][data-ready]")
        begun[name] = (page.input_value("#sum-prompt"), page.text_content("[data-sum] [data-show=said]"))
    assert len(set(begun.values())) == 3
    page.fill("#sum-prompt", "77")
    page.check("input[name=readas][value=engineer]")
    assert page.input_value("#sum-prompt") == "77"


def test_whom_the_page_speaks_to_is_exported_taken_in_and_forgotten(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    page.locator("[data-part=readas]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=readas][data-ready]")
    page.check("input[name=readas][value=analyst]")
    page.locator("#who").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=path][data-ready]")
    page.click("[data-do=export]")
    text = page.input_value("#progress-text")
    for _ in range(2):
        page.click("[data-do=clear]")
    spoken = "() => document.querySelector('[data-for]:not([hidden])').dataset.for"
    assert page.evaluate(spoken) == page.evaluate("document.querySelector('input[name=readas]:checked').value") == "manager"
    assert page.evaluate("JSON.stringify(localStorage)").count("analyst") == 0 and page.evaluate("location.search") == ""
    page.fill("#progress-text", text)
    page.click("[data-do=take]")
    assert page.evaluate(spoken) == page.evaluate("document.querySelector('input[name=readas]:checked').value") == "analyst"
    assert page.evaluate("location.search") == "?as=analyst"


def test_where_storage_is_refused_the_page_says_so_and_goes_on(reader):
    page = reader(motion="reduce", script=REFUSED).open(PATH.format("en"))
    begin(page, "word")
    answer_right(page, "word")
    page.locator("#who").scroll_into_view_if_needed()
    page.wait_for_selector("[data-chapter=word][data-done]")
    assert "for this visit only" in page.text_content("[data-part=path] [data-show=count]")


def test_read_as_changes_the_words_the_address_and_the_next_visit(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    shown = "[data-for]:not([hidden])"
    assert set(page.eval_on_selector_all(shown, "all => all.map(one => one.dataset.for)")) == {"manager"}
    page.locator("[data-part=readas]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=readas][data-ready]")
    page.focus("input[name=readas]:checked")
    page.keyboard.press("ArrowDown")
    assert set(page.eval_on_selector_all(shown, "all => all.map(one => one.dataset.for)")) == {"analyst"}
    assert page.evaluate("location.search") == "?as=analyst"
    assert "as=analyst" in page.get_attribute("a[data-other-language]", "href")
    page.goto(page.url.split("?")[0])
    page.wait_for_selector("html[data-reader=analyst]")
    page.goto(f"{page.url}?as=engineer")
    page.wait_for_selector("html[data-reader=engineer]")


def test_the_frame_is_walked_with_arrow_keys_and_each_sort_says_what_it_is(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    begin(page, "blanks")
    page.wait_for_selector("[data-part=frame] button.sort")
    tab_to(page, "[data-part=frame] button.sort")
    first = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert first.startswith("Place 1: ") and second.startswith("Place 2: ")
    assert page.text_content("[data-part=frame] [data-show=tip]") == second
    page.focus("[data-part=frame] [data-do=scrub]")
    page.keyboard.press("Home")
    states = "all => all.map(one => one.dataset.state)"
    assert set(page.eval_on_selector_all("[data-part=frame] button.sort", states)) == {"blank"}
    page.keyboard.press("ArrowRight")
    assert sum(state != "blank" for state in page.eval_on_selector_all("[data-part=frame] button.sort", states)) == 1


def test_a_reader_s_own_fill_tells_its_candidates_too(reader):
    page = reader(motion="reduce").open(PATH.format("en"))
    begin(page, "blanks")
    page.wait_for_selector("[data-part=frame][data-ready]")
    page.fill("#own-frame", "Order 4417: Ms Reyes, 20 hard hats, Salem, Friday.\nConfirm:")
    page.click("[data-part=frame] [data-own] button")
    page.click("[data-part=frame] [data-do=start]")
    page.wait_for_function("() => document.getElementById('own-frame-said').textContent.startsWith('Written just now')", timeout=120_000)
    labels = "() => [...document.querySelectorAll('[data-part=frame] button.sort')].map(one => one.getAttribute('aria-label'))"
    page.wait_for_function(f"() => ({labels})().some(one => one.includes('candidates'))")
    page.focus("[data-part=frame] [data-do=scrub]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    told = [one for one in page.evaluate(labels) if "candidates" in one]
    assert told and all("%" in one for one in told), "open choices are there from the first pass"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_typewriter_and_the_blocks_stop_with_the_reply_and_count_what_is_seen(reader, site, lang):
    page = reader(motion="reduce").open(PATH.format(lang))
    stop, grown = stored(site, lang, "word")["stop"], stored(site, lang, "length")["grown"]
    rows = page.locator("[data-part=typewriter] tbody tr")
    assert rows.count() == stop and "∎" in rows.nth(stop - 1).locator("td").nth(1).text_content()
    begin(page, "word")
    page.wait_for_function("n => document.querySelector('[data-part=typewriter] [data-do=scrub]').max === String(n)", arg=stop)
    page.focus("[data-part=typewriter] [data-do=scrub]")
    page.keyboard.press("End")
    assert page.text_content("[data-part=typewriter] [data-show=paper]").endswith("∎") and page.locator("[data-odds] li").count() == 0
    begin(page, "length")
    page.wait_for_selector("[data-part=length][data-ready]")
    page.locator("[data-part=length] input[name=length]").last.check()
    page.wait_for_function("n => document.querySelectorAll('[data-part=length] button.sort').length === n", arg=grown["places"])
    orders = page.eval_on_selector_all("[data-part=length] button.sort .order", "all => all.map(one => Number(one.dataset.pass))")
    verdict = page.text_content("[data-part=length] .verdict")
    assert max(orders) == grown["passes"] and min(orders) >= 1
    assert all(str(grown[part]) in verdict for part in ("places", "ends", "passes", "extra")), verdict
    assert {"en": "Every fact is right.", "zh": "事实全对。"}[lang] in verdict


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_blank_tells_its_candidates_with_their_odds_to_keys_and_to_a_finger(reader, site, lang):
    page = reader(motion="reduce", width=390, has_touch=True).open(PATH.format(lang))
    begin(page, "blanks")
    page.wait_for_selector("[data-part=frame] button.sort")
    page.focus("[data-part=frame] [data-do=scrub]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    found = stored(site, lang, "blanks")
    place, likeliest = next((int(place), row) for place, row in found["candidates"][0].items() if row[1][1] >= 0.05)
    first = min(int(each) for each in found["candidates"][0])
    sort = page.locator("[data-part=frame] button.sort").nth(place - first)
    page.wait_for_function("sort => /候选|candidates/.test(sort.getAttribute('aria-label'))", arg=sort.element_handle())
    told = [(found["texts"][str(token)].strip(), round(share * 100)) for token, share in likeliest if share >= 0.005]
    for how in (sort.focus, sort.tap):
        page.focus("[data-part=frame] button.sort >> nth=-1")
        how()
        tip = page.text_content("[data-part=frame] [data-show=tip]")
        assert tip == sort.get_attribute("aria-label")
        assert all(f"“{text}”" in tip and f"{share}%" in tip for text, share in told), (tip, told)


def test_the_calculator_multiplies_and_a_link_brings_settings_back(reader, site):
    page = reader(motion="reduce").open(PATH.format("en"))
    page.locator("[data-part=calculator]").scroll_into_view_if_needed()
    page.wait_for_selector("[data-part=calculator][data-ready]")
    for name, value in (("tokens", "4"), ("passes", "250"), ("reply", "200"), ("prompt", "100")):
        page.fill(f"#sum-{name}", value)
    said = page.text_content("[data-part=calculator] [data-show=said]")
    assert "= 1,000 tokens a second" in said and "50 passes and 0.2 seconds" in said and "computed: 15,000." in said
    kind = stored(site, "en", "workbench")["kinds"][0]["id"]
    link = f"{page.url.split('#')[0]}#workbench&v=1&{kind}=surest-1"
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("[data-part=workbench][data-ready]")
    page.wait_for_function("kind => document.getElementById(`setting-${kind}`).value === 'surest-1'", arg=kind)
    page.keyboard.press("End")  # the reader moves on: the page lets go of the place
    page.locator("[data-part=summary]").scroll_into_view_if_needed()
    page.wait_for_function("text => document.getElementById('summary-link').value.includes(text)", arg=f"{kind}=surest-1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_scrolls_sideways_on_a_narrow_screen(reader, lang):
    page = reader(width=320, height=700, motion="reduce").open(PATH.format(lang))
    for part in page.query_selector_all("[data-part]"):
        part.scroll_into_view_if_needed()
        page.wait_for_timeout(30)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_it_can_be_read_without_scripts(reader):
    one = reader(java_script_enabled=False)
    page = one.page
    page.goto(one.url + PATH.format("en"))
    assert page.locator("[data-for]:visible").count() >= 3
    assert page.locator("[data-part=opening] .sort:visible").count() >= 32
    page.locator("form[data-check=word] summary").click()
    assert page.locator("form[data-check=word] [data-reasons] li:visible").count() >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(reader, scheme):
    page = reader(motion="reduce", scheme=scheme).open(PATH.format("zh"))
    for part in page.query_selector_all("[data-part]"):
        part.scroll_into_view_if_needed()
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert violations(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_on_a_phone_that_has_just_come(reader, lang):
    """Chapters that nobody has come to are laid out by estimate: none may lie over the words of the next."""
    page = reader(motion="reduce", width=412, height=823).open(PATH.format(lang))
    assert violations(page) == []
