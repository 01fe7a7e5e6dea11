"""What the plate says of the exact cost of filling in parallel: curves, one line's laws, a pair of places."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toylm.exactcost import by_quota
from toylm.exactline import Line
from toylm.models.counts import CountsModel


ORDERS = ("random", "entropy", "topk_margin", "low_confidence")
"""By what a place is chosen, as toylm.exactcost calls it: the last alone looks at what was drawn there."""


def figures(found: dict[str, Any], model: CountsModel, pair: list[int]) -> dict[str, Any]:
    """Numbers for the words: guesses -> rule -> `p` and passes -> row, and what one line comes to.

    law   the line of the pair, one place a pass at temperature 1: the distance by each of ORDERS
    pair  the chance that two letters drawn apart were never read together
    """
    out: dict[str, Any] = {
        guesses: {rule: {f"p{row['passes']:g}": row for row in rows} for rule, rows in rules.items() if rule != "threshold"}
        | {"threshold": {f"t{round(100 * row['threshold'])}": row for row in rules["threshold"]}}
        for guesses, rules in found.items()
    }
    out["law"] = {order: float(law.distance) for order, law in _laws(model, pair[0]).items()}
    out["pair"] = {"never": sum(cell["product"] for row in two_places(model, pair)["cells"] for cell in row if not cell["joint"])}
    return out


def _laws(model: CountsModel, number: int) -> dict[str, Any]:
    line = Line(model.lines[number - 1], drawn=True)
    return {order: by_quota(line, order, [1] * len(line.groups)) for order in ORDERS}


def law_rows(model: CountsModel, pair: list[int]) -> list[list[str]]:
    """A line's versions: how often read, and how often each order writes it, one place a pass at temperature 1."""
    laws = _laws(model, pair[0])
    return [
        [text, f"{float(laws['random'].true[v]):.1%}", *(f"{float(law.versions[v]):.1%}" for law in laws.values())]
        for v, (text, _) in enumerate(model.lines[pair[0] - 1])
    ]


def two_places(model: CountsModel, pair: list[int]) -> dict[str, Any]:
    """Two places of a line, [line, place, place] from 1 on: how often their letters were read together, and
    how often they come together when each is drawn from its own odds. Letters read more often come first."""
    number, *places = pair
    versions = model.lines[number - 1]
    total = sum(times for _, times in versions)
    alone = [_shares(versions, place - 1, total) for place in places]
    together = _together(versions, places, total)
    return {
        "line": number, "places": places, "rows": list(alone[0]), "columns": list(alone[1]),
        "row_totals": [float(share) for share in alone[0].values()],
        "column_totals": [float(share) for share in alone[1].values()],
        "cells": [
            [{"joint": float(together.get((a, b), 0)), "product": float(p * q)} for b, q in alone[1].items()]
            for a, p in alone[0].items()
        ],
    }


def _shares(versions: list[Any], at: int, total: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for text, times in versions:
        found[text[at]] = found.get(text[at], Fraction(0)) + Fraction(times, total)
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _together(versions: list[Any], places: list[int], total: int) -> dict[tuple[str, ...], Fraction]:
    found: dict[tuple[str, ...], Fraction] = {}
    for text, times in versions:
        letters = tuple(text[place - 1] for place in places)
        found[letters] = found.get(letters, Fraction(0)) + Fraction(times, total)
    return found
