"""Two neighbouring blanks: what the toy thinks of each alone, and of both together.

A pass that sets both takes the product of the two marginals. What the toy thinks of the pair is found by
setting each candidate for the first blank and running the toy again for the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from toylm.maths import softmax

TRIED = 12
"""Candidates for the first blank that are set; the others' share is kept as `rest`."""
SHOWN = 4
"""Rows and columns of the table."""
UNSURE = 0.8
"""A seam whose marginals' best product is above this is not looked at: nothing is open there."""

Data = dict[str, Any]


def pair(model: Any, ids: np.ndarray, place: int, alone: np.ndarray) -> Data:
    """The blanks at `place` and the one after it. ids (n,), alone (n, vocab): the toy's odds for ids.

    -> {"place", "firsts": (k,) ids, "product", "joint": (k, vocab), "rest": share of the firsts not tried}
    """
    firsts = np.argsort(-alone[place], kind="stable")[:TRIED]
    canvases = np.repeat(ids[None], len(firsts), axis=0)
    canvases[:, place] = firsts
    seconds = softmax(model(canvases)[:, place + 1])
    own = alone[place, firsts]
    return {
        "place": place, "firsts": firsts, "product": own[:, None] * alone[place + 1],
        "joint": own[:, None] * seconds, "rest": float(1 - own.sum()),
    }


def likeliest(found: Data, which: str) -> tuple[int, int]:
    """The pair of token ids that is likeliest by "product" or by "joint"."""
    row, second = np.unravel_index(found[which].argmax(), found[which].shape)
    return int(found["firsts"][row]), int(second)


def loss(found: Data) -> float:
    """How much the product overrates the pair that it would set; 0 where both agree on the pair."""
    if likeliest(found, "product") == likeliest(found, "joint"):
        return 0.0
    at = np.unravel_index(found["product"].argmax(), found["product"].shape)
    return float(found["product"][at] - found["joint"][at])


def widest(model: Any, canvases: Iterable[list[int]]) -> tuple[list[int], Data]:
    """The canvas and the seam in it where the product goes wrong most, among the first half of its blanks: there
    the text can still go many ways, and behind it all there is to choose is where it ends."""
    best = None
    for canvas in canvases:
        ids = np.array(canvas, dtype=np.int64)
        alone = softmax(model(ids))
        sure = alone.max(axis=-1)
        blank = np.flatnonzero((ids[:-1] == model.mask_id) & (ids[1:] == model.mask_id))
        blank = blank[: len(blank) // 2 + 1]
        for place in blank[sure[blank] * sure[blank + 1] < UNSURE]:
            found = pair(model, ids, int(place), alone)
            if best is None or loss(found) > loss(best[1]):
                best = canvas, found
    if best is None:
        raise ValueError("seam: the toy is sure of every pair in these prompts; want others in demos.toml")
    return best


def table(model: Any, canvas: list[int], found: Data) -> Data:
    """The seam as plain data.

    prompt, place   of the first blank, counted from 1 after the prompt
    differ          whether product and joint name different pairs
    best            {"product", "joint": {"texts", "product", "joint"}}: the likeliest pair by each, with both shares
    seconds, rows   the likeliest tokens of the second blank; a row a first: {"text", "own", "cells": [{"product",
                    "joint", "best": names of the shares that are largest here}]}
    rest            the share of firsts that were not tried
    """
    best = {which: likeliest(found, which) for which in ("product", "joint")}
    rows = _first_with(range(len(found["firsts"])), [_row(found, first) for first, _ in best.values()])
    order = np.argsort(-np.maximum(found["product"], found["joint"])[rows].max(axis=0), kind="stable")
    seconds = _first_with(order.tolist(), [second for _, second in best.values()])
    first = canvas.index(model.mask_id)
    return {
        "prompt": model.decode(canvas[:first]), "place": found["place"] - first + 1,
        "differ": best["product"] != best["joint"],
        "best": {which: _best(model, found, ids) for which, ids in best.items()},
        "seconds": [model.tokens[second] for second in seconds], "rest": found["rest"],
        "rows": [_cells(model, found, row, seconds, best) for row in rows],
    }


def _row(found: Data, first: int) -> int:
    return found["firsts"].tolist().index(first)


def _first_with(order: Iterable[int], needed: list[int]) -> list[int]:
    """The first few of an order, those that are needed among them."""
    needed = list(dict.fromkeys(needed))
    others = [one for one in order if one not in needed][: SHOWN - len(needed)]
    return sorted(needed + others, key=list(order).index)


def _best(model: Any, found: Data, ids: tuple[int, int]) -> Data:
    row, second = _row(found, ids[0]), ids[1]
    return {
        "texts": [model.tokens[token] for token in ids],
        "product": float(found["product"][row, second]), "joint": float(found["joint"][row, second]),
    }


def _cells(model: Any, found: Data, row: int, seconds: list[int], best: Data) -> Data:
    first = int(found["firsts"][row])
    cells = [
        {"product": float(found["product"][row, second]), "joint": float(found["joint"][row, second]),
         "best": [which for which, ids in best.items() if ids == (first, second)]}
        for second in seconds
    ]
    return {"text": model.tokens[first], "own": float(found["joint"][row].sum()), "cells": cells}
