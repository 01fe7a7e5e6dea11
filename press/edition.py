"""A plate in one language, and the data that its pages bring along for their scripts."""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from .load import Language, Plate
from .prose import Resolver
from .share import Share
from .strings import runs_both_ways
from .traces import Computed

SHOWN_STRINGS = ("player.", "copy.", "live.", "theme.", "plain.", "chart.", "take.", "embed.")
"""The interface's words that scripts show."""
INSIDE_STRINGS = "live.inside."
"""Of these, the words that stand in for others where the live toy comes with the page."""
LESSON_STRINGS = (*SHOWN_STRINGS, "check.", "tip.", "tally.", "say.")
"""In a lesson, those of checks and of the type frame too."""


@dataclass
class Look:
    """Where the assets are that pages of one language and plate ask for."""

    icon: str
    styles: list[str]
    scripts: list[str]
    preload: list[str]
    later: dict[str, str] = field(default_factory=dict)
    film: str = ""
    share: Share | None = None
    wood: dict[str, Any] | None = None
    """The face of the plate's wood type, as its type.toml names it."""
    inline_style: str = ""
    inline_script: Callable[[Iterable[str]], str] = lambda features: ""
    """The script of an offline file with these features."""
    carried_later: dict[str, Any] = field(default_factory=dict)
    """What `later` fetches besides its script, for a file that carries that script."""


@dataclass
class Edition:
    """A plate in one language, with all that its pages are made from."""

    plate: Plate
    language: Language
    computed: Computed
    resolver: Resolver
    look: Look
    live: dict[str, Any] | None
    extra: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, str] = field(default_factory=dict)
    """Of the offline files in megabytes, by their names in `paths`, once they are made."""

    @property
    def lang(self) -> str:
        """The code in addresses: the interface's language."""
        return self.language.code

    @property
    def words(self) -> str:
        """The code of the language that the plate's words and fills are in."""
        return self.language.words

    @property
    def paths(self) -> dict[str, str]:
        """Every address of this edition, from the site's root."""
        here = f"{self.lang}/{self.plate.id}"
        return {
            "page": f"{here}/index.html", "page_folder": f"{here}/", "twin": f"{here}/index.md",
            "embed": f"embed/{here}/index.html", "offline": f"offline/{self.lang}-{self.plate.id}.html",
            "offline-live": f"offline/{self.lang}-{self.plate.id}-live.html",
            "oembed": f"oembed/{here}.json",
        }

    @property
    def trace_paths(self) -> dict[str, str]:
        """Where each trace lies, from the site's root."""
        return {name: self._hashed(f"traces/{name}", text) for name, text in self.computed.json.items()}

    @property
    def file_paths(self) -> dict[str, str]:
        """Where each of the plate's data files lies, from the site's root."""
        return {name: self._hashed(f"data/{name}", as_json(value)) for name, value in self.computed.files.items()}

    def _hashed(self, name: str, text: str) -> str:
        """With a hash of its text in its name: a page that was opened before a new build goes on finding its own."""
        return f"{self.lang}/{self.plate.id}/{name}.{hashlib.sha256(text.encode()).hexdigest()[:10]}.json"


def as_data(value: Any) -> Markup:
    """Data for a script element or a single-quoted attribute: no text in it can end either.

    Writes <, >, & and ' as escapes, and everything outside ASCII too, U+2028 among it.
    """
    return htmlsafe_json_dumps(value, dumps=lambda v: json.dumps(v, separators=(",", ":"), sort_keys=True))


def as_json(value: Any) -> str:
    """Data for a file of its own, as short as JSON can say it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def relative(path: str, to: str) -> str:
    """The address of one file of the site as seen from another; a folder's index is the folder."""
    to, _, fragment = to.partition("#")
    folder = posixpath.dirname(path)
    name = posixpath.relpath(to, folder or ".") if to else ""
    if name == "index.html" or name.endswith("/index.html"):
        name = name.removesuffix("index.html") or "./"
    return name + (f"#{fragment}" if fragment else "")


def page_data(edition: Edition, kind: str) -> dict[str, Any]:
    """What the scripts read: words, scenes, traces (or where they are), and how to go live."""
    plate, computed, lang = edition.plate, edition.computed, edition.lang
    scenes = {
        section: [{"name": s.name, "front": s.front, "back": s.back, "view": s.view, "start": s.start, "play": s.play} for s in rows]
        for section, rows in plate.scenes.items() if rows
    }
    carried = _carried(scenes) if kind == "page" else set(computed.json)
    urls = {name: relative(edition.paths["page"], path) for name, path in edition.trace_paths.items() if name not in carried}
    shown = LESSON_STRINGS if plate.layout == "lesson" else SHOWN_STRINGS
    strings = {k: v for k, v in edition.extra["strings"].items() if k.startswith(shown) and not k.startswith(INSIDE_STRINGS)}
    return {
        "lang": lang, "words": edition.words, "apart": runs_both_ways(edition.language), "kind": kind, "strings": strings | plate.strings[lang], "scenes": scenes,
        "traces": {name: computed.data[name] for name in sorted(carried)},
        "urls": urls if kind == "page" else {},
        "across": edition.extra["across"], "film": None if kind == "offline" else relative(edition.paths[kind], edition.look.film),
        "files": _files(edition, kind), "live": _live(edition, kind), "later": _later(edition, kind), "plate": edition.extra["page"],
    }


def _later(edition: Edition, kind: str) -> dict[str, str] | None:
    """What the plate fetches when it is wanted, as seen from this kind of page; an offline file fetches nothing."""
    if kind == "offline" or not edition.look.later:
        return None
    return {name: relative(edition.paths[kind], path) for name, path in edition.look.later.items()}


def _carried(scenes: dict[str, list[dict[str, Any]]]) -> set[str]:
    """The traces that a page brings along: those that its stage shows first."""
    first = next(iter(scenes.values()), [{"front": None, "back": None}])[0]
    return {first["front"], first["back"]} - {None}


def _files(edition: Edition, kind: str) -> dict[str, Any]:
    """The plate's data files: where they are, or in an offline file what is in them."""
    if kind == "offline":
        return edition.computed.files
    return {name: relative(edition.paths[kind], path) for name, path in edition.file_paths.items()}


def _live(edition: Edition, kind: str) -> dict[str, Any] | None:
    """The live toy's files as seen from this kind of page; an offline file has none, nor has a plate without a self-test."""
    if kind == "offline" or edition.live is None or "selftest" not in edition.extra:
        return None
    path, live = edition.paths[kind], edition.live
    return {
        "worker": relative(path, live["worker"]), "base": relative(path, live["base"]) + "/",
        "files": live["files"], "selftest": relative(path, edition.extra["selftest"]),
        "models": {name: _seen_from(path, model) for name, model in edition.extra["models"].items()},
    }


def _seen_from(path: str, model: dict[str, Any]) -> dict[str, Any]:
    """A model's files with their addresses as a page at `path` sees them."""
    files = {part: {**model[part], "url": relative(path, model[part]["url"])} for part in ("weights", "tokens")}
    return {**model, **files}
