"""The figures that plate 2's words print: counted from fills that were counted by hand."""

import io

import numpy as np
from toylm.trace import Pass, Trace

from plates.larkspur import figures
from tests import toys

TEXTS = {0: "▢", 1: "∎", 5: "Q", 6: " ", 7: " four", 8: " red", 9: " hats"}


def trace(canvas, ids, passes):
    return Trace("by hand", {}, 0, 0, canvas, passes, ids, TEXTS)


TYPED = trace([5, 5, 0, 0, 0], [5, 5, 7, 1, 1], [
    Pass(computed=[(2, 3)], cached=[(0, 2)], guesses=[(2, 7, 0.6), (2, 8, 0.3)], commits=[(2, 7)]),
    Pass(computed=[(3, 4)], cached=[(0, 3)], guesses=[(3, 1, 0.9)], commits=[(3, 1)]),
    Pass(computed=[(4, 5)], cached=[(0, 4)], guesses=[(4, 1, 0.2)], commits=[(4, 1)]),
])
FILLED = trace([5, 0, 0, 0], [5, 7, 8, 9], [
    Pass(computed=[(0, 4)], guesses=[(1, 7, 0.95), (2, 9, 0.5), (3, 9, 0.91)], commits=[(1, 7)]),
    Pass(computed=[(0, 4)], guesses=[(2, 8, 0.8), (3, 9, 0.9)], commits=[(2, 8), (3, 9)]),
])


def test_what_was_typed_is_counted_as_far_as_the_end_token():
    assert figures.word(TYPED, 2) == {
        "tokens": 2, "passes": 2, "prompt": 2, "positions": 2, "cache": 5, "sure": 1, "open": {"token": "four", "share": 0.6},
    }


def test_without_an_end_token_all_is_counted():
    counted = figures.word(TYPED, 0)
    assert (counted["tokens"], counted["cache"]) == (3, 9)


def test_the_least_certain_token_that_is_told_can_be_seen():
    """A space that is stripped, or an end token, would be told as nothing."""
    spaced = trace([5, 0, 0, 0], [5, 6, 7, 1], [
        Pass(computed=[(1, 2)], guesses=[(1, 6, 0.2)], commits=[(1, 6)]),
        Pass(computed=[(2, 3)], guesses=[(2, 7, 0.6)], commits=[(2, 7)]),
        Pass(computed=[(3, 4)], guesses=[(3, 1, 0.3)], commits=[(3, 1)]),
    ])
    assert figures.word(spaced, 3)["open"] == {"token": "four", "share": 0.6}


def test_first_guesses_are_compared_with_the_end():
    assert figures.blanks(FILLED) == {
        "places": 3, "passes": 2, "positions": 8, "prompt": 1, "canvas": 4, "sure": 2, "right": 2,
    }


def test_of_fills_at_random_the_worst_and_the_best_are_told():
    runs = [{"passes": 4, "agree": agree, "repeats": repeats} for agree, repeats in ((9, 1), (5, 3), (11, 0))]
    row = {"tokens": 4, "surest": {"passes": 4, "agree": 14, "repeats": 0, "text": "…"}, "random": runs}
    assert figures.sure({"places": 16, "rows": [{**row, "tokens": 2}, row]}) == {
        "tokens": 4, "places": 16, "passes": 4, "surest": {"agree": 14, "repeats": 0},
        "random": {"worst": 5, "best": 11, "seeds": 3, "repeats": 3},
    }


def test_the_reply_ends_where_the_longest_frame_s_end_tokens_begin():
    frames = [{"places": 8, "trace": "long", "passes": 8, "ends": 5}, {"places": 2, "trace": "short", "passes": 2, "ends": 0}]
    counted = figures.length({"short": FILLED, "long": TYPED}, {"frames": frames, "grown": {"block": 4, **frames[1], "extra": 1}})
    assert counted["needed"] == 3
    assert counted["short"] == {"places": 2, "passes": 2, "ends": 0, "positions": 8}
    assert counted["long"]["positions"] == 3
    assert counted["block"] == {"size": 4, "extra": 1, "places": 2, "passes": 2, "ends": 0, "positions": 8}


def run(passes, agree, repeats=0, facts=True):
    return {"passes": passes, "agree": agree, "repeats": repeats, "facts": facts}


def outcome(passes, *misses):
    return {"passes": passes, "misses": list(misses)}


BENCH = {
    "vendor": "random-4", "settings": [{"id": "surest-1"}, {"id": "random-4"}],
    "kinds": [
        {"phrases": [{"places": 16, "cells": {"surest-1": [run(16, 16)], "random-4": [run(4, 8, 2), run(4, 12, 0, False)]}}],
         "outcomes": {"surest-1": outcome(16), "random-4": outcome(4, "agree", "facts")}},
        {"phrases": [{"places": 8, "cells": {"surest-1": [run(8, 8)], "random-4": [run(2, 8), run(2, 8)]}}],
         "outcomes": {"surest-1": outcome(8), "random-4": outcome(2)}},
    ],
}


def test_a_setting_is_the_mean_of_its_runs_and_counts_phrases_that_are_right_with_every_seed():
    assert figures.setting_of(BENCH, "random-4") == {"passes": 3, "repeats": 0.5, "agree": (0.5 + 0.75 + 1 + 1) / 4, "facts": 1}


def test_the_workbench_is_summed_up():
    assert figures.workbench(BENCH) == {
        "kinds": 2, "settings": 2, "fills": 6, "careful": {"total": 24}, "vendor": {"total": 6, "failed": 1},
    }


def test_the_table_has_a_row_for_each_number_of_tokens(monkeypatch):
    monkeypatch.setattr(figures, "TOKENS", (1, 4))
    cells = [kind["phrases"][0]["cells"] for kind in BENCH["kinds"]]
    bench = {**BENCH, "kinds": [{"phrases": [{"places": places, "cells": {**of, "random-1": of["surest-1"], "surest-4": of["surest-1"]}}]}
                                for places, of in zip((16, 8), cells)]}
    assert figures.tables({"workbench": bench}) == {"sure": [[1, "100%", "100%", "0.0", "0.0"], [4, "100%", "81%", "0.0", "0.5"]]}


def test_weights_are_counted_as_the_file_holds_them():
    arrays = np.load(io.BytesIO(toys.weights("en-left")))
    held = sum(arrays[name].size for name in arrays.files if name != "config" and not name.endswith(".scale"))
    assert figures.weights({**toys.TINY, "vocab": arrays["embed"].shape[0]}) == held
