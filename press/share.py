"""Share images: the picture that other sites show beside a link to a page, one a plate and language.

An image says the site's name, the plate's number, title and description, and shows a fill of the plate's own, half
done. What it says and shows is put together here; `shareimage` draws it, and is imported only where an image is not
in the cache.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import unicodedata
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from toylm.picture import END
from toylm.trace import Trace

from .assets import Assets, digest
from .errors import PressError
from .load import Language, Plate, Site
from .traces import Computed

WIDTH, HEIGHT = 1200, 630
"""Pixels; the shape that most sites show whole."""

TEXT = "@fontsource/source-serif-4"
HAN = "@fontsource/noto-serif-sc"
TEXT_SCRIPTS = ("latin", "latin-ext", "vietnamese", "greek", "cyrillic")
BOLD, PLAIN = 600, 400

LIBRARIES, MODULES = ("pillow", "zopfli"), ("share", "sharewords", "forme", "shareimage")
"""What draws: packages, and this package's own."""

COLOUR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}),")

File = tuple[str, str]
"""A font: an npm package and a file of it."""


@dataclass(frozen=True)
class Share:
    """An image as a page's head names it: `path` from the site's root, `alt` in the page's language."""

    path: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True)
class Sheet:
    """What one image says and shows.

    over, words, caption  may be empty: the line above the title, the lines below it, what stands under the picture
    places                (text, state) of each place; state is "set", "given", "blank" or "end"
    across                places a line; None where they are tokens of several letters, which fill lines as they come
    faces                 fonts by use ("title", "text", "type"), the first that has a character sets it
    colours               by their names in the theme
    """

    name: str
    over: str
    title: str
    words: str
    caption: str
    places: list[tuple[str, str]]
    across: int | None
    faces: dict[str, list[File]]
    colours: dict[str, str]


class NoGlyph(Exception):
    """No font of a chain has a glyph for the character `args[0]`."""


def of_plate(assets: Assets, site: Site, plate: Plate, language: Language, computed: Computed, wood: dict[str, Any] | None) -> Share:
    """A plate's image. `wood` is its type.toml in this language, None without one.

    Raises PressError for a character that no font has, and where the plate's `share` names no trace.
    """
    lang, strings = language.code, site.strings[language.code]
    name = computed.code.share(lang, computed.traces)
    trace = computed.traces[name]
    passes, places, across = half(trace, computed.code.across(computed.traces))
    state = strings["plain.at"].format(**{"pass": passes}, passes=len(trace.passes), **_counts(places))
    number = strings["plate.number"].format(number=plate.number)
    sheet = Sheet(
        name=words(site.title[lang]), over=words(f"{number} · {plate.category[lang]}"), title=words(plate.title[lang]),
        words=words(plate.description[lang]), caption=words(state), places=places, across=across,
        faces=_faces(language, wood), colours=_colours(assets.root),
    )
    alt = strings["share.alt"].format(number=number, title=plate.title[lang], state=state)
    where = (f"the share image of plate {plate.id!r} in {lang!r} and its trace {name!r}", f"content/{plate.path.name}/plate.toml")
    return Share(_added(assets, f"share-{lang}-{plate.id}.png", sheet, *where), alt)


def of_site(assets: Assets, site: Site, language: Language, computed: Computed, wood: dict[str, Any] | None) -> Share:
    """The image of pages that belong to no plate: the site's own words beside the picture of one of its plates, whose
    type.toml `wood` is."""
    lang = language.code
    _, places, across = half(computed.traces[computed.code.share(lang, computed.traces)], computed.code.across(computed.traces))
    sheet = Sheet(
        name="", over="", title=words(site.title[lang]), words=words(site.description[lang]), caption="", places=places, across=across,
        faces=_faces(language, wood), colours=_colours(assets.root),
    )
    alt = site.strings[lang]["share.site"].format(title=site.title[lang])
    return Share(_added(assets, f"share-{lang}.png", sheet, f"the site's share image in {lang!r}", "content/site.toml"), alt)


def half(trace: Trace, across: int) -> tuple[int, list[tuple[str, str]], int | None]:
    """A fill after half of its passes: how many those are, its places, and how many stand on a line.

    Where every token is one character, all of the canvas is shown. Elsewhere what stands before the first blank is a
    prompt, and left out.
    """
    passes = max(1, len(trace.passes) // 2)
    ids, texts = trace.canvas_at(passes), {token: text for token, text in trace.texts.items() if token != trace.mask_id}
    letters = all(len(text) <= 1 for text in texts.values())
    first = 0 if letters or trace.mask_id not in trace.canvas else trace.canvas.index(trace.mask_id)
    places = []
    for place in range(first, len(ids)):
        given = trace.canvas[place] != trace.mask_id
        text = _seen(texts.get(ids[place], ""))
        state = "blank" if ids[place] == trace.mask_id else "end" if text == END else "given" if given else "set"
        places.append(("" if state == "end" else text, state))
    return passes, places, across if letters else None


def _counts(places: list[tuple[str, str]]) -> dict[str, int]:
    blanks = sum(state == "blank" for _, state in places)
    return {"set": len(places) - blanks, "blanks": blanks}


def _faces(language: Language, wood: dict[str, Any] | None) -> dict[str, list[File]]:
    """The fonts of each use. Chinese pages take Chinese fonts first, for their marks too; type is set in the plate's wood."""
    def chain(weight: int) -> list[File]:
        text = [(TEXT, f"files/source-serif-4-{script}-{weight}-normal.woff2") for script in TEXT_SCRIPTS]
        han = [(HAN, f"files/noto-serif-sc-chinese-simplified-{weight}-normal.woff2")]
        return [*han, *text] if language.tag.startswith("zh") else [*text, *han]

    cut = [(wood["package"], wood["file"])] if wood and wood.get("traces", True) else []
    return {"title": chain(BOLD), "text": chain(PLAIN), "type": [*cut, *chain(BOLD)]}


def _colours(root: Path) -> dict[str, str]:
    """The theme's colours by day."""
    return dict(COLOUR.findall((root / "press/theme/css/00-tokens.css").read_text(encoding="utf-8")))


def words(text: str) -> str:
    """A text as it is set: every run of spaces and line ends is one space, letters are composed, marks that only steer are gone."""
    return " ".join(_seen(text).split())


def _seen(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if unicodedata.category(letter) != "Cf")


@cache
def _drawn_with() -> str:
    """A name for all that draws."""
    own = (Path(__file__).with_name(f"{module}.py").read_bytes() for module in MODULES)
    return digest(*map(importlib.metadata.version, LIBRARIES), *own)


def _added(assets: Assets, name: str, sheet: Sheet, what: str, file: str) -> str:
    """The image's path in the site, drawn where the cache does not have it."""
    packages = sorted({package for chain in sheet.faces.values() for package, _ in chain})
    key = digest("share", _drawn_with(), json.dumps(asdict(sheet), ensure_ascii=False, sort_keys=True), *map(assets.record, packages))

    def make() -> bytes:
        from .shareimage import draw

        try:
            return draw(sheet, assets.font)
        except NoGlyph as error:
            letter = error.args[0]
            raise PressError(f"{what}: no font has a glyph for {letter!r} (U+{ord(letter):04X}); want one of {TEXT} or {HAN}", file) from error

    return assets.add(name, assets.cached(f"{key}.png", make))
