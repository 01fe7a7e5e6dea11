"""How to cite a plate, from one record: plain text, BibTeX, CSL-JSON, and JSON-LD for search engines."""

from __future__ import annotations

import json
from typing import Any

from .load import Plate, Site


def citations(plate: Plate, site: Site, lang: str) -> list[dict[str, str]]:
    """The three forms that the page prints; an empty name is the plain text."""
    return [
        {"name": "", "text": _plain(plate, site, lang)},
        {"name": "BibTeX", "text": _bibtex(plate, site, lang)},
        {"name": "CSL-JSON", "text": _csl(plate, site, lang)},
    ]


def address(plate: Plate, site: Site, lang: str) -> str:
    """The plate's whole address."""
    return f"{site.base_url}{lang}/{plate.id}/"


def _plain(plate: Plate, site: Site, lang: str) -> str:
    stop = "。" if site.words[lang] == "zh" else ". "
    parts = [", ".join(plate.authors) + f" ({plate.changed[:4]})", plate.title[lang], address(plate, site, lang)]
    return stop.join(parts)


def _bibtex(plate: Plate, site: Site, lang: str) -> str:
    fields = {
        "author": " and ".join(f"{{{author}}}" for author in plate.authors),
        "title": f"{{{plate.title[lang]}}}",
        "year": plate.changed[:4],
        "url": address(plate, site, lang),
    }
    rows = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@online{{plateworks-{plate.id}-{lang},\n{rows}\n}}"


def _csl(plate: Plate, site: Site, lang: str) -> str:
    year, month, day = map(int, plate.changed.split("-"))
    record = [{
        "id": f"plateworks-{plate.id}-{lang}",
        "type": "webpage",
        "title": plate.title[lang],
        "author": [{"literal": author} for author in plate.authors],
        "issued": {"date-parts": [[year, month, day]]},
        "URL": address(plate, site, lang),
        "language": _tag(site, lang),
    }]
    return json.dumps(record, ensure_ascii=False, indent=2)


def linked_data(plate: Plate, site: Site, lang: str) -> dict[str, Any]:
    """The record for search engines."""
    return {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": plate.title[lang],
        "description": plate.description[lang],
        "inLanguage": _tag(site, lang),
        "dateModified": plate.changed,
        "author": [{"@type": "Organization", "name": author} for author in plate.authors],
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "url": address(plate, site, lang),
    }


def _tag(site: Site, lang: str) -> str:
    """The tag of the language that the plate's words are in, whatever the interface around them is in."""
    return next(language.content.tag for language in site.languages if language.code == lang)
