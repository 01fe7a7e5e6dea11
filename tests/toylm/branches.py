"""Every draw that a real sampler can make, branch by branch: a random stream that is asked what to give.

`every_fill` runs `toylm.fill` again and again with a stream that at each draw takes the next branch not
yet taken, and knows each branch's chance. What comes out is the sampler's own distribution, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from toylm import fill
from toylm.models.counts import CountsModel

HIGH, LOW = 1 - 2.0**-53, 1e-300
"""Uniform numbers that win and lose every race, whatever the odds."""


class Watched:
    """A counts model of one line that remembers what it was last asked."""

    def __init__(self, line):
        self._model = CountsModel([line])
        self.mask_id, self.tokens = self._model.mask_id, self._model.tokens
        self.ids, self.odds = None, None

    def __call__(self, ids):
        self.ids = ids.copy()
        self.odds = self._model.odds(0, ids)
        return self._model(ids)

    @property
    def blank(self):
        return np.flatnonzero(self.ids == self.mask_id).tolist()


class Branch:
    """A random stream that follows a path of choices, and takes the first branch where the path ends."""

    def __init__(self, model: Watched, path: list[int]):
        self.model, self.path = model, path
        self.widths: list[int] = []
        self.chance = Fraction(1)

    def _choose(self, chances: list[Fraction]) -> int:
        at = len(self.widths)
        self.widths.append(len(chances))
        if at == len(self.path):
            self.path.append(0)
        self.chance *= chances[self.path[at]]
        return self.path[at]

    def _tokens(self, rows) -> list[int]:
        """A token for each of these places, drawn from its odds."""
        out = []
        for row in rows:
            odds = self.model.odds[row]
            tokens = np.flatnonzero(odds).tolist()
            total = int(odds.sum())
            out.append(tokens[self._choose([Fraction(int(odds[t]), total) for t in tokens])])
        return out

    def rand64(self, total, vocab, rows):
        out = np.full((len(rows), vocab), LOW)
        out[np.arange(len(rows)), self._tokens(rows)] = HIGH
        return out

    def exponential64(self, count, vocab):
        assert count == len(self.model.blank)
        out = np.ones((count, vocab))
        out[np.arange(count), self._tokens(self.model.blank)] = LOW
        return out

    def rand32(self, count):
        """The blanks in an order, every one as likely as any other."""
        out, left, value = np.zeros(count, np.float32), self.model.blank, 1.0
        while left:
            value /= 2
            out[left.pop(self._choose([Fraction(1, len(left))] * len(left)))] = value
        return out

    def next(self) -> list[int] | None:
        """The path of the branch after this one; None after the last."""
        for at in range(len(self.widths) - 1, -1, -1):
            if self.path[at] + 1 < self.widths[at]:
                return [*self.path[:at], self.path[at] + 1]
        return None


def every_fill(line, sampler, canvas=None, **settings) -> Iterator[tuple[Fraction, str, int, list[int]]]:
    """(chance, text, passes, places set by each pass) of every way in which a sampler can fill a line."""
    model = Watched(line)
    ids = [0] * len(line[0][0]) if canvas is None else CountsModel([line]).encode(canvas)
    path: list[int] | None = []
    while path is not None:
        branch = Branch(model, path)
        trace = fill(model, ids, sampler, rng=branch, **settings)
        yield branch.chance, trace.text(), trace.forward_passes, [len(one.commits) for one in trace.passes]
        path = branch.next()
