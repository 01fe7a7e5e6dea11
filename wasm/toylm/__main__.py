"""Fill a canvas in the terminal, pass by pass: `python -m toylm [sampler] [setting=value ...]`.

    python -m toylm
    python -m toylm llada steps=4 remasking=random seed=2

`model=FILE` takes a model's spec from a JSON file; without it a small handbill is filled.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from .filling import fill
from .models import from_spec
from .samplers import SAMPLERS
from .terminal import lines

HANDBILL = {
    "kind": "counts",
    "lines": [
        [["TEA AND CAKE", 4], ["ALE AND PIES", 3], ["TEA AND PIES", 1]],
        [["EVERY SUNDAY", 3], ["EVERY MONDAY", 3]],
        [["COME AND SING", 2], ["STAY AND REST", 2]],
    ],
}
"""What is filled when no model is given."""

USAGE = f"""usage: python -m toylm [sampler] [setting=value ...]
samplers: {", ".join(SAMPLERS)}
model=FILE takes a model's spec (JSON), seed=N the random stream's seed; the rest are the sampler's own"""


def main(arguments: list[str]) -> int:
    """The command. -> the exit status: 0, or 2 for arguments that are not understood."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(USAGE)
        return 0
    sampler = arguments.pop(0) if arguments and "=" not in arguments[0] else "careful"
    try:
        settings = dict(_setting(text) for text in arguments)
        model = _model(settings.pop("model", None))
        seed = settings.pop("seed", 0)
        trace = fill(model, model.blank_canvas(), sampler, seed=seed, **settings)
    except (ValueError, OSError) as error:
        print(f"{error}\n\n{USAGE}", file=sys.stderr)
        return 2
    styled = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in lines(trace, model.spans, styled):
        print(line)
    return 0


def _setting(text: str) -> tuple[str, Any]:
    """A name and its value, read as JSON where it is JSON, else as a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text}: want setting=value")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _model(path: str | None) -> Any:
    if path is None:
        return from_spec(HANDBILL)
    with open(path, encoding="utf-8") as file:
        model = from_spec(json.load(file))
    if not hasattr(model, "blank_canvas"):
        raise ValueError("model: want one that knows its blank canvas")
    return model


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
