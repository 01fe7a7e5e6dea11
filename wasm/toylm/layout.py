"""Where the answer lies in a canvas and how it is cut into blocks."""

from __future__ import annotations

import numpy as np

from .settings import divisor, whole


def answer(ids: np.ndarray, mask_id: int, prompt_length: int | None, faithful: bool) -> tuple[int, int]:
    """The places [start, end) to be filled: from the end of the prompt to the end of the canvas.

    prompt_length None: the prompt ends at the first blank. A blank inside a prompt whose length is
    given is refused with ValueError: in published code it takes quota from the answer, which then
    keeps a mask (sgl-project/sglang#35998 reports a prompt like that). `faithful` lets it pass.
    """
    at = np.flatnonzero(ids == mask_id)
    if prompt_length is None:
        return (int(at[0]), len(ids)) if at.size else (len(ids), len(ids))
    whole("prompt_length", prompt_length, 0, len(ids))
    if at.size and at[0] < prompt_length and not faithful:
        raise ValueError(
            f"canvas: the prompt holds the mask token at place {at[0]}; blanks lie from prompt_length "
            f"({prompt_length}) on"
        )
    return prompt_length, len(ids)


def blocks(start: int, end: int, block_length: int | None) -> list[tuple[int, int]]:
    """The places [start, end) in blocks of one length; None: one block. Raises ValueError."""
    if start == end:
        return []
    size = end - start if block_length is None else block_length
    divisor("block_length", size, end - start, "places to fill")
    return [(s, s + size) for s in range(start, end, size)]


def steps_a_block(steps: int | None, count: int, blanks: int) -> int:
    """`steps` passes shared evenly by `count` blocks; None: one a blank. Raises ValueError."""
    count = max(1, count)
    if steps is None:
        return max(1, blanks // count)
    if whole("steps", steps, 1) % count:
        raise ValueError(f"steps: want a multiple of the {count} blocks, got {steps}")
    return steps // count


def blanks_in(ids: np.ndarray, mask_id: int, start: int, end: int) -> int:
    """How many places of [start, end) are blank."""
    return int((ids[start:end] == mask_id).sum())
