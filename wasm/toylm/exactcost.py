"""What a sampler writes on a line of the counts toy, as an exact distribution instead of a sample.

A line that is being filled is no more than a *state*: which places are blank, and what toylm.exactline
remembers of the letters. All fills that lead to one state are added up and go on as one, pass after
pass, in whole numbers and fractions; nothing is drawn and nothing is rounded.

The rules are those of the samplers in toylm.samplers, which tests/toylm/test_exactcost.py walks
through draw by draw to compare: a tie goes to the lowest place, and of equally likely letters at
temperature 0 to the lowest token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb, log, prod
from typing import NamedTuple

from .exactline import Agreeing, Disagreeing, Line, Option, bits_of
from .settings import choice, number

State = tuple[int, int]
"""The blank places as bits, and what is remembered of the letters that are set."""

Outcomes = Iterator[tuple[State, Fraction]]
"""What a pass makes of a state, with the chance of each; one may come more than once."""

ORDERS = ("low_confidence", "random", "entropy", "topk_margin")
MOST = 20_000
"""States that a line may be in at once; with more, a fill takes too long to add up."""
MOST_IN_ALL = 600_000
"""States that all fills asked of one Line may go through together: some seconds of a browser's work."""


class Law(NamedTuple):
    """What is written on a line, and how far that is from what was read."""

    versions: list[Fraction]
    """the chance of each version, in the order in which the line gives them"""
    true: list[Fraction]
    """the same as read: each version's share of the readings"""
    passes: Fraction
    """how many there are on average"""

    @property
    def garbled(self) -> Fraction:
        """The chance of a line that was never read."""
        return 1 - sum(self.versions)

    @property
    def distance(self) -> Fraction:
        """The total variation distance between the two distributions, from 0 to 1."""
        return (sum(abs(a - b) for a, b in zip(self.versions, self.true)) + self.garbled) / 2


def by_quota(line: Line, order: str, counts: Iterable[int]) -> Law:
    """The law of a fill whose passes set these numbers of places: LLaDA's, or Dream's with its schedule.

    order  "low_confidence": the letters guessed with the highest probability; "random": any places;
           "entropy" and "topk_margin": the places that are least in doubt, whatever is guessed there

    Raises ValueError for an unknown order, counts that leave a blank, or too many states.
    """
    choice("order", order, ORDERS)
    counts, blanks = list(counts), line.blank.bit_count()
    if sum(counts) < blanks:
        raise ValueError(f"counts: {sum(counts)} places are set, and {blanks} are blank")
    memory = Agreeing(line)
    walk = _Walk(line, memory)
    books, alive = [Fraction(0)] * len(line.readings), {(line.blank, memory.start): Fraction(1)}
    for count in counts:
        alive = _settled(_after(line, alive, lambda state, count=count: walk.quota(state, order, count)), books)
    return Law(books, line.true, Fraction(len(counts)))


def by_threshold(line: Line, threshold: float) -> Law:
    """The law of Fast-dLLM's fill: all guesses of at least this confidence, and in any case the surest.

    Raises ValueError for a threshold outside 0 to 1, or too many states.
    """
    number("threshold", threshold, 0, 1)
    memory = Disagreeing(line)
    walk = _Walk(line, memory)
    books, passes, alive = [Fraction(0)] * len(line.readings), Fraction(0), {(line.blank, memory.start): Fraction(1)}
    while alive:
        passes += sum(chance for (blank, _), chance in alive.items() if blank)
        alive = _after(line, _unfinished(alive, memory, books), lambda state: walk.threshold(state, threshold))
    return Law(books, line.true, passes)


def _after(line: Line, alive: dict[State, Fraction], one_pass: Callable[[State], Outcomes]) -> dict[State, Fraction]:
    """The states after a pass, those that are the same put together."""
    after: Counter[State] = Counter()
    for state, chance in alive.items():
        for new, share in one_pass(state):
            after[new] += chance * share
    return _few(line, after)


def _few(line: Line, states: Counter[State]) -> Counter[State]:
    line.states += len(states)
    if len(states) > MOST:
        raise ValueError(f"line: it can stand in more than {MOST} ways at once; want fewer versions or places")
    if line.states > MOST_IN_ALL:
        raise ValueError(f"line: its fills go through more than {MOST_IN_ALL} states; want fewer versions or places")
    return states


def _settled(alive: dict[State, Fraction], books: list[Fraction]) -> dict[State, Fraction]:
    """Books the lines that one version alone agrees with, and returns the others."""
    for (_, agree), chance in alive.items():
        if agree.bit_count() == 1:
            books[agree.bit_length() - 1] += chance
    return {state: chance for state, chance in alive.items() if state[1].bit_count() > 1}


def _unfinished(alive: dict[State, Fraction], memory: Disagreeing, books: list[Fraction]) -> dict[State, Fraction]:
    """Books the lines that one version alone counts in, for one pass fills them, and returns the others."""
    rest: Counter[State] = Counter()
    for (blank, off), chance in alive.items():
        counting = memory.counting(off)
        if blank and counting.bit_count() > 1:
            rest[blank, memory.least(blank, off)] += chance
        elif 0 in (counts := memory.counts(off)):
            books[counts.index(0)] += chance
    return rest


class _Walk:
    """One pass over one state, by each rule. Inside a pass a state has a weight, a whole number; what
    its weight is out of follows from the readings that count and the places that were looked at."""

    def __init__(self, line: Line, memory: Agreeing | Disagreeing):
        self.line, self.memory = line, memory

    def quota(self, state: State, order: str, count: int) -> Outcomes:
        """Set `count` places, or all there are."""
        count = min(count, state[0].bit_count())
        if order == "random" or count == state[0].bit_count():
            return self._any(state, count)
        if order == "low_confidence":
            return self._ranked(state, lambda key: count)
        return self._least_in_doubt(state, _entropy if order == "entropy" else _margin, count)

    def threshold(self, state: State, threshold: float) -> Outcomes:
        """Set the guesses from `threshold` up, rounded as toylm.maths.rank_key does, and at least one."""
        total = self.line.weight(self.memory.counting(state[1]))
        return self._ranked(state, lambda key: 1 if round(key / total, 12) < threshold else len(self.line.groups))

    def _ranked(self, state: State, most: Callable[[int], int]) -> Outcomes:
        """Go through all that may be guessed, the surest first, until `most(next key)` places are set.

        A guess that comes up is set with its weight. Where none has come up yet, the guess is one of
        those still ahead, and their weight is counted in when the pass ends.
        """
        options, total = self._of(state)
        ahead = dict.fromkeys(options, total)
        going: dict[State, int] = {state: 1}
        for key, at, weight, bits in sorted((-o.key, at, o.weight, o.bits) for at, found in options.items() for o in found):
            on: Counter[State] = Counter()
            fewest = state[0].bit_count() - most(-key)  # blanks at which the pass ends
            for (blank, memory), ways in going.items():
                if blank.bit_count() <= fewest:
                    yield from self._left(state, blank, memory, ways, ahead, total)
                    continue
                if not blank >> at & 1 or ahead[at] > weight:
                    on[blank, memory] += ways
                if blank >> at & 1:
                    self._write(on, blank ^ 1 << at, memory, bits, ways * weight)
            ahead[at] -= weight
            going = _few(self.line, on)
        for (blank, memory), ways in going.items():
            yield from self._left(state, blank, memory, ways, ahead, total)

    def _left(self, state: State, blank: int, memory: int, ways: int, ahead: dict[int, int], total: int) -> Outcomes:
        yield (blank, memory), Fraction(ways * prod(ahead[at] for at in bits_of(blank)), total ** state[0].bit_count())

    def _any(self, state: State, count: int) -> Outcomes:
        """Set `count` of the blanks, each choice of places as likely as any other.

        Places whose letters divide the versions alike are alike, so the first of them stands for any:
        how many of a kind are set is all that counts.
        """
        options, total = self._of(state)
        kinds = self.line.groups
        places = sorted(options, key=lambda at: (kinds[at], at))
        going: dict[State, int] = {state: 1}
        for left, at in zip(range(len(places), 0, -1), places):
            alike = [other for other in places if kinds[other] == kinds[at]]
            on: Counter[State] = Counter()
            for (blank, memory), ways in going.items():
                wanted = count - (state[0] ^ blank).bit_count()
                if wanted < left:
                    on[blank, memory] += ways
                if wanted > 0:
                    first = next(other for other in alike if blank >> other & 1)
                    for option in options[at]:
                        self._write(on, blank ^ 1 << first, memory, option.bits, ways * option.weight)
            going = _few(self.line, on)
        for new, ways in going.items():
            yield new, Fraction(ways, comb(len(places), count) * total**count)

    def _least_in_doubt(self, state: State, key: Callable[[list[Option], int], float], count: int) -> Outcomes:
        """Set the `count` places with the highest key, the lowest place first, whatever is guessed there."""
        options, total = self._of(state)
        going: dict[State, int] = {state: 1}
        for at in sorted(options, key=lambda at: (-key(options[at], total), at))[:count]:
            on: Counter[State] = Counter()
            for (blank, memory), ways in going.items():
                for option in options[at]:
                    self._write(on, blank ^ 1 << at, memory, option.bits, ways * option.weight)
            going = _few(self.line, on)
        for new, ways in going.items():
            yield new, Fraction(ways, total**count)

    def _of(self, state: State) -> tuple[dict[int, list[Option]], int]:
        counting = self.memory.counting(state[1])
        return self.line.options(state[0], counting), self.line.weight(counting)

    def _write(self, on: Counter[State], blank: int, memory: int, bits: int, weight: int) -> None:
        new = self.memory.written(memory, bits)
        if new is not None:
            on[blank, new] += weight


def _entropy(options: list[Option], total: int) -> float:
    """Minus the entropy in nats, as toylm.tempered computes it and toylm.maths.rank_key rounds it."""
    return round(sum(p * log(p + 1e-10) for p in sorted(o.key / total for o in options)), 12)


def _margin(options: list[Option], total: int) -> float:
    """The readings by which the likeliest letter leads; all are out of one total."""
    best = sorted((o.key for o in options), reverse=True)
    return best[0] - (best[1] if best[1:] else 0)
