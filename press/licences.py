"""What the site ships of others, each with its licence's own text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any


PACKAGES = [
    "@fontsource/source-serif-4", "@fontsource/alfa-slab-one", "@fontsource/noto-serif-sc", "gifenc", "three",
    *(f"@codemirror/{part}" for part in ("autocomplete", "commands", "lang-python", "language", "state", "streamparser", "view")),
    *(f"@lezer/{part}" for part in ("common", "highlight", "lr", "python")),
    "@marijn/find-cluster-break", "crelt", "style-mod", "w3c-keyname",
]


def shipped(root: Path, toy: dict[str, Any] | None) -> list[dict[str, str]]:
    """Name, version, licence, source and text of each: the project, its fonts and library, the live runtime."""
    rows = [{
        "name": "Plateworks", "version": "1.0.0", "licence": "MIT; words and pictures CC BY 4.0",
        "source": "this project", "text": (root / "LICENSE").read_text(encoding="utf-8"),
    }]
    rows += [_package(root, package) for package in PACKAGES]
    rows += toy["licences"] if toy else []
    return [{**row, "slug": re.sub(r"[^a-z0-9]+", "-", row["name"].lower()).strip("-")} for row in rows]


def _package(root: Path, package: str) -> dict[str, str]:
    folder = root / "node_modules" / package
    record = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return {
        "name": package, "version": record["version"], "licence": record["license"], "source": "npm",
        "text": next(folder.glob("LICENSE*")).read_text(encoding="utf-8"),
    }
