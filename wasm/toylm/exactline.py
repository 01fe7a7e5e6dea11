"""A line of the counts toy while it is filled: what may be guessed at its blanks, and what has to be remembered.

The toy's odds at a blank follow from how many of the letters that are set each version disagrees with,
and from nothing else. toylm.exactcost adds up all fills by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from .trace import MASK_TEXT

BYTE = 8


class Option(NamedTuple):
    """A letter that may be guessed at a place. Both numbers are readings of the versions that count."""

    key: int
    """those behind the letter: LLaDA and Fast-dLLM rank guesses by this share"""
    weight: int
    """how often it is guessed: the same, or all of them for the likeliest at temperature 0"""
    bits: int
    """the versions that have it there"""


class Line:
    """The versions of a line, from (text, readings) pairs, and a canvas of it.

    drawn   True: letters are drawn from the odds (temperature 1); False: the likeliest one is taken
    canvas  what stands there, with the mask sign at blanks; None: blanks alone

    Raises ValueError for a canvas of another length, or one that no version agrees with.
    """

    def __init__(self, versions: list[Any], drawn: bool, canvas: Any = None):
        texts, self.readings = [list(text) for text, _ in versions], [times for _, times in versions]
        canvas = [MASK_TEXT] * len(texts[0]) if canvas is None else list(canvas)
        if len(canvas) != len(texts[0]):
            raise ValueError(f"canvas: want {len(texts[0])} places, got {len(canvas)}")
        self.drawn = drawn
        self.states = 0  # that its fills have gone through so far, as toylm.exactcost counts them
        self._known: dict[Any, list[Option]] = {}
        self.groups = [  # a place's letters as the versions that have them, the lowest token first
            tuple(sum((text[at] == letter) << v for v, text in enumerate(texts)) for letter in sorted({text[at] for text in texts}))
            for at in range(len(canvas))
        ]
        self.blank = sum((sign == MASK_TEXT) << at for at, sign in enumerate(canvas))
        self.agree = sum(
            all(sign in (MASK_TEXT, letter) for sign, letter in zip(canvas, text)) << v for v, text in enumerate(texts))
        if not self.agree:
            raise ValueError("canvas: it has letters that no version agrees with")
        self.given = [  # the versions that have the letter, for each one that is given
            sum((text[at] == sign) << v for v, text in enumerate(texts)) for at, sign in enumerate(canvas) if sign != MASK_TEXT]
        agreeing = [times if self.agree >> v & 1 else 0 for v, times in enumerate(self.readings)]
        self.true = [Fraction(times, sum(agreeing)) for times in agreeing]

    def weight(self, bits: int) -> int:
        """The readings of some versions."""
        return sum(times for v, times in enumerate(self.readings) if bits >> v & 1)

    def options(self, blank: int, counting: int) -> dict[int, list[Option]]:
        """What may be guessed at each blank place, by place, when these versions count."""
        out = {}
        for at in bits_of(blank):
            key = self.groups[at], counting
            if key not in self._known:
                self._known[key] = self._guessed(*key)
            out[at] = self._known[key]
        return out

    def _guessed(self, groups: tuple[int, ...], counting: int) -> list[Option]:
        found = [Option(weight, weight, bits) for bits in groups if (weight := self.weight(bits & counting))]
        if self.drawn:
            return found
        best = max(found, key=lambda option: option.key)  # the first of equals
        return [best._replace(weight=self.weight(counting))]


class Agreeing:
    """Remembers which versions agree with every letter set. A line that none agrees with is let go:
    it can only end garbled, and how is not asked."""

    def __init__(self, line: Line):
        self.start = line.agree

    def counting(self, memory: int) -> int:
        """The versions whose readings count, as bits."""
        return memory

    def written(self, memory: int, bits: int) -> int | None:
        """What is remembered once a letter that the versions `bits` have is set; None lets the line go."""
        return memory & bits or None


class Disagreeing:
    """Remembers how many of the letters set each version disagrees with, a byte a version."""

    def __init__(self, line: Line):
        self._versions = range(len(line.readings))
        self._more = {bits: sum(1 << BYTE * v for v in self._versions if not bits >> v & 1) for bits in {*line.given, *chain(*line.groups)}}
        self.start = 0
        for bits in line.given:
            self.start = self.written(self.start, bits)

    def counts(self, memory: int) -> list[int]:
        """The disagreements of each version."""
        return [memory >> BYTE * v & (1 << BYTE) - 1 for v in self._versions]

    def counting(self, memory: int) -> int:
        """The versions whose readings count, as bits."""
        counts = self.counts(memory)
        return sum((count == min(counts)) << v for v, count in enumerate(counts))

    def written(self, memory: int, bits: int) -> int:
        """What is remembered once a letter that the versions `bits` have is set."""
        return memory + self._more[bits]

    def least(self, blank: int, memory: int) -> int:
        """The smallest memory that goes on alike: disagreements count against each other, and those that
        no blank can make good any more count as one. What is left says whether the line is garbled."""
        counts, most = self.counts(memory), blank.bit_count() + 1
        low = min(counts)
        return sum((min(low, 1) + min(count - low, most)) << BYTE * v for v, count in enumerate(counts))


def bits_of(number: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    return (at for at in range(number.bit_length()) if number >> at & 1)
