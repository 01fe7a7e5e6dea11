"""Which keys and values each pass of a fill computed, kept, and read, and which of those it read were old."""

from __future__ import annotations

from typing import Any

from toylm.trace import Trace

COMPUTED, STORED, FRESH, STALE, NOTHING = "computed", "stored", "read", "stale", "nothing"
"""What a pass did with a place: computed it for itself, or computed it and a later pass reads that; read what
an earlier pass computed, when nothing that the place sees has changed since, or when something has; nothing."""
STATES = (COMPUTED, STORED, FRESH, STALE, NOTHING)

Data = dict[str, Any]


def grid(trace: Trace, block: int | None = None) -> list[Data]:
    """A row a pass that computed anything.

    block  each block of this many places sees itself and all before it; None: every place sees all
    -> [{"kind", "runs": [{"state", "start", "end"}], "counts": {state: places}}]
    """
    rows = [_states(trace, number, block) for number, one in enumerate(trace.passes) if one.computed]
    return [{"kind": kind, "runs": _runs(states), "counts": {name: states.count(name) for name in STATES}} for kind, states in rows]


def totals(rows: list[Data]) -> dict[str, int]:
    """Places by state over all passes."""
    return {name: sum(row["counts"][name] for row in rows) for name in STATES}


def _states(trace: Trace, number: int, block: int | None) -> tuple[str, list[str]]:
    one, size = trace.passes[number], len(trace.canvas)
    states = [NOTHING] * size
    for place in _places(one.computed):
        states[place] = STORED if _is_read_later(trace, number, place) else COMPUTED
    for place in _places(one.cached):
        states[place] = STALE if _is_stale(trace, number, place, block) else FRESH
    return one.kind, states


def _places(ranges: list) -> list[int]:
    return [place for start, end in ranges for place in range(start, end)]


def _is_read_later(trace: Trace, number: int, place: int) -> bool:
    """Whether a later pass reads the place before another computes it again."""
    for one in trace.passes[number + 1 :]:
        if place in _places(one.computed):
            return False
        if place in _places(one.cached):
            return True
    return False


def _is_stale(trace: Trace, number: int, place: int, block: int | None) -> bool:
    """Whether anything that the place sees is another token than when it was last computed."""
    last = max(n for n, one in enumerate(trace.passes[:number]) if place in _places(one.computed))
    end = len(trace.canvas) if block is None else (place // block + 1) * block
    return trace.canvas_at(last)[:end] != trace.canvas_at(number)[:end]


def _runs(states: list[str]) -> list[Data]:
    """Neighbours of one state as one run, [start, end)."""
    runs: list[Data] = []
    for place, state in enumerate(states):
        if runs and runs[-1]["state"] == state:
            runs[-1]["end"] = place + 1
        else:
            runs.append({"state": state, "start": place, "end": place + 1})
    return runs
