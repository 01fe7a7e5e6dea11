"""From arrays to a Pass: plain numbers, in the order in which things happened."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .trace import Guess, Pass, Placed, Range


def placed(places: np.ndarray, tokens: np.ndarray) -> list[Placed]:
    """(position, token) pairs. (m,), (m,) -> m pairs."""
    return list(zip(places.tolist(), tokens.tolist()))


def guessed(places: np.ndarray, tokens: np.ndarray, confidence: np.ndarray) -> list[Guess]:
    """(position, token, confidence) of each place. Three times (m,) -> m triples."""
    return list(zip(places.tolist(), tokens.tolist(), confidence.astype(np.float64).tolist()))


class Found(NamedTuple):
    """The guesses of a pass, in the order of their places. All are (m,)."""

    at: np.ndarray
    """the places"""
    tokens: np.ndarray
    confidence: np.ndarray
    key: np.ndarray
    """by which they are put in order: the confidence, but for what toylm.maths.rank_key says"""

    def only(self, wanted: np.ndarray) -> Found:
        """Some of them: bool (m,) or numbers (k,)."""
        return Found(*(part[wanted] for part in self))

    def before(self, end: int) -> np.ndarray:
        """The keys of those at places before `end`."""
        return self.key[: np.searchsorted(self.at, end)]


def setting(ids: np.ndarray, found: Found, chosen: np.ndarray, computed: list[Range], **more: Any) -> Pass:
    """Write the chosen of the guesses (by number, in order) on the canvas (n,), and say so."""
    places, tokens = found.at[chosen], found.tokens[chosen]
    ids[places] = tokens
    guesses = guessed(found.at, found.tokens, found.confidence)
    return Pass(computed=computed, guesses=guesses, commits=placed(places, tokens), **more)


def changed(before: np.ndarray, after: np.ndarray, mask_id: int, low: int = 0) -> dict[str, list]:
    """What makes one canvas of the other, as a Pass says it: commits, remasks and edits.

    low  the place of the canvas at which these arrays begin
    """
    at = np.flatnonzero(before != after)
    was, now = before[at] == mask_id, after[at] == mask_id
    return {
        "commits": placed(at[was] + low, after[at[was]]),
        "remasks": (at[now] + low).tolist(),
        "edits": placed(at[~was & ~now] + low, after[at[~was & ~now]]),
    }


def check_progress(one: Pass, mask_id: int) -> None:
    """Raise ValueError where published code would go on for ever: a pass that sets only masks."""
    if one.commits and all(token == mask_id for _, token in one.commits):
        raise ValueError("model: it chose the mask token everywhere, so published code would never end")


def end_step(ids: np.ndarray, rest: np.ndarray, token: int, mask_id: int) -> Pass:
    """Write a token on the places left after an end token: a step without a forward pass."""
    before = ids.copy()
    ids[rest] = token
    return Pass([], **changed(before, ids, mask_id), kind="end")
