"""A forme for a picture: a fill's places as wood type, locked up with furniture. It says where what is drawn, not how.

A set place is a piece of maple with its letter, ready to be read; one that was given has a brass pin, as on the stages;
a blank is a turned piece, which shows its foot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""
Place = tuple[str, str]
"""Text, and "set", "given", "blank" or "end"."""
Row = list[tuple[Box, str, str]]
"""A box, a text and a state for each place of a line."""

LARGEST, LEAST = 92, 20
"""The side of a square sort."""
LEADING = 4
"""Between lines."""
GAP, WORD_GAP = 3, 0.26
"""Between sorts that are not square, and more where a word begins, in sizes."""
SIZES = tuple(range(56, 18, -2))
"""Of the letters of such sorts, the largest first."""
TALL, WIDE, PAD = 1.62, 1.1, 0.56
"""In sizes: such a sort's height, its least width without the pad, and the pad."""
PIECE = 28
"""How broad a piece of furniture is, about."""
TINTS = (0.0, 0.34, 0.12, 0.5, 0.22, 0.06, 0.42)
"""How much lighter one piece of maple is than another."""


class Plot(Protocol):
    """What draws: boxes and letters."""

    def box(self, box: Box, colour: str, round: float = 0) -> None:
        """A filled box."""

    def letters(self, box: Box, text: str, chain: Any, size: float, colour: str) -> None:
        """A text in the middle of a box."""

    def mixed(self, one: str, other: str, share: float) -> str:
        """A colour between two."""


class Forme:
    """Places laid out in lines, with furniture around them, as wide as an area and at most as high.

    height  of the lines and the furniture
    """

    def __init__(self, area: Box, places: list[Place], across: int | None, chain: Any):
        inner = (area[0], area[1] + PIECE, area[2], area[3] - PIECE)
        self.area, self.across, self.chain = area, across, chain
        self.size, self.rows = _squares(inner, places, across) if across else _tokens(inner, places, chain)
        self.height = self.rows[-1][0][0][3] - self.rows[0][0][0][1] + 2 * (PIECE + LEADING)

    def draw(self, plot: Plot, top: float) -> None:
        """Draw it with its upper edge at `top`."""
        left, right = self.area[0], self.area[2]
        _furniture(plot, (left, top, right, top + PIECE))
        _furniture(plot, (left, top + self.height - PIECE, right, top + self.height))
        down = top + PIECE + LEADING - self.rows[0][0][0][1]
        widest = max(row[-1][0][2] for row in self.rows)
        number = 0
        for row in self.rows:
            first, last = row[0][0], row[-1][0]
            _furniture(plot, (left, first[1] + down, first[0] - GAP, first[3] + down))
            for (x, y, end, low), text, state in row:
                _sort(plot, (x, y + down, end, low + down), text, state, number, self.size, self.chain)
                number += 1
            for x, end in ((last[2] + GAP, widest), (widest + GAP, right)):
                _furniture(plot, (x, last[1] + down, end, last[3] + down))


def _squares(area: Box, places: list[Place], across: int) -> tuple[float, list[Row]]:
    """Places of one character each, `across` a line: the letters' size, and the lines."""
    rows = [places[at:at + across] for at in range(0, len(places), across)]
    wide, high = area[2] - area[0], area[3] - area[1]
    side = max(LEAST, min(LARGEST, wide // len(rows[0]), (high + LEADING) // len(rows) - LEADING))
    rows = rows[: int((high + LEADING) // (side + LEADING))]
    left = area[0] + (wide - side * min(across, len(rows[0]))) // 2
    top = area[1] + (high - len(rows) * (side + LEADING) + LEADING) // 2
    return side * 0.78, [
        [((left + side * x, top + (side + LEADING) * y, left + side * (x + 1), top + (side + LEADING) * y + side), *place) for x, place in enumerate(row)]
        for y, row in enumerate(rows)
    ]


def _tokens(area: Box, places: list[Place], chain: Any) -> tuple[float, list[Row]]:
    """Places of several characters, as many to a line as it holds: the letters' size, and the lines."""
    wide, high = area[2] - area[0], area[3] - area[1]
    for size in SIZES:
        sorts, tall = [_wide(place, chain, size, wide) for place in places], round(size * TALL)
        rows = _wrapped(sorts, wide)
        if len(rows) * (tall + LEADING) - LEADING <= high:
            break
    least = max(right for _, right in sorts)
    while wide > least and len(narrower := _wrapped(sorts, wide - 1)) == len(rows):
        rows, wide = narrower, wide - 1
    rows = rows[: int((high + LEADING) // (tall + LEADING))]
    top = area[1] + (high - len(rows) * (tall + LEADING) + LEADING) // 2
    start = (area[0] + area[2] - max(row[-1][1] for row in rows)) // 2
    boxes = [[(start + left, top + (tall + LEADING) * y, start + right, top + (tall + LEADING) * y + tall) for left, right in row] for y, row in enumerate(rows)]
    left = iter(places)
    return size, [[(box, *next(left)) for box in row] for row in boxes]


def _wide(place: Place, chain: Any, size: float, most: float) -> tuple[float, float]:
    """How far from the sort before it a sort stands, and how wide it is."""
    text = face(place[0])
    wide = max(WIDE * size, chain.width(text, size) if text else 0) + PAD * size
    return GAP + (round(WORD_GAP * size) if place[0][:1] == " " else 0), min(most, round(wide))


def _wrapped(sorts: list[tuple[float, float]], most: float) -> list[list[tuple[float, float]]]:
    """Lines of (left, right), at most so wide, from sorts as _wide gives them."""
    rows: list[list[tuple[float, float]]] = [[]]
    for gap, wide in sorts:
        left = rows[-1][-1][1] + gap if rows[-1] else 0
        if left + wide > most and rows[-1]:
            rows.append([])
            left = 0
        rows[-1].append((left, left + wide))
    return rows


def face(text: str) -> str:
    """What is set of a token's text: nothing of a space or a line end, which are drawn."""
    return text.strip()


def _furniture(plot: Plot, area: Box) -> None:
    """Iron bars that fill an area along its longer side; nothing where it is too narrow for one."""
    wide, high = area[2] - area[0], area[3] - area[1]
    if min(wide, high) < 4:
        return
    for box in _bars(area, wide >= high):
        plot.box(box, plot.mixed("iron", "iron-light", 0.5), 2)
        plot.box((box[0] + 1, box[1] + 1, box[2] - 1, box[1] + 2), plot.mixed("iron-light", "paper", 0.15))


def _bars(area: Box, lying: bool) -> Iterator[Box]:
    start, end = (area[1], area[3]) if lying else (area[0], area[2])
    count = max(1, round((end - start) / PIECE))
    edges = [start + (end - start) * number / count for number in range(count + 1)]
    for low, high in zip(edges, edges[1:]):
        high -= 2 if high < end else 0
        yield (area[0], low, area[2], high) if lying else (low, area[1], high, area[3])


def _sort(plot: Plot, box: Box, text: str, state: str, number: int, size: float, chain: Any) -> None:
    left, top, right, bottom = box
    if state == "blank":
        _foot(plot, (left + 1, top, right - 1, bottom))
        return
    end, space = state == "end", not face(text)
    wood = "brass" if end else plot.mixed("maple", "maple-dark", 0.3) if space else plot.mixed("maple", "maple-light", TINTS[number % len(TINTS)])
    plot.box((left + 1, top, right - 1, bottom), "brass-dark" if end else "maple-dark", 4)
    plot.box((left + 1, top, right - 1, bottom - 4), wood, 4)
    plot.box((left + 4, top + 1, right - 4, top + 3), "brass-light" if end else plot.mixed("maple-light", "paper", 0.3), 1)
    inner = (left + 4, top, right - 4, bottom - 3)
    if end or space:
        _sign(plot, inner, size, end)
    else:
        plot.letters(inner, face(text), chain, size, "maple-ink")
    if state == "given":
        plot.box((right - 12, top + 5, right - 6, top + 11), "brass-dark", 3)


def _sign(plot: Plot, box: Box, size: float, end: bool) -> None:
    """The square that ends a reply, or the trough of a space."""
    middle, base, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, size * 0.2
    if end:
        plot.box((middle - half, base - half, middle + half, base + half), "brass-dark")
        return
    low, thick = base + size * 0.3, max(2, size * 0.06)
    plot.box((middle - half, low - thick, middle + half, low), "maple-ink")
    for x in (middle - half, middle + half - thick):
        plot.box((x, low - size * 0.16, x + thick, low), "maple-ink")


def _foot(plot: Plot, box: Box) -> None:
    """A turned sort: end grain, two feet, the groove between them."""
    left, top, right, bottom = box
    third = (bottom - top) / 3
    plot.box(box, "maple-ink", 3)
    for low, high in ((top + 2, top + third + 1), (bottom - third - 1, bottom - 3)):
        plot.box((left + 2, low, right - 2, high), plot.mixed("maple-dark", "maple-ink", 0.45), 2)
        plot.box((left + 3, low, right - 3, low + 1), plot.mixed("maple-dark", "maple-ink", 0.1))
