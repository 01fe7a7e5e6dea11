"""What filling in parallel costs: garbled lines and distance from the truth, for every number of passes and every rule.

Exact, by toylm.exactcost: each line is a canvas of its own, and the figures are means over the lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .exactcost import Law, by_quota, by_threshold
from .exactline import Line
from .selecting import quotas

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
RULES = {"surest": "low_confidence", "random": "random"}
"""What a page calls LLaDA's two rules."""
GUESSES = {"drawn": True, "likeliest": False}
CHARTS = (("likeliest", "garbled"), ("drawn", "garbled"), ("likeliest", "distance"), ("drawn", "distance"))
"""(guesses, measure) of a page's pictures, in their order; the first is of what a bench does."""

Row = dict[str, float]
Laws = dict[str, list[Law]]
"""Rule -> the laws of one line, for 1, 2, ... passes up to its places, or for each of THRESHOLDS."""


def curves(lines: list[Any]) -> dict[str, dict[str, list[Row]]]:
    """Of lines as CountsModel takes them: guesses ("drawn", "likeliest") -> rule -> rows.

    drawn, likeliest   temperature 1, temperature 0
    surest, random     LLaDA's rules: a row for every number of passes from 1 to the longest line's places
    threshold          Fast-dLLM's: a row for each of THRESHOLDS, and `passes` is a mean

    A row has `passes` and, each from 0 to 1, `garbled` (the chance of a line that was never read) and
    `distance` (total variation), and where there is one the `threshold`. Raises ValueError for lines
    with too many states. What was found of a line is kept, so lines may be asked for one by one first.
    """
    known = [tuple((tuple(text), times) for text, times in versions) for versions in lines]
    return {name: _rows([_laws(line, drawn) for line in known]) for name, drawn in GUESSES.items()}


@lru_cache
def _laws(versions: tuple[Any, ...], drawn: bool) -> Laws:
    line = Line(versions, drawn)
    most = len(line.groups)
    found = {
        rule: [by_quota(line, order, quotas(most, steps)) for steps in range(1, most + 1)] for rule, order in RULES.items()
    }
    return found | {"threshold": [by_threshold(line, at) for at in THRESHOLDS]}


def _rows(lines: list[Laws]) -> dict[str, list[Row]]:
    """Means over lines. Passes beyond a line's places set nothing in it."""
    most = max(len(laws["surest"]) for laws in lines)
    found = {
        rule: [{"passes": float(n), **_mean([laws[rule][min(n, len(laws[rule])) - 1] for laws in lines])} for n in range(1, most + 1)]
        for rule in RULES
    }
    found["threshold"] = [
        {"threshold": at, "passes": _average([law.passes for law in laws]), **_mean(laws)}
        for at, laws in zip(THRESHOLDS, zip(*(each["threshold"] for each in lines)))
    ]
    return found


def _mean(laws: Iterable[Law]) -> Row:
    return {name: _average([getattr(law, name) for law in laws]) for name in ("garbled", "distance")}


def _average(values: list[Fraction]) -> float:
    return float(sum(values, Fraction(0)) / len(values))


def charts(found: dict[str, dict[str, list[Row]]]) -> list[dict[str, Any]]:
    """The curves as a page draws them: a chart for each of CHARTS, a series a rule, points from few passes to many.

    A chart is {name, guesses, measure, x: {from, to}, series: [{name, points: [{x, y, notes}]}]}.
    """
    return [
        {
            "name": f"{measure}-{guesses}", "guesses": guesses, "measure": measure,
            "x": {"from": 1, "to": max(row["passes"] for row in found[guesses]["surest"])},
            "series": [{"name": rule, "points": _points(rows, measure)} for rule, rows in found[guesses].items()],
        }
        for guesses, measure in CHARTS
    ]


def _points(rows: list[Row], measure: str) -> list[dict[str, Any]]:
    """Points by passes; thresholds that come to the same passes and the same figure share one."""
    points: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: row["passes"]):
        point = {"x": row["passes"], "y": row[measure], "notes": []}
        if not points or (point["x"], point["y"]) != (points[-1]["x"], points[-1]["y"]):
            points.append(point)
        if "threshold" in row:
            points[-1]["notes"].append(f"{row['threshold']:g}")
    return points
