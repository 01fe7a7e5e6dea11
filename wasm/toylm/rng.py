"""One stream of random numbers, read the way PyTorch's CPU generator reads it.

PyTorch's generator on a CPU is MT19937, and so is Python's own: from the same state comes the same
stream of 32-bit words. What a published sampler draws can thus be drawn here, number for number,
without PyTorch, and without numpy.random, which a reader's browser need not fetch. How words become
numbers was read off PyTorch 2.13 by running it.
"""

from __future__ import annotations

import math
import random

import numpy as np

STATE_WORDS = 624
"""Words in the state of MT19937."""
AT_ONCE = 4096
"""Words drawn in one call: many at once are one great whole number, and slower."""


def twister(seed: int) -> random.Random:
    """MT19937 seeded as PyTorch and numpy's RandomState seed it: by the recurrence of init_genrand in
    mt19937ar.c (Matsumoto and Nishimura, 2002). Python's own `seed` starts from another state."""
    state = [seed]
    for place in range(1, STATE_WORDS):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + place) % 2**32)
    source = random.Random()
    source.setstate((3, (*state, STATE_WORDS), None))
    return source


class TorchStream:
    """Random numbers of one seed, in the order in which they are asked for.

    seed: a whole number from 0 to 2**31 - 1. Raises ValueError for any other.
    """

    def __init__(self, seed: int):
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**31:
            raise ValueError(f"seed: want a whole number from 0 to 2147483647, got {seed!r}")
        self._words = twister(int(seed))
        self._own = twister(int(seed))

    def words(self, count: int) -> np.ndarray:
        """The next `count` 32-bit words, uint32 (count,)."""
        pieces = range(0, count, AT_ONCE)
        bits = bytearray().join(self._words.randbytes(4 * min(AT_ONCE, count - first)) for first in pieces)
        return np.frombuffer(bits, "<u4")

    def rand64(self, *shape: int, rows: np.ndarray | None = None) -> np.ndarray:
        """Uniform float64 in [0, 1): two words each, the high one first; C order.

        `rows` picks some of the first axis; the numbers of the others are used up all the same.
        """
        pairs = self.words(2 * math.prod(shape)).astype("<u4", copy=False).view("<u8")  # the low word first
        pairs = pairs.reshape(shape) if rows is None else pairs.reshape(shape)[rows]
        high = pairs << np.uint64(32)
        pairs >>= np.uint64(32)
        pairs |= high
        pairs &= np.uint64(2**53 - 1)
        return np.multiply(pairs.view("<i8"), 2.0**-53, out=high.view("<f8"))

    def rand32(self, *shape: int) -> np.ndarray:
        """Uniform float32 in [0, 1): one word each; C order."""
        low = (self.words(math.prod(shape)) & np.uint32(2**24 - 1)).astype(np.float32)
        return (low * np.float32(2.0**-24)).reshape(shape)

    def skip64(self, *shape: int) -> None:
        """Pass over what rand64 would have given."""
        self.words(2 * math.prod(shape))

    def exponential64(self, *shape: int, rows: np.ndarray | None = None) -> np.ndarray:
        """Exponential float64 of mean 1, from rand64. C order; `rows` as there."""
        u = self.rand64(*shape, rows=rows)
        np.subtract(1.0, u, out=u)  # exact: u is a multiple of 2**-53
        np.log(u, out=u)
        return np.negative(u, out=u)

    def integers(self, high: int, *shape: int) -> np.ndarray:
        """Whole numbers from 0 to high - 1, int64: a word each, modulo `high`; C order."""
        words = self.words(math.prod(shape)).astype(np.int64)
        return (words % high).reshape(shape)

    def permutation(self, size: int) -> np.ndarray:
        """The numbers 0 .. size - 1 in random order, int64 (size,): a word for each but the last."""
        out = np.arange(size)
        for place, word in enumerate(self.words(max(0, size - 1)).tolist()):
            other = place + word % (size - place)
            out[place], out[other] = out[other], out[place]
        return out

    def uniform(self) -> float:
        """One number in [0, 1) from numpy's own stream of the same seed, which runs beside this one.

        BD3-LM draws its times there, as `np.random.rand()`.
        """
        return self._own.random()

    def choose(self, odds: np.ndarray) -> int:
        """A token drawn from its odds (vocab,), as torch.multinomial does: a race of exponentials."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return int((odds / self.exponential64(len(odds))).argmax())

    def chance(self, odds: float) -> bool:
        """True with the chance `odds`."""
        return bool(self.rand64(1)[0] < odds)
