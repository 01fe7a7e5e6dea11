"""A fill in the terminal: the canvas after every pass, what is new in it in bold."""

from __future__ import annotations

from collections.abc import Iterator

from .trace import MASK_TEXT, Pass, Range, Trace

BOLD, PLAIN = "\033[1m", "\033[0m"


def lines(trace: Trace, rows: list[Range] | None = None, styled: bool = True) -> Iterator[str]:
    """The lines to print for a trace. rows: the places of each row; None: one row. styled: what is new in bold."""
    rows = rows or [(0, len(trace.canvas))]
    yield f"{trace.sampler} {settings_text(trace)}".rstrip()
    yield from _rows(trace, trace.canvas, set(), rows, styled)
    for number, one in enumerate(trace.passes, 1):
        yield f"\n{number}. {_what(one)}"
        new = {p for p, _ in [*one.commits, *one.renoised, *one.edits]} | set(one.remasks)
        yield from _rows(trace, trace.canvas_at(number), new, rows, styled)
    extra = "".join(f", {n} {kind}" for kind, n in trace.extra_passes.items())
    yield f"\n{trace.forward_passes} passes{extra}; {trace.positions} positions, {trace.cache_reads} cache reads"


def settings_text(trace: Trace) -> str:
    """The settings as name=value."""
    return " ".join(f"{name}={value}" for name, value in trace.settings.items() if not isinstance(value, dict))


def _what(one: Pass) -> str:
    """What a pass did, in a line."""
    parts = [f"{one.kind}: computed " + (", ".join(f"{a}-{b - 1}" for a, b in one.computed) or "nothing")]
    counts = {"set": one.commits, "masked again": one.remasks, "made noise": one.renoised, "edited": one.edits}
    parts += [f"{len(found)} {what}" for what, found in counts.items() if found]
    return ", ".join(parts)


def _rows(trace: Trace, ids: list[int], new: set[int], rows: list[Range], styled: bool) -> Iterator[str]:
    for start, end in rows:
        cells = []
        for place in range(start, end):
            text = trace.texts.get(ids[place]) or (MASK_TEXT if ids[place] == trace.mask_id else f" {ids[place]}")
            cells.append(f"{BOLD}{text}{PLAIN}" if styled and place in new else text)
        yield "  " + "".join(cells)
