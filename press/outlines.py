"""Glyph outlines for stages that model type: one small JSON file of just the characters that are set.

A path is a font's own outline on a grid of UNITS to the em, y up: `M`, `L` and `Q` (TrueType's curve:
one control point, one end), each with whole numbers relative to the point before, as SVG's small letters
have it. Every contour is closed.
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

UNITS = 256
"""Steps an em: a fifth of a millimetre on wood type of five centimetres."""


class OutlinePen(BasePen):
    """Draws a glyph as a relative path on the grid. TrueType outlines only: a cubic curve raises."""

    def __init__(self, glyphs, scale: float):
        super().__init__(glyphs)
        self.scale, self.at, self.parts = scale, (0, 0), []

    def _write(self, letter: str, *points: tuple[float, float]) -> None:
        whole = [(round(x * self.scale), round(y * self.scale)) for x, y in points]
        if letter == "l" and whole == [self.at]:
            return  # shorter than a step
        self.parts.append(letter + " ".join(f"{x - self.at[0]} {y - self.at[1]}" for x, y in whole))
        self.at = whole[-1]

    def _moveTo(self, pt):
        self._write("m", pt)

    def _lineTo(self, pt):
        self._write("l", pt)

    def _qCurveToOne(self, pt1, pt2):
        self._write("q", pt1, pt2)

    def _curveToOne(self, pt1, pt2, pt3):
        raise ValueError("a cubic curve; want a font with TrueType outlines")


def outlines(path: Path, characters: str) -> bytes:
    """{"units": UNITS, "glyphs": {character: [advance, path]}} of a font, the same bytes each time.

    A character that the font lacks raises KeyError; a font without TrueType outlines, ValueError.
    """
    font = TTFont(path)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    scale = UNITS / font["head"].unitsPerEm
    cut = {}
    for character in sorted(set(characters)):
        glyph = glyphs[names[ord(character)]]
        pen = OutlinePen(glyphs, scale)
        glyph.draw(pen)
        cut[character] = [round(glyph.width * scale), "".join(pen.parts)]
    return json.dumps({"units": UNITS, "glyphs": cut}, ensure_ascii=False, separators=(",", ":")).encode()
