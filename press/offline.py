"""A plate as one file that opens from disk and fetches nothing: what goes in, and what it may do.

The file's own policy forbids every connection. Its one script is named by its hash, so no other runs; with the
live toy inside, a worker may be made of bytes that the page holds (blob:), WebAssembly may be
compiled, and that is all. A worker inherits the policy.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from markupsafe import Markup

from . import carried
from .assets import Assets
from .edition import INSIDE_STRINGS, Edition, page_data, relative

FILM = "press/theme/js/film"
"""What makes films of fills. A page fetches it when a film is asked for; an offline file carries it."""
LIVE = "live"
SOLID = "solid"
CLOSE = "</body>"


def script(assets: Assets, plate: str, entry: str, sources: Iterable[Path], features: Iterable[str]) -> str:
    """The plate's script with all that its pages elsewhere fetch, for a file with these features."""
    parts = [f"import './{FILM}/carried.js';"]
    if SOLID in features:
        parts.append(f"import * as later from './plates/{plate}/later.js'; import {{ carry }} from './press/theme/js/later.js'; carry(later);")
    if LIVE in features:
        parts.append("import './press/theme/js/inside.js';")
    return assets.script("\n".join([*parts, entry]), sources).decode()


def features_of(edition: Edition) -> list[str]:
    """What this edition's files can hold besides the words."""
    solid = [SOLID] if edition.look.later else []
    return [*solid, LIVE] if "carried" in edition.extra else solid


def kinds(edition: Edition) -> dict[str, list[str]]:
    """The files that the site offers, by their names in the edition's paths: all but the live toy, and all."""
    every = features_of(edition)
    plain = {"offline": [feature for feature in every if feature != LIVE]}
    return plain | {"offline-live": every} if LIVE in every else plain


def page(renderer: Any, edition: Edition, context: dict[str, Any], features: Iterable[str]) -> bytes:
    """The file. `context` is what plate.html is given; `renderer` renders it (render.Renderer)."""
    path, look = edition.paths["offline"], edition.look
    code = look.inline_script(features)
    html = renderer.page(
        "offline.html", path, kind="offline", page_data=_data(edition, features), rules=policy(code, LIVE in features),
        inline_style=Markup(look.inline_style), inline_script=Markup(code), styles=[], scripts=[], preload=[], **context,
    ).replace(f'href="{relative(path, look.icon)}"', 'href="data:,"')
    before, _, after = html.rpartition(CLOSE)
    inside = edition.extra["carried"] if LIVE in features else []
    return b"".join([before.encode(), *inside, CLOSE.encode(), after.encode()])


def policy(code: str, live: bool) -> str:
    """The Content-Security-Policy of a file with this script."""
    allowed = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    toy = " 'wasm-unsafe-eval'; worker-src blob:" if live else ""
    return (
        f"default-src 'none'; script-src 'sha256-{allowed}'{toy}; connect-src 'none'; style-src 'unsafe-inline'; "
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
                   for name, model in models.items()},
    }
