"""The weights of the toys that a plate uses: read, made known to toylm, and put among the site's assets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toylm.models import transformer

from .assets import Assets
from .errors import PressError


@dataclass(frozen=True)
class Weights:
    """One model: its file from the project's root, the file's bytes, and the bytes of its tokens.json."""

    path: Path
    weights: bytes
    tokens: bytes

    @property
    def name(self) -> str:
        """What requests call it: the folder's language and the file's own name, as en-masked."""
        return f"{self.path.parent.name}-{self.path.stem}"


def read(root: Path, names: Iterable[str]) -> list[Weights]:
    """The files of the models that a plate names, as PLATE/data/en/masked.npz: from plates/ on.

    A model's tokens.json lies beside it. Raises PressError for a file that is missing.
    """
    return [_read(root, Path("plates") / name) for name in names]


def _read(root: Path, path: Path) -> Weights:
    tokens = path.with_name("tokens.json")
    for file in (path, tokens):
        if not (root / file).exists():
            raise PressError(f"this file is missing; {_command(path)} makes it", file)
    return Weights(path, (root / path).read_bytes(), (root / tokens).read_bytes())


def _command(path: Path) -> str:
    """What makes a weights' file: the plate whose data it is holds a program `train`."""
    return f"`python -m {'.'.join(path.parts[:2])}.train {path.parent.name}-{path.stem}`"


def provide(models: Iterable[Weights]) -> None:
    """Let toylm know the models, for requests to name. Raises PressError for a file that is none."""
    for model in models:
        try:
            known = transformer.provide(model.weights, model.tokens.decode())
        except Exception as error:  # noqa: BLE001 - a spoiled file may raise anything
            raise PressError(f"not a model's weights: {error}; {_command(model.path)} makes them anew", model.path) from error
        if known.config["name"] != model.name:
            raise PressError(f"the model in it is {known.config['name']!r}; want {model.name!r}", model.path)


def digest(models: Iterable[Weights]) -> str:
    """A hash of all that the traces of these models can depend on; empty for none."""
    return " ".join(hashlib.sha256(part).hexdigest() for model in models for part in (model.weights, model.tokens))


def assets(models: Iterable[Weights], first: dict[str, Any], assets: Assets) -> dict[str, dict[str, Any]]:
    """Each model's files under hashed names, as a page's engine is told of them.

    first  a request: the models that it names come with the runtime, the others when they are asked for
    """
    needed = names_in(first)
    return {
        model.name: {
            "first": model.name in needed,
            "weights": _entry(assets, f"{model.name}.npz", model.weights),
            "tokens": _entry(assets, f"{model.path.parent.name}-tokens.json", model.tokens),
        }
        for model in models
    }


def _entry(assets: Assets, name: str, content: bytes) -> dict[str, Any]:
    return {"url": assets.add(name, content), "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def names_in(request: dict[str, Any]) -> set[str]:
    """The models that a request names: its own, and those among its settings."""
    specs = [request["model"], *request["settings"].values()]
    return {spec["name"] for spec in specs if isinstance(spec, dict) and spec.get("kind") == "transformer"}
