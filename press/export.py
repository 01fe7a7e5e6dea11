"""`build.py export`: offline files for a chosen plate, language, section and set of features; or a folder of them, zipped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from . import offline
from .archive import packed
from .build import Options, Prepared, prepare
from .edition import Edition
from .errors import PressError
from .render import context_of

EVERY = "all"
"""In place of a plate's name."""
FOLDER = "plateworks.zip"
INDEX = "index.html"


@dataclass(frozen=True)
class Choice:
    """What goes into a file: one section or, where None, all; these features or, where None, what the site offers."""

    section: str | None = None
    features: tuple[str, ...] | None = None


@dataclass(frozen=True)
class File:
    """One file made: its name, its bytes, whose it is, whether the live toy is in it, and the section, if it is one alone."""

    name: str
    content: bytes
    edition: Edition
    live: bool
    section: str | None


def export(options: Options, choice: Choice, zipped: bool) -> dict[str, bytes]:
    """The files by name, or one zip of them with an index. Raises PressError for a choice that cannot be had."""
    made = prepare(options)
    files = [file for edition in made.editions for file in _files(made, edition, choice)]
    if not zipped:
        return {file.name: file.content for file in files}
    return {FOLDER: packed({INDEX: _index(made, files).encode()} | {file.name: file.content for file in files})}


def _files(made: Prepared, edition: Edition, choice: Choice) -> Iterable[File]:
    context = context_of(made.renderer, edition)
    stem = f"{edition.lang}-{edition.plate.id}"
    if choice.section:
        if choice.section not in edition.plate.sections:
            raise PressError(f"--section {choice.section}: {edition.plate.id} has no such section; it has {', '.join(edition.plate.sections)}")
        context, stem = offline.of_section(context, choice.section), f"{stem}-{choice.section}"
    offered = list(offline.kinds(edition, context).values())
    if choice.features is not None:
        check(choice.features, offered[-1], f"{edition.plate.id}{' in ' + choice.section if choice.section else ''}")
        offered = [list(choice.features)]
    for features in offered:
        live = offline.LIVE in features
        yield File(f"{stem}{'-live' if live else ''}.html", offline.page(made.renderer, edition, context, features), edition, live, choice.section)


def check(asked: Iterable[str], there: list[str], where: str) -> None:
    """Raises PressError for the first feature that `where` lacks, or that cannot be had without another."""
    for feature in asked:
        if feature not in there:
            raise PressError(f"--with {feature}: {where} has no such thing; it has {', '.join(there)}")
        needed = [each for each in offline.NEEDS.get(feature, ()) if each in there]
        if needed and not set(needed) & set(asked):
            raise PressError(f"--with {feature}: it cannot be had without {' or '.join(needed)}")


def _index(made: Prepared, files: list[File]) -> str:
    """The page that a memory stick opens with."""
    look = made.editions[0].look
    rows: dict[str, list[dict[str, Any]]] = {}
    for file in files:
        rows.setdefault(file.edition.lang, []).append({
            "name": file.name, "plate": file.edition.plate, "size": f"{len(file.content) / 1e6:.1f}",
            "words": "plate.offline-live" if file.live else "plate.offline", "section": _title(file),
        })
    return made.renderer.page(
        "folder.html", INDEX, kind="offline", language=made.site.languages[0], rows=rows, rules=offline.policy("", False),
        inline_style=Markup(look.inline_style), assets=look, styles=[], scripts=[], preload=[],
    ).replace(f'href="{look.icon}"', 'href="data:,"')


def _title(file: File) -> str:
    """The section's, where the file holds one alone."""
    sections = file.edition.plate.documents[file.edition.lang].sections
    return next((part.title for part in sections if part.id == file.section), "")


def write(files: dict[str, bytes], folder: Path) -> list[Path]:
    """Put them into a folder, which is made when needed; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]
