"""The trace: one fill, pass by pass, as plain data that JSON can carry.

Everything on a page that moves is drawn from a trace. The build and the browser both write this
format, and `Trace.from_json` refuses whatever it cannot read, and says why.

Positions are 0-based places of the canvas. Ranges are half open: [start, end).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

SCHEMA = 1
"""The version number that `to_json` writes and the only one that `from_json` reads."""

MASK_TEXT = "▢"
"""What a blank looks like on screen."""

CONFIDENCE_DIGITS = 6
"""Decimals kept of a confidence: enough to draw and to print, few enough that the last-bit
differences between two machines' `exp` never show."""

Range = tuple[int, int]
Placed = tuple[int, int]
Guess = tuple[int, int, float]


@dataclass
class Pass:
    """One forward pass and what the sampler did with it.

    kind      what the pass was for: "denoise" reads and writes; other names ("store", "encode",
              "draft") are passes made for something else and are counted apart. A step that computes
              nothing ("noise": the random letters that uniform-state diffusion begins from; "end":
              what follows an end token) is no pass at all
    computed  ranges of places that went through the model in this pass
    cached    ranges of places whose keys and values were read from a cache instead
    guesses   (position, token, confidence) of each blank that the sampler had a guess for; where a
              place has several, the first is the guess and the others are what else was likely
    commits   (position, token) in the order in which they were set
    remasks   positions that were set before and are blank again
    renoised  (position, token) of places redrawn at random (uniform-state diffusion)
    edits     (position, token) of committed places that were changed
    """

    computed: list[Range]
    cached: list[Range] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    commits: list[Placed] = field(default_factory=list)
    remasks: list[int] = field(default_factory=list)
    renoised: list[Placed] = field(default_factory=list)
    edits: list[Placed] = field(default_factory=list)
    kind: str = "denoise"

    def to_dict(self) -> dict[str, Any]:
        """The pass as JSON data; empty parts are left out."""
        out: dict[str, Any] = {"computed": [list(r) for r in self.computed]}
        if self.kind != "denoise":
            out["kind"] = self.kind
        if self.cached:
            out["cached"] = [list(r) for r in self.cached]
        if self.guesses:
            out["guesses"] = [[p, t, round(c, CONFIDENCE_DIGITS)] for p, t, c in self.guesses]
        for name in ("commits", "renoised", "edits"):
            if getattr(self, name):
                out[name] = [list(pair) for pair in getattr(self, name)]
        if self.remasks:
            out["remasks"] = list(self.remasks)
        return out


@dataclass
class Trace:
    """A whole fill.

    canvas    the token ids it began from, `mask_id` at every blank (-1 where the model has no mask)
    passes    what happened, in order
    ids       the token ids it ended with
    texts     what each token id that occurs looks like on screen
    """

    sampler: str
    settings: dict[str, Any]
    seed: int
    mask_id: int | None
    canvas: list[int]
    passes: list[Pass]
    ids: list[int]
    texts: dict[int, str] = field(default_factory=dict)

    @property
    def forward_passes(self) -> int:
        """How many times the model was called to read and write ("denoise" passes)."""
        return sum(p.kind == "denoise" for p in self.passes)

    @property
    def extra_passes(self) -> dict[str, int]:
        """How many passes of each other kind there were, by name."""
        kinds = [p.kind for p in self.passes if p.kind != "denoise" and p.computed]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    @property
    def positions(self) -> int:
        """How many places went through the model, over all passes."""
        return sum(end - start for p in self.passes for start, end in p.computed)

    @property
    def cache_reads(self) -> int:
        """How many places were read from a cache instead, over all passes."""
        return sum(end - start for p in self.passes for start, end in p.cached)

    def canvas_at(self, passes: int) -> list[int]:
        """The token ids after the first `passes` passes (0: the canvas as it began)."""
        ids = list(self.canvas)
        for one in self.passes[:passes]:
            for position in one.remasks:
                ids[position] = self.mask_id
            for position, token in [*one.renoised, *one.commits, *one.edits]:
                ids[position] = token
        return ids

    def text(self, ids: list[int] | None = None) -> str:
        """The tokens' texts side by side (of the result, unless other ids are given)."""
        return "".join(self.texts.get(i, "") for i in (self.ids if ids is None else ids))

    def to_json(self) -> str:
        """The trace as one line of JSON; the same trace gives the same bytes."""
        data = {
            "trace": SCHEMA,
            "sampler": self.sampler,
            "settings": self.settings,
            "seed": self.seed,
            "mask_id": self.mask_id,
            "texts": {str(i): self.texts[i] for i in sorted(self.texts)},
            "canvas": self.canvas,
            "passes": [p.to_dict() for p in self.passes],
            "ids": self.ids,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """Read what `to_json` wrote. Raises ValueError that says what is wrong and where."""
        from .reading import read_trace

        return read_trace(text)
