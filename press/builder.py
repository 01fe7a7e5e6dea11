"""The page on which an embed is put together, the scripts that a host's page may take, and the oEmbed answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .assets import Assets
from .edition import Edition, relative
from .embeds import oembed
from .load import Plate, Site
from .render import Renderer, others, words_of

ENTRY = "import './press/theme/js/builder.js';"
SNIPPETS = {"height": "embed/height.js", "lend": "embed/lend.js"}
"""What a host's page may carry, by name: where it lies in the site. Each is `press/theme/host/<name>.js` as it is."""
SHOWN = ("builder.", "copy.", "theme.")
"""The words that the page's script shows."""


def builder_files(renderer: Renderer, site: Site, plates: list[Plate], editions: list[Edition], assets: Assets) -> dict[str, str]:
    """The builder in every language, the host's scripts and one oEmbed answer an edition, by path."""
    snippets = {name: (assets.root / "press" / "theme" / "host" / f"{name}.js").read_text(encoding="utf-8") for name in SNIPPETS}
    out = {SNIPPETS[name]: text for name, text in snippets.items()}
    out |= {edition.paths["oembed"]: oembed(site, edition) for edition in editions}
    script = assets.add("builder.js", assets.script(ENTRY, _scripts(assets.root)))
    for language in site.languages:
        lang, path = language.code, f"{language.code}/embed/index.html"
        mine = [edition for edition in editions if edition.lang == lang]
        look = mine[0].look
        out[path] = renderer.page(
            "builder.html", path, language=language, lang=lang, s=words_of(site, lang), others=others(site, lang, "embed"),
            plates=plates, kind="site", assets=look, styles=look.styles, scripts=[script], preload=[],
            builder=_data(site, path, mine, snippets), snippets=SNIPPETS,
        )
    return out


def _scripts(root: Path) -> list[Path]:
    return sorted((root / "press" / "theme" / "js").glob("*.js"))


def _data(site: Site, path: str, editions: list[Edition], snippets: dict[str, str]) -> dict[str, Any]:
    """What the script reads: words, the plates with what each can show, and the scripts for a host's page."""
    lang = editions[0].lang
    rows = [{
        "id": edition.plate.id, "title": edition.plate.title[lang], "stage": edition.plate.layout == "stage",
        "embed": relative(path, edition.paths["embed"]), "readers": list(edition.resolver.readers.items()),
        "sections": [[part.id, part.title] for part in edition.plate.documents[lang].sections],
    } for edition in editions]
    return {"plates": rows, "snippets": snippets, "strings": {key: text for key, text in site.strings[lang].items() if key.startswith(SHOWN)}}
