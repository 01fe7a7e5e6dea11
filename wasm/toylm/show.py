"""A trace as plain text, a line a pass: for a terminal."""

from __future__ import annotations

from .models.counts import MASK_TEXT
from .trace import Pass, Trace


def show(trace: Trace) -> list[str]:
    """Lines to print: one for the canvas as it began, one a pass, one for what it all cost.

    What a pass set or changed stands in [brackets]; `set` and `blank` count places after the pass.
    """
    blank = trace.canvas.count(trace.mask_id)
    lines = [f"{trace.sampler}, seed {trace.seed}, {_settings(trace)}", _line("start", 0, blank, _canvas(trace, 0, set()))]
    for number, one in enumerate(trace.passes, 1):
        changed = {position for position, _ in [*one.commits, *one.renoised, *one.edits]}
        blank = trace.canvas_at(number).count(trace.mask_id)
        lines.append(_line(_name(one, number), len(changed), blank, _canvas(trace, number, changed)))
    return [*lines, _cost(trace)]


def _settings(trace: Trace) -> str:
    return ", ".join(f"{name} {value}" for name, value in trace.settings.items()) or "no settings"


def _name(one: Pass, number: int) -> str:
    return str(number) if one.kind == "denoise" else f"{number} {one.kind}"


def _line(name: str, changed: int, blank: int, canvas: str) -> str:
    return f"{name:>8}  set {changed:>3}  blank {blank:>3}  {canvas}"


def _cost(trace: Trace) -> str:
    extra = "".join(f" and {count} to {kind}" for kind, count in trace.extra_passes.items())
    return f"{trace.forward_passes} passes{extra}, {trace.positions} positions computed, {trace.cache_reads} read from a cache"


def _canvas(trace: Trace, passes: int, changed: set[int]) -> str:
    """The canvas after some passes, each run of changed places in one pair of brackets."""
    out, inside = [], False
    for place, token in enumerate(trace.canvas_at(passes)):
        if (place in changed) != inside:
            out.append("]" if inside else "[")
            inside = not inside
        out.append(_text(trace, token))
    return "".join(out) + ("]" if inside else "")


def _text(trace: Trace, token: int) -> str:
    """A token's text; where the model gave none, a blank's sign or the id and a space."""
    if token in trace.texts:
        return trace.texts[token]
    return MASK_TEXT if token == trace.mask_id else f"{token} "
