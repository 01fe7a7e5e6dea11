"""Content in: the site, its strings and its plates, as plain records; every fault is collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import PressError, Problems
from .tables import Table, line_of, read_text
from .words import Document, read_document

VIEWS = ("both", "galley", "chase", "proof", "exploded", "plain")
LAYOUTS = ("stage", "lesson")
"""How a page is laid out: words beside one stage, or words with parts in them."""
OWN_FILES = {"plate.toml", "strings.toml"}
TAKEN = ("about", "embed", "strings")
"""Names that a plate cannot have: folders that the site has for itself."""


@dataclass(frozen=True)
class Language:
    """A language of the site: `code` in addresses, `tag` in HTML."""

    code: str
    tag: str
    name: str


@dataclass(frozen=True)
class Site:
    """content/site.toml and content/strings."""

    title: dict[str, str]
    description: dict[str, str]
    base_url: str
    languages: list[Language]
    strings: dict[str, dict[str, str]]
    notes: list[Note] = field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        """The languages' codes, the default one first."""
        return [language.code for language in self.languages]


@dataclass(frozen=True)
class Note:
    """A page of words alone: a folder of content/ with a page.toml and a file a language."""

    id: str
    title: dict[str, str]
    description: dict[str, str]
    changed: str
    documents: dict[str, Document] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """What the stage shows: names of traces, a view, where it starts, whether it plays by itself."""

    name: str
    front: str | None
    back: str | None
    view: str
    start: float | str
    play: bool
    line: int = 0


@dataclass(frozen=True)
class Source:
    """A numbered source of a plate; `checked` is the day on which its figures were compared."""

    id: str
    authors: str
    title: str
    year: int
    where: str
    url: str
    checked: str


@dataclass(frozen=True)
class Plate:
    """One folder of content/ with its words, and its data files by name."""

    id: str
    path: Path
    number: int
    category: dict[str, str]
    title: dict[str, str]
    lead: dict[str, str]
    description: dict[str, str]
    changed: str
    authors: list[str]
    sections: list[str]
    scenes: dict[str, list[Scene]]
    sources: list[Source]
    strings: dict[str, dict[str, str]]
    data: dict[str, Any]
    layout: str = "stage"
    readers: list[str] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)


def load_site(content: Path, problems: Problems) -> Site:
    """content/site.toml with the interface's strings."""
    table = Table.load(content / "site.toml", problems)
    languages = []
    for row in table.rows("language"):
        languages.append(Language(row.slug("code"), row.text_of("tag"), row.text_of("name")))
        row.only_these()
    if not languages:
        table.fault("want at least one [[language]]")
    codes = [language.code for language in languages]
    site = Site(
        title=table.both("title", codes),
        description=table.both("description", codes),
        base_url=table.text_of("base_url").rstrip("/") + "/",
        languages=languages,
        strings=_strings([content / "strings" / f"{code}.toml" for code in codes], codes, problems),
    )
    table.only_these()
    return site


def _strings(paths: list[Path], codes: list[str], problems: Problems) -> dict[str, dict[str, str]]:
    """Flat strings, one file a language; every language must have the same keys and placeholders."""
    tables = {}
    for code, path in zip(codes, paths):
        try:
            tables[code] = Table.load(path, problems)
        except PressError as error:
            problems.take(error)
    return _same_strings({code: (_flat(t.data), t, []) for code, t in tables.items()}, problems)


def _flat(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    out = {}
    for key, value in data.items():
        if isinstance(value, dict):
            out |= _flat(value, f"{prefix}{key}.")
        else:
            out[prefix + key] = value
    return out


def _same_strings(tables: dict[str, tuple[dict, Table, list]], problems: Problems) -> dict[str, dict[str, str]]:
    """Check texts against the first language's: the same keys, the same {placeholders}."""
    out = {code: flat for code, (flat, _, _) in tables.items()}
    keys = dict.fromkeys(key for flat in out.values() for key in flat)
    for code, (flat, table, under) in tables.items():
        for key in keys:
            at = Table(table.data, table.path, table.text, problems, [*under, *key.split(".")[:-1]])
            last = key.split(".")[-1]
            if key not in flat:
                at.fault(f"{key} has no text in {code!r}; write one here")
            elif not isinstance(flat[key], str) or not flat[key].strip():
                at.fault(f"{key} is {flat[key]!r}; want some text", last)
            else:
                others = [o[key] for o in out.values() if isinstance(o.get(key), str)]
                if len({frozenset(_holes(text)) for text in others}) > 1 and code != next(iter(tables)):
                    first = next(iter(tables))
                    at.fault(f"{key} has {_listed(flat[key])} where {first!r} has {_listed(others[0])}; use the same", last)
    return out


def _holes(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


def _listed(text: str) -> str:
    """The placeholders of a text, for a message."""
    return " ".join(f"{{{hole}}}" for hole in sorted(_holes(text))) or "no {placeholders}"


def load_plates(content: Path, site: Site, problems: Problems, only: str | None = None) -> list[Plate]:
    """Every folder of content/ that holds a plate.toml, in the order of their numbers."""
    folders = sorted(path.parent for path in content.glob("*/plate.toml"))
    plates = []
    for folder in folders:
        if only and folder.name != only:
            continue
        try:
            plates.append(_load_plate(folder, site, problems))
        except PressError as error:
            problems.take(error)
    _unique(plates, problems)
    return sorted(plates, key=lambda plate: plate.number)


def _unique(plates: list[Plate], problems: Problems) -> None:
    """No two plates may have one number, or write to one address."""
    for what in ("number", "id"):
        seen: dict[Any, Plate] = {}
        for plate in plates:
            first = seen.setdefault(getattr(plate, what), plate)
            if first is not plate:
                message = f"{what} {getattr(plate, what)!r} is already that of {first.path.as_posix()}; give this plate another"
                path = plate.path / "plate.toml"
                problems.add(message, path, line_of(read_text(path), [what]))


def _load_plate(folder: Path, site: Site, problems: Problems) -> Plate:
    table = Table.load(folder / "plate.toml", problems)
    codes = site.codes
    sections, scenes = _sections(table)
    plate = Plate(
        id=table.slug("id"), path=folder, number=table.whole("number"),
        category=table.both("category", codes), title=table.both("title", codes),
        lead=table.both("lead", codes), description=table.both("description", codes),
        changed=table.date("changed"), authors=table.texts("authors"),
        sections=sections, scenes=scenes, sources=_sources(table),
        strings=_plate_strings(folder / "strings.toml", codes, problems),
        data=_data(folder, problems), layout=table.choice("layout", LAYOUTS, "stage"), readers=table.slugs("readers"),
    )
    table.only_these()
    if plate.id in TAKEN:
        table.fault(f"id is {plate.id!r}, which the site has for itself; choose another", "id")
    if plate.layout == "stage" and not any(scenes.values()):
        table.fault("want at least one [[section]] with a [[section.scene]]: it is what the stage shows first")
    for code in codes:
        try:
            plate.documents[code] = read_document(folder / f"{code}.md", problems)
        except PressError as error:
            problems.take(error)
    return plate


def _sections(table: Table) -> tuple[list[str], dict[str, list[Scene]]]:
    ids: list[str] = []
    scenes: dict[str, list[Scene]] = {}
    for row in table.rows("section"):
        section = row.slug("id")
        if section in ids:
            row.fault(f"section {section!r} is given twice; ids are unique in a plate", "id")
        ids.append(section)
        scenes[section] = [_scene(scene) for scene in row.rows("scene")]
        row.only_these()
    return ids, scenes


def _scene(row: Table) -> Scene:
    start = row.data.get("start", 0)
    row._read.add("start")
    if isinstance(start, bool) or not (start == "end" or isinstance(start, (int, float)) and start >= 0 and start * 2 == int(start * 2)):
        row.fault(f"start is {start!r}; want a number of passes, half a pass more, or \"end\"", "start")
        start = 0
    scene = Scene(
        name=row.slug("name"), front=row.text_of("front", None), back=row.text_of("back", None),
        view=row.choice("view", VIEWS, "both"), start=start, play=row.flag("play", False),
        line=line_of(row.text, row.keys) or 1,
    )
    row.only_these()
    return scene


def _sources(table: Table) -> list[Source]:
    sources = []
    for row in table.rows("source"):
        source = Source(
            row.slug("id"), row.text_of("authors"), row.text_of("title"), row.whole("year"),
            row.text_of("where"), row.text_of("url"), row.date("checked"),
        )
        if not source.url.startswith("https://"):
            row.fault(f"url is {source.url!r}; want an address that starts with https://", "url")
        if source.id in [s.id for s in sources]:
            row.fault(f"source {source.id!r} is given twice", "id")
        sources.append(source)
        row.only_these()
    return sources


def _plate_strings(path: Path, codes: list[str], problems: Problems) -> dict[str, dict[str, str]]:
    """strings.toml of a plate: a table a language; a plate without words of its own has none."""
    if not path.exists():
        return {code: {} for code in codes}
    table = Table.load(path, problems)
    parts = {}
    for code in codes:
        part = table.table(code)
        parts[code] = (_flat(part.data) if part else {}, table, [code])
    table.only_these()
    return _same_strings(parts, problems)


def _data(folder: Path, problems: Problems) -> dict[str, Any]:
    """Every other TOML file of the folder, by name: data for the plate's computed.py."""
    return {
        path.stem: Table.load(path, problems).data
        for path in sorted(folder.glob("*.toml")) if path.name not in OWN_FILES
    }
