"""The pinned phrases and what the shipped toys make of them: held out, right, within their bars, small enough."""

import json
import re

import brotli
import numpy as np
import pytest
from toylm.maths import softmax
from toylm.models import from_spec
from toylm.request import run
from toylm.trace import Trace

from plates.larkspur import computed, phrases
from plates.larkspur.choices import fill_name, named, request, runs
from plates.larkspur.documents import kind_named
from plates.larkspur.documents.grammar import is_held_out, pattern
from plates.larkspur.train.corpus import DATA
from plates.larkspur.workbench import reply
from press.build import Options, load
from press.pool import Workers
from press.traces import compute
from tests.press.sites import ROOT

LANGUAGES = ("en", "zh")
EVERY = pytest.mark.parametrize("lang", LANGUAGES)
BUDGET = 400_000
"""Bytes under brotli that a language's traces and files may have."""


@pytest.fixture(scope="module")
def plate():
    """The plate's content, as the build reads it."""
    return load(Options(ROOT, ROOT / "site", ROOT / ".cache", plate="larkspur"))[1][0]


@pytest.fixture(scope="module")
def made(plate):
    """Language -> all that the build computes, from its cache where it is there."""
    return {lang: compute(plate, lang, ROOT, ROOT / ".cache", Workers(2)) for lang in LANGUAGES}


@EVERY
def test_phrases_are_held_out_and_say_what_their_facts_say(plate, lang):
    corpus = (DATA / lang / "corpus.txt").read_text(encoding="utf-8")
    for phrase in phrases.read(lang, plate.data):
        document = phrase.document
        prompts = kind_named(lang, document.kind).prompts
        assert any(re.fullmatch(pattern(prompt, document.facts), document.prompt) for prompt in prompts), phrase.id
        assert is_held_out(document) and document.prompt not in corpus, phrase.id


@EVERY
def test_there_are_phrases_enough_and_bars_of_several_heights(plate, lang):
    found = phrases.read(lang, plate.data)
    kinds = [phrase.kind for phrase in found]
    assert len(set(kinds)) >= 5 and len(found) >= 10 and min(map(kinds.count, kinds)) >= 2
    assert len({phrase.document.prompt for phrase in found}) == len(found)
    assert {phrase.places for phrase in found} <= {16, 32}
    assert len({phrases.bar(plate.data, kind) for kind in kinds}) >= 5
    assert phrases.bar(plate.data, "quote") == phrases.Bar(1, 0, True)  # a part number is right or it is wrong


@EVERY
def test_every_careful_fill_is_right_and_clears_its_bar(made, lang):
    for kind in made[lang].files["workbench"]["kinds"]:
        for phrase in kind["phrases"]:
            assert phrase["cells"]["surest-1"][0]["right"], (phrase["id"], phrase["reply"])
        assert kind["outcomes"]["surest-1"]["misses"] == [], kind["id"]


@EVERY
def test_the_vendors_default_fails_and_fewer_passes_than_careful_clear_every_bar(made, lang):
    bench = made[lang].files["workbench"]
    vendor = [kind["outcomes"][bench["vendor"]] for kind in bench["kinds"]]
    assert any(outcome["misses"] for outcome in vendor)
    assert bench["best"]["cleared"]
    careful = sum(kind["outcomes"]["surest-1"]["passes"] for kind in bench["kinds"])
    assert sum(outcome["passes"] for outcome in vendor) < bench["best"]["total"] < careful
    assert bench["best"]["total"] < bench["best"]["single"]["passes"]
    assert len(set(bench["best"]["choice"].values())) >= 3  # kinds bear different speeds


@EVERY
def test_passes_add_up(made, lang):
    bench = made[lang].files["workbench"]
    for point in bench["points"]:
        of = [kind["outcomes"][point["setting"]]["passes"] for kind in bench["kinds"]]
        cells = [phrase["cells"][point["setting"]] for kind in bench["kinds"] for phrase in kind["phrases"]]
        assert point["passes"] == sum(of) == sum(runs[0]["passes"] for runs in cells)
    chosen = [kind["outcomes"][bench["best"]["choice"][kind["id"]]]["passes"] for kind in bench["kinds"]]
    assert bench["best"]["total"] == sum(chosen)


@EVERY
def test_a_cell_made_anew_is_the_stored_one(made, plate, lang):
    """As a browser makes it: from the file alone. Two settings of each phrase, all settings over the phrases."""
    bench = made[lang].files["workbench"]
    settings = {setting["id"]: setting for setting in bench["settings"]}
    every = [phrase for kind in bench["kinds"] for phrase in kind["phrases"]]
    for number, phrase in enumerate(every):
        for name in list(settings)[number % 13 :: 13]:
            setting, places = settings[name], phrase["places"]
            how = setting["how"][str(places)]
            asked = {"model": bench["model"], "prompt": phrase["prompt"], "places": places, "seed": setting["seeds"][-1], **how}
            trace, cell = run(asked), phrase["cells"][name][-1]
            assert (trace.ids[-places:], trace.forward_passes) == (cell["ids"], cell["passes"]), (phrase["id"], name)


@EVERY
def test_the_file_asks_for_what_the_build_asked_for(made, plate, lang):
    bench = made[lang].files["workbench"]
    for phrase in phrases.read(lang, plate.data):
        for _, setting, seed in runs(phrase):
            how = next(row["how"] for row in bench["settings"] if row["id"] == setting.id)[str(phrase.places)]
            asked = {"model": bench["model"], "prompt": phrase.document.prompt, "places": phrase.places, "seed": seed, **how}
            assert asked == request(lang, phrase, setting, seed)


@EVERY
def test_all_data_of_a_language_fits_its_budget_and_comes_by_chapter(made, lang):
    sizes = {name: len(brotli.compress(json.dumps(value, ensure_ascii=False).encode())) for name, value in made[lang].files.items()}
    traces = sum(len(brotli.compress(text.encode())) for text in made[lang].json.values())
    assert set(sizes) == {"opening", "word", "blanks", "sure", "faster", "length", "workbench"}
    assert sum(sizes.values()) + traces <= BUDGET, sizes


def test_the_chapters_data_is_made_once_for_figures_tables_and_files(monkeypatch):
    asked = []
    monkeypatch.setattr(computed, "_files", lambda *of: asked.append(of) or {"made": len(asked)})
    data, traces = {}, {}
    assert [computed.files("en", data, traces) for _ in range(3)] == [{"made": 1}] * 3
    assert computed.files("en", data, {}) == {"made": 2}, "other fills have other data"


@EVERY
def test_candidates_are_the_models_own_odds(made, lang):
    blanks = made[lang].files["blanks"]
    trace = made[lang].traces[blanks["trace"]]
    model = from_spec({"kind": "transformer", "name": f"{lang}-masked"})
    for number in (0, 5):
        odds = softmax(model(np.array(trace.canvas_at(number))))
        seen = blanks["candidates"][number]
        assert {int(place) for place in seen} == {place for place, _, _ in trace.passes[number].guesses}
        for place, token, confidence in trace.passes[number].guesses:
            assert seen[str(place)][0] == [token, round(float(odds[place].max()), 4)]
            assert seen[str(place)][0][1] == pytest.approx(confidence, abs=1e-4)
            assert [share for _, share in seen[str(place)]] == sorted((share for _, share in seen[str(place)]), reverse=True)


@EVERY
def test_the_typewriter_lists_the_likeliest_tokens_and_stops_at_an_end(made, lang):
    word = made[lang].files["word"]
    trace: Trace = made[lang].traces[word["trace"]]
    for one in trace.passes[: word["stop"]]:
        assert 1 <= len(one.guesses) <= 5 and one.guesses[0][1] == one.commits[0][1]
        assert [share for _, _, share in one.guesses] == sorted((share for _, _, share in one.guesses), reverse=True)
    assert word["stop"] and trace.texts[trace.passes[word["stop"] - 1].commits[0][1]] == "∎"
    assert word["text"].strip() and word["text"] == trace.text(trace.ids[-word["places"]:][: word["stop"] - 1])


@EVERY
def test_the_typewriter_s_fill_picture_table_and_counts_end_with_the_end_token(made, plate, lang):
    of = made[lang]
    word, part = of.files["word"], computed.parts(lang, plate.data, of.traces, of.files)["typewriter"]
    assert word["stop"] == of.numbers["word"]["passes"] == part["passes"] == len(part["odds"]) == len(part["places"])
    assert [step["text"] for step in part["odds"]].index("∎") == word["stop"] - 1
    assert of.traces[word["trace"]].forward_passes == word["stop"], "nothing is computed after it"


@EVERY
def test_the_counts_of_a_frame_are_those_of_its_picture(made, plate, lang):
    of = made[lang]
    length, shown = of.files["length"], computed.parts(lang, plate.data, of.traces, of.files)["length"]
    for frame, part in zip([*length["frames"], length["grown"]], shown, strict=True):
        assert frame["places"] == part["blanks"] == len(part["places"])
        assert frame["ends"] == sum(place["end"] for place in part["places"])
        assert frame["passes"] == part["passes"] == max(place["at"] for place in part["places"])
    assert of.numbers["length"]["block"]["passes"] == length["grown"]["passes"]


@EVERY
def test_blocks_lose_no_fact_and_stop_with_the_reply(made, lang):
    grown = made[lang].files["length"]["grown"]
    assert grown["facts"] and grown["right"] and 0 < grown["ends"] < grown["block"] and 0 < grown["extra"] < grown["passes"]


@EVERY
def test_a_frame_too_short_cuts_a_longer_one_costs_and_blocks_stop(made, lang):
    length = made[lang].files["length"]
    assert [frame["places"] for frame in length["frames"]] == [8, 16, 32, 64]
    assert length["frames"][0]["cut"] and not length["frames"][0]["right"]
    assert length["frames"][2]["right"] and length["frames"][3]["ends"] > 32
    assert length["grown"]["passes"] < length["frames"][3]["passes"] / 2


@EVERY
def test_the_opening_loses_something_in_one_pass(made, lang):
    opening = made[lang].files["opening"]
    assert (opening["careful"]["passes"], opening["once"]["passes"]) == (16, 1)
    assert opening["careful"]["right"] and opening["careful"]["agree"] == opening["places"]
    assert opening["once"]["agree"] < opening["places"] and not opening["once"]["right"]


def test_a_played_cell_is_the_trace_of_its_phrase_setting_and_seed(made, plate):
    opening = made["en"].files["opening"]
    phrase = next(phrase for phrase in phrases.read("en", plate.data) if phrase.document.prompt == opening["prompt"])
    trace = made["en"].traces[fill_name(phrase, named("surest-1"), 0)]
    assert reply(trace, phrase.places) == opening["careful"]["text"]
