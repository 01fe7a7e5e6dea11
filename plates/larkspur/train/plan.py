"""What is trained: four models a language, each with its loss and its budget."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Run:
    """One training run.

    loss     "masked", "uniform" (noise in place of blanks), "left" (to right) or "block"
    start    the run of the same language whose weights it begins with; None: new weights
    shipped  False: only another run begins with its weights
    """

    name: str
    loss: str
    steps: int
    rows: int = 32
    rate: float = 6e-3
    start: str | None = None
    seed: int = 2026
    shipped: bool = True


FIRST = Run("first", "masked", steps=3400, shipped=False)
SECOND = Run("second", "masked", steps=2000, start="first", seed=2028, shipped=False)
LEFT = Run("left", "left", steps=2000)
BEGINNING = replace(LEFT, name="beginning", shipped=False)
BLOCKS = Run("block", "block", steps=2000, rate=4e-3, start="left", rows=16, seed=2027)
UNIFORM = Run("uniform", "uniform", steps=3000, start="masked", seed=2031)

# A model is trained in legs: facts are copied late, when a run's rate has already fallen, and another
# rise of the rate takes it further than the same steps at a falling one. Chinese needs fewer legs.
RUNS = {
    "en": (
        *(FIRST, SECOND, Run("masked", "masked", steps=1500, start="second", seed=2029)),
        *(BEGINNING, replace(LEFT, start="beginning", seed=2030), BLOCKS, UNIFORM),
    ),
    "zh": (FIRST, replace(SECOND, name="masked", shipped=True), LEFT, BLOCKS, UNIFORM),
}
BLOCK = 8
"""Places of a block of the block model, counted from the start of the canvas."""
WARM_UP = 60
"""Steps in which the rate rises; after them it falls to nothing along a cosine."""
DECAY = 0.05
EMBED_RATE = 0.5
"""AdamW's learning rate, as a part of Muon's."""
BETAS = (0.9, 0.98)


def run_named(lang: str, name: str) -> Run:
    """A language's run of that name. Raises KeyError if there is none."""
    return {run.name: run for run in RUNS[lang]}[name]
