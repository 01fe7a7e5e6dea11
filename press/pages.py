"""The pages and files that belong to the whole site: first page, 404, sitemap, llms.txt, licences."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from . import share
from .assets import Assets
from .builder import builder_files
from .licences import shipped
from .load import Plate, Site
from .prose import plain
from .notes import note_pages
from .edition import Edition, as_json
from .render import Renderer, alternates, others, plate_pages, words_of
from .twin import twin


def site_files(renderer: Renderer, site: Site, plates: list[Plate], editions: list[Edition], assets: Assets, toy: Any) -> dict[str, bytes | str]:
    """Everything but the plates and the assets, by path."""
    look = editions[0].look
    firsts = {edition.lang: edition for edition in reversed(editions)}
    shares = {lang: share.of_site(assets, site, first.language.content, first.computed, first.look.wood) for lang, first in firsts.items()}
    context = {"assets": look, "styles": look.styles, "scripts": [], "preload": [], "plates": plates, "kind": "site",
               "taken": {(edition.lang, edition.plate.id): edition for edition in editions}}
    out: dict[str, bytes | str] = {
        "index.html": renderer.page("index.html", "index.html", language=site.languages[0], share=shares[site.codes[0]], **context),
        "404.html": _missing(renderer, site, context),
        "sitemap.xml": _sitemap(site, plates),
        "robots.txt": f"User-agent: *\nAllow: /\nSitemap: {site.base_url}sitemap.xml\n",
        "llms.txt": _llms(site, plates),
        ".nojekyll": "",
    }
    licences = _licences(assets, toy)
    for name, text in licences["texts"].items():
        out[name] = text
    for language in site.languages:
        path = f"{language.code}/about/index.html"
        out[path] = renderer.page(
            "about.html", path, language=language, lang=language.code, s=words_of(site, language.code),
            others=others(site, language.code, "about"), share=shares[language.code], licences=licences["rows"], **context,
        )
    return {**out, **note_pages(renderer, site, editions, shares), **builder_files(renderer, site, plates, editions, assets)}


def edition_files(renderer: Renderer, edition: Edition) -> dict[str, bytes | str]:
    """What belongs to one plate in one language: its pages, its twin, its traces and data, by path."""
    paths, computed = edition.paths, edition.computed
    out: dict[str, bytes | str] = dict(plate_pages(renderer, edition))
    out[paths["twin"]] = twin(edition.plate, renderer.site, edition.lang, edition.resolver, words_of(renderer.site, edition.lang))
    out |= {path: computed.json[name] + "\n" for name, path in edition.trace_paths.items()}
    return out | {path: as_json(computed.files[name]) + "\n" for name, path in edition.file_paths.items()}


def _missing(renderer: Renderer, site: Site, context: dict[str, Any]) -> str:
    """One page in every language. It is served at any depth, so its addresses start at the root."""
    root = urlsplit(site.base_url).path
    html = renderer.env.get_template("missing.html").render(
        site=site, strings=renderer.strings, language=site.languages[0], policy="default-src 'self'; img-src 'self' data:",
        url=lambda to: root + to.removesuffix("index.html"), **context,
    )
    return html


def _sitemap(site: Site, plates: list[Plate]) -> str:
    """Every plate and page of words in every language, each with all its alternates."""
    rows = []
    for page in (*plates, *site.notes):
        links = alternates(site, page.id)
        tags = "".join(f'<xhtml:link rel="alternate" hreflang="{link["tag"]}" href="{escape(link["address"])}"/>' for link in links)
        rows += [f"<url><loc>{escape(link['address'])}</loc><lastmod>{page.changed}</lastmod>{tags}</url>" for link in links[:-1]]
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {spaces}>\n' + "\n".join(rows) + "\n</urlset>\n"


def _llms(site: Site, plates: list[Plate]) -> str:
    """What the site holds, for programs that read text: the Markdown twins."""
    first = site.languages[0].code
    out = [f"# {site.title[first]}", "", f"> {site.description[first]}", ""]
    for language in site.languages:
        out += [f"## {language.name}", ""]
        for page in (*plates, *site.notes):
            address = f"{site.base_url}{language.code}/{page.id}/index.md"
            out.append(f"- [{plain(page.title[language.code])}]({address}): {plain(page.description[language.code])}")
        out.append("")
    return "\n".join(out)


def _licences(assets: Assets, toy: Any) -> dict[str, Any]:
    """What ships with the site and under which licence, with each licence's own text."""
    rows, texts = [], {}
    for item in shipped(assets.root, toy):
        path = f"licences/{item['slug']}.txt"
        texts[path] = item["text"]
        rows.append({**item, "path": path})
    return {"rows": rows, "texts": texts}
