"""Plate 3's demonstrations: their arithmetic, on models and traces that are made here."""

import tomllib

import numpy as np
import pytest
from toylm.models import transformer
from toylm.request import run
from toylm.trace import MASK_TEXT, Pass, Trace

from plates.decoding import caches, demos, seam, skeleton, stream
from press.install import ROOT

WORDS = [MASK_TEXT, "∎", "New", "San", " York", " Francisco"]


class Cities:
    """Two places that hold one of two cities: sure of neither word alone, sure of the second given the first."""

    mask_id, tokens = 0, WORDS

    def __call__(self, ids):
        return np.stack([self._row(one) for one in ids]) if ids.ndim > 1 else self._row(ids)

    def _row(self, ids):
        logits = np.full((len(ids), len(WORDS)), -30.0)
        logits[-2, [2, 3]] = np.log([0.4, 0.6])
        known = {2: [0.99, 0.01], 3: [0.45, 0.55]}.get(int(ids[-2]), [0.666, 0.334])
        logits[-1, [4, 5]] = np.log(known)
        return logits

    def decode(self, ids):
        return "".join(WORDS[i] for i in ids)


def test_the_seam_shows_a_pair_that_the_product_overrates():
    model = Cities()
    canvas, found = seam.widest(model, [[5, 0, 0]])
    assert found["joint"].sum() + found["rest"] == pytest.approx(1)
    assert found["product"].sum() + found["rest"] == pytest.approx(1)
    table = seam.table(model, canvas, found)
    assert table["differ"] and table["place"] == 1 and table["prompt"] == " Francisco"
    assert table["best"]["product"]["texts"] == ["San", " York"]
    assert table["best"]["joint"]["texts"] == ["New", " York"]
    marked = {which: row["text"] for row in table["rows"] for cell in row["cells"] for which in cell["best"]}
    assert marked == {"product": "San", "joint": "New"}


def test_a_seam_needs_a_pair_that_is_open():
    with pytest.raises(ValueError, match="sure of every pair"):
        seam.widest(Cities(), [[5, 0, 4]])


def test_reads_are_stale_once_something_that_they_see_has_changed():
    passes = [
        Pass([(0, 4)], commits=[(1, 4)]),
        Pass([(1, 2)], cached=[(0, 1), (2, 4)]),
        Pass([(2, 4)], cached=[(0, 2)], kind="store"),
    ]
    trace = Trace("", {}, 0, 0, [2, 0, 0, 0], passes, [2, 4, 0, 0])
    first, second, third = caches.grid(trace)
    assert first["runs"] == [{"state": "stored", "start": 0, "end": 1}, {"state": "computed", "start": 1, "end": 2},
                             {"state": "stored", "start": 2, "end": 4}]
    assert [run["state"] for run in second["runs"]] == ["stale", "stored", "stale"]
    assert third["kind"] == "store" and [run["state"] for run in third["runs"]] == ["stale", "read", "computed"]
    assert caches.totals([first, second, third]) == {"computed": 3, "stored": 4, "read": 1, "stale": 4, "nothing": 0}


def test_in_blocks_what_comes_later_makes_nothing_stale():
    passes = [Pass([(0, 2)]), Pass([(2, 4)], cached=[(0, 2)], commits=[(2, 4)]), Pass([(2, 4)], cached=[(0, 2)])]
    trace = Trace("", {}, 0, 0, [2, 3, 0, 0], passes, [2, 3, 4, 0])
    assert [row["counts"]["stale"] for row in caches.grid(trace, block=2)] == [0, 0, 0]
    assert [row["counts"]["stale"] for row in caches.grid(trace)] == [0, 0, 2]


class Letters:
    """A vocabulary of two-letter tokens."""

    mask_id = 0

    def __init__(self):
        self.tokens = [MASK_TEXT]

    def encode(self, text):
        pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
        self.tokens += [pair for pair in dict.fromkeys(pairs) if pair not in self.tokens]
        return [self.tokens.index(pair) for pair in pairs]


def test_a_skeleton_keeps_what_stands_outside_its_marks():
    model = Letters()
    ids = skeleton.canvas(model, "To", "ab⟦cdef⟧gh")
    assert [model.tokens[i] for i in ids] == ["To", "ab", MASK_TEXT, MASK_TEXT, "gh"]
    assert skeleton.plain("ab⟦cdef⟧gh") == "abcdefgh"


def test_a_mark_inside_a_token_is_refused():
    with pytest.raises(ValueError, match="half blank"):
        skeleton.canvas(Letters(), "To", "a⟦bcd⟧")


def test_parsers_say_what_they_read():
    assert skeleton.is_json('{"count": 60}') and not skeleton.is_json('{"count": 60')
    assert skeleton.is_python("x = 1") and not skeleton.is_python("def x(")


def fill(*passes):
    trace = Trace("", {}, 0, 0, [0, 0, 0], list(passes), [], dict(enumerate(WORDS)))
    trace.ids = trace.canvas_at(len(passes))
    return trace


def test_a_parser_that_only_appends_is_wrong_about_what_is_late_or_taken_back():
    taken = fill(Pass([], commits=[(0, 2)]), Pass([], remasks=[0]), Pass([], commits=[(0, 3), (1, 5), (2, 1)]))
    report = stream.report(stream.sent(taken, 0, stream.whole, 1))
    assert report["text"] == "San Francisco" and report["held"] == "NewSan Francisco"
    assert not report["same"] and (report["late"], report["back"]) == (0, 1)
    anywhere = fill(Pass([], commits=[(1, 5)]), Pass([], commits=[(0, 3)]), Pass([], commits=[(2, 1)]))
    report = stream.report(stream.sent(anywhere, 0, stream.whole, 1))
    assert report["held"] == " FranciscoSan" and not report["same"]
    assert (report["late"], report["back"]) == (1, 0)


def test_a_stream_of_finished_blocks_can_be_appended():
    ordered = fill(Pass([], commits=[(1, 5)]), Pass([], commits=[(0, 3)]), Pass([], commits=[(2, 1)]))
    report = stream.report(stream.sent(ordered, 0, stream.by_block, 2))
    assert report["same"] and report["late"] == report["back"] == 0 and report["held"] == "San Francisco"


@pytest.fixture(scope="module", params=["en", "zh"])
def shown(request):
    """The figures of the demonstrations, counted from the toys' own fills."""
    lang = request.param
    data = {"demos": tomllib.loads((ROOT / "content/decoding/demos.toml").read_text(encoding="utf-8"))}
    folder = ROOT / "plates/larkspur/data" / lang
    for name in ("masked", "left", "block"):
        transformer.provide((folder / f"{name}.npz").read_bytes(), (folder / "tokens.json").read_text(encoding="utf-8"))
    traces = {name: run(asked) for name, asked in demos.requests(lang, data).items()}
    return demos.numbers(lang, data, traces)["demo"]


def test_both_skeletons_are_filled_rightly_and_in_several_passes(shown):
    for name, passes in (("json", 3), ("code", 2)):
        fill = shown["infill"][name]
        assert fill["right"] and fill["reads"] and fill["passes"] >= passes


def test_at_the_end_of_the_dial_nothing_passes(shown):
    assert shown["threshold"]["100"]["tokens"] == 1


def test_by_token_comes_late_and_by_block_does_not(shown):
    token, block, canvas = (shown["stream"][name] for name in ("token", "block", "canvas"))
    assert token["late"] > 0 and not token["same"] and token["back"] == 0
    assert block["same"] and block["late"] == 0
    assert canvas["back"] > 0 and not canvas["same"]
