"""TOML, read strictly: every value has a kind, every fault has its file and line.

tomllib gives no lines for values, so `line_of` finds them in the text again, by table and key.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from pathlib import Path
from typing import Any

from .errors import PressError, Problems

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=""")
_SYNTAX = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")
_MISSING = object()

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def read_text(path: Path) -> str:
    """A text file: UTF-8 with or without a BOM, any line ends. Raises PressError if it is not."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise PressError("this file is missing", path) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise PressError("this is not UTF-8; save the file as UTF-8", path, line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def line_of(text: str, keys: list[str | int]) -> int | None:
    """The line (from 1) on which the value at `keys` stands, or that of its nearest table."""
    best, prefix = None, []
    counts: dict[tuple, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            prefix = [part.strip(" \"'") for part in header[2].split(".")]
            if header[1] == "[[":
                counts[tuple(prefix)] = counts.get(tuple(prefix), -1) + 1
            prefix = _numbered(prefix, counts)
            here = prefix
        elif key := _KEY.match(line):
            here = prefix + [part.strip(" \"'") for part in re.split(r"\s*\.\s*", key[1])]
        else:
            continue
        if here == keys[: len(here)] and here:
            if best is None or len(here) >= best[0]:
                best = (len(here), number) if best is None or len(here) > best[0] else best
    return best[1] if best else None


def _numbered(prefix: list[str], counts: dict[tuple, int]) -> list[str | int]:
    """A table's keys with the number of each array item put in: section.scene -> section 2 scene 0."""
    out: list[str | int] = []
    plain: list[str] = []
    for part in prefix:
        plain.append(part)
        out.append(part)
        if tuple(plain) in counts:
            out.append(counts[tuple(plain)])
    for key in list(counts):  # an inner array starts again under each outer item
        if len(key) > len(plain) and key[: len(plain)] == tuple(plain) and tuple(plain) in counts:
            del counts[key]
    return out


class Table:
    """One TOML table and its place in a file; reading a wrong value notes a fault and goes on."""

    def __init__(self, data: dict[str, Any], path: Path, text: str, problems: Problems, keys: list | None = None):
        self.data, self.path, self.text, self.problems = data, path, text, problems
        self.keys = keys or []
        self._read: set[str] = set()

    @classmethod
    def load(cls, path: Path, problems: Problems) -> Table:
        """A whole file. Raises PressError, with the line, for text that is not TOML."""
        text = read_text(path)
        try:
            return cls(tomllib.loads(text), path, text, problems)
        except tomllib.TOMLDecodeError as error:
            found = _SYNTAX.search(str(error))
            line = int(found[1]) if found and found[1] else len(text.split("\n"))
            raise PressError(f"this is not TOML: {_SYNTAX.sub('', str(error))}", path, line) from None

    def fault(self, message: str, key: str | None = None) -> None:
        """Note a fault at a key of this table, or at the table."""
        line = line_of(self.text, self.keys + ([key] if key else []))
        self.problems.add(message, self.path, line or 1)

    def get(self, key: str, kind: type, want: str, default: Any = _MISSING) -> Any:
        """A value of one kind; noted as a fault and replaced by an empty one where it is not."""
        self._read.add(key)
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            if default is _MISSING:
                self.fault(f"{self._name(key)} is missing; want {want}")
                return kind()
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(f"{self._name(key)} is {value!r}; want {want}", key)
            return kind()
        return value

    def text_of(self, key: str, default: Any = _MISSING) -> str:
        """Some text on one line."""
        value = self.get(key, str, "some text", default)
        if value is not default and not value.strip() and key in self.data:
            self.fault(f"{self._name(key)} is empty; want some text", key)
        return value

    def whole(self, key: str, default: Any = _MISSING) -> int:
        """A whole number."""
        return self.get(key, int, "a whole number", default)

    def flag(self, key: str, default: Any = _MISSING) -> bool:
        """true or false."""
        return self.get(key, bool, "true or false", default)

    def slug(self, key: str) -> str:
        """An id: small letters, digits, single hyphens."""
        value = self.get(key, str, "an id such as two-words")
        if key in self.data and isinstance(value, str) and not SLUG.fullmatch(value):
            self.fault(f"{self._name(key)} is {value!r}; want an id of small letters, digits and hyphens", key)
        return value

    def date(self, key: str) -> str:
        """A calendar date, as the text YYYY-MM-DD; never a date-time, so that no time zone moves it."""
        value = self.data.get(key)
        self._read.add(key)
        if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
            return value.isoformat()
        try:
            return datetime.date.fromisoformat(value if isinstance(value, str) and len(value) == 10 else "").isoformat()
        except ValueError:
            what = "missing" if value is None else value.isoformat() if isinstance(value, datetime.datetime) else repr(value)
            self.fault(f"{self._name(key)} is {what}; want a date that exists, as 2026-11-30", key)
            return "1970-01-01"

    def choice(self, key: str, among: tuple[str, ...], default: Any = _MISSING) -> str:
        """One of a few words."""
        value = self.get(key, str, f"one of {', '.join(among)}", default)
        if key in self.data and value and value not in among:
            self.fault(f"{self._name(key)} is {value!r}; want one of {', '.join(among)}", key)
        return value

    def both(self, key: str, languages: dict[str, str]) -> dict[str, str]:
        """A text for every language of the site, each given with the one whose text it has: a table with a key a language."""
        table = self.table(key)
        texts = {words: table.text_of(words) if table else "" for words in dict.fromkeys(languages.values())}
        return {lang: texts[words] for lang, words in languages.items()}

    def table(self, key: str) -> Table | None:
        """A table inside this one."""
        value = self.get(key, dict, "a table")
        if key not in self.data or not isinstance(self.data[key], dict):
            return None
        return Table(value, self.path, self.text, self.problems, [*self.keys, key])

    def rows(self, key: str) -> list[Table]:
        """An array of tables; none where the key is absent."""
        value = self.get(key, list, "an array of tables", [])
        rows = []
        for i, row in enumerate(value):
            if not isinstance(row, dict):
                self.fault(f"{self._name(key)} holds {row!r}; want tables only", key)
                continue
            rows.append(Table(row, self.path, self.text, self.problems, [*self.keys, key, i]))
        return rows

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        value = self.get(key, list, "a list of texts")
        if not all(isinstance(item, str) for item in value):
            self.fault(f"{self._name(key)} holds something that is not text", key)
            return []
        return value

    def slugs(self, key: str) -> list[str]:
        """A list of ids; none where the key is absent."""
        values = self.texts(key) if key in self.data else self.get(key, list, "a list of ids", [])
        for value in (value for value in values if not SLUG.fullmatch(value)):
            self.fault(f"{self._name(key)} holds {value!r}; want ids of small letters, digits and hyphens", key)
        return values

    def only_these(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self._read:
                self.fault(f"{self._name(key)} is not a key that is known here; there are {', '.join(sorted(self._read))}", key)

    def _name(self, key: str) -> str:
        """The key with those of the tables around it; which item of an array it is, the line says."""
        return ".".join(part for part in [*self.keys, key] if isinstance(part, str))
