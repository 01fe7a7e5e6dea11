"""Plate 3's traces, and every figure and file that its words and parts ask for: what its modules make, put together.

Each module of MODULES may have requests, sweeps, numbers, tables, files and parts; names have to differ between
modules. The toys are those of the plate on what speed costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from toylm.trace import Trace

from . import both, demos, hood, lab, spans, study, sweep, yesno

__all__ = ["carried", "files", "live", "models", "numbers", "page", "parts", "reads", "requests", "share", "sweeps", "tables"]

Data = dict[str, Any]
Traces = dict[str, Trace]

MODULES = (both, demos, hood, lab, spans, study, sweep, yesno)


def models(lang: str) -> list[str]:
    """The toys of a language: the masked one, the one that writes from left to right, the one that begins with random
    tokens, the one that writes both ways."""
    return [f"larkspur/data/{lang}/{name}.npz" for name in ("masked", "left", "uniform", "block")]


def live(lang: str) -> list[str]:
    """All but the last, whose fills play from their traces."""
    return models(lang)[:3]


def carried(lang: str) -> list[str]:
    """Two of them: with a third one inside, the offline file with the live toy would pass 10 MB."""
    return models(lang)[:2]


def reads(lang: str) -> list[str]:
    """The documents that the toys are asked about."""
    return [yesno.path(lang)]


def requests(lang: str, data: Data) -> dict[str, Data]:
    """The traces that parts play, by name."""
    return _joined(of(lang, data) for of in _functions("requests"))


def sweeps(lang: str, data: Data) -> dict[str, dict[str, Data]]:
    """Fills that figures are counted from: sweep -> trace's name -> request."""
    return _joined(of(lang, data) for of in _functions("sweeps"))


def numbers(lang: str, data: Data, traces: Traces) -> Data:
    """What `{=name}` in the words stands for."""
    return _joined(of(lang, data, traces) for of in _functions("numbers"))


def tables(lang: str, data: Data, traces: Traces) -> dict[str, list[list[Any]]]:
    """The rows of `{table name | …}` in the words."""
    return _joined(of(lang, data, traces) for of in _functions("tables"))


def files(lang: str, data: Data, traces: Traces) -> Data:
    """The data that parts fetch, by name."""
    return _joined(of(lang, data, traces) for of in _functions("files"))


def parts(lang: str, data: Data, traces: Traces, made: Data) -> Data:
    """What the templates of the parts are filled with, by part; `made` is what `files` gave."""
    return _joined(of(lang, data, traces, made) for of in _functions("parts"))


def share(lang: str) -> str:
    """The trace on the share image: the one that the lesson goes through pass by pass; in Chinese that one begins with
    figures alone, so it is the careful fill of an order."""
    return lab.fill_name({"id": "order"}, lab.CAREFUL) if lang == "zh" else "walk"


def page(lang: str, data: Data, traces: Traces) -> Data:
    """What the plate's scripts begin with. selftest: the fill that the live toy has to write again."""
    return {"selftest": lab.fill_name(data["lab"]["canvas"][lang][0], "fast-dllm")}


def _functions(name: str) -> Iterator[Callable]:
    return (getattr(module, name) for module in MODULES if hasattr(module, name))


def _joined(made: Iterator[Data]) -> Data:
    """All of them in one. Raises ValueError for a name that two modules give."""
    out: Data = {}
    for one in made:
        if twice := out.keys() & one.keys():
            raise ValueError(f"two modules of the plate make {', '.join(sorted(twice))}")
        out |= one
    return out
