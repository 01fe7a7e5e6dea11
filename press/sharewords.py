"""Lines of words for a picture: Latin broken at spaces, Chinese after its marks where the size allows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_HAN = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\uffef\U00020000-\U0003ffff"
OPEN, CLOSE = r"(\[{“‘《〈「『（【", r"。，、；：？！）】》〉」』”’…·,.;:?!)\]}"
UNIT = re.compile(rf"(\s*)([{OPEN}]*(?:[{_HAN}]|[^\s{_HAN}]+)?[{CLOSE}]*)")
"""Spaces, then what no line end may part: a word or one Han character, with the marks that open and close it."""
STOP = re.compile(r"[。，、；：？！”’）》…]$")
HAN = re.compile(f"[{_HAN}]")
SOFT = "的"
"""A character after which a Chinese line may well end, where no mark offers a better place."""
FREE, SLIGHT, BAD = 0.0, 0.3, 3.0
"""What ending a line costs: at a space or a mark; after SOFT; anywhere else between Han characters."""
A_LINE = 1.0
"""What one more line costs: more than any that are uneven."""
LITTLE = 0.78
"""How much smaller a size may be for one line less."""
HANGS = re.compile(r"[。，、；：？！）】》〉」』]$")
"""A wide mark at a line's end, whose empty half may stand outside."""


@dataclass(frozen=True)
class Lines:
    """A text in lines of one size."""

    size: float
    lines: list[str]


@dataclass(frozen=True)
class Unit:
    """A piece that no line end parts, and what a line end before it costs."""

    text: str
    gap: bool
    cost: float


def units(text: str, phrases: bool = True) -> list[Unit]:
    """The pieces of a text. Without `phrases` a line may end between any two Han characters."""
    out: list[Unit] = []
    for gap, piece in UNIT.findall(text):
        if piece:
            last = out[-1].text if out else ""
            cost = FREE if gap or not phrases or STOP.search(last) else SLIGHT if last.endswith(SOFT) else BAD
            out.append(Unit(piece, bool(gap), cost))
    return out


def fitted(
    text: str, measure: Callable[[str, float], float], sizes: Iterable[float], width: float, most: int, running: bool = False,
) -> Lines | None:
    """A text at the largest size at which at most `most` lines hold it and none ends inside a Chinese phrase, or at one
    little smaller that saves a line; if there is no such size, at the largest at which they hold it; None where none does.

    measure  the width of a text at a size
    running  whether lines are filled one after the other and may end inside a phrase; else they are about equally long
    """
    best = rough = None
    for size in sizes:
        found = _broken(units(text, not running), lambda piece, size=size: measure(piece, size), width, running)
        if not found or len(found[1]) > most:
            continue
        rough = rough or Lines(size, found[1])
        if found[0] < BAD and (best is None or size >= best.size * LITTLE and len(found[1]) < len(best.lines)):
            best = Lines(size, found[1])
    return best or rough


def cut(text: str, measure: Callable[[str, float], float], size: float, width: float, most: int) -> Lines:
    """A text that fits at no size: its first lines, broken anywhere, with dots at the end."""
    lines, line = [], ""
    for letter in text:
        if line and measure(line + letter, size) > width:
            lines.append(line.strip())
            line = ""
        line += letter
    lines.append(line.strip())
    if len(lines) > most:
        last = lines[most - 1]
        while last and measure(last + "…", size) > width:
            last = last[:-1].rstrip()
        lines[most - 1:] = [last + "…"]
    return Lines(size, lines)


def _broken(pieces: list[Unit], measure: Callable[[str], float], width: float, running: bool) -> tuple[float, list[str]] | None:
    """The cheapest way to break pieces into lines, and what its line ends cost; None where a piece is too wide."""
    widths, space = [measure(piece.text) for piece in pieces], measure(" ")
    hangs = [measure(piece.text[-1]) / 2 if HANGS.search(piece.text) else 0 for piece in pieces]
    best: list[tuple[float, float, int]] = [(0.0, 0.0, 0)]  # cost of all, of its line ends; where the last line starts
    for end in range(1, len(pieces) + 1):
        ways, room = [], width + hangs[end - 1]
        for start in range(end - 1, -1, -1):
            room -= widths[start] + (space if start + 1 < end and pieces[start + 1].gap else 0)
            if room < 0:
                break
            ends = best[start][1] + (pieces[start].cost if start else 0)
            uneven = 0 if running and end == len(pieces) else (room / width) ** 2
            ways.append((best[start][0] - best[start][1] + uneven + A_LINE + ends, ends, start))
        if not ways:
            return None
        best.append(min(ways))
    lines, end = [], len(pieces)
    while end:
        start = best[end][2]
        lines.append("".join((" " if one.gap and at else "") + one.text for at, one in enumerate(pieces[start:end])))
        end = start
    return best[-1][1], lines[::-1]
