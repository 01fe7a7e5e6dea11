"""The Markdown twin: the same words for readers, and programs, that want them plain."""

from __future__ import annotations

from typing import Any

from .cite import address, citations
from .load import Plate, Site
from .prose import Resolver, inline, plain, to_twin
from .words import Part


def twin(plate: Plate, site: Site, lang: str, resolver: Resolver, words: Any) -> str:
    """A whole plate as one Markdown text; section ids are anchors, links to them stay."""
    out = [f"# {plain(plate.title[lang])}", plain(plate.lead[lang])]
    out.append(f"{words('plate.number', number=plate.number)} · {plain(plate.category[lang])} · {words('plate.changed', date=plate.changed)} · <{address(plate, site, lang)}>")
    for section in plate.documents[lang].sections:
        out += part_text(section, 2, resolver)
        for question in section.parts:
            out += part_text(question, 3, resolver)
    out.append(f'<a id="sources"></a>\n\n## {words("plate.sources")}')
    out.append("\n".join(_source(source, number, words) for number, source in enumerate(plate.sources, 1)))
    out.append(f"## {words('plate.licence')}\n\n{words('plate.licence-text')}")
    out.append(f"## {words('plate.cite')}\n\n{plain(citations(plate, site, lang)[0]['text'])}")
    return "\n\n".join(out) + "\n"


def part_text(part: Part, level: int, resolver: Resolver) -> list[str]:
    """One section or question, as blocks of Markdown under a heading of this level."""
    out = [f'<a id="{part.id}"></a>', f"{'#' * level} {plain(part.title)}"]
    if part.caption:
        out.append(f"*{plain(inline(part.caption, part.caption_line, resolver))}*")
    return [*out, to_twin(part, resolver)]


def _source(source: Any, number: int, words: Any) -> str:
    checked = words("plate.checked", date=source.checked)
    return f'{number}. <a id="source-{source.id}"></a>{plain(source.authors)} ({source.year}). {plain(source.title)}. [{plain(source.where)}]({source.url}). {checked}'
