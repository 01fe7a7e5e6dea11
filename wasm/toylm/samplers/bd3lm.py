"""BD3-LM's sampler: blocks from left to right, diffusion inside a block.

Source: Arriola et al. 2025, "Block Diffusion: Interpolating Between Autoregressive and Diffusion
Language Models" (arXiv:2503.09573). Written from the rules of its published code, not from the code.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple

import numpy as np

from .. import settings
from ..cache import need_cache, vocabulary, window
from ..drawing import categorical
from ..maths import linspace32, nucleus
from ..recording import changed, end_step, guessed
from ..subs import posterior, substituted
from ..trace import Pass


TRIES = 10
"""How many texts published code rejects before it gives up."""


def bd3lm(
    model: Callable, ids: np.ndarray, rng: object, *,
    block_size: int = 4, num_steps: int = 5000, first_hitting: bool = True, kv_cache: bool = False,
    block_causal: bool = True, nucleus_p: float = 1.0, min_entropy: float = 4.0, var_length: bool = False,
    eos_id: int | None = None, stop_window: int = 256, faithful: bool = False,
) -> Iterator[Pass]:
    """Fill block after block; a block sees itself and all before it.

    block_size     places a block, from place 0 on; has to divide the canvas
    num_steps      steps of time a block
    first_hitting  True sets exactly one blank a pass, any one; False: what chance says as time runs
    kv_cache       False computes everything up to the block's end; True computes the block, reads
                   the rest from the cache, and pays one more pass ("store") a block when it is done
    block_causal   each block sees itself and all before it; False: everything computed sees
                   everything (plain callables decide for themselves; a cache has no choice)
    nucleus_p      keep the likeliest tokens whose sum stays within this
    min_entropy, var_length, eos_id, stop_window   when a long text is stopped: see _Stop
    faithful       True keeps the published faults: a block whose steps run out keeps its blanks, and
                   without first_hitting the last step, at time 0, writes token 0 on every blank

    Raises ValueError for settings outside these ranges, a length that does not divide, a model
    without a cache where one is wanted, or a text that was rejected ten times.
    """
    settings.divisor("block_size", block_size, len(ids), "places")
    settings.whole("num_steps", num_steps, 1)
    settings.number("nucleus_p", nucleus_p, 0, 1)
    if kv_cache:
        need_cache(model, "kv_cache")
    stop = _Stop(stop_window, min_entropy, var_length, eos_id).checked(model)
    how = (block_size, nucleus_p, kv_cache, block_causal)
    return _tries(model, ids, stop, lambda: _blocks(model, ids, how, stop, num_steps, first_hitting, rng, faithful))


class _Stop(NamedTuple):
    """When a text is stopped, looked at whenever a block is done and the text is longer than `window`.

    window      tokens; the last so many are looked at
    least       in nats: where the entropy of what they are falls below this, the text is rejected and
                begun anew, or with `variable` cut before them. A text of letters never has the
                published 4 nats, which take 55 different tokens; 0 lets every text pass
    variable    a text may be shorter than the canvas: it ends at its second end token, too (the first
                is the one that begins it), and the places that are left get end tokens
    eos_id      the end token
    """

    window: int
    least: float
    variable: bool
    eos_id: int | None

    def checked(self, model: Any) -> _Stop:
        """Itself. Raises ValueError for the first setting that is out of its range."""
        settings.whole("stop_window", self.window, 1)
        settings.number("min_entropy", self.least, 0)
        if self.variable:
            settings.whole("eos_id", self.eos_id, 0, vocabulary(model) - 1)
        return self

    def cut(self, ids: np.ndarray) -> int | None:
        """Before which place a text (n,) is cut; 0 where it is rejected, None where it goes on."""
        size = len(ids)
        if size <= self.window:
            return None
        shares = np.unique(ids[-self.window :], return_counts=True)[1] / self.window
        if -(shares * np.log(shares)).sum() < self.least:
            return size - self.window if self.variable else 0
        ends = np.flatnonzero(ids == self.eos_id) if self.variable else []
        return int(ends[1]) + 1 if len(ends) > 1 else None


def _tries(model, ids, stop, attempt) -> Iterator[Pass]:
    """Write the text, anew for each time that it is rejected; write end tokens where it is cut."""
    free = np.flatnonzero(ids == model.mask_id)
    for _ in range(TRIES):
        cut = yield from attempt()
        if cut is None or not free.size:
            return
        if stop.variable:
            if (free >= cut).any():
                yield end_step(ids, free[free >= cut], stop.eos_id, model.mask_id)
            return
        written = free[ids[free] != model.mask_id]
        ids[free] = model.mask_id
        yield Pass([], remasks=written.tolist(), kind="reject")
    raise ValueError(
        f"min_entropy: the last {stop.window} tokens had an entropy below {stop.least:g} nats in each of {TRIES} tries"
    )


def _blocks(model, ids, how, stop, num_steps, first_hitting, rng, faithful) -> Generator[Pass, None, int | None]:
    """Write one text, block after block. Returns what stopped it, as _Stop.cut says."""
    size, nucleus_p, kv_cache, block_causal = how
    kept = None
    for start in range(0, len(ids), size):
        block = _Block(model, ids, start, size, nucleus_p, kv_cache, block_causal, kept)
        yield from (_one_by_one if first_hitting else _timed)(block, num_steps, rng, faithful)
        cut = stop.cut(ids[: start + size])
        if cut is not None:
            return cut
        if kv_cache:
            kept = block.stored()
            yield Pass([block.span], block.cached, kind="store")
    return None


class _Block:
    """One block of the canvas: how its odds are had, and what a pass over it looks like."""

    def __init__(self, model, ids, start, size, nucleus_p, kv_cache, block_causal, kept):
        self._sees = size if block_causal else None
        self.ids, self.span, self.mask_id = ids[start : start + size], (start, start + size), model.mask_id
        self.cached = [(0, start)] if kv_cache and start else []
        self._model, self._all, self._p, self._kv, self._kept = model, ids, nucleus_p, kv_cache, kept

    def blanks(self) -> np.ndarray:
        """The blank places, counted from the block's start. -> (m,)."""
        return np.flatnonzero(self.ids == self.mask_id)

    def odds(self) -> np.ndarray:
        """The odds of every token at the block's places: a forward pass. -> (size, vocab)."""
        start, end = self.span
        if self._kv:
            logits = self._model.forward(self.ids, start=start, cache=self._kept)[0]
        else:
            logits = window(self._model, self._all, end, self._sees)[start:]
        return nucleus(substituted(logits, self.ids, self.mask_id), self._p)

    def stored(self) -> Any:
        """The keys and values of all places up to the block's end, now that it is done."""
        return self._model.forward(self.ids, start=self.span[0], cache=self._kept)[1]

    def report(self, before: np.ndarray, guess: np.ndarray, odds: np.ndarray) -> Pass:
        """The pass that had these odds and made the block, which was `before`, what it is now."""
        start, end = self.span
        blank = np.flatnonzero(before == self.mask_id)
        sure = odds[blank, guess[blank]]
        return Pass(
            computed=[self.span if self._kv else (0, end)], cached=self.cached,
            guesses=guessed(blank + start, guess[blank], sure),
            **changed(before, self.ids, self.mask_id, start),
        )


def _one_by_one(block, num_steps, rng, faithful) -> Iterator[Pass]:
    """A pass a blank: every place is drawn, and one blank, any one, keeps what was drawn."""
    steps = 0
    while block.blanks().size and not (faithful and steps == num_steps):
        steps += 1
        rng.uniform()  # the time of the next hit; it matters to models that are told the time
        odds, before = block.odds(), block.ids.copy()
        drawn = categorical(odds, rng)
        blanks = block.blanks()
        place = blanks[rng.integers(len(blanks), 1)[0]]
        block.ids[place] = drawn[place]
        yield block.report(before, drawn, odds)


def _timed(block, num_steps, rng, faithful) -> Iterator[Pass]:
    """Time runs from 1 to 0; a blank stays one with the chance s / t. A pass a change."""
    times, step = linspace32(1, 0, num_steps), np.float32(1 / num_steps)
    before = None
    for t in times:
        if not block.blanks().size:
            return
        if before is None:
            odds, before = block.odds(), block.ids.copy()
        after = _step(block.ids, odds, t, t - step, block.mask_id, rng, faithful)
        stale = (after != block.ids).any()
        block.ids[:] = after
        if stale or t == times[-1]:
            yield block.report(before, odds.argmax(axis=-1), odds)
            before = None


def _step(ids, odds, t, s, mask_id, rng, faithful) -> np.ndarray:
    """A block after a step of time. At time 0 published code divides by it. -> (size,)."""
    if t > 0 or not faithful:
        stay = max(s, 0) / t if t > 0 else 0.0
        return posterior(ids, odds, 1 - stay, stay, mask_id, rng)
    rng.skip64(*odds.shape)
    return np.where(ids == mask_id, 0, ids)
