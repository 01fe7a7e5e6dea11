"""Left to right, one token a pass: the way most chat models write."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..ending import after_end, check_end
from ..left import left_logits, left_odds
from ..maths import softmax, surest_first
from ..trace import Guess, Pass


def autoregressive(
    model: Callable, ids: np.ndarray, rng: object, *, temperature: float = 0.0, odds: int = 1, eos_id: int | None = None,
) -> Iterator[Pass]:
    """Fill the blanks from left to right.

    temperature  0 takes the likeliest token (greedy), above 0 draws one
    odds         how many tokens a pass's guesses list: the one taken, then the likeliest others
    eos_id       nothing more is computed once this token is set; the blanks after it become this token, too

    The guess for a blank sees what stands to its left and nothing else: whatever is at the blank or
    right of it is masked for the pass. A pass computes one place; everything to its left is read
    from a KV cache, as left-to-right models do.
    """
    settings.temperature(temperature)
    settings.whole("odds", odds, 1)
    check_end(model, eos_id)
    blanks = np.flatnonzero(ids == model.mask_id)
    for position in blanks.tolist():
        logits = left_logits(model, ids, [position])  # (1, vocab)
        if temperature > 0:
            token = rng.choose(left_odds(logits, temperature)[0])
        else:
            token = int(logits[0].argmax())
        ids[position] = token
        yield Pass(
            computed=[(position, position + 1)],
            cached=[(0, position)] if position else [],
            guesses=_listed(position, token, logits, odds),
            commits=[(position, token)],
        )
        if token == eos_id:
            yield from after_end(ids, blanks, position, model.mask_id)
            return


def _listed(position: int, token: int, logits: np.ndarray, count: int) -> list[Guess]:
    """The token and the likeliest of the others, with their odds. (1, vocab) -> at most `count` guesses."""
    odds = softmax(logits)[0]
    others = [other for other in surest_first(logits[0])[:count].tolist() if other != token and odds[other] > 0]
    return [(position, one, float(odds[one])) for one in [token, *others][:count]]
