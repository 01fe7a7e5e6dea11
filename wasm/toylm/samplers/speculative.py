"""Speculative decoding: a small model guesses a few tokens ahead, the large one checks them at once.

Source: Leviathan, Kalman, Matias 2023, "Fast Inference from Transformers via Speculative Decoding"
(arXiv:2211.17192), algorithm 1. What it writes is what `autoregressive` would write: the same text
at temperature 0, the same distribution above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..left import left_logits, left_odds
from ..maths import at
from ..recording import guessed, placed
from ..trace import Pass


def speculative(
    model: Callable, ids: np.ndarray, rng: object, *,
    draft: Callable | None = None, ahead: int = 4, temperature: float = 0.0,
) -> Iterator[Pass]:
    """Fill the blanks from left to right, at least one and at most `ahead` + 1 a pass.

    draft        the small model, with the large one's tokens; a pass of it ("draft") guesses one token
    ahead        how many tokens it guesses before the large model looks
    temperature  0: the likeliest token; above 0: a draw

    The large model's pass computes the guessed places and one more, and reads the rest from its cache.
    A guess is kept with the chance p/q (p the large model's odds of it, q the small one's), at most 1;
    the first that is not is drawn anew from what p has more than q, and the guesses after it are void.
    Raises ValueError for settings outside these ranges or a draft with other tokens.
    """
    settings.temperature(temperature)
    settings.whole("ahead", ahead, 1)
    if not callable(draft) or draft.mask_id != model.mask_id:
        raise ValueError("draft: want a model with the same token ids as the large one")
    while (blank := np.flatnonzero(ids == model.mask_id)).size:
        places = blank[: ahead + 1].tolist()
        tried, q = ids.copy(), []
        for place in places[:ahead]:
            odds = left_odds(left_logits(draft, tried, [place]), temperature)[0]
            tried[place] = rng.choose(odds) if temperature > 0 else odds.argmax()
            q.append(odds)
            yield Pass(
                [(place, place + 1)], [(0, place)] if place else [],
                [(place, int(tried[place]), float(odds[tried[place]]))], kind="draft",
            )
        p = left_odds(left_logits(model, tried, places), temperature)
        if p.shape[-1] != len(q[0]):
            raise ValueError("draft: want a model with the same token ids as the large one")
        tokens = _checked(tried[places].tolist(), p, q, rng, temperature)
        yield _verified(ids, np.array(places), np.array(tokens), p)


def _checked(guesses, p, q, rng, temperature) -> list[int]:
    """The tokens to set: the guesses up to the first that is refused, and one of the large model's."""
    for number, odds in enumerate(q):
        guess = guesses[number]
        kept = min(1.0, p[number, guess] / odds[guess])
        if kept < 1 and (kept == 0 or not rng.chance(kept)):
            return guesses[:number] + [_drawn(_left_over(p[number], odds), rng, temperature)]
    if len(p) == len(q):  # the canvas ends with the last guess
        return guesses[: len(q)]
    return guesses[: len(q)] + [_drawn(p[-1], rng, temperature)]


def _left_over(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """What p has more than q, as odds; p itself where rounding leaves nothing. (vocab,) all."""
    rest = np.maximum(p - q, 0.0)
    return rest / rest.sum() if rest.any() else p


def _drawn(odds, rng, temperature) -> int:
    return rng.choose(odds) if temperature > 0 else int(odds.argmax())


def _verified(ids, places, tokens, p) -> Pass:
    """Write what the large model let through, and say so."""
    set_ = places[: len(tokens)]
    ids[set_] = tokens
    start, end = int(places[0]), int(places[-1]) + 1
    return Pass(
        [(start, end)], [(0, start)] if start else [],
        guessed(set_, tokens, at(p[: len(tokens)], tokens)), placed(set_, tokens),
    )
