"""Templates: a plate's words, traces and parts become pages. Every page is rendered at every build."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from . import offline
from .cite import citations, linked_data
from .embeds import embedded
from .edition import Edition, as_data, page_data, relative
from .load import Plate, Site
from .prose import inline, to_html
from .strings import Strings
from .words import Part

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy that a page carries, and that a host may send as well."""
PLATE = re.compile(r'(<a (?:class="[^"]*" )?href=")plate:([a-z0-9-]+)(?=")')
"""A link of the words to a plate, as prose.to_html leaves it."""


class Renderer:
    """Jinja with autoescape and StrictUndefined; one filter for data in HTML, one for shares. `built` are the ids of
    the plates whose pages are made."""

    def __init__(self, root: Path, site: Site, cache: Path, built: Iterable[str]):
        self.site, self.built = site, set(built)
        compiled = cache / "templates"
        compiled.mkdir(parents=True, exist_ok=True)
        self.env = jinja2.Environment(
            loader=jinja2.FileSystemLoader([root / "press" / "theme" / "templates", root]),
            autoescape=True, undefined=jinja2.StrictUndefined,
            bytecode_cache=jinja2.FileSystemBytecodeCache(str(compiled)), trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        )
        self.env.filters = {**self.env.filters, "data": as_data, "percent": percent}
        del self.env.filters["safe"], self.env.filters["tojson"]

    @cached_property
    def strings(self) -> dict[str, Strings]:
        """The interface's words by language, for pages in all of them."""
        return {code: words_of(self.site, code) for code in self.site.codes}

    def page(self, template: str, path: str, **context: Any) -> str:
        """One page of the site, written for the path it will stand at."""
        html = self.env.get_template(template).render(
            site=self.site, strings=self.strings, policy=POLICY, url=lambda to: relative(path, to), **context,
        )
        return PLATE.sub(lambda link: link[1] + self._plate(link[2], path, context["lang"], context["kind"]), html)

    def _plate(self, name: str, path: str, lang: str, kind: str) -> str:
        """A plate's page as seen from a page at `path`. An offline file may lie anywhere, so it names the whole
        address; so does a page of a build without that plate."""
        if kind == "offline" or name not in self.built:
            return self.site.addresses(lang)[name]
        return relative(path, f"{lang}/{name}/index.html")

    def macro(self, template: str, name: str, *args: Any) -> Markup:
        """A macro of a plate's own template."""
        return Markup(getattr(self.env.get_template(template).module, name)(*args))


def percent(share: float, digits: int = 0) -> str:
    """A share from 0 to 1 as a per cent with so many digits, as `percent` of marks.js tells it and as the words print
    theirs: no space before the sign, so that no line can end between the two, in English as in Chinese. A share just
    below 1 keeps a tenth, since it is not all."""
    return f"{share:.{1 if 0.99 < share < 1 else digits}%}"


def words_of(site: Site, lang: str, own: dict[str, str] | None = None) -> Strings:
    """The interface's words in one language, with a plate's own where those are given."""
    return Strings(site.strings[lang] | (own or {}), next(language for language in site.languages if language.code == lang))


def plate_pages(renderer: Renderer, edition: Edition) -> dict[str, str | bytes]:
    """Page, embed and offline files of one edition, by path."""
    context = context_of(renderer, edition)
    paths = edition.paths
    out: dict[str, str | bytes] = {}
    for name, features in offline.kinds(edition, context).items():
        out[paths[name]] = file = offline.page(renderer, edition, context, features)
        edition.sizes[name] = f"{len(file) / 1e6:.1f}"
    shared = {**context, "styles": edition.look.styles, "scripts": edition.look.scripts, "preload": edition.look.preload}
    out[paths["page"]] = renderer.page(
        "plate.html", paths["page"], kind="page", page_data=page_data(edition, "page"), sizes=edition.sizes, **shared)
    out[paths["embed"]] = renderer.page(
        "embed.html", paths["embed"], kind="embed", page_data=page_data(edition, "embed"),
        embedded=embedded(edition, [*context["staged"], *context["closing"]]), **shared)
    return out


def context_of(renderer: Renderer, edition: Edition) -> dict[str, Any]:
    """What the templates of a plate are given, whichever kind of page it is."""
    plate, lang, site = edition.plate, edition.lang, renderer.site
    sections = [_section(renderer, edition, part) for part in plate.documents[lang].sections]
    staged = _staged(plate, sections)
    for number, section in enumerate(staged, 1):
        section["number"] = number
    return {
        "plate": plate, "lang": lang, "language": edition.language, "s": words_of(site, lang),
        "paths": edition.paths, "assets": edition.look, "share": edition.look.share, "staged": staged, "first": plate.sections[0], "shows_data": True, "partial": False,
        "closing": [section for section in sections if section not in staged],
        "picture": _picture(renderer, edition), "bench": _bench(renderer, edition),
        "others": others(site, lang, plate.id), "alternates": alternates(site, plate.id),
        "citations": citations(plate, site, lang), "linked_data": linked_data(plate, site, lang),
        "trace_files": _trace_files(edition), "trace_tables": _trace_tables(edition),
    }


def _staged(plate: Plate, sections: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The numbered sections: those with scenes; in a lesson, all down to the last that holds a part."""
    if plate.layout == "stage":
        return [section for section in sections if section["scenes"]]
    last = max((at for at, section in enumerate(sections) if section["parts"]), default=-1)
    return sections[: last + 1]


def _section(renderer: Renderer, edition: Edition, part: Part) -> dict[str, Any]:
    resolver = edition.resolver
    parts: list[Markup] = []

    def render(name: str) -> str:
        parts.append(Markup(_part(renderer, edition, name)))
        return parts[-1]

    return {
        "id": part.id, "title": part.title, "html": to_html(part, resolver, render), "parts": parts,
        "caption": inline(part.caption, part.caption_line, resolver),
        "scenes": [scene.name for scene in edition.plate.scenes.get(part.id, [])],
        "questions": [{"id": q.id, "title": q.title, "html": to_html(q, resolver)} for q in part.parts],
    }


def _part(renderer: Renderer, edition: Edition, name: str) -> str:
    """One of the plate's parts as it is served; its script takes it over when it comes near."""
    plate, lang = edition.plate, edition.lang
    inside = renderer.env.get_template(f"plates/{plate.id}/parts/{name}.html").render(
        w=words_of(renderer.site, lang, plate.strings[lang]), s=words_of(renderer.site, lang), lang=lang,
        part=edition.extra["parts"].get(name), numbers=edition.computed.numbers,
        sources={source.id: source for source in plate.sources},
    )
    return renderer.env.get_template("part.html").render(
        name=name, label=edition.resolver.parts[name], inside=Markup(inside), s=words_of(renderer.site, lang))


def _picture(renderer: Renderer, edition: Edition) -> Markup | str:
    """The plate's own stage, or the plain one; a lesson has none."""
    if edition.plate.layout == "lesson":
        return ""
    plate, own = edition.plate, f"plates/{edition.plate.id}/stage.html"
    if own in edition.extra["templates"]:
        return renderer.macro(own, "stage", edition.extra["picture"], words_of(renderer.site, edition.lang, plate.strings[edition.lang]))
    return renderer.macro("plain.html", "stage", edition.extra["picture"], words_of(renderer.site, edition.lang))


def _bench(renderer: Renderer, edition: Edition) -> Markup | str:
    plate, words = edition.plate, words_of(renderer.site, edition.lang, edition.plate.strings[edition.lang])
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
    """The same list on every language's page: each language, itself too, and the default.

    A language whose words are another's is in it as any: hreflang is for pages of which the interface alone differs
    too, so each page stays its own canonical address.
    """
    rows = [{"tag": lang.tag, "address": f"{site.base_url}{lang.code}/{name}/"} for lang in site.languages]
    return [*rows, {"tag": "x-default", "address": rows[0]["address"]}]


def _trace_files(edition: Edition) -> list[dict[str, Any]]:
    return [
        {"name": name, "path": edition.trace_paths[name], "sampler": trace.sampler,
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
