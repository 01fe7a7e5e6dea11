"""Templates: a plate's words, traces and parts become pages. Every page is rendered at every build."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from .cite import citations, linked_data
from .load import Language, Plate, Site
from .prose import Resolver, inline, to_html
from .traces import Computed
from .words import Part

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy that a page carries, and that a host may send as well."""

SHOWN_STRINGS = ("player.", "copy.", "live.", "theme.", "plain.")


@dataclass
class Look:
    """Where the assets are that pages of one language and plate ask for."""

    icon: str
    styles: list[str]
    scripts: list[str]
    preload: list[str]
    later: dict[str, str] = field(default_factory=dict)
    inline_style: str = ""
    inline_script: str = ""


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

    @property
    def lang(self) -> str:
        """The code in addresses."""
        return self.language.code

    @property
    def paths(self) -> dict[str, str]:
        """Every address of this edition, from the site's root."""
        here = f"{self.lang}/{self.plate.id}"
        return {
            "page": f"{here}/index.html", "page_folder": f"{here}/", "twin": f"{here}/index.md",
            "embed": f"embed/{here}/index.html", "offline": f"offline/{self.lang}-{self.plate.id}.html",
            "traces": f"{here}/traces/",
        }


class Renderer:
    """Jinja with autoescape and StrictUndefined; one filter for data in HTML."""

    def __init__(self, root: Path, site: Site, cache: Path):
        self.site = site
        compiled = cache / "templates"
        compiled.mkdir(parents=True, exist_ok=True)
        self.env = jinja2.Environment(
            loader=jinja2.FileSystemLoader([root / "press" / "theme" / "templates", root]),
            autoescape=True, undefined=jinja2.StrictUndefined,
            bytecode_cache=jinja2.FileSystemBytecodeCache(str(compiled)), trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        )
        self.env.filters = {**self.env.filters, "data": as_data}
        del self.env.filters["safe"], self.env.filters["tojson"]

    def page(self, template: str, path: str, **context: Any) -> str:
        """One page of the site, written for the path it will stand at."""
        return self.env.get_template(template).render(
            site=self.site, strings=self.site.strings, policy=POLICY, url=lambda to: relative(path, to), **context,
        )

    def macro(self, template: str, name: str, *args: Any) -> Markup:
        """A macro of a plate's own template."""
        return Markup(getattr(self.env.get_template(template).module, name)(*args))


def as_data(value: Any) -> Markup:
    """Data for a script element or a single-quoted attribute: no text in it can end either.

    Writes <, >, & and ' as escapes, and everything outside ASCII too, U+2028 among it.
    """
    return htmlsafe_json_dumps(value, dumps=lambda v: json.dumps(v, separators=(",", ":"), sort_keys=True))


def relative(path: str, to: str) -> str:
    """The address of one file of the site as seen from another; a folder's index is the folder."""
    to, _, fragment = to.partition("#")
    folder = posixpath.dirname(path)
    name = posixpath.relpath(to, folder or ".") if to else ""
    if name == "index.html" or name.endswith("/index.html"):
        name = name.removesuffix("index.html") or "./"
    return name + (f"#{fragment}" if fragment else "")


def words_of(site: Site, lang: str) -> Callable[..., str]:
    """The interface's words in one language: `s('plate.number', number=1)`."""
    strings = site.strings[lang]
    return lambda key, **holes: strings[key].format(**holes) if holes else strings[key]


def plate_pages(renderer: Renderer, edition: Edition) -> dict[str, str]:
    """Page, embed and offline file of one edition, by path."""
    context = _context(renderer, edition)
    paths = edition.paths
    out = {}
    offline = renderer.page(
        "offline.html", paths["offline"], kind="offline", page_data=_page_data(edition, "offline"),
        inline_style=Markup(edition.look.inline_style), inline_script=Markup(edition.look.inline_script),
        styles=[], scripts=[], preload=[], **context,
    )
    out[paths["offline"]] = offline.replace(f'href="{relative(paths["offline"], edition.look.icon)}"', 'href="data:,"')
    size = f"{len(out[paths['offline']].encode()) / 1e6:.1f}"
    shared = {**context, "styles": edition.look.styles, "scripts": edition.look.scripts, "preload": edition.look.preload}
    out[paths["page"]] = renderer.page(
        "plate.html", paths["page"], kind="page", page_data=_page_data(edition, "page"), offline_size=size, **shared)
    out[paths["embed"]] = renderer.page(
        "embed.html", paths["embed"], kind="embed", page_data=_page_data(edition, "embed"), **shared)
    return out


def _context(renderer: Renderer, edition: Edition) -> dict[str, Any]:
    plate, lang, site = edition.plate, edition.lang, renderer.site
    sections = [_section(edition, part) for part in plate.documents[lang].sections]
    staged = [section for section in sections if section["scenes"]]
    return {
        "plate": plate, "lang": lang, "language": edition.language, "s": words_of(site, lang),
        "paths": edition.paths, "assets": edition.look, "staged": staged,
        "closing": [section for section in sections if not section["scenes"]],
        "picture": _picture(renderer, edition), "bench": _bench(renderer, edition),
        "bench_title": next((s["title"] for s in sections if s["id"] == "bench"), ""),
        "others": others(site, lang, plate.id), "alternates": alternates(site, plate.id),
        "citations": citations(plate, site, lang), "linked_data": linked_data(plate, site, lang),
        "trace_files": _trace_files(edition), "trace_tables": _trace_tables(edition),
    }


def _section(edition: Edition, part: Part) -> dict[str, Any]:
    resolver = edition.resolver
    return {
        "id": part.id, "title": part.title, "html": to_html(part, resolver),
        "caption": inline(part.caption, part.caption_line, resolver),
        "scenes": [scene.name for scene in edition.plate.scenes.get(part.id, [])],
        "questions": [{"id": q.id, "title": q.title, "html": to_html(q, resolver)} for q in part.parts],
    }


def _picture(renderer: Renderer, edition: Edition) -> Markup:
    """The plate's own stage, or the plain one."""
    plate, own = edition.plate, f"plates/{edition.plate.id}/stage.html"
    if own in edition.extra["templates"]:
        return renderer.macro(own, "stage", edition.extra["picture"], plate.strings[edition.lang])
    return renderer.macro("plain.html", "stage", edition.extra["picture"], edition.extra["strings"])


def _bench(renderer: Renderer, edition: Edition) -> Markup | str:
    plate, words = edition.plate, edition.plate.strings[edition.lang]
    if not any(name == f"plates/{plate.id}/bench.html" for name in edition.extra["templates"]):
        return ""
    return renderer.macro(f"plates/{plate.id}/bench.html", "bench", words, edition.extra["page"], edition.computed.numbers)


def others(site: Site, lang: str, name: str) -> list[dict[str, str]]:
    """The same page in the other languages; `name` is its folder."""
    return [
        {"path": f"{language.code}/{name}/index.html", "tag": language.tag, "name": language.name}
        for language in site.languages if language.code != lang
    ]


def alternates(site: Site, name: str) -> list[dict[str, str]]:
    """The same list on every language's page: each language, itself too, and the default."""
    rows = [{"tag": lang.tag, "address": f"{site.base_url}{lang.code}/{name}/"} for lang in site.languages]
    return [*rows, {"tag": "x-default", "address": rows[0]["address"]}]


def _trace_files(edition: Edition) -> list[dict[str, Any]]:
    return [
        {"name": name, "path": f"{edition.paths['traces']}{name}.json", "sampler": trace.sampler,
         "passes": trace.forward_passes, "positions": trace.positions}
        for name, trace in edition.computed.traces.items()
    ]


def _trace_tables(edition: Edition) -> list[dict[str, Any]]:
    """The traces that a reader without JavaScript can follow, a row a pass."""
    out = []
    for name in edition.extra["shown"]:
        trace, across = edition.computed.traces[name], edition.extra["across"]
        rows = []
        for number, one in enumerate(trace.passes, 1):
            ids = trace.canvas_at(number)
            text = [trace.texts[i] for i in ids]
            rows.append({
                "pass_number": number, "blanks": ids.count(trace.mask_id),
                "set": "".join(trace.texts[token] for _, token in one.commits).replace(" ", "␣"),
                "lines": ["".join(text[at : at + across]) for at in range(0, len(text), across)],
            })
        out.append({"name": name, "rows": rows})
    return out


def _page_data(edition: Edition, kind: str) -> dict[str, Any]:
    """What the scripts read: words, scenes, traces (or where they are), and how to go live."""
    plate, computed, lang = edition.plate, edition.computed, edition.lang
    scenes = {
        section: [{"name": s.name, "front": s.front, "back": s.back, "view": s.view, "start": s.start, "play": s.play} for s in rows]
        for section, rows in plate.scenes.items() if rows
    }
    first = next(iter(scenes.values()))[0]
    carried = {first["front"], first["back"]} - {None} if kind == "page" else set(computed.json)
    urls = {name: f"traces/{name}.json?{computed.keys[name][:8]}" for name in computed.json if name not in carried}
    strings = {k: v for k, v in edition.extra["strings"].items() if k.startswith(SHOWN_STRINGS)}
    return {
        "lang": lang, "kind": kind, "strings": strings | plate.strings[lang], "scenes": scenes,
        "traces": {name: computed.data[name] for name in sorted(carried)},
        "urls": urls if kind == "page" else {},
        "live": _live(edition, kind), "later": _later(edition, kind), "plate": edition.extra["page"],
    }


def _later(edition: Edition, kind: str) -> dict[str, str] | None:
    """What the plate fetches when it is wanted, as seen from this kind of page; an offline file fetches nothing."""
    if kind == "offline" or not edition.look.later:
        return None
    return {name: relative(edition.paths[kind], path) for name, path in edition.look.later.items()}


def _live(edition: Edition, kind: str) -> dict[str, Any] | None:
    """The live toy's files as seen from this kind of page; an offline file has none, nor has a plate without a self-test."""
    if kind == "offline" or edition.live is None or "selftest" not in edition.extra:
        return None
    path, live = edition.paths[kind], edition.live
    return {
        "worker": relative(path, live["worker"]), "base": relative(path, live["base"]) + "/",
        "files": live["files"], "selftest": relative(path, edition.extra["selftest"]),
    }
