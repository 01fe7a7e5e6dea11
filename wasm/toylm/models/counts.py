"""The handbill's toy: it has read a few versions of every line, and how often is all it knows.

It sees only the line that it is guessing in. The versions that agree with every letter already set
there count; where none agrees with all of them, it backs off to the versions that agree with the
most. A letter's odds at a place are the readings of the counting versions that have it there.
Its true joint distribution is known, which is what makes it good for showing what sampling costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..trace import MASK_TEXT

NEVER = -1e4
"""Logit of a token that has no odds: finite, and `exp` makes it exactly 0."""

Version = tuple[str | tuple[str, ...], int]
"""A text and how often it was read. A text is a string, one code point a place, or a tuple of what
stands at each place, for scripts in which one letter is several code points (é as e and U+0301, 👩‍👧)."""


class CountsModel:
    """A model of lines, each read in several versions a given number of times.

    lines   one list a line of (text, readings) versions; within a line all texts are of one length.
            A text is a string, or a list of what stands at each place
    tokens  the text of each token id: the mask first, then every character read, in code order

    Raises ValueError that names the line for texts of different lengths, a version that is given
    twice, readings below 1, a place with nothing on it, or a line without versions.
    """

    mask_id = 0

    def __init__(self, lines: list[list[Version]]):
        self.lines = [_checked(line, i) for i, line in enumerate(lines)]
        read = {char for line in self.lines for text, _ in line for char in text}
        self.tokens = [MASK_TEXT, *sorted(read)]
        ids = {token: i for i, token in enumerate(self.tokens)}
        self._versions = [  # one (versions, length) int64 array a line
            np.array([[ids[char] for char in text] for text, _ in line], dtype=np.int64)
            for line in self.lines
        ]
        self._readings = [np.array([n for _, n in line], dtype=np.int64) for line in self.lines]
        ends = np.cumsum([len(line[0][0]) for line in self.lines]).tolist()
        self.spans = list(zip([0, *ends[:-1]], ends))
        self._ids = ids

    @classmethod
    def from_spec(cls, spec: dict[str, Any]) -> CountsModel:
        """From `{"kind": "counts", "lines": [[[text, readings], ...], ...]}`."""
        return cls(spec.get("lines", []))

    def spec(self) -> dict[str, Any]:
        """Plain data that `from_spec` makes this model from."""
        return {"kind": "counts", "lines": [
            [[text if isinstance(text, str) else list(text), times] for text, times in line] for line in self.lines
        ]}

    def blank_canvas(self) -> list[int]:
        """A canvas of blanks, one for each place of each line."""
        return [self.mask_id] * self.spans[-1][1]

    def encode(self, text: Iterable[str]) -> list[int]:
        """Token ids of a text (a string, or what stands at each place), a blank for each mask sign.

        Raises ValueError for a new character.
        """
        for char in text:
            if char not in self._ids:
                raise ValueError(f"text: {char!r} was never read")
        return [self._ids[char] for char in text]

    def agreeing(self, line: int, ids: np.ndarray) -> np.ndarray:
        """Which versions of a line count, given its ids (length,): bool (versions,)."""
        is_set = ids != self.mask_id
        agreed = ((self._versions[line] == ids) & is_set).sum(axis=1)  # letters in common
        return agreed == agreed.max()

    def odds(self, line: int, ids: np.ndarray) -> np.ndarray:
        """Readings behind each token at each place of a line: int64 (length, vocab)."""
        counting = self.agreeing(line, ids)
        versions, readings = self._versions[line][counting], self._readings[line][counting]
        out = np.zeros((len(ids), len(self.tokens)), dtype=np.int64)
        places = np.arange(len(ids))
        for version, times in zip(versions, readings):
            out[places, version] += times
        return out

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """Log-odds for every place of a whole canvas: (n,) -> (n, vocab)."""
        if len(ids) != self.spans[-1][1]:
            raise ValueError(f"canvas: want {self.spans[-1][1]} places, got {len(ids)}")
        logits = np.full((len(ids), len(self.tokens)), NEVER)
        for line, (start, end) in enumerate(self.spans):
            odds = self.odds(line, ids[start:end])
            share = odds / odds.sum(axis=1, keepdims=True)
            np.log(share, out=logits[start:end], where=odds > 0)
        return logits

    def was_read(self, line: int, ids: Any) -> bool:
        """Whether a line, as it stands, is one of the versions that were read."""
        return bool((self._versions[line] == np.asarray(ids)).all(axis=1).any())

    def garbled(self, ids: Any) -> list[int]:
        """The lines of a filled canvas that were never read, by number from 0."""
        return [
            line for line, (start, end) in enumerate(self.spans)
            if not self.was_read(line, ids[start:end])
        ]


def _checked(line: Any, number: int) -> list[Version]:
    where = f"line {number + 1}"
    if not isinstance(line, (list, tuple)) or not line:
        raise ValueError(f"{where}: want at least one version")
    seen: dict[tuple[str, ...], Version] = {}
    for version in line:
        text, times = version
        if isinstance(times, bool) or not isinstance(times, int) or times < 1:
            raise ValueError(f"{where}: {text!r} is read {times!r} times; want a whole number from 1")
        text = _places(text, where)
        if tuple(text) in seen:
            raise ValueError(f"{where}: {text!r} is given twice")
        seen[tuple(text)] = (text, times)
    lengths = {len(text) for text in seen}
    if len(lengths) > 1:
        raise ValueError(f"{where}: versions of one line are of one length, got {sorted(lengths)}")
    return list(seen.values())


def _places(text: Any, where: str) -> str | tuple[str, ...]:
    """A text as it is kept: a string as it is, a list of places as a tuple."""
    parts = tuple(text) if isinstance(text, (str, list, tuple)) else ()
    if not parts or MASK_TEXT in parts or not all(isinstance(part, str) and part for part in parts):
        raise ValueError(f"{where}: want some text without {MASK_TEXT}, got {text!r}")
    return text if isinstance(text, str) else parts
