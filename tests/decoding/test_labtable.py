"""The lab's table of settings says of every sampler what toylm itself takes and refuses."""

from __future__ import annotations

import tomllib

import pytest

from toylm.samplers import SAMPLERS

from plates.decoding.labtable import parameters, table
from plates.decoding.sweep import cliff
from tests.press.sites import ROOT

WORDS = tomllib.loads((ROOT / "content/decoding/samplers.toml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "zh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sampler_and_every_setting_is_there_and_nothing_else(lang):
    made = table(WORDS, lang)
    assert all(isinstance(row["name"], str) for row in made.values())
    assert made.keys() == SAMPLERS.keys()
    for name, row in made.items():
        known = [one.name for one in parameters(name)]
        assert [one["name"] for one in row["settings"]] == known
        assert WORDS[name].get("settings", {}).keys() <= set(known)


def test_every_setting_can_be_given_in_a_form():
    for name, row in table(WORDS, "en").items():
        for one in row["settings"]:
            assert one["kind"] != "choice" or one["default"] in one["among"], (name, one)


def test_the_cliff_is_the_largest_fall():
    assert cliff([1.0, 0.9, 0.4, 0.4]) == 2
    assert cliff([0.5, 0.5]) is None
