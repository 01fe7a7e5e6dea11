"""Plate 3's flashcards and quiz, as a reader with a keyboard, a screen reader or no script meets them."""

import pytest

from tests.browser.conftest import LANGUAGES

EVERY = pytest.mark.parametrize("lang", LANGUAGES)


def cards(page):
    """The served list: [(question, answer)]."""
    return page.eval_on_selector_all("[data-card]", "rows => rows.map(r => [r.querySelector('dt').textContent, r.querySelector('dd').textContent])")


def near(reader, lang, section, **how):
    """The page with a section's part brought to life."""
    page = reader(**how).open(f"/{lang}/decoding/")
    come_to(page, section)
    return page


def come_to(page, section):
    """Scroll to a section and wait until its part has come alive."""
    page.locator(f"#{section}").scroll_into_view_if_needed()
    page.wait_for_selector(f"[data-part={section}][data-ready]")


@EVERY
def test_cards_are_turned_and_moved_by_keys_and_each_change_is_said(reader, lang):
    page = near(reader, lang, "cards")
    rows = cards(page)
    card = page.locator(".flashcard")
    card.focus()
    assert rows[0][0] in card.inner_text()
    for key, side in (("Enter", 1), ("Space", 0), ("Space", 1)):
        page.keyboard.press(key)
        assert rows[0][side] in card.inner_text()
    page.wait_for_function("answer => document.querySelector('#said').textContent.includes(answer)", arg=rows[0][1])
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -1), ("ArrowRight", 0)):
        page.keyboard.press(key)
        assert rows[at][0] in card.inner_text()
    page.wait_for_function("front => document.querySelector('#said').textContent.includes(front)", arg=rows[0][0])


@EVERY
def test_the_quiz_gives_reasons_counts_and_remembers(reader, lang):
    page = near(reader, lang, "quiz")
    check = page.locator(".quiz .check").first
    wrong, right = check.locator(".answer[data-right=no]").first, check.locator(".answer[data-right=yes]")
    score = page.locator(".quiz-score strong")
    none = score.inner_text()
    for answer in (wrong, right):
        answer.locator("input").check()
        check.locator("button[type=submit]").click()
        assert answer.locator(".why").is_visible()
    assert not wrong.locator(".why").is_visible()
    one = score.inner_text()
    assert one != none
    page.reload()
    page.wait_for_selector("html[data-ready]")
    come_to(page, "quiz")
    page.wait_for_function("text => document.querySelector('.quiz-score strong').textContent === text", arg=one)
    assert right.locator("input").is_checked()
    page.locator("[data-do=clear]").click()
    assert score.inner_text() == none and not right.locator("input").is_checked()


@EVERY
def test_without_a_script_questions_answers_and_reasons_are_there_to_read(reader, lang):
    one = reader(java_script_enabled=False)
    one.page.goto(f"{one.url}/{lang}/decoding/")
    assert one.page.locator("[data-card] dd").first.is_visible()
    assert not one.page.locator(".flashcard").is_visible()
    reasons = one.page.locator(".quiz .reasons").first
    reasons.locator("summary").click()
    assert reasons.locator("li").count() == 4 and reasons.locator("li").first.is_visible()
