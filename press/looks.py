"""What the pages of a plate in one language look like: script, style, fonts, share image, all as hashed files."""

from __future__ import annotations

import json
import string
from typing import Any

from . import assets as assets_
from . import offline, share
from .assets import Assets
from .edition import Look
from .errors import Problems
from .load import Language, Plate, Site
from .tables import Table
from .traces import Computed

PLAIN_ENTRY = """import { start } from './press/theme/js/page.js';
import { createStage, describe } from './press/theme/js/plain.js';
start({ createStage, describe });
"""
"""The script of a plate that has no index.js."""


def make(site: Site, plate: Plate, language: Language, computed: Computed, assets: Assets) -> Look:
    """Bundle the plate's script and style, cut its fonts, draw its share image; the same content is the same file."""
    root, lang, wood = assets.root, language.code, _wood(assets, plate, language.code)
    theme, own = root / "press" / "theme", root / "plates" / plate.id
    sources = [*(theme / "js").rglob("*.js"), *own.rglob("*.js"), *(root / "wasm" / "worker").glob("*.js")]
    entry = f"import './plates/{plate.id}/index.js';" if (own / "index.js").exists() else PLAIN_ENTRY
    script = assets.script(entry, sources)
    film = assets.script(f"export * from './{offline.FILM}/film.js';", sources, "esm")
    lesson = sorted((theme / "css" / "lesson").glob("*.css")) if plate.layout == "lesson" else []
    css = "".join(p.read_text(encoding="utf-8") for p in [*sorted((theme / "css").glob("*.css")), *lesson, *sorted(own.rglob("*.css"))])
    style = assets.style(css)
    faces, data_faces, preload = _fonts(site, plate, lang, computed, assets)
    later = _later(plate, lang, computed, assets)
    return Look(
        icon=assets.add("icon.svg", (theme / "icon.svg").read_bytes()),
        styles=[assets.add(f"{plate.id}-{lang}.css", faces.encode() + style)],
        scripts=[assets.add(f"{plate.id}.js", script)], preload=preload, later=later,
        film=assets.add("film.js", film), wood=wood, share=share.of_plate(assets, site, plate, language, computed, wood), inline_style=data_faces + style.decode(),
        inline_script=lambda features: offline.script(assets, plate.id, entry, sources, features),
        carried_later={"outlines": json.loads(assets.files[later["outlines"]])} if "outlines" in later else {},
    )


def _later(plate: Plate, lang: str, computed: Computed, assets: Assets) -> dict[str, str]:
    """What a plate with a later.js may fetch when it is wanted: that script, and the outlines of the type that its traces are set in."""
    own = assets.root / "plates" / plate.id
    if not (own / "later.js").exists():
        return {}
    script = assets.script(f"export * from './plates/{plate.id}/later.js';", own.glob("**/*.js"), "esm")
    later = {"script": assets.add(f"{plate.id}-later.js", script)}
    wood = _wood(assets, plate, lang)
    if wood and wood.get("traces", True):
        characters = _set_texts(computed) | {*plate.strings[lang].get("letter", "")}
        cut = assets.outlines(wood["package"], wood["file"], "".join(sorted(characters)))
        later["outlines"] = assets.add(f"outlines-{lang}-{plate.id}.json", cut)
    return later


def _wood(assets: Assets, plate: Plate, lang: str) -> dict[str, Any] | None:
    """The font of a plate's wood type; a plate without type.toml sets none."""
    chosen = assets.root / "plates" / plate.id / "type.toml"
    return Table.load(chosen, Problems()).data.get(lang) if chosen.exists() else None


def _fonts(site: Site, plate: Plate, lang: str, computed: Computed, assets: Assets) -> tuple[str, str, list[str]]:
    """@font-face rules that point to files, the same with the files inside, and what to preload."""
    package = "@fontsource/source-serif-4"
    fonts = [("Source Serif 4", style, weight, assets.font(package, f"files/{file}"), file) for style, weight, file in assets_.TEXT_FACES]
    if wood := _wood(assets, plate, lang):
        words = "".join((site.strings[lang] | plate.strings[lang])[key] for key in wood.get("words", ())) + site.title[lang]
        content = assets.font(wood["package"], wood["file"], _set_characters(plate, lang, computed if wood.get("traces", True) else None, wood.get("letters", True)) + words)
        fonts.append(("Plate Wood", "normal", "400 900", content, f"wood-{lang}-{plate.id}.woff2"))
    faces, inside, preload = "", "", []
    for family, style, weight, content, name in fonts:
        path = assets.add(name, content)
        faces += assets_.face(family, path.removeprefix("assets/"), style, weight)
        inside += assets_.face(family, assets_.data_uri(content, "font/woff2"), style, weight)
        if style == "normal" and weight != 600:
            preload.append(path)
    return faces, inside, preload[:2] if lang == "en" else preload[1:]


def _set_characters(plate: Plate, lang: str, computed: Computed | None, letters: bool = True) -> str:
    """Every character that the plate sets in wood type: its titles', digits, the Latin alphabet unless `letters` is
    false, and its traces' where it sets those."""
    titles = [plate.title[lang], *(part.title for part in plate.documents[lang].sections)]
    basic = "0123456789 .,:;'&?!-" + (string.ascii_letters if letters else "")
    return "".join({*"".join(titles), *(_set_texts(computed) if computed else ()), *basic, *plate.strings[lang].get("letter", "")})


def _set_texts(computed: Computed) -> set[str]:
    """Every character of the traces but the one that stands for a blank."""
    texts = {text for trace in computed.traces.values() for text in trace.texts.values()}
    blank = {trace.texts.get(trace.mask_id) for trace in computed.traces.values()}
    return {*"".join(texts - blank)}
