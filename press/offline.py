"""A plate as one file that opens from disk and fetches nothing: what goes in, and what it may do.

The file's own policy forbids every connection. Its one script is named by its hash, so no other runs; with the
live toy inside, a worker may be made of bytes that the page holds (blob:), WebAssembly may be
compiled, and that is all. A worker inherits the policy.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from . import carried
from .assets import Assets
from .edition import INSIDE_STRINGS, Edition, page_data, relative

FILM = "press/theme/js/film"
"""What makes films of fills. A page fetches it when a film is asked for; an offline file carries it."""
STAGE, SOLID, BENCH, PARTS, DATA, LIVE = FEATURES = ("stage", "solid", "bench", "parts", "data", "live")
"""What a file can hold besides the words: the stage and its player, the same in three dimensions, the bench, the
parts among the words that answer a reader, the traces as tables, the live toy."""
NEEDS = {SOLID: (STAGE,), BENCH: (STAGE,), LIVE: (BENCH, PARTS)}
"""What some of them cannot do without: any one of these."""
PANEL = "data-live"
"""Marks the button that starts the live toy."""
CLOSE = "</body>"
ID, LINK = re.compile(r'\bid="([^"]+)"'), re.compile(r'href="#([^"]+)"')


def script(assets: Assets, plate: str, entry: str, sources: Iterable[Any], features: Iterable[str]) -> str:
    """The plate's script with all that its pages elsewhere fetch; empty where nothing in the file needs one."""
    if not {STAGE, PARTS} & set(features):
        return ""
    parts = [f"import './{FILM}/carried.js';"]
    if SOLID in features:
        parts.append(f"import * as later from './plates/{plate}/later.js'; import {{ carry }} from './press/theme/js/later.js'; carry(later);")
    if LIVE in features:
        parts.append("import './press/theme/js/inside.js';")
    return assets.script("\n".join([*parts, entry]), sources).decode()


def features_of(edition: Edition, context: dict[str, Any]) -> list[str]:
    """What this edition's files can hold besides the words. `context` is what plate.html is given."""
    sections = context["staged"] + context["closing"]
    bench = context["bench"] and any(section["id"] == BENCH for section in sections)
    panel = bench or any(PANEL in section["html"] for section in sections)
    there = {
        STAGE: context["picture"], SOLID: context["picture"] and edition.look.later, BENCH: bench, DATA: True, LIVE: panel and "carried" in edition.extra,
        PARTS: edition.plate.layout == "lesson" and any(section["parts"] for section in sections),
    }
    return [feature for feature in FEATURES if there[feature]]


def kinds(edition: Edition, context: dict[str, Any]) -> dict[str, list[str]]:
    """The files that the site offers, by their names in the edition's paths: all but the live toy, and all."""
    every = features_of(edition, context)
    plain = {"offline": [feature for feature in every if feature != LIVE]}
    return plain | {"offline-live": every} if LIVE in every else plain


def of_section(context: dict[str, Any], section: str) -> dict[str, Any]:
    """The same for a file of one section alone."""
    kept = {key: [one for one in context[key] if one["id"] == section] for key in ("staged", "closing")}
    return {**context, **kept, "first": section, "partial": True}


def page(renderer: Any, edition: Edition, context: dict[str, Any], features: Iterable[str]) -> bytes:
    """The file. `context` is what plate.html is given; `renderer` renders it (render.Renderer)."""
    path, look = edition.paths["offline"], edition.look
    code = look.inline_script(features)
    shown = {"picture": STAGE, "bench": BENCH}
    chosen = {key: context[key] if feature in features else "" for key, feature in shown.items()} | {"shows_data": DATA in features}
    html = renderer.page(
        "offline.html", path, kind="offline", page_data=_data(edition, features) if code else None, rules=policy(code, LIVE in features),
        inline_style=Markup(look.inline_style), inline_script=Markup(code), styles=[], scripts=[], preload=[], **{**context, **chosen},
    ).replace(f'href="{relative(path, look.icon)}"', 'href="data:,"')
    if context["partial"] or any(context[key] != value for key, value in chosen.items()):
        words, start, rest = html.partition("<script")
        html = _linked(words, f"{renderer.site.base_url}{edition.paths['page_folder']}") + start + rest
    before, _, after = html.rpartition(CLOSE)
    inside = edition.extra["carried"] if LIVE in features else []
    return b"".join([before.encode(), *inside, CLOSE.encode(), after.encode()])


def _linked(html: str, page: str) -> str:
    """Links to what was left out lead to the same place of the page on the site."""
    there = set(ID.findall(html))
    return LINK.sub(lambda link: link[0] if link[1] in there else f'href="{page}#{link[1]}"', html)


def policy(code: str, live: bool) -> str:
    """The Content-Security-Policy of a file with this script, or with none."""
    allowed = f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'" if code else "'none'"
    toy = " 'wasm-unsafe-eval'; worker-src blob:" if live else ""
    return (
        f"default-src 'none'; script-src {allowed}{toy}; connect-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def _data(edition: Edition, features: Iterable[str]) -> dict[str, Any]:
    """What the scripts read: nothing in it is an address of another file."""
    data = page_data(edition, "offline")
    if SOLID in features:
        data["later"] = edition.look.carried_later
    if LIVE in features:
        words = edition.extra["strings"]
        data["strings"] |= {key.replace(INSIDE_STRINGS, "live."): words[key] for key in words if key.startswith(INSIDE_STRINGS)}
        data["live"] = _engine(edition)
    return data


def _engine(edition: Edition) -> dict[str, Any]:
    """The live toy's files as the page that carries them names them, with the same sizes and hashes as elsewhere."""
    live, models = edition.live, edition.extra["models"]
    files = {name: {**row, "url": carried.address(row["url"])} for name, row in live["files"].items()}
    return {
        "worker": carried.address(live["worker"]), "base": "", "selftest": carried.address(edition.extra["selftest"]),
        "files": {name: {key: value for key, value in row.items() if key != "gz"} for name, row in files.items()},
        "models": {name: {**model, **{part: {**model[part], "url": carried.address(model[part]["url"])} for part in ("weights", "tokens")}}
                   for name, model in models.items() if name in edition.extra["carried_models"]},
    }
