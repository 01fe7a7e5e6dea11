"""A whole build: content and plates in, every file of the site out."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from . import assets as assets_
from . import live, offline, share, siblings, traces
from .assets import Assets
from .edition import Edition, Look
from .errors import PressError, Problems
from .load import Language, Plate, Site, load_plates, load_site
from .notes import load_notes
from .pages import edition_files, site_files
from .prose import Resolver, refer
from .pool import Workers
from .publish import MANIFEST, Output
from .render import Renderer
from .strings import Strings
from .tables import Table
from .traces import Computed
from .words import compare

SITE_IDS = {"sources", "data", "licence", "cite", "stage"}
"""Ids that the templates give to sections of their own."""

PLAIN_ENTRY = """import { start } from './press/theme/js/page.js';
import { createStage, describe } from './press/theme/js/plain.js';
start({ createStage, describe });
"""
"""The script of a plate that has no index.js."""


@dataclass(frozen=True)
class Options:
    """What a build is asked for; None and empty mean all of it."""

    root: Path
    out: Path
    cache: Path
    base_url: str | None = None
    plate: str | None = None
    lang: str | None = None
    workers: Workers = Workers()
    live: bool = True
    strict: bool = False
    siblings: bool = False
    progress: Callable[[str, int, int], None] = lambda what, n, of: None


@dataclass(frozen=True)
class Prepared:
    """All that pages are rendered from."""

    site: Site
    plates: list[Plate]
    editions: list[Edition]
    renderer: Renderer
    assets: Assets
    toy: dict[str, Any] | None


def prepare(options: Options) -> Prepared:
    """Read everything and compute what is missing. Raises PressError with all faults that were found."""
    site, plates, problems = load(options)
    problems.stop()
    assets = Assets(options.root, options.cache)
    toy = live.files(options, assets) if options.live else None
    editions = []
    for plate in plates:
        try:
            editions += _editions(options, site, plate, assets, toy, problems)
        except PressError as error:
            problems.take(error)  # the other plates are looked at all the same
    problems.stop()
    return Prepared(site, plates, editions, Renderer(options.root, site, options.cache), assets, toy)


def build(options: Options) -> Output:
    """Every file of the site. Raises PressError with all faults that were found."""
    made = prepare(options)
    output = Output()
    for edition in made.editions:
        for path, content in edition_files(made.renderer, edition).items():
            output.add(path, content)
    for path, content in site_files(made.renderer, made.site, made.plates, made.editions, made.assets, made.toy).items():
        output.add(path, content)
    for path, content in {**made.assets.files, **(made.toy["content"] if made.toy else {})}.items():
        output.add(path, content)
    if options.siblings:
        siblings.add(output, options.cache, options.workers.jobs)
    output.add(MANIFEST, output.manifest())
    return output


def load(options: Options) -> tuple[Site, list[Plate], Problems]:
    """The site and its plates with every fault of their words and tables."""
    problems = Problems()
    content = options.root / "content"
    try:
        site = load_site(content, problems)
    except PressError as error:
        problems.take(error)
        problems.stop()
    if options.base_url:
        site = replace(site, base_url=options.base_url.rstrip("/") + "/")
    site = replace(site, notes=load_notes(content, site, problems))
    plates = load_plates(content, site, problems, options.plate)
    if not plates and not problems.faults:
        raise PressError(f"no plate {options.plate!r} in {content.name}/" if options.plate else "there is no plate in content/; `build.py new NAME` makes one")
    for plate in plates:
        if len(plate.documents) == len(site.languages):
            compare(plate.documents, problems)
            _check_sections(plate, problems)
    _relative_to(options.root, problems)
    return _in_one_language(site, options.lang), plates, problems


def _in_one_language(site: Site, lang: str | None) -> Site:
    """The site with the language that was asked for; the words of all of them were read all the same."""
    if lang is None:
        return site
    if lang not in site.codes:
        raise PressError(f"--lang {lang}: the site has no such language; it has {', '.join(site.codes)}")
    return replace(site, languages=[language for language in site.languages if language.code == lang])


def _relative_to(root: Path, problems: Problems) -> None:
    """Faults name files as an author sees them: from the project's root."""
    problems.faults = [fault.replace(f"{root.as_posix()}/", "") for fault in problems.faults]


def _check_sections(plate: Plate, problems: Problems) -> None:
    """plate.toml and the words must have the same sections in the same order."""
    document = next(iter(plate.documents.values()))
    if not all(part.id for part in document.parts):
        return  # noted already, and what follows from it is not news
    ids = [section.id for section in document.sections]
    for number, section in enumerate(plate.sections):
        if section not in ids:
            problems.add(f"section {section!r} is in plate.toml and not in the words; write it, or take it out there", document.path, 1)
    for section in document.sections:
        if section.id not in plate.sections:
            problems.add(f"section {section.id!r} is not in plate.toml; add [[section]] with this id", document.path, section.line)
        if section.id in SITE_IDS:
            problems.add(f"the id {section.id!r} is taken by the page itself; choose another", document.path, section.line)


def _editions(options: Options, site: Site, plate: Plate, assets: Assets, toy: Any, problems: Problems) -> list[Edition]:
    out, made = [], {}
    for language in site.languages:
        words = language.words
        computed = made[words] = made.get(words) or traces.compute(
            plate, words, options.root, options.cache, options.workers, partial(options.progress, f"traces {plate.id} {words}"))
        _check_scenes(plate, computed, problems)
        resolver = _resolver(plate, language, computed, options.root, problems)
        for part in plate.documents[language.code].parts:
            refer(part, resolver)
        edition = Edition(plate, language, computed, resolver, _look(options, site, plate, language.content, computed, assets), toy and toy["config"])
        edition.extra = _extra(options, site, plate, language, computed)
        if toy and "selftest" in edition.extra["page"]:
            live.give(edition, toy, assets)
        out.append(edition)
    return out


def _check_scenes(plate: Plate, computed: Computed, problems: Problems) -> None:
    for rows in plate.scenes.values():
        for scene in rows:
            for name in (scene.front, scene.back):
                if name and name not in computed.traces:
                    problems.add(f"no trace {name!r}; computed.py makes {', '.join(sorted(computed.traces))}", _short(plate, "plate.toml"), scene.line)


def _short(plate: Plate, name: str) -> str:
    return f"content/{plate.path.name}/{name}"


def _resolver(plate: Plate, language: Language, computed: Computed, root: Path, problems: Problems) -> Resolver:
    lang, document = language.code, plate.documents[language.code]
    return Resolver(
        computed.numbers, computed.tables, [source.id for source in plate.sources],
        {part.id for part in document.parts} | SITE_IDS,
        {section: {scene.name for scene in rows} for section, rows in plate.scenes.items()},
        Path(_short(plate, document.path.name)), problems, _parts(plate, lang, root, problems),
        _readers(plate, lang, problems), Strings({}, language).interface,
    )


def _parts(plate: Plate, lang: str, root: Path, problems: Problems) -> dict[str, str]:
    """The plate's parts, a template each, and the words that say what each is."""
    names = [path.stem for path in sorted((root / "plates" / plate.id / "parts").glob("*.html"))]
    words = plate.strings[lang]
    for name in names:
        if f"part.{name}" not in words:
            problems.add(f"part.{name} has no text; say in a few words what parts/{name}.html shows", Path(_short(plate, "strings.toml")), 1)
    return {name: words.get(f"part.{name}", name) for name in names}


def _readers(plate: Plate, lang: str, problems: Problems) -> dict[str, str]:
    """Whom the plate speaks to apart, and the label of each."""
    words = plate.strings[lang]
    for reader in plate.readers:
        if f"reader.{reader}" not in words:
            problems.add(f"reader.{reader} has no text; say in a few words who this reader is", Path(_short(plate, "strings.toml")), 1)
    return {reader: words.get(f"reader.{reader}", reader) for reader in plate.readers}


def _extra(options: Options, site: Site, plate: Plate, language: Language, computed: Computed) -> dict[str, Any]:
    """What a plate's Python hands to its own templates and scripts."""
    code, words = computed.code, language.words
    return {
        "page": code.page(words, computed.traces), "parts": code.parts(words, computed.traces, computed.files),
        "picture": code.picture(words, computed.traces) if plate.layout == "stage" else None,
        "shown": code.shown(computed.traces), "across": code.across(computed.traces), "strings": site.strings[language.code],
        "templates": [p.relative_to(options.root).as_posix() for p in (options.root / "plates" / plate.id).glob("*.html")],
    }


def _look(options: Options, site: Site, plate: Plate, language: Language, computed: Computed, assets: Assets) -> Look:
    """Bundle the plate's script and style, cut its fonts, draw its share image; the same content is the same file."""
    root, lang, wood = options.root, language.code, _wood(assets, plate, language.code)
    theme, own = root / "press" / "theme", root / "plates" / plate.id
    sources = [*(theme / "js").rglob("*.js"), *own.rglob("*.js"), *(root / "wasm" / "worker").glob("*.js")]
    entry = f"import './plates/{plate.id}/index.js';" if (own / "index.js").exists() else PLAIN_ENTRY
    script = assets.script(entry, sources)
    film = assets.script(f"export * from './{offline.FILM}/film.js';", sources, "esm")
    lesson = sorted((theme / "css" / "lesson").glob("*.css")) if plate.layout == "lesson" else []
    css = "".join(p.read_text(encoding="utf-8") for p in [*sorted((theme / "css").glob("*.css")), *lesson, *sorted(own.rglob("*.css"))])
    style = assets.style(css)
    faces, data_faces, preload = _fonts(site, plate, lang, computed, assets)
    later = _later(options, plate, lang, computed, assets)
    return Look(
        icon=assets.add("icon.svg", (theme / "icon.svg").read_bytes()),
        styles=[assets.add(f"{plate.id}-{lang}.css", faces.encode() + style)],
        scripts=[assets.add(f"{plate.id}.js", script)], preload=preload, later=later,
        film=assets.add("film.js", film), wood=wood, share=share.of_plate(assets, site, plate, language, computed, wood), inline_style=data_faces + style.decode(),
        inline_script=lambda features: offline.script(assets, plate.id, entry, sources, features),
        carried_later={"outlines": json.loads(assets.files[later["outlines"]])} if "outlines" in later else {},
    )


def _later(options: Options, plate: Plate, lang: str, computed: Computed, assets: Assets) -> dict[str, str]:
    """What a plate with a later.js may fetch when it is wanted: that script, and the outlines of the type that its traces are set in."""
    own = options.root / "plates" / plate.id
    if not (own / "later.js").exists():
        return {}
    script = assets.script(f"export * from './plates/{plate.id}/later.js';", own.glob("**/*.js"), "esm")
    later = {"script": assets.add(f"{plate.id}-later.js", script)}
    wood = _wood(assets, plate, lang)
    if wood and wood.get("traces", True):
        characters = set_texts(computed) | {*plate.strings[lang].get("letter", "")}
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
        content = assets.font(wood["package"], wood["file"], set_characters(plate, lang, computed if wood.get("traces", True) else None, wood.get("letters", True)) + words)
        fonts.append(("Plate Wood", "normal", "400 900", content, f"wood-{lang}-{plate.id}.woff2"))
    faces, inside, preload = "", "", []
    for family, style, weight, content, name in fonts:
        path = assets.add(name, content)
        faces += assets_.face(family, path.removeprefix("assets/"), style, weight)
        inside += assets_.face(family, assets_.data_uri(content, "font/woff2"), style, weight)
        if style == "normal" and weight != 600:
            preload.append(path)
    return faces, inside, preload[:2] if lang == "en" else preload[1:]


def set_characters(plate: Plate, lang: str, computed: Computed | None, letters: bool = True) -> str:
    """Every character that the plate sets in wood type: its titles', digits, the Latin alphabet unless `letters` is
    false, and its traces' where it sets those."""
    titles = [plate.title[lang], *(part.title for part in plate.documents[lang].sections)]
    basic = "0123456789 .,:;'&?!-" + (string.ascii_letters if letters else "")
    return "".join({*"".join(titles), *(set_texts(computed) if computed else ()), *basic, *plate.strings[lang].get("letter", "")})


def set_texts(computed: Computed) -> set[str]:
    """Every character of the traces but the one that stands for a blank."""
    texts = {text for trace in computed.traces.values() for text in trace.texts.values()}
    blank = {trace.texts.get(trace.mask_id) for trace in computed.traces.values()}
    return {*"".join(texts - blank)}
