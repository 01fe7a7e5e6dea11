"""A whole build: content and plates in, every file of the site out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from . import live, looks, siblings, traces
from .assets import Assets
from .edition import Edition
from .errors import PressError, Problems
from .load import Language, Plate, Site, load_plates, load_site
from .notes import load_notes
from .pages import edition_files, site_files
from .prose import Resolver, refer
from .pool import Workers
from .publish import MANIFEST, Output
from .render import Renderer
from .strings import Strings
from .traces import Computed
from .words import compare

SITE_IDS = {"sources", "data", "licence", "cite", "stage"}
"""Ids that the templates give to sections of their own."""

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
    return Prepared(site, plates, editions, Renderer(options.root, site, options.cache, (plate.id for plate in plates)), assets, toy)


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
        resolver = _resolver(site, plate, language, computed, options.root, problems)
        for part in plate.documents[language.code].parts:
            refer(part, resolver)
        edition = Edition(plate, language, computed, resolver, looks.make(site, plate, language.content, computed, assets), toy and toy["config"])
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


def _resolver(site: Site, plate: Plate, language: Language, computed: Computed, root: Path, problems: Problems) -> Resolver:
    lang, document = language.code, plate.documents[language.code]
    return Resolver(
        computed.numbers, computed.tables, [source.id for source in plate.sources],
        {part.id for part in document.parts} | SITE_IDS,
        {section: {scene.name for scene in rows} for section, rows in plate.scenes.items()},
        Path(_short(plate, document.path.name)), problems, _parts(plate, lang, root, problems),
        _readers(plate, lang, problems), site.addresses(lang), Strings({}, language).interface,
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
