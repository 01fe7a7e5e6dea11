"""From arrays to a Pass: plain numbers, in the order in which things happened."""

from __future__ import annotations

from typing import Any

import numpy as np

from .trace import Guess, Pass, Placed, Range


def placed(places: np.ndarray, tokens: np.ndarray) -> list[Placed]:
    """(position, token) pairs. (m,), (m,) -> m pairs."""
    return list(zip(places.tolist(), tokens.tolist()))


def guessed(places: np.ndarray, tokens: np.ndarray, confidence: np.ndarray) -> list[Guess]:
    """(position, token, confidence) of each place. Three times (m,) -> m triples."""
    return list(zip(places.tolist(), tokens.tolist(), confidence.astype(np.float64).tolist()))


def setting(
    ids: np.ndarray, chosen: np.ndarray, guess: np.ndarray, computed: list[Range],
    at: np.ndarray, confidence: np.ndarray, **more: Any,
) -> Pass:
    """Write the guesses of the chosen places on the canvas, and say so.

    ids and guess are (n,), a guess a place; `at` are the places guessed, with their confidence (m,).
    """
    ids[chosen] = guess[chosen]
    return Pass(
        computed=computed, guesses=guessed(at, guess[at], confidence),
        commits=placed(chosen, guess[chosen]), **more,
    )


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
