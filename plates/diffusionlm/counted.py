"""What the counts model itself tells, without a trace: odds at places, exact chances, fewest passes."""

from __future__ import annotations

from fractions import Fraction
from math import prod, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from toylm.models.counts import CountsModel
from toylm.request import run

SEEDS = 200
"""How many seeds section `try` draws with."""
SURE = 0.95
"""How often an interval of section `try` holds the share of all seeds."""


def request(model: CountsModel, canvas: list[int], sampler: str, seed: int = 0, **settings: Any) -> dict[str, Any]:
    """A fill as toylm.request describes it."""
    return {"model": model.spec(), "canvas": canvas, "sampler": sampler, "seed": seed, "settings": settings}


def places(model: CountsModel) -> dict[str, Any]:
    """What was read at each place of a blank line: line -> place -> rank -> token and readings.

    All count from 1; the token read most often has rank 1, and of equals the lower token id.
    """
    return {
        str(line): {str(at): _ranked(model, row) for at, row in enumerate(_blank_odds(model, line - 1), 1)}
        for line in range(1, len(model.lines) + 1)
    }


def _blank_odds(model: CountsModel, line: int):
    return model.odds(line, line_ids(model, model.blank_canvas(), line))


def _ranked(model: CountsModel, row: Any) -> dict[str, Any]:
    best = [i for i in (-row).argsort(kind="stable").tolist() if row[i]]
    return {
        str(rank): {"token": model.tokens[i], "readings": int(row[i])} for rank, i in enumerate(best, 1)
    }


def fewest(model: CountsModel) -> dict[str, float]:
    """The fewest passes that garble no line when the surest are kept, and what else then happens.

    before   lines garbled with one pass fewer
    garbled  how many of the seeds 1 to `seeds` garble a line with as many passes, kept at random
    share    the same as a share; from, to: the `sure` interval for the share of all seeds
    """
    lines = [_garbled(model, 1, "low_confidence")]  # garbled, by number of passes
    while lines[-1]:
        lines.append(_garbled(model, len(lines) + 1, "low_confidence"))
    drawn = [_garbled(model, len(lines), "random", seed) for seed in range(1, SEEDS + 1)]
    garbled = sum(map(bool, drawn))
    low, high = interval(garbled, SEEDS)
    return {
        "passes": len(lines), "before": lines[-2] if lines[1:] else 0,
        "seeds": SEEDS, "garbled": garbled, "share": garbled / SEEDS, "from": low, "to": high, "sure": SURE,
    }


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's score interval for a share of which a sample is known (J. Am. Stat. Assoc. 22, 1927, p. 209)."""
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / of + spread / (4 * of))
    return middle - half, middle + half


def _garbled(model: CountsModel, steps: int, remasking: str, seed: int = 0) -> int:
    asked = request(model, model.blank_canvas(), "llada", seed, steps=steps, remasking=remasking)
    return len(model.garbled(run(asked).ids))


def cost(model: CountsModel) -> dict[str, Any]:
    """The exact chance of a line that was never read, when all of it is drawn in one pass.

    Every place is drawn from its own odds (temperature 1), whatever the other places draw: the
    product of the marginals. The chance of one version is the product of its letters' odds, and
    what is left over is the chance of a line that was never read. Fractions, so nothing is rounded
    on the way. All lines come out as read in one handbill out of `one_in`.
    """
    read = [_chance_read(model, line) for line in range(len(model.lines))]
    return {
        "line": {str(i): float(1 - chance) for i, chance in enumerate(read, 1)},
        "any": float(1 - prod(read, start=Fraction(1))),
        "one_in": round(1 / prod(read, start=Fraction(1))),
    }


def _chance_read(model: CountsModel, line: int) -> Fraction:
    """The chance that independent draws from a blank line's odds make a version that was read."""
    versions = model.lines[line]
    total = sum(times for _, times in versions)
    chance = Fraction(0)
    for text, _ in versions:
        chance += prod(
            (Fraction(sum(n for other, n in versions if other[at] == char), total)
             for at, char in enumerate(text)),
            start=Fraction(1),
        )
    return chance


def line_ids(model: CountsModel, canvas: list[int], line: int) -> np.ndarray:
    """One line of a canvas, as the model reads it: int64 (length,)."""
    start, end = model.spans[line]
    return np.array(canvas[start:end], dtype=np.int64)
