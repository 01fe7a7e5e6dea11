"""Plate 2's traces, and every figure and file that its words and parts ask for.

Nothing here reads a file, a clock or a random source. The shapes of the files, each fetched by its
chapter when it is reached:

    opening, word, blanks, sure, faster, length   as the functions of those names in chapters.py say
    workbench
        settings  [{"id", "rule", "tokens", "threshold" (one is null), "seeds", "how": {places: {"sampler", "settings"}}}]
        vendor    the id of the setting that the vendor's contract has
        kinds     [{"id", "bar": {"agree", "repeats", "facts"}, "outcomes": {setting: workbench.outcome},
                    "phrases": [{"id", "prompt", "places", "reply", "cells": {setting: [run of each seed]}}]}]
                  a run as workbench.run_of says; the careful fill is cells["surest-1"][0]
        texts     {token id: text}
        model     the model's spec, for requests
        best      workbench.best: the fewest passes that clear every bar
        points    workbench.overall: every setting on all phrases, the Pareto front marked

A cell's request, for a live run, is a pure function of the file:
{"model": model, "prompt": phrase.prompt, "places": phrase.places, ...setting.how[phrase.places], "seed": seed}.
"""

from __future__ import annotations

from typing import Any

from toylm.trace import Trace

from . import chapters, choices, figures, phrases, workbench
from .chapters import Shown
from .choices import CAREFUL, SETTINGS
from .phrases import Phrase
from .served import parts

__all__ = ["files", "live", "models", "numbers", "page", "parts", "requests", "sweeps", "tables"]

Data = dict[str, Any]
Traces = dict[str, Trace]


def models(lang: str) -> list[str]:
    """The toys of a language: the masked one, the one that writes from left to right, the one that fills blocks."""
    return [f"larkspur/data/{lang}/{name}.npz" for name in ("masked", "left", "block")]


def live(lang: str) -> list[str]:
    """All but the last, whose one fill plays from its trace."""
    return models(lang)[:2]


def requests(lang: str, data: Data) -> dict[str, dict[str, Any]]:
    """The traces that chapters play, by name."""
    return chapters.requests(_shown(lang, data))


def sweeps(lang: str, data: Data) -> dict[str, dict[str, dict[str, Any]]]:
    """Every phrase by every setting, but for what chapters play anyway: phrase -> trace's name -> request."""
    played = requests(lang, data)
    return {
        phrase.id: {
            name: choices.request(lang, phrase, setting, seed)
            for name, setting, seed in choices.runs(phrase) if name not in played
        }
        for phrase in phrases.read(lang, data)
    }


def numbers(lang: str, data: Data, traces: Traces) -> dict[str, Any]:
    """What `{=name}` in the words stands for: whole numbers, shares from 0 to 1, texts."""
    return figures.numbers(lang, traces, files(lang, data, traces))


def tables(lang: str, data: Data, traces: Traces) -> dict[str, list[list[Any]]]:
    """Rows of the tables that the words print, by name."""
    return figures.tables(files(lang, data, traces))


def files(lang: str, data: Data, traces: Traces) -> dict[str, Any]:
    """The data of the chapters, by name. Numbers and tables are counted from them too, so the last are kept."""
    if not _last or _last[0][0] is not traces or _last[0][1] is not data:
        _last[:] = [(traces, data, _files(lang, data, traces))]
    return _last[0][2]


_last: list[tuple[Traces, Data, dict[str, Any]]] = []


def _files(lang: str, data: Data, traces: Traces) -> dict[str, Any]:
    shown = _shown(lang, data)
    rows = [(phrase, workbench.cells_of(lang, phrase, traces)) for phrase in phrases.read(lang, data)]
    cells, points = {phrase.id: of for phrase, of in rows}, workbench.overall(rows)
    return {
        "opening": chapters.opening(shown, traces, cells),
        "word": chapters.word(shown, traces),
        "blanks": chapters.blanks(shown, traces),
        "sure": chapters.sure(shown, traces, cells, points),
        "faster": chapters.faster(shown, traces, cells, points),
        "length": chapters.length(shown, traces),
        "workbench": _workbench(lang, data, rows, points, traces),
    }


def _workbench(lang: str, data: Data, rows: list, points: list, traces: Traces) -> dict[str, Any]:
    outcomes = workbench.kinds_of(rows, data)
    places = sorted({phrase.places for phrase, _ in rows})
    texts = {token: text for trace in traces.values() for token, text in trace.texts.items()}
    used = sorted({token for _, cells in rows for runs in cells.values() for run in runs for token in run["ids"]})
    kinds = [
        {
            "id": kind, "bar": vars(phrases.bar(data, kind)), "outcomes": of,
            "phrases": [_phrase(phrase, cells, traces) for phrase, cells in rows if phrase.kind == kind],
        }
        for kind, of in outcomes.items()
    ]
    return {
        "settings": [_setting(setting, places) for setting in SETTINGS], "vendor": choices.named(data["kinds"]["vendor"]).id,
        "kinds": kinds, "texts": {str(token): texts[token] for token in used},
        "model": choices.request(lang, rows[0][0], CAREFUL, 0)["model"],
        "best": workbench.best(outcomes), "points": points,
    }


def _phrase(phrase: Phrase, cells: workbench.Cells, traces: Traces) -> dict[str, Any]:
    careful = traces[choices.fill_name(phrase, CAREFUL, 0)]
    return {
        "id": phrase.id, "prompt": phrase.document.prompt, "places": phrase.places,
        "reply": workbench.reply(careful, phrase.places), "cells": cells,
    }


def _setting(setting: choices.Setting, places: list[int]) -> dict[str, Any]:
    how = {str(count): dict(zip(("sampler", "settings"), setting.how(count))) for count in places}
    return {"id": setting.id, **vars(setting), "seeds": list(setting.seeds), "how": how}


def page(lang: str, data: Data, traces: Traces) -> dict[str, Any]:
    """What the plate's scripts begin with.

    typed       chapters.typed: requests for a reader's own prompts
    candidates  how many a blank tells of
    kinds       {kind: {"name", "why"}} for the workbench
    starts      where the calculator starts, by reader
    selftest    the fill that the live toy has to write again
    """
    shown = _shown(lang, data)
    words = {row["id"]: {"name": row["name"][lang], "why": row["why"][lang]} for row in data["kinds"]["kind"]}
    return {
        "typed": chapters.typed(shown), "candidates": chapters.TOP_BLANK, "kinds": words, "starts": data["claim"]["start"],
        "selftest": choices.fill_name(shown["opening"], choices.named("surest-16"), 0),
    }


def _shown(lang: str, data: Data) -> Shown:
    return Shown(lang, data, phrases.read(lang, data))
