"""Every phrase by every setting, judged: which settings clear which bars, and at how many passes."""

from __future__ import annotations

from statistics import mean
from typing import Any

from toylm.picture import END
from toylm.trace import Trace

from . import choices
from .choices import CAREFUL, SETTINGS, Setting
from .documents.judging import facts_right, repeats, right
from .phrases import Bar, Phrase, bar

Run = dict[str, Any]
Cells = dict[str, list[Run]]
DIGITS = 4
"""Decimals kept of a share."""


def end_id(trace: Trace) -> int:
    """The end token's id; -1 where the trace has none."""
    return next((token for token, text in trace.texts.items() if text == END), -1)


def reply(trace: Trace, places: int) -> str:
    """The text of the frame up to its first end token."""
    return trace.text(trace.ids[-places:]).split(END)[0]


def run_of(lang: str, phrase: Phrase, trace: Trace, careful: Trace) -> Run:
    """One run, judged.

    ids, at   of each place of the frame: its token, and the pass that set it, counted from 1
    passes    forward passes
    agree     places as in the careful fill, of `phrase.places`
    repeats   tokens that equal the one before them, end tokens left out
    facts     whether every fact is there and no other; right: whether it is a whole reply besides
    """
    ids, text = trace.ids[-phrase.places:], reply(trace, phrase.places)
    start = len(trace.ids) - phrase.places
    at = {place: number for number, one in enumerate(trace.passes, 1) for place, _ in one.commits}
    return {
        "ids": ids, "at": [at[place] for place in range(start, len(trace.ids))], "passes": trace.forward_passes,
        "agree": sum(a == b for a, b in zip(ids, careful.ids[-phrase.places:])),
        "repeats": repeats(ids, end_id(trace)),
        "facts": facts_right(lang, phrase.document, text), "right": right(lang, phrase.document, text),
    }


def cells_of(lang: str, phrase: Phrase, traces: dict[str, Trace]) -> Cells:
    """Setting -> its runs, one a seed."""
    careful = traces[choices.fill_name(phrase, CAREFUL, 0)]
    cells: Cells = {setting.id: [] for setting in SETTINGS}
    for name, setting, _ in choices.runs(phrase):
        cells[setting.id].append(run_of(lang, phrase, traces[name], careful))
    return cells


def outcome(rows: list[tuple[Phrase, list[Run]]], wanted: Bar) -> dict[str, Any]:
    """What one setting does with a kind's phrases, and which parts of the bar it misses.

    passes   of all phrases together
    agree    the lowest share of places as in the careful fill; repeats: the most; facts: whether all are right
    misses   of "agree", "repeats", "facts": empty where the bar is cleared
    """
    least = min(run["agree"] / phrase.places for phrase, runs in rows for run in runs)
    most = max(run["repeats"] for _, runs in rows for run in runs)
    facts = all(run["facts"] for _, runs in rows for run in runs)
    missed = {"agree": least < wanted.agree, "repeats": most > wanted.repeats, "facts": wanted.facts and not facts}
    return {
        "passes": sum(max(run["passes"] for run in runs) for _, runs in rows),
        "agree": round(least, DIGITS), "repeats": most, "facts": facts,
        "misses": [part for part, is_missed in missed.items() if is_missed],
    }


def fewest(outcomes: dict[str, dict[str, Any]]) -> str:
    """Of the settings that clear a kind's bar the one with the fewest passes, the first among equals.

    All are tried. Where none clears it, the careful one.
    """
    clear = {name: one["passes"] for name, one in outcomes.items() if not one["misses"]}
    return min(clear, key=clear.get, default=CAREFUL.id)


def overall(rows: list[tuple[Phrase, Cells]]) -> list[dict[str, Any]]:
    """Each setting on all phrases: a point of passes and quality.

    passes   of all phrases together; a pass: tokens set in one, on average
    agree    mean share of places as in the careful fill; repeats: a fill, on average
    facts, right   shares of the fills whose facts are right, and that are right as a whole
    front    whether no other setting agrees more in as few passes, or as much in fewer
    """
    points = [_point(setting, rows) for setting in SETTINGS]
    for point in points:
        point["front"] = not any(_better(other, point) for other in points)
    return points


def _point(setting: Setting, rows: list[tuple[Phrase, Cells]]) -> dict[str, Any]:
    runs = [(phrase, run) for phrase, cells in rows for run in cells[setting.id]]
    passes = sum(run["passes"] for _, run in runs) // len(setting.seeds)
    return {
        "setting": setting.id, "passes": passes,
        "a_pass": round(sum(phrase.places for phrase, _ in rows) / passes, DIGITS),
        "agree": round(mean(run["agree"] / phrase.places for phrase, run in runs), DIGITS),
        **{part: round(mean(run[part] for _, run in runs), DIGITS) for part in ("repeats", "facts", "right")},
    }


def _better(one: dict[str, Any], than: dict[str, Any]) -> bool:
    """Whether a point is at least as good in both ways and better in one."""
    return one["passes"] <= than["passes"] and one["agree"] >= than["agree"] and \
        (one["passes"], one["agree"]) != (than["passes"], than["agree"])


def best(outcomes: dict[str, dict[str, dict[str, Any]]]) -> dict[str, Any]:
    """The fewest passes that clear every bar. Passes add up, so the fewest of each kind make the fewest of all.

    total, choice  passes in all, and the setting of each kind
    cleared        whether every bar is cleared so
    single         {"setting", "passes"}: the one setting for all kinds that clears every bar in the fewest passes
    """
    choice = {kind: fewest(of) for kind, of in outcomes.items()}
    together = {setting.id: _together([of[setting.id] for of in outcomes.values()]) for setting in SETTINGS}
    single = fewest(together)
    chosen = _together([outcomes[kind][setting] for kind, setting in choice.items()])
    return {
        "total": chosen["passes"], "choice": choice, "cleared": not chosen["misses"],
        "single": {"setting": single, "passes": together[single]["passes"]},
    }


def _together(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The passes of several outcomes, and all that they miss."""
    return {"passes": sum(row["passes"] for row in rows), "misses": [part for row in rows for part in row["misses"]]}


def kinds_of(rows: list[tuple[Phrase, Cells]], data: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Kind -> setting -> its outcome."""
    out = {}
    for kind in dict.fromkeys(phrase.kind for phrase, _ in rows):
        own = [(phrase, cells) for phrase, cells in rows if phrase.kind == kind]
        out[kind] = {
            setting.id: outcome([(phrase, cells[setting.id]) for phrase, cells in own], bar(data, kind)) for setting in SETTINGS
        }
    return out
