"""A reader's own sampler: the same text gives the same trace, and every fault is told at its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toylm import samplers
from toylm.models.counts import CountsModel
from toylm.request import answer
from toylm.samplers import SAMPLERS
from toylm.trace import Trace

MODEL = {"kind": "counts", "lines": [[["TEA AND CAKE", 4], ["ALE AND PIES", 3]]]}
CANVAS = CountsModel.from_spec(MODEL).blank_canvas()


def source(name: str) -> str:
    """The file of a sampler, as the build hands it to the editor."""
    return (Path(samplers.__file__).parent / f"{name}.py").read_text(encoding="utf-8")


def asked(name: str, text: str, **settings) -> dict:
    """What the worker answers to an edit."""
    return json.loads(answer({"model": MODEL, "canvas": CANVAS, "sampler": name, "seed": 1, "settings": settings, "source": text}))


def test_every_sampler_s_own_text_does_what_the_sampler_does():
    for name in SAMPLERS:
        request = {"model": MODEL, "canvas": CANVAS, "sampler": name, "seed": 1, "settings": {}}
        made = asked(name, source(name))
        try:
            want = json.loads(answer(request))
        except ValueError as error:
            assert made["fault"]["text"] == f"ValueError: {error}"
            continue
        assert made.pop("sampler") == f"{name}_edited"
        assert made == {key: value for key, value in want.items() if key != "sampler"}


def test_another_commit_rule_sets_in_another_order():
    text = source("llada").replace("surest(found.before(end), quota)", "np.arange(quota)")
    made = asked("llada", text, steps=4)
    assert [[place for place, _ in one["commits"]] for one in made["passes"]] == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]


@pytest.mark.parametrize(("old", "new", "line", "said"), [
    ("surest(found.before(end), quota)", "surest(found.before(end), quotta)", "quotta", "NameError: name 'quotta' is not defined"),
    ("    blank = np", "    blank == == np", "blank == ==", "SyntaxError: invalid syntax"),
    ("from ..selecting import quotas", "from ..selecting import quotes", "import quotes", "ImportError: cannot import name 'quotes'"),
    ("            yield _pass(", "            yield 7, (", None, "TypeError: llada has to yield a Pass for each pass; it yielded (7,"),
    ("def llada(", "def lama(", None, "ValueError: source: it has to define a function llada"),
    ("surest(found.before(end), quota)", "surest(found.before(end), 0)", None, "ValueError: llada_edited: place 0 is still blank"),
    ("    guesses = Guesses(", "    raise SystemExit('enough')\n    guesses = Guesses(", "SystemExit", "SystemExit: enough"),
    ("return setting(ids, found,", "return print() or setting(ids[:3], found,", "ids[:3]", "IndexError"),
])
def test_a_fault_is_told_at_its_line(old, new, line, said):
    text = source("llada")
    assert old in text
    edit = text.replace(old, new)
    fault = asked("llada", edit)["fault"]
    at = next((i for i, row in enumerate(edit.splitlines(), 1) if line in row), None) if line else None
    assert fault["line"] == at
    assert fault["text"].startswith(said)


def test_what_is_no_trace_is_refused_before_a_page_draws_it():
    text = source("careful") + "\nTrue_pass = setting\ndef setting(*a):\n    one = True_pass(*a)\n    one.guesses = [(999, 1, 0.5)]\n    return one\n"
    assert asked("careful", text)["fault"]["text"].startswith("ValueError")


def test_a_source_that_is_no_text_is_refused():
    assert "want the text" in asked("llada", ["def"])["fault"]["text"]


def test_an_edit_leaves_the_sampler_as_it_was():
    before = asked("llada", source("llada"), steps=3)
    asked("llada", source("llada").replace("quota)", "1)"))
    request = {"model": MODEL, "canvas": CANVAS, "sampler": "llada", "seed": 1, "settings": {"steps": 3}}
    assert Trace.from_json(answer(request)).ids == before["ids"]
