"""Keys and values kept between passes: what a model has to offer a sampler that caches.

Any callable `ids (n,) -> logits (n, vocab)` is a model. A model that can keep keys and values also has

    forward(ids, *, start=0, cache=None, allowed=None) -> (logits, cache)

    ids      (n,) int64: the tokens at the places start .. start + n - 1, which are computed
    cache    None, or what an earlier call returned (or the first places of it, see `first`): one pair
             (keys, values) a layer, each (places, width), row i belonging to place i. Its rows at the
             places that are computed are replaced, the others are used as they are; it is not changed
    allowed  None: every place sees every place there is, or (n, seen) bool: True where the place of
             the row may see the place of the column; `seen` counts the places cached or computed
    logits   (n, vocab) float
    cache    the keys and values of all `seen` places

and it may have these attributes:

    vocab        number of token ids, where there is no list `tokens`
    shifted      True: the logits at place i are those of place i + 1 (Dream, Fast-dLLM v2)
    causal       True: shifted, and no place sees what stands right of it
    log_score    True: the logits are SEDD's log scores
    conditioned  True: forward also takes `condition`, None or the logits (n, vocab) of the pass before,
                 divided by its temperature (DiffusionGemma's self-conditioning)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .maths import shifted

Cache = list[tuple[np.ndarray, np.ndarray]]


def written(old: tuple | None, new: tuple, start: int) -> tuple[np.ndarray, np.ndarray]:
    """A layer's keys and values with new rows at the places from `start` on. Arrays (places, width).

    Raises ValueError where places would be left out between the old rows and the new ones.
    """
    if old is None and start == 0:
        return new
    if old is None or len(old[0]) < start:
        raise ValueError(f"cache: nothing is known of the places right before place {start}")
    end = start + len(new[0])
    return tuple(np.concatenate([o[:start], n, o[end:]]) for o, n in zip(old, new))


def first(cache: Cache, places: int) -> Cache:
    """The keys and values of the first places only."""
    return [(keys[:places], values[:places]) for keys, values in cache]


def can_cache(model: Any) -> bool:
    """Whether a model keeps keys and values."""
    return hasattr(model, "forward")


def need_cache(model: Any, setting: str) -> None:
    """Raise ValueError, naming the setting that asked for it, for a model that cannot cache."""
    if not can_cache(model):
        raise ValueError(
            f"{setting}: wants a model that keeps keys and values (see toylm.cache); what this model "
            "saw in an earlier pass cannot be had from it again"
        )


def window(model: Any, ids: np.ndarray, end: int, block: int | None) -> np.ndarray:
    """Logits of the first `end` places, all that is computed. -> (end, vocab).

    block  each block of this many places sees itself and all before it; None: all see all
    A plain callable is shown the whole canvas with everything from `end` on masked.
    """
    if can_cache(model):
        allowed = None if block is None else block_causal(end, end, block)
        return model.forward(ids[:end], allowed=allowed)[0]
    seen = ids.copy()
    seen[end:] = model.mask_id
    return model(seen)[:end]


def block_causal(rows: int, seen: int, block: int) -> np.ndarray:
    """Which of `seen` places the last `rows` of them may see: their own block and all before it.

    Blocks are counted from place 0. -> (rows, seen) bool.
    """
    blocks = np.arange(seen) // block
    return blocks[None, :] <= blocks[seen - rows :, None]


def vocabulary(model: Any) -> int:
    """How many token ids a model has. Raises ValueError for a model that does not say."""
    size = getattr(model, "vocab", None) or len(getattr(model, "tokens", None) or ())
    if not size:
        raise ValueError("model: wants `tokens` or `vocab`, to know how many token ids there are")
    return int(size)


def is_shifted(model: Any, shift: bool | None) -> bool:
    """Whether a model's logits at a place are about the next place: as told, or as it says itself."""
    return bool(getattr(model, "shifted", False)) if shift is None else bool(shift)


def read(model: Any, ids: np.ndarray, shift: bool) -> np.ndarray:
    """Logits of a whole canvas, each row about its own place. (n,) -> (n, vocab)."""
    return shifted(model(ids)) if shift else model(ids)
