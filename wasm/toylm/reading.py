"""Reading a trace back: every fault is named, with where it is and what would be right."""

from __future__ import annotations

import json
from typing import Any

from .trace import SCHEMA, Pass, Trace

_PASS_KEYS = {"kind", "computed", "cached", "guesses", "commits", "remasks", "renoised", "edits"}
_TRACE_KEYS = {
    "trace", "sampler", "settings", "seed", "mask_id", "texts", "canvas", "passes", "ids",
}


def read_trace(text: str) -> Trace:
    """A Trace from its JSON. Raises ValueError for anything that is not exactly one."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError) as error:
        raise ValueError(f"trace: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"trace: want an object, got {type(data).__name__}")
    if data.get("trace") != SCHEMA or data.get("trace") is True:
        raise ValueError(
            f"trace: version {data.get('trace')!r} cannot be read; this program reads version {SCHEMA}"
        )
    _same_keys(data, _TRACE_KEYS, "trace")
    size = len(_ints(data["canvas"], "canvas"))
    trace = Trace(
        sampler=_of(str, data["sampler"], "sampler"),
        settings=_of(dict, data["settings"], "settings"),
        seed=_int(data["seed"], "seed"),
        mask_id=None if data["mask_id"] is None else _int(data["mask_id"], "mask_id"),
        canvas=data["canvas"],
        passes=[_pass(p, f"passes[{i}]", size) for i, p in enumerate(_of(list, data["passes"], "passes"))],
        ids=_ints(data["ids"], "ids"),
        texts=_texts(data["texts"]),
    )
    _check_whole(trace)
    return trace


def _check_whole(trace: Trace) -> None:
    """The result must be what the passes lead to, and every token must have a text."""
    if len(trace.ids) != len(trace.canvas):
        raise ValueError(f"ids: want {len(trace.canvas)} as in canvas, got {len(trace.ids)}")
    if trace.canvas_at(len(trace.passes)) != trace.ids:
        raise ValueError("ids: not what the passes lead to from canvas")
    used = {t for p in trace.passes for _, t, *_ in [*p.guesses, *p.commits, *p.renoised, *p.edits]}
    unnamed = sorted((used | set(trace.canvas)) - set(trace.texts))
    if trace.texts and unnamed:
        raise ValueError(f"texts: no text for token {unnamed[0]}")


def _pass(data: Any, where: str, size: int) -> Pass:
    _of(dict, data, where)
    if not data.keys() <= _PASS_KEYS:
        raise ValueError(f"{where}: unknown key {sorted(data.keys() - _PASS_KEYS)[0]!r}")
    if "computed" not in data:
        raise ValueError(f"{where}: 'computed' is missing")

    def rows(key: str, width: int) -> list[tuple]:
        out = []
        for i, row in enumerate(_of(list, data.get(key, []), f"{where}.{key}")):
            at = f"{where}.{key}[{i}]"
            if not isinstance(row, list) or len(row) != width:
                raise ValueError(f"{at}: want a list of {width}")
            _ints(row[:2], at)
            limit = size if key not in ("computed", "cached") else size + 1
            if not 0 <= row[0] < limit:
                raise ValueError(f"{at}: place {row[0]} is outside the canvas of {size}")
            out.append(tuple(row))
        return out

    for key in ("computed", "cached"):
        for start, end in rows(key, 2):
            if not 0 <= start <= end <= size:
                raise ValueError(f"{where}.{key}: [{start}, {end}) is outside the canvas of {size}")
    remasks = _ints(data.get("remasks", []), f"{where}.remasks")
    if any(not 0 <= p < size for p in remasks):
        raise ValueError(f"{where}.remasks: a place outside the canvas of {size}")
    guesses = rows("guesses", 3)
    for i, guess in enumerate(guesses):
        if isinstance(guess[2], bool) or not isinstance(guess[2], (int, float)):
            raise ValueError(f"{where}.guesses[{i}]: the confidence is not a number")
    return Pass(
        computed=rows("computed", 2), cached=rows("cached", 2), guesses=guesses,
        commits=rows("commits", 2), remasks=remasks, renoised=rows("renoised", 2),
        edits=rows("edits", 2), kind=_of(str, data.get("kind", "denoise"), f"{where}.kind"),
    )


def _same_keys(data: dict, want: set[str], where: str) -> None:
    for key in sorted(want - data.keys()):
        raise ValueError(f"{where}: {key!r} is missing")
    for key in sorted(data.keys() - want):
        raise ValueError(f"{where}: unknown key {key!r}")


def _of(kind: type, value: Any, where: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{where}: want {kind.__name__}, got {type(value).__name__}")
    return value


def _int(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{where}: want a whole number, got {value!r}")
    return value


def _ints(value: Any, where: str) -> list[int]:
    return [_int(v, f"{where}[{i}]") for i, v in enumerate(_of(list, value, where))]


def _texts(value: Any) -> dict[int, str]:
    out = {}
    for key, text in _of(dict, value, "texts").items():
        if not key.isascii() or not key.removeprefix("-").isdigit():
            raise ValueError(f"texts: {key!r} is not a token id")
        out[int(key)] = _of(str, text, f"texts[{key}]")
    return out
