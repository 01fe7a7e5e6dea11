"""The interface's words: read, compared between the languages, and handed to templates.

They are in the language of the interface. What they stand around, a plate's own words and fills, may be in another.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from .errors import PressError, Problems
from .tables import Table

if TYPE_CHECKING:
    from .load import Language

FIRST_STRONG, POP = "\u2068", "\u2069"
"""A text between these two runs as its own letters do, whichever way the text around it runs."""


class Strings(dict[str, str]):
    """The interface's words of one language for its templates: `w["tally.passes"]`, `s("plate.number", number=1)`.

    `content` and `interface` are attributes for an element: they say language and direction where the plate's own
    words begin, and where the interface's begin again inside those. Both are empty where the two are one language.
    """

    def __init__(self, strings: dict[str, str], language: Language):
        super().__init__({key: Sentence(text) for key, text in strings.items()} if runs_both_ways(language) else strings)
        self.content = _marks(language.content) if language.other else Markup()
        self.interface = _marks(language) if language.other else Markup()

    def own(self, text: str) -> Markup:
        """A piece of the plate's own words inside a line of the interface."""
        return _piece(text, self.content)

    def aside(self, text: str) -> Markup:
        """A piece of the interface inside a line of the plate's own words."""
        return _piece(text, self.interface)

    def __call__(self, key: str, **holes: Any) -> str:
        """The text of a key with its {placeholders} filled in."""
        return self[key].format(**holes) if holes else self[key]


class Sentence(str):
    """A text that what fills it could scramble, since that may run the other way: each filling is kept apart."""

    def format(self, **holes: Any) -> str:
        """The text with its {placeholders} filled in; numbers need no keeping apart."""
        return super().format(**{name: f"{FIRST_STRONG}{hole}{POP}" if isinstance(hole, str) else hole for name, hole in holes.items()})


def runs_both_ways(language: Language) -> bool:
    """Whether what stands in the interface's sentences may run the other way."""
    return "rtl" in (language.direction, language.content.direction)


def _piece(text: str, marks: Markup) -> Markup:
    return Markup("<span{}>{}</span>").format(marks, text) if marks else escape(text)


def _marks(language: Language) -> Markup:
    return Markup(' lang="{}" dir="{}"').format(language.tag, language.direction)


def site_strings(paths: list[Path], codes: list[str], problems: Problems) -> dict[str, dict[str, str]]:
    """Flat strings, one file a language; every language must have the same keys and placeholders."""
    tables = {}
    for code, path in zip(codes, paths):
        try:
            tables[code] = Table.load(path, problems)
        except PressError as error:
            problems.take(error)
    return _same_strings({code: (flat(t.data), t, []) for code, t in tables.items()}, problems)


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Tables in tables as one, its keys with dots: {"a": {"b": 1}} -> {"a.b": 1}."""
    out = {}
    for key, value in data.items():
        if isinstance(value, dict):
            out |= flat(value, f"{prefix}{key}.")
        else:
            out[prefix + key] = value
    return out


def _same_strings(tables: dict[str, tuple[dict, Table, list]], problems: Problems) -> dict[str, dict[str, str]]:
    """Check texts against the first language's: the same keys, the same {placeholders}."""
    out = {code: flat for code, (flat, _, _) in tables.items()}
    first = next(iter(tables), "")
    keys = dict.fromkeys(key for flat in out.values() for key in flat)
    for code, (flat, table, under) in tables.items():
        for key in keys:
            at = Table(table.data, table.path, table.text, problems, [*under, *key.split(".")[:-1]])
            last = key.split(".")[-1]
            if key not in flat:
                at.fault(f"{key} has no text in {code!r}; write one here")
            elif not isinstance(flat[key], str) or not flat[key].strip():
                at.fault(f"{key} is {flat[key]!r}; want some text", last)
            elif isinstance(wanted := out[first].get(key), str) and {*_holes(flat[key])} != {*_holes(wanted)}:
                at.fault(f"{key} has {_listed(flat[key])} where {first!r} has {_listed(wanted)}; use the same", last)
    return out


def _holes(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


def _listed(text: str) -> str:
    """The placeholders of a text, for a message."""
    return " ".join(f"{{{hole}}}" for hole in sorted(_holes(text))) or "no {placeholders}"


def plate_strings(path: Path, codes: list[str], problems: Problems) -> dict[str, dict[str, str]]:
    """strings.toml of a plate: a table a language; a plate without words of its own has none."""
    if not path.exists():
        return {code: {} for code in codes}
    table = Table.load(path, problems)
    parts = {}
    for code in codes:
        part = table.table(code)
        parts[code] = (flat(part.data) if part else {}, table, [code])
    table.only_these()
    return _same_strings(parts, problems)
