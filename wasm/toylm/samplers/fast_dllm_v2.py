"""Fast-dLLM v2: blocks from left to right, each filled in small blocks, its keys and values kept.

Source: Wu et al. 2025, "Fast-dLLM v2: Efficient Block-Diffusion LLM" (arXiv:2509.26328) and its
published `generate`. Written from its rules, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from .. import settings
from ..cache import block_causal, can_cache, is_shifted, need_cache, window
from ..layout import answer
from ..maths import shifted
from ..recording import check_progress, end_step, setting
from ..selecting import above_or
from ..tempered import Tempered
from ..trace import Pass


def fast_dllm_v2(
    model: Callable, ids: np.ndarray, rng: object, *,
    block_size: int = 32, small_block_size: int = 8, threshold: float = 0.95, temperature: float = 0.0,
    top_p: float | None = 0.95, use_block_cache: bool = False, eos_id: int | None = None,
    shift: bool | None = None, prompt_length: int | None = None, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block, and in a block one small block after the other.

    block_size, small_block_size   places each, counted from place 0; the last ones may be shorter
    threshold        a pass sets the guesses of the small block whose confidence is above this, and in
                     any case the surest; 1 sets one a pass
    temperature      0: the likeliest token, whatever top_p; above 0: a draw from the top_p likeliest,
                     which also changes the confidence
    use_block_cache  True: only the first pass of a small block computes the whole block, the later
                     ones compute the small block alone
    eos_id           nothing more is computed once this token is set and no blank stands before it;
                     the places after it become this token, too
    shift            True: the logits at a place are about the next one, as in the published model, and
                     the pass that stores a block also sets the place after it; None asks the model
    prompt_length    as LLaDA's
    faithful         True keeps the published fault: a prompt of exactly one block is never read

    What stands before a block is read from the cache, exactly (a plain callable is shown it again).
    Every full block costs one more pass, "store". Raises ValueError for settings out of range.
    """
    settings.whole("block_size", block_size, 1)
    settings.divisor("small_block_size", small_block_size, block_size, "places of a block")
    settings.number("threshold", threshold)
    sample = Tempered(rng, "maskgit_plus", temperature, top_p if temperature > 0 else None, None)
    if use_block_cache:
        need_cache(model, "use_block_cache")
    start, end = answer(ids, model.mask_id, prompt_length, faithful)
    block = _Block(model, ids, block_size, is_shifted(model, shift), start, eos_id)
    if start < end:
        yield from block.prompt(faithful)
    while block.low < end and start < end and not block.ended():
        yield from _filled(block, small_block_size, sample, threshold, use_block_cache)
    yield from block.end()


class _Block:
    """The canvas from the block in hand on, and the keys and values of all that stands before it."""

    def __init__(self, model, ids, size, shift, start, eos_id):
        self.ids, self.mask_id, self.low = ids, model.mask_id, 0
        self._model, self._shift, self._start, self._eos = model, shift, start, eos_id
        self.size = size
        self._kept, self._inner, self._base = None, None, 0

    def prompt(self, faithful: bool) -> Iterator[Pass]:
        """Read the whole blocks of the prompt; published code forgets a prompt of exactly one."""
        whole = self._start // self.size * self.size
        if faithful and self._start == self.size:
            self.low = self._base = whole
        elif whole:
            yield self.store(whole, "encode")

    def blanks(self, low: int, high: int) -> np.ndarray:
        """The blanks of [low, high), by place."""
        return low + np.flatnonzero(self.ids[low:high] == self.mask_id)

    def read(self, low: int, high: int, whole: bool) -> np.ndarray:
        """Logits of the places [low, high), the whole block or a part, each about its own place."""
        if can_cache(self._model):
            kept = self._kept if whole else self._inner
            logits, self._inner = self._model.forward(self.ids[low:high], start=low - self._base, cache=kept)
        else:
            logits = window(self._model, self.ids, high, self.size)[low:]
        return shifted(logits) if self._shift else logits

    def known(self) -> bool:
        """Whether the block was computed as a whole since it began."""
        return self._inner is not None

    def ranges(self, low: int, high: int, end: int) -> dict:
        """What a pass over [low, high) computed, and what it read from the cache."""
        cached = [r for r in ((self._base, low), (high, end)) if r[0] < r[1]]
        return {"computed": [(low, high)], "cached": cached}

    def store(self, high: int, kind: str = "store") -> Pass:
        """Compute the block's final keys and values; a shifted model also names the next token."""
        low = self.low
        if can_cache(self._model):
            sees = block_causal(high - low, high, self.size) if high - low > self.size else None
            logits, self._kept = self._model.forward(
                self.ids[low:high], start=low - self._base, cache=self._kept, allowed=sees
            )
        else:
            logits = window(self._model, self.ids, high, self.size)
        one = Pass(**self.ranges(low, high, high), kind=kind)
        if self._shift and high < len(self.ids) and self.ids[high] == self.mask_id:
            self.ids[high] = logits[-1].argmax()
            one.commits = [(high, int(self.ids[high]))]
        self.low, self._inner = high, None
        return one

    def _stop(self) -> int | None:
        """Where the first end token of the answer stands, if no blank stands before it."""
        at = np.flatnonzero(self.ids[self._start :] == self._eos) if self._eos is not None else []
        if not len(at) or self.blanks(self._start, self._start + at[0]).size:
            return None
        return self._start + int(at[0])

    def ended(self) -> bool:
        """Whether the answer is complete before the canvas is."""
        return self._stop() is not None

    def end(self) -> Iterator[Pass]:
        """Write the end token on what is still blank after it: a step without a forward pass."""
        rest = self.blanks(0, len(self.ids))
        if rest.size and self.ended():
            yield end_step(self.ids, rest, self._eos, self.mask_id)


def _filled(block, size, sample, threshold, use_block_cache) -> Iterator[Pass]:
    """Fill a block, one small block of `size` places after the other, and store it."""
    high = min(block.low + block.size, len(block.ids))
    for start in range(block.low, high, size):
        span = start, min(start + size, high)
        while block.blanks(*span).size and not block.ended():
            whole = not use_block_cache or not block.known() or block.ids[start] == block.mask_id
            one = _pass(block, span, high, sample, threshold, whole)
            yield one
            check_progress(one, block.mask_id)
    if not block.ended():
        yield block.store(high)


def _pass(block, span, high, sample, threshold, whole) -> Pass:
    """Compute the block up to `high`, or only the small block `span`, and set blanks of that."""
    start, end = span
    low, top = (block.low, high) if whole else span
    logits = block.read(low, top, whole)[start - low : end - low]
    found = sample(logits, np.arange(start, end)).only(block.ids[start:end] == block.mask_id)
    return setting(block.ids, found, above_or(found.key, threshold, 1), **block.ranges(low, top, high))
