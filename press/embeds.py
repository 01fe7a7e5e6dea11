"""Embeds: a plate's sections as they stand in somebody else's page, and what such a page can ask about them."""

from __future__ import annotations

import json
import re
from typing import Any

from markupsafe import Markup, escape

from .edition import Edition, relative
from .load import Site

LINK = re.compile(r'<a ((?:class="[^"]*" )?)href="([^"]*)"')
OUT = 'target="_blank" rel="noopener"'


def embedded(edition: Edition, sections: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sections with every link leading out: inside a frame it would fill the Back button of the page around."""
    out = []
    for section in sections:
        questions = [{**question, "html": _outward(edition, question["html"])} for question in section["questions"]]
        out.append({**section, "html": _outward(edition, section["html"]), "caption": _outward(edition, section["caption"]), "questions": questions})
    return out


def _outward(edition: Edition, html: str) -> Markup:
    """HTML of the page for the embed: its links open a page of their own; one within the page leads to that page."""
    page = relative(edition.paths["embed"], edition.paths["page"])
    return Markup(LINK.sub(lambda link: f'<a {link[1]}href="{page if link[2].startswith("#") else ""}{link[2]}" {OUT}', str(html or "")))


WIDTH, HEIGHT = 640, {"stage": 1400, "lesson": 1200}
"""Pixels of a frame whose page does not ask it how high it is: about what each kind of embed needs at this width."""


def oembed(site: Site, edition: Edition) -> str:
    """What a site that turns links into frames is told of a plate's page: an oEmbed answer, as a file."""
    plate, lang = edition.plate, edition.lang
    address, height = f"{site.base_url}embed/{lang}/{plate.id}/", HEIGHT[plate.layout]
    frame = f'<iframe src="{escape(address)}" title="{escape(plate.title[lang])}" width="{WIDTH}" height="{height}" loading="lazy"></iframe>'
    return json.dumps({
        "version": "1.0", "type": "rich", "title": plate.title[lang], "author_name": ", ".join(plate.authors),
        "provider_name": site.title[lang], "provider_url": site.base_url, "width": WIDTH, "height": height, "html": frame,
    }, ensure_ascii=False, indent=1) + "\n"
