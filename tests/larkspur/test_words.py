"""What plate 2's words must hold in each language, whatever their wording."""

import re

import pytest

from tests.press.sites import ROOT

LANGUAGES = ("en", "zh")
READERS = ("engineer", "manager", "analyst")


@pytest.fixture(params=LANGUAGES)
def sections(request) -> dict[str, str]:
    """Section -> its words as they are written, in one language."""
    text = (ROOT / f"content/larkspur/{request.param}.md").read_text(encoding="utf-8")
    pieces = re.split(r"^## .*\{#([\w-]+)\}$", text, flags=re.M)
    return dict(zip(pieces[1::2], pieces[2::2]))


def sentence_with(figure: str, sections: dict[str, str]) -> str:
    """The one sentence that tells a figure."""
    found = [one for words in sections.values() for one in re.split(r"(?<=[.。])\s*(?!\d)", words) if figure in one]
    assert len(found) == 1, found
    return found[0]


def test_a_speed_stands_with_who_measured_it(sections):
    assert "Artificial Analysis" in sentence_with("1,109", sections)
    assert "Google DeepMind" in sentence_with("1,479", sections)


def test_three_to_five_things_to_try_each_lead_to_one_of_the_plate_s_parts(sections):
    things = re.findall(r"^- .*$", sections["try"], flags=re.M)
    assert 3 <= len(things) <= 5
    for thing in things:
        to = re.findall(r"\]\(#([\w-]+)\)", thing)
        assert to and all("{part " in sections[one] for one in to), thing


@pytest.mark.parametrize("section", ["opening", "ideas", "claim", "next"])
def test_the_words_change_with_the_reader_from_the_opening_to_the_end(sections, section):
    for reader in READERS:
        assert f"{{for {reader}}}" in sections[section]


def test_the_calculator_is_told_for_each_reader_before_it_stands(sections):
    before = sections["claim"].split("{part calculator}")[0]
    assert all(f"{{for {reader}}}" in before for reader in READERS)
