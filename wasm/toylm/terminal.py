"""A fill as plain text: the canvas after every pass, what is new in it in bold, or in [brackets]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from .trace import MASK_TEXT, Pass, Range, Trace

BOLD, PLAIN = "\033[1m", "\033[0m"


def lines(trace: Trace, rows: list[Range] | None = None, styled: bool = True) -> Iterator[str]:
    """The lines to print for a trace.

    rows    the places of each row; None: one row
    styled  print what is new in a pass in bold; otherwise it stands in [brackets]
    """
    rows = rows or [(0, len(trace.canvas))]
    yield f"{trace.sampler} {settings_text(trace)}".rstrip()
    yield from _rows(trace, trace.canvas, set(), rows, styled)
    for number, one in enumerate(trace.passes, 1):
        yield f"\n{number}. {_what(one)}"
        new = {p for p, _ in [*one.commits, *one.renoised, *one.edits]} | set(one.remasks)
        yield from _rows(trace, trace.canvas_at(number), new, rows, styled)
    extra = "".join(f", {n} {kind}" for kind, n in trace.extra_passes.items())
    cost = f"{trace.positions} positions, {trace.cache_reads} cache reads"
    yield f"\n{trace.forward_passes} passes{extra}; {cost}"


def settings_text(trace: Trace) -> str:
    """The settings as name=value."""
    plain = {name: value for name, value in trace.settings.items() if not isinstance(value, dict)}
    return " ".join(f"{name}={value}" for name, value in plain.items())


def _what(one: Pass) -> str:
    """What a pass did, in a line."""
    parts = [f"{one.kind}: computed " + (", ".join(f"{a}-{b - 1}" for a, b in one.computed) or "nothing")]
    counts = {"set": one.commits, "masked again": one.remasks, "made noise": one.renoised}
    counts["edited"] = one.edits
    parts += [f"{len(found)} {what}" for what, found in counts.items() if found]
    return ", ".join(parts)


def _rows(trace: Trace, ids: list[int], new: set[int], rows: list[Range], styled: bool) -> Iterator[str]:
    before, after = (BOLD, PLAIN) if styled else ("[", "]")
    for start, end in rows:
        out = []
        for is_new, places in groupby(range(start, end), key=new.__contains__):
            text = "".join(_text(trace, ids[place]) for place in places)
            out.append(f"{before}{text}{after}" if is_new else text)
        yield "  " + "".join(out)


def _text(trace: Trace, token: int) -> str:
    """A token's text; where the model gave none, a blank's sign or the id and a space."""
    if token in trace.texts:
        return trace.texts[token]
    return MASK_TEXT if token == trace.mask_id else f"{token} "
