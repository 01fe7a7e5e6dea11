"""What filling in parallel costs: garbled lines and distance from the truth, for every number of passes and every rule.

Exact, by toylm.exactcost: each line is a canvas of its own, and the figures are means over the lines.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .exactcost import Law, by_quota, by_threshold
from .exactline import Line
from .selecting import quotas

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
RULES = {"surest": "low_confidence", "random": "random"}
"""What a page calls LLaDA's two rules."""

Row = dict[str, float]


def curves(lines: list[Any]) -> dict[str, dict[str, list[Row]]]:
    """Of lines as CountsModel takes them: guesses ("drawn", "likeliest") -> rule -> rows.

    drawn, likeliest   temperature 1, temperature 0
    surest, random     LLaDA's rules: a row for every number of passes from 1 to the longest line's places
    threshold          Fast-dLLM's: a row for each of THRESHOLDS, and `passes` is a mean

    A row has `passes` and, each from 0 to 1, `garbled` (the chance of a line that was never read) and
    `distance` (total variation), and where there is one the `threshold`. Raises ValueError for lines
    with too many outcomes.
    """
    return {name: _of_guesses([Line(versions, drawn) for versions in lines]) for name, drawn in (("drawn", True), ("likeliest", False))}


def _of_guesses(lines: list[Line]) -> dict[str, list[Row]]:
    most = max(len(line.groups) for line in lines)
    found = {
        rule: [_mean([by_quota(line, order, quotas(len(line.groups), steps)) for line in lines]) for steps in range(1, most + 1)]
        for rule, order in RULES.items()
    }
    found["threshold"] = [{"threshold": at, **_mean([by_threshold(line, at) for line in lines])} for at in THRESHOLDS]
    return found


def _mean(laws: list[Law]) -> Row:
    return {
        name: float(sum((getattr(law, name) for law in laws), Fraction(0)) / len(laws))
        for name in ("passes", "garbled", "distance")
    }
