"""Content in: the site, its strings and its plates, as plain records; every fault is collected."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .errors import PressError, Problems
from .strings import plate_strings, site_strings
from .tables import Table, line_of, read_text
from .words import Document, read_document

VIEWS = ("both", "galley", "chase", "proof", "exploded", "plain")
LAYOUTS = ("stage", "lesson")
"""How a page is laid out: words beside one stage, or words with parts in them."""
DIRECTIONS = ("ltr", "rtl")
"""Which way the lines of an interface run."""
OWN_FILES = {"plate.toml", "strings.toml"}
TAKEN = ("about", "embed", "strings")
"""Names that a plate cannot have: folders that the site has for itself."""


@dataclass(frozen=True)
class Language:
    """A language of the site: `code` in addresses, `tag` in HTML. The interface is in it, and runs in its direction;
    titles, words and fills are in `content`, which is the same language unless site.toml names another."""

    code: str
    tag: str
    name: str
    direction: str = "ltr"
    other: Language | None = None

    @property
    def content(self) -> Language:
        """The language of the plates' words."""
        return self.other or self

    @property
    def words(self) -> str:
        """The code of that language."""
        return self.content.code


@dataclass(frozen=True)
class Site:
    """content/site.toml and content/strings."""

    title: dict[str, str]
    description: dict[str, str]
    base_url: str
    languages: list[Language]
    strings: dict[str, dict[str, str]]
    notes: list[Note] = field(default_factory=list)
    plates: list[str] = field(default_factory=list)
    """The ids of all plates in content/, whether or not a build is asked for them: words may link to any."""

    @property
    def codes(self) -> list[str]:
        """The languages' codes, the default one first."""
        return [language.code for language in self.languages]

    @property
    def words(self) -> dict[str, str]:
        """The languages' codes, each with that of the language whose words it has."""
        return {language.code: language.words for language in self.languages}

    def addresses(self, lang: str) -> dict[str, str]:
        """The plates' ids, each with its page's whole address in one language."""
        return {plate: f"{self.base_url}{lang}/{plate}/" for plate in self.plates}


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
    languages = _languages(table)
    codes = [language.code for language in languages]
    site = Site(
        title=table.both("title", dict(zip(codes, codes))),
        description=table.both("description", dict(zip(codes, codes))),
        base_url=table.text_of("base_url").rstrip("/") + "/",
        languages=languages,
        strings=site_strings([content / "strings" / f"{code}.toml" for code in codes], codes, problems),
        plates=_plate_ids(content),
    )
    table.only_these()
    return site


def _plate_ids(content: Path) -> list[str]:
    """The id of every plate.toml; one that cannot be read is told when the plate is loaded."""
    ids = []
    for path in sorted(content.glob("*/plate.toml")):
        try:
            ids.append(str(Table.load(path, Problems()).data.get("id", "")))
        except PressError:
            continue
    return ids


def _languages(table: Table) -> list[Language]:
    """The site's languages; one that takes its words from a language without words of its own is a fault."""
    rows = table.rows("language")
    if not rows:
        table.fault("want at least one [[language]]")
    languages = [
        Language(row.slug("code"), row.text_of("tag"), row.text_of("name"), row.choice("direction", DIRECTIONS, "ltr")) for row in rows
    ]
    own = {language.code: language for language, row in zip(languages, rows) if "words" not in row.data}
    for at, row in enumerate(rows):
        words = row.choice("words", tuple(own), "")
        row.only_these()
        if "words" in row.data:
            languages[at] = replace(languages[at], other=own.get(words) or next(iter(own.values()), None))
    return languages


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
    codes = site.words
    sections, scenes = _sections(table)
    plate = Plate(
        id=table.slug("id"), path=folder, number=table.whole("number"),
        category=table.both("category", codes), title=table.both("title", codes),
        lead=table.both("lead", codes), description=table.both("description", codes),
        changed=table.date("changed"), authors=table.texts("authors"),
        sections=sections, scenes=scenes, sources=_sources(table),
        strings=plate_strings(folder / "strings.toml", site.codes, problems),
        data=_data(folder, problems), layout=table.choice("layout", LAYOUTS, "stage"), readers=table.slugs("readers"),
    )
    table.only_these()
    if plate.id in TAKEN:
        table.fault(f"id is {plate.id!r}, which the site has for itself; choose another", "id")
    if plate.layout == "stage" and not any(scenes.values()):
        table.fault("want at least one [[section]] with a [[section.scene]]: it is what the stage shows first")
    plate.documents.update(read_documents(folder, site, problems))
    return plate


def read_documents(folder: Path, site: Site, problems: Problems) -> dict[str, Document]:
    """A folder's Markdown file for every language of the site; those that share their words share the document."""
    own = {}
    for code in dict.fromkeys(site.words.values()):
        try:
            own[code] = read_document(folder / f"{code}.md", problems)
        except PressError as error:
            problems.take(error)
    return {code: own[words] for code, words in site.words.items() if words in own}


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


def _data(folder: Path, problems: Problems) -> dict[str, Any]:
    """Every other TOML file of the folder, by name: data for the plate's computed.py."""
    return {
        path.stem: Table.load(path, problems).data
        for path in sorted(folder.glob("*.toml")) if path.name not in OWN_FILES
    }
