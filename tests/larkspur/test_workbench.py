"""The workbench's arithmetic: bars, the fewest passes, the front; by hand, and against trying all."""

import itertools

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st
from toylm.trace import Pass, Trace

from plates.larkspur import choices, workbench
from plates.larkspur.choices import SETTINGS, Setting, named
from plates.larkspur.documents.grammar import Document
from plates.larkspur.phrases import Bar, Phrase, bar, read

ORDER = Document(
    "order",
    {"no": "4417", "name": "Ms Reyes", "count": "20", "items": "hard hats", "town": "Salem", "day": "Friday"},
    "Order 4417: Ms Reyes, 20 hard hats, Salem, Friday.\nConfirm:", "",
)
PHRASE = Phrase("order-1", ORDER, 4)
WORDS = ["▢", "∎", " On Friday our van brings", " 20 hard hats", " to Salem.", " to Boise.", "Confirm:"]


def fill(*passes):
    """A trace of a prompt of one token and four places, each pass a list of (place, token)."""
    trace = Trace("llada", {}, 0, 0, [6, 0, 0, 0, 0], [Pass([(0, 5)], commits=commits) for commits in passes], [], dict(enumerate(WORDS)))
    trace.ids = trace.canvas_at(len(passes))
    return trace


CAREFUL = fill([(1, 2)], [(2, 3)], [(3, 4)], [(4, 1)])


def test_a_run_is_judged_place_by_place_and_as_a_reply():
    assert workbench.run_of("en", PHRASE, CAREFUL, CAREFUL) == {
        "ids": [2, 3, 4, 1], "at": [1, 2, 3, 4], "passes": 4, "agree": 4, "repeats": 0, "facts": True, "right": True,
    }
    fast = fill([(4, 1), (1, 2), (2, 5)], [(3, 5)])
    assert workbench.run_of("en", PHRASE, fast, CAREFUL) == {
        "ids": [2, 5, 5, 1], "at": [1, 1, 2, 1], "passes": 2, "agree": 2, "repeats": 1, "facts": False, "right": False,
    }


def run(passes, agree, repeats=0, facts=True):
    return {"passes": passes, "agree": agree, "repeats": repeats, "facts": facts, "right": facts}


def test_a_bar_has_to_be_cleared_by_every_run_of_every_phrase():
    rows = [(PHRASE, [run(4, 4), run(4, 3)]), (PHRASE, [run(2, 4), run(2, 4, repeats=1, facts=False)])]
    assert workbench.outcome(rows, Bar(0.75, 1, False)) == {"passes": 6, "agree": 0.75, "repeats": 1, "facts": False, "misses": []}
    assert workbench.outcome(rows, Bar(0.8, 0, True))["misses"] == ["agree", "repeats", "facts"]
    assert workbench.outcome(rows, Bar(0.75, 0, False))["misses"] == ["repeats"]


OUTCOMES = st.fixed_dictionaries({
    setting.id: st.builds(lambda passes, clear: {"passes": passes, "misses": [] if clear else ["facts"]}, st.integers(1, 9), st.booleans())
    for setting in SETTINGS[:4]
})


@how(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(OUTCOMES, min_size=1, max_size=3))
def test_the_fewest_passes_are_those_that_trying_every_combination_finds(kinds):
    for of in kinds:
        of["surest-1"]["misses"] = []
    outcomes = {f"kind{number}": {**{setting.id: {"passes": 99, "misses": ["agree"]} for setting in SETTINGS}, **of} for number, of in enumerate(kinds)}
    found = workbench.best(outcomes)
    clear = [[one["passes"] for one in of.values() if not one["misses"]] for of in kinds]
    assert found["cleared"] and found["total"] == min(map(sum, itertools.product(*clear)))
    same = [[of[name] for of in kinds] for name in kinds[0]]
    assert found["single"]["passes"] == min(sum(one["passes"] for one in row) for row in same if not any(one["misses"] for one in row))


def test_a_bar_that_nothing_clears_is_not_called_cleared():
    never = {setting.id: {"passes": 3, "misses": ["facts"]} for setting in SETTINGS}
    found = workbench.best({"order": never})
    assert found["choice"] == {"order": "surest-1"} and not found["cleared"]


def test_the_front_holds_what_no_other_setting_beats():
    runs = {"surest-1": run(4, 4), "surest-2": run(2, 3), "surest-4": run(1, 1), "margin-2": run(2, 2), "entropy-4": run(1, 1)}
    rows = [(PHRASE, {setting.id: [runs.get(setting.id, run(4, 0))] * len(setting.seeds) for setting in SETTINGS})]
    points = {point["setting"]: point for point in workbench.overall(rows)}
    assert [name for name, point in points.items() if point["front"]] == ["surest-1", "surest-2", "surest-4", "entropy-4"]
    assert points["surest-2"] == {
        "setting": "surest-2", "passes": 2, "a_pass": 2, "agree": 0.75, "repeats": 0, "facts": 1, "right": 1, "front": True,
    }


def test_every_rule_and_amount_is_a_setting_and_random_ones_have_seeds():
    assert [setting.id for setting in SETTINGS if setting.rule == "entropy"] == [f"entropy-{n}" for n in (1, 2, 4, 8, 16)]
    assert [setting.threshold for setting in SETTINGS if setting.rule == "threshold"] == [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
    assert len(SETTINGS) == len({setting.id for setting in SETTINGS}) == 4 * 5 + 6
    assert {len(setting.seeds) for setting in SETTINGS if setting.rule == "random"} == {3}
    assert {len(setting.seeds) for setting in SETTINGS if setting.rule != "random"} == {1}


@pytest.mark.parametrize("name, places, sampler, settings", [
    ("surest-4", 16, "llada", {"steps": 4, "remasking": "low_confidence"}),
    ("random-8", 32, "llada", {"steps": 4, "remasking": "random"}),
    ("margin-2", 16, "dream", {"steps": 8, "alg": "topk_margin"}),
    ("entropy-16", 16, "dream", {"steps": 1, "alg": "entropy"}),
    ("threshold-95", 16, "fast_dllm", {"threshold": 0.95}),
])
def test_a_settings_request_is_that_of_the_published_rule(name, places, sampler, settings):
    phrase = Phrase("order-1", ORDER, places)
    assert choices.request("en", phrase, named(name), 2) == {
        "model": {"kind": "transformer", "name": "en-masked"}, "prompt": ORDER.prompt, "places": places,
        "sampler": sampler, "settings": settings, "seed": 2,
    }


def test_runs_have_names_of_their_own():
    names = [name for name, _, _ in choices.runs(PHRASE)]
    assert len(names) == len(set(names)) == 26 + 2 * 5
    assert {"order-1-surest-4", "order-1-random-4-2", "order-1-threshold-90"} <= set(names)


def test_a_setting_that_is_none_is_refused_with_the_names_of_all():
    assert named("surest-4") == Setting("surest", 4)
    with pytest.raises(ValueError, match="no setting 'surest-3'; there are surest-1, surest-2"):
        named("surest-3")


def test_a_kind_without_phrases_is_refused():
    data = {"kinds": {"kind": [{"id": "order", "agree": 0.5, "repeats": 1, "facts": True}]}, "phrases": {"en": {}}}
    with pytest.raises(ValueError, match=r"phrases.toml has no \[\[en.order\]\]"):
        read("en", data)
    assert bar(data, "order") == Bar(0.5, 1, True)
