"""Pages of words alone: a folder of content/ with a page.toml and one Markdown file a language.

    title = {en = "…", zh = "…"}
    description = {en = "…", zh = "…"}
    changed = 2026-11-30

The words are cut, checked and turned into pages as a plate's are. They have no plate behind them,
so there are no figures, tables, scenes, captions or sources to call for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .errors import PressError, Problems
from .load import TAKEN, Note, Site, read_documents
from .prose import CITE, CODE, LEFTOVER, Resolver, plain, to_html, to_twin
from .edition import Edition
from .share import Share
from .render import Renderer, alternates, others, words_of
from .tables import SLUG, Table
from .twin import part_text
from .words import FENCE, Document, Part, compare

DIRECTIVE = re.compile(f"{LEFTOVER.pattern}|{CITE.pattern}")


def load_notes(content: Path, site: Site, problems: Problems) -> list[Note]:
    """Every folder with a page.toml and no plate.toml, by name; every fault of its words is noted."""
    notes = []
    for path in sorted(content.glob("*/page.toml")):
        if (path.parent / "plate.toml").exists():
            continue
        try:
            notes.append(_load_note(path, site, problems))
        except PressError as error:
            problems.take(error)
    return notes


def _load_note(path: Path, site: Site, problems: Problems) -> Note:
    table, folder = Table.load(path, problems), path.parent
    note = Note(folder.name, table.both("title", site.words), table.both("description", site.words), table.date("changed"))
    table.only_these()
    if note.id in TAKEN or not SLUG.fullmatch(note.id):
        table.fault(f"the folder {note.id!r} cannot be a page's name; want small letters, digits and hyphens, and none of {', '.join(TAKEN)}")
    note.documents.update(read_documents(folder, site, problems))
    if len(note.documents) == len(site.codes):
        compare(note.documents, problems)
    for document in note.documents.values():
        _check(document, site, problems)
    return note


def _check(document: Document, site: Site, problems: Problems) -> None:
    """Look up every link; a directive is a fault, and nothing more is said of its line."""
    resolver = _resolver(document, site, site.codes[0], problems)
    for part in document.parts:
        wrong = dict(_directives(part))
        for line, text in wrong.items():
            problems.add(f"{text!r} needs a plate; a page of words has Markdown and links alone", document.path, line)
        to_twin(replace(part, body=[(line, text) for line, text in part.body if line not in wrong]), resolver)


def _directives(part: Part) -> Iterator[tuple[int, str]]:
    """Line and text of each directive outside of code, one a line."""
    if part.caption:
        yield part.caption_line, "{caption}"
    fenced = False
    for line, text in part.body:
        if FENCE.match(text):
            fenced = not fenced
        elif not fenced and (found := DIRECTIVE.search(CODE.sub("", text))):
            yield line, found[0]


def _resolver(document: Document, site: Site, lang: str, problems: Problems) -> Resolver:
    return Resolver({}, {}, [], {part.id for part in document.parts}, {}, document.path, problems, plates=site.addresses(lang))


def note_pages(renderer: Renderer, site: Site, editions: list[Edition], shares: dict[str, Share]) -> dict[str, str]:
    """Page and Markdown twin of every note in every language, by path. `shares` has an image a language."""
    looks = {edition.lang: edition.look for edition in editions}
    out = {}
    for note in site.notes:
        for language in site.languages:
            lang, document = language.code, note.documents[language.code]
            resolver, look = _resolver(document, site, lang, Problems()), looks[lang]
            path, twin = f"{lang}/{note.id}/index.html", f"{lang}/{note.id}/index.md"
            out[path] = renderer.page(
                "page-words.html", path, note=note, language=language, lang=lang, s=words_of(site, lang), twin=twin,
                sections=[_section(part, resolver) for part in document.sections], kind="site",
                others=others(site, lang, note.id), alternates=alternates(site, note.id), share=shares[lang],
                assets=look, styles=look.styles, scripts=[], preload=[],
            )
            out[twin] = _twin(note, site, lang, resolver)
    return out


def _section(part: Part, resolver: Resolver) -> dict[str, Any]:
    return {"id": part.id, "title": part.title, "html": to_html(part, resolver), "parts": [_section(p, resolver) for p in part.parts]}


def _twin(note: Note, site: Site, lang: str, resolver: Resolver) -> str:
    changed = words_of(site, lang)("plate.changed", date=note.changed)
    out = [f"# {plain(note.title[lang])}", plain(note.description[lang]), f"{changed} · <{site.base_url}{lang}/{note.id}/>"]
    for section in note.documents[lang].sections:
        out += part_text(section, 2, resolver)
        for part in section.parts:
            out += part_text(part, 3, resolver)
    return "\n\n".join(out) + "\n"
