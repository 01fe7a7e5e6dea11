"""Draws a share image with Pillow: words on paper at the left, a forme locked up in its chase on the stone at the right.

Everything is drawn twice as large and halved, so that edges are smooth and FreeType's hints bend no letter. Letters
are laid out one after another by FreeType alone: Pillow's other layout needs a library of the system's own, and two
machines would differ.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont
from zopfli.png import optimize

from . import forme
from .forme import Box
from .share import HEIGHT, WIDTH, File, NoGlyph, Sheet
from .sharewords import HAN, Lines, cut, fitted

FINE = 2
"""Pixels drawn for each that is kept, in both directions."""
MEASURED = 100
"""The size at which texts are measured."""
TONES = 64
"""Colours of the palette."""
MARGIN, COLUMN, STONE = 56, 462, 546
"""Of the words: the margin, and how wide they may be; where the stone begins."""
CHASE, IRON = (576, 48, 1164, 528), 20
"""Where the chase may be, and how broad its iron is."""
UNDER = 50
"""From the chase to the base line of what stands under it."""
NAME, OVER, WORDS, CAPTION = (30, 26, 22), (25, 23, 21, 19), (25, 24, 23), (25, 23, 21, 19)
"""Sizes to be tried, the largest first."""
TITLE, SMALL = tuple(range(60, 40, -2)), (40, 36, 32, 28)
ALONE = (88, 80, 72, 66, *TITLE, *SMALL)
"""Of a title without a name above it."""
MOST_TITLE, MOST_SMALL, MOST_WORDS = 4, 6, 5
"""Lines."""
APART = 24
"""Between title and description at least."""
CAP, DESCENT, HAN_BASE = 0.68, 0.24, 0.37
"""In sizes: the height of a capital, what hangs under a base line, and how far that is from a Han letter's middle."""
MARKS = re.compile("[。，、；：！？）】》〉」』][。，、；：！？）】》〉」』（【《〈「『]")
CLOSE, WIDE = 1.18, 1.38
"""In sizes, from line to line: of a title, of running text."""


class Face:
    """One font of a chain, opened when a character is asked of it."""

    def __init__(self, content: Callable[[], bytes]):
        self._content, self._sizes = content, {}

    @cached_property
    def bytes(self) -> bytes:
        """The font's file."""
        return self._content()

    @cached_property
    def characters(self) -> set[int]:
        """What it has glyphs for."""
        return set(TTFont(io.BytesIO(self.bytes), lazy=True).getBestCmap())

    def at(self, size: float) -> ImageFont.FreeTypeFont:
        """The font at a size in pixels of the image."""
        if size not in self._sizes:
            self._sizes[size] = ImageFont.truetype(io.BytesIO(self.bytes), size * FINE, layout_engine=ImageFont.Layout.BASIC)
        return self._sizes[size]

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in pixels that are drawn: measured at one size for all, as opening a font takes long."""
        return self.at(MEASURED).getlength(text) * size / MEASURED


class Chain:
    """Fonts of which the first that has a character sets it."""

    def __init__(self, faces: list[Face]):
        self.faces = faces

    def runs(self, text: str) -> Iterator[tuple[Face, str, float]]:
        """A text in pieces of one font, with how far each is drawn back, in sizes: of two wide marks side by side the
        second stands in the first one's empty half. Raises NoGlyph."""
        face, piece, back = None, "", 0.0
        for at, letter in enumerate(text):
            found = next((one for one in self.faces if ord(letter) in one.characters), None)
            if found is None:
                raise NoGlyph(letter)
            crowded = MARKS.match(text, at - 1) is not None if at else False
            if piece and (crowded or found is not face):
                yield face, piece, back
                piece, back = "", 0.5 if crowded else 0.0
            face, piece = found, piece + letter
        if piece:
            yield face, piece, back

    def placed(self, text: str, size: float) -> Iterator[tuple[float, Face, str]]:
        """The same pieces with where each starts, in pixels that are drawn; the last is empty, at the end."""
        x, face = 0.0, self.faces[0]
        for face, piece, back in self.runs(text):
            x -= back * size * FINE
            yield x, face, piece
            x += face.width(piece, size)
        yield x, face, ""

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in pixels of the image."""
        return max(x for x, _, _ in self.placed(text, size)) / FINE


class Plot:
    """An image that is drawn FINE times as large as it will be; every measure is in pixels of the image."""

    def __init__(self, colours: dict[str, str]):
        self.colours = colours
        self.image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), colours["paper"])
        self._pen = ImageDraw.Draw(self.image)

    def box(self, box: Box, colour: str, round: float = 0) -> None:
        """A filled box: left, top, right, bottom. `colour` is the theme's name of one, or #rrggbb."""
        left, top, right, bottom = (value * FINE for value in box)
        self._pen.rounded_rectangle((left, top, right - 1, bottom - 1), round * FINE, self.colours.get(colour, colour))

    def mixed(self, one: str, other: str, share: float) -> str:
        """A colour between two of the theme's: so much of the other."""
        pairs = zip(*(bytes.fromhex(self.colours[name][1:]) for name in (one, other)))
        return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()

    def text(self, at: tuple[float, float], text: str, chain: Chain, size: float, colour: str) -> None:
        """A line of text that starts at `at` on its base line."""
        self._write(self._pen, (at[0] * FINE, at[1] * FINE), text, chain, size, self.colours[colour])

    def _write(self, pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, chain: Chain, size: float, ink: str | int) -> None:
        for x, face, piece in chain.placed(text, size):
            pen.text((at[0] + x, at[1]), piece, ink, face.at(size), anchor="ls")

    def letters(self, box: Box, text: str, chain: Chain, size: float, colour: str) -> None:
        """A text in the middle of a box, on the base line of all boxes of this height; narrowed where it is too wide."""
        left, top, right, bottom = box
        width = chain.width(text, size)
        narrow = min(1.0, (right - left) / width) if width else 1.0
        mask = Image.new("L", (round(width * FINE) + 2 * FINE, round((bottom - top) * FINE)))
        base = ((bottom - top) / 2 + size * (HAN_BASE if HAN.search(text) else CAP / 2)) * FINE
        self._write(ImageDraw.Draw(mask), (FINE, base), text, chain, size, 255)
        if narrow < 1:
            mask = mask.resize((round(mask.width * narrow), mask.height), Image.Resampling.LANCZOS)
        middle = (left + right) / 2 * FINE - mask.width / 2
        self.image.paste(self.colours[colour], (round(middle), round(top * FINE)), mask)

    def png(self) -> bytes:
        """The image, in a palette of TONES. zopfli packs it: Pillow takes the zlib that Python has loaded, and its bytes
        would differ from one machine's zlib to another's."""
        small = self.image.reduce(FINE).quantize(TONES, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        out = io.BytesIO()
        small.save(out, "PNG", compress_level=1)
        return optimize(out.getvalue(), filter_strategies="0", use_zopfli=False)


def draw(sheet: Sheet, font: Callable[[str, str], bytes]) -> bytes:
    """The PNG of a sheet. `font` gives a font's file by package and name. Raises NoGlyph."""
    opened: dict[File, Face] = {}
    chains = {
        use: Chain([opened.setdefault(file, Face(lambda file=file: font(*file))) for file in files])
        for use, files in sheet.faces.items()
    }
    plot = Plot(sheet.colours)
    _words(plot, sheet, chains["title"], chains["text"])
    _stone(plot, sheet, chains)
    return plot.png()


def _words(plot: Plot, sheet: Sheet, bold: Chain, plain: Chain) -> None:
    """The column at the left: the site's name over a rule, the title under its line, the description at the foot if there is
    room for it. Where there is no name, title and description stand together in the middle."""
    words = fitted(sheet.words, plain.width, WORDS, COLUMN, MOST_WORDS, running=True)
    if not sheet.name:
        title = fitted(sheet.title, bold.width, ALONE, COLUMN, MOST_TITLE) or cut(sheet.title, bold.width, SMALL[-1], COLUMN, MOST_TITLE)
        top = (HEIGHT - _height(title, CLOSE) - (_height(words, WIDE) + APART + title.size * DESCENT if words else 0)) / 2
        foot = _set(plot, title, bold, "ink", top) + APART
    else:
        y = _set(plot, _line(sheet.name, bold, NAME), bold, "ink", MARGIN) + 14
        plot.box((MARGIN, y, MARGIN + COLUMN, y + 2), "ink")
        y = _set(plot, _line(sheet.over, plain, OVER), plain, "muted", y + 22) + 24
        title, words = _title(sheet.title, bold, words, HEIGHT - MARGIN - y)
        _set(plot, title, bold, "ink", y)
        foot = HEIGHT - MARGIN - _height(words, WIDE) if words else 0
    if words:
        _set(plot, words, plain, "muted", foot, WIDE)


def _title(text: str, chain: Chain, words: Lines | None, room: float) -> tuple[Lines, Lines | None]:
    """The title at the largest size that leaves room for the words under it; without them where no size does."""
    def at(sizes: Sequence[float]) -> Lines | None:
        return fitted(text, chain.width, sizes, COLUMN, MOST_TITLE)

    title = at(TITLE)
    while words and title and _height(title, CLOSE) + title.size * DESCENT + APART + _height(words, WIDE) > room:
        title = at([size for size in TITLE if size < title.size])
    if title:
        return title, words
    return at(TITLE) or fitted(text, chain.width, SMALL, COLUMN, MOST_SMALL) or cut(text, chain.width, SMALL[-1], COLUMN, MOST_SMALL), None


def _line(text: str, chain: Chain, sizes: Sequence[float], width: float = COLUMN) -> Lines:
    """A text on one line, smaller where it has to be."""
    return fitted(text, chain.width, sizes, width, 1) or cut(text, chain.width, sizes[-1], width, 1)


def _height(block: Lines, lead: float) -> float:
    return block.size * (CAP + lead * (len(block.lines) - 1))


def _set(plot: Plot, block: Lines, chain: Chain, colour: str, top: float, lead: float = CLOSE) -> float:
    """Set lines under `top`, which capitals of the first one touch; returns where the last one's letters stand."""
    for number, line in enumerate(block.lines):
        plot.text((MARGIN, top + block.size * (CAP + lead * number)), line, chain, block.size, colour)
    return top + _height(block, lead) + block.size * DESCENT


def _stone(plot: Plot, sheet: Sheet, chains: dict[str, Chain]) -> None:
    """The imposing stone, the chase with its forme on it, and a line under that."""
    plot.box((STONE, 0, WIDTH, HEIGHT), "stone")
    plot.box((STONE, 0, STONE + 5, HEIGHT), "stone-light")
    left, top, right, bottom = CHASE
    made = forme.Forme((left + IRON, top + IRON, right - IRON, bottom - IRON), sheet.places, sheet.across, chains["type"])
    high = made.height + 2 * IRON
    top = (HEIGHT - high - (UNDER if sheet.caption else 0)) // 2
    bottom = top + high
    _chase(plot, (left, top, right, bottom))
    made.draw(plot, top + IRON)
    if sheet.caption:
        line = _line(sheet.caption, chains["text"], CAPTION, right - left)
        plot.text((left, bottom + UNDER), line.lines[0], chains["text"], line.size, "ink")


def _chase(plot: Plot, box: Box) -> None:
    left, top, right, bottom = box
    plot.box((left, top + 5, right, bottom + 6), plot.mixed("stone", "ink", 0.35), 12)
    plot.box(box, "iron-dark", 11)
    plot.box((left, top, right, bottom - 4), "iron", 11)
    plot.box((left + 6, top + 1, right - 6, top + 3), "iron-light", 1)
    plot.box((left + IRON - 4, top + IRON - 4, right - IRON + 4, bottom - IRON + 4), "iron-dark", 3)
