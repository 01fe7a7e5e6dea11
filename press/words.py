"""A plate's words: one Markdown file a language, cut into sections with written ids.

    ## Two ways to write {#whole}
    {caption} {=places} places

    Prose with a figure, {=surest8.passes}, a citation [@llada], a link [to the bench](#bench).

    {table passes | passes | positions}

    {for engineer}
    What only an engineer is told.
    {end}

Here the file is read and cut; `prose` turns a section into HTML or into the twin's Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .errors import Problems
from .tables import SLUG, read_text

HEADING = re.compile(r"^(#{1,6})\s+(.*?)(?:\s+\{#([^}]*)\})?\s*$")
CAPTION = "{caption} "
FENCE = re.compile(r"^(```|~~~)")
BLOCK = re.compile(r"^\{(?:for\s+([a-z0-9-]+)|end)\}\s*$")
HAN = r"\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef\u2018-\u201d\u2014\u2026"
JOIN = re.compile(rf"(?<=[{HAN}])\n(?=[{HAN}])")


@dataclass
class Part:
    """A section, or a question inside one: its body is Markdown that starts on `line`."""

    id: str
    title: str
    line: int
    caption: str = ""
    caption_line: int = 0
    body: list[tuple[int, str]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The body as one text; no space is left where a line of Han runs on into the next."""
        return JOIN.sub("", "\n".join(text for _, text in self.body)).strip("\n")

    @property
    def readers(self) -> list[str]:
        """Whom the blocks of this part are for, in order."""
        return [piece.reader for piece in cut(self.body) if piece.reader]


@dataclass
class Document:
    """One language's words. A part whose id is wrong has an empty one."""

    path: Path
    sections: list[Part]

    @property
    def parts(self) -> list[Part]:
        """Every section and question, in order."""
        return [part for section in self.sections for part in (section, *section.parts)]


@dataclass
class Piece:
    """Lines of a body that are for one reader ("": for everybody); a block opens on `line`."""

    reader: str
    line: int = 0
    body: list[tuple[int, str]] = field(default_factory=list)


def cut(body: list[tuple[int, str]], note: Callable[[str, int], None] = lambda message, line: None) -> list[Piece]:
    """A body cut at `{for reader}` and `{end}`.

    `note` is told of blocks that stand inside one another, are not ended, or end nothing.
    """
    pieces, fenced = [Piece("")], False
    for line, text in body:
        fenced ^= bool(FENCE.match(text))
        mark = None if fenced else BLOCK.match(text)
        if mark is None:
            pieces[-1].body.append((line, text))
            continue
        reader, around = mark[1] or "", pieces[-1]
        if reader and around.reader:
            note(f"{{for {reader}}} stands inside {{for {around.reader}}} of line {around.line}; put {{end}} before it", line)
        if not reader and not around.reader:
            note("{end} ends nothing; a block begins with {for reader}", line)
        pieces.append(Piece(reader, line))
    if pieces[-1].reader:
        note(f"{{for {pieces[-1].reader}}} has no end; put {{end}} on a line of its own after it, before the next heading", pieces[-1].line)
    return pieces


def read_document(path: Path, problems: Problems) -> Document:
    """Read and cut one file; ids that are missing, malformed or given twice are noted."""
    document = Document(path, [])
    current: Part | None = None
    fenced = False
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else HEADING.match(line)
        if heading:
            current = _open(document, heading, number, problems)
        elif current is None:
            if line.strip():
                problems.add("text before the first section; start with `## Title {#id}`", path, number)
        elif line.startswith(CAPTION) and not fenced:
            current.caption, current.caption_line = line[len(CAPTION):].strip(), number
        else:
            current.body.append((number, line))
    _check_ids(document, problems)
    return document


def _open(document: Document, heading: re.Match, number: int, problems: Problems) -> Part:
    """Begin a section (##) or a question in the section before (###)."""
    level, title, given = len(heading[1]), heading[2], heading[3]
    part = Part(given or "", title, number)
    if not title:
        problems.add("a heading without words", document.path, number)
    if given is None:
        problems.add(f"the heading {title!r} has no id; end it with {{#id}}, the same id in every language", document.path, number)
    elif not SLUG.fullmatch(given):
        problems.add(f"{given!r} is not an id; want small letters, digits and hyphens, as {{#two-words}}", document.path, number)
        part.id = ""
    if level == 2:
        document.sections.append(part)
    elif level == 3 and document.sections:
        document.sections[-1].parts.append(part)
    else:
        problems.add(f"a heading of level {level}; sections are ## and the questions in them ###", document.path, number)
    return part


def _check_ids(document: Document, problems: Problems) -> None:
    seen: dict[str, int] = {}
    for part in document.parts:
        if part.id in seen:
            problems.add(f"id {part.id!r} was given on line {seen[part.id]} already; ids are unique", document.path, part.line)
        elif part.id:
            seen[part.id] = part.line


def compare(documents: dict[str, Document], problems: Problems) -> None:
    """Every language has the same ids in the same order as the first, or the difference is noted.

    Where a heading has no id, that is noted already, and all else would follow from it.
    """
    if not all(part.id for document in documents.values() for part in document.parts):
        return
    first, *others = {document.path: document for document in documents.values()}.values()
    for other in others:
        here, there = [p.id for p in other.parts], [p.id for p in first.parts]
        for part in first.parts:
            if part.id not in here:
                problems.add(f"{part.id!r} is missing; {first.path.name} has it on line {part.line}", other.path, 1)
        for part in other.parts:
            if part.id not in there:
                problems.add(f"{part.id!r} is not in {first.path.name}; add it there, or take it out here", other.path, part.line)
        if sorted(here) == sorted(there) and here != there:
            at = next(i for i, pair in enumerate(zip(here, there)) if pair[0] != pair[1])
            problems.add(f"{here[at]!r} stands where {first.path.name} has {there[at]!r}; use one order", other.path, other.parts[at].line)
        if here == there:
            _compare_readers(first, other, problems)


def _compare_readers(first: Document, other: Document, problems: Problems) -> None:
    """Sections that are the same have blocks for the same readers in the same order."""
    for there, here in zip(first.parts, other.parts):
        if here.readers != there.readers:
            has, wanted = (", ".join(part.readers) or "nobody" for part in (here, there))
            problems.add(f"{here.id!r} has blocks for {has}; {first.path.name} has them for {wanted}; use the same", other.path, here.line)
