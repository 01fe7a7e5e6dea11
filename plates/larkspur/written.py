"""A fill as far as passes have written it: what follows an end token was given for nothing, and nobody waited for it."""

from __future__ import annotations

from dataclasses import replace

from toylm.trace import Trace

FOR_NOTHING = "end"
"""The kind of a step that computes nothing and writes the end token on what is left."""


def written(trace: Trace) -> Trace:
    """The fill without its last step, if that computed nothing, and without the places that only that step set.

    A place of such a step that stands before others is told with the pass before it. A fill without such a
    step comes back as it is.
    """
    if not trace.passes or trace.passes[-1].kind != FOR_NOTHING:
        return trace
    *passes, extra = trace.passes
    size = 1 + max(place for one in passes for place, _ in one.commits)
    between = [pair for pair in extra.commits if pair[0] < size]
    passes[-1] = replace(passes[-1], commits=[*passes[-1].commits, *between])
    return replace(trace, canvas=trace.canvas[:size], passes=passes, ids=trace.ids[:size])
