"""Every sampler with every setting it has, as data for a form: what can be changed, and to what.

Names, kinds and defaults are read off the samplers' own signatures; what Python does not say (published
defaults, ranges, the words of a choice) is in content/decoding/samplers.toml.
"""

from __future__ import annotations

import inspect
from typing import Any

from toylm.samplers import SAMPLERS

Data = dict[str, Any]

KINDS = {"int": "whole", "float": "number", "bool": "flag", "str": "choice", "Callable": "model"}
"""The kind of a setting, by the type that its signature names."""


def table(words: Data, lang: str) -> dict[str, Data]:
    """Every sampler by its name: {"name", "source", "settings": [setting]}, as content's [[...]] orders them.

    words    data of samplers.toml, where a name is one string, or one for each language
    setting  {"name", "kind", "optional", "default"} and where known "published", "low", "high", "among";
             kind is one of KINDS' values; optional: None is accepted, too; default: ours, None for none
    """
    shared = words["shared"]
    return {
        sampler: {
            "name": row["name"] if isinstance(row["name"], str) else row["name"][lang], "source": row.get("source", ""),
            "settings": [_setting(one, shared.get(one.name, {}) | row.get("settings", {}).get(one.name, {})) for one in parameters(sampler)],
        }
        for sampler, row in words.items() if sampler != "shared"
    }


def parameters(sampler: str) -> list[inspect.Parameter]:
    """The settings of a sampler as its signature lists them."""
    return [one for one in inspect.signature(SAMPLERS[sampler]).parameters.values() if one.kind is one.KEYWORD_ONLY]


def _setting(one: inspect.Parameter, more: Data) -> Data:
    kind, _, rest = one.annotation.partition(" | ")
    return {"name": one.name, "kind": KINDS[kind], "optional": rest == "None", "default": one.default, **more}
