"""What the reader learns from besides the demonstrations: flashcards, the quiz, and the sweep that is there to copy.

The sweep is the one of the words' section `try`: `toysweep` is what its code prints, as the build's own traces have it.
"""

from __future__ import annotations

from typing import Any

from toylm.picture import END
from toylm.trace import Trace

Data = dict[str, Any]

PLACES = 32
STEPS = (32, 16, 8, 4, 2, 1)
PROMPTS = {
    "en": "Catalog: black ear plug, rubber, part EP-260, $42.95.\nDescribe:",
    "zh": "目录：蓝色护膝，海绵，货号HX-110，58.2元。\n介绍：",
}
"""As the code in the words has them; a test compares."""


def requests(lang: str, data: Data) -> dict[str, Data]:
    """The fills of the sweep, by name: toysweep-32 with 32 steps, and so on."""
    model = {"kind": "transformer", "name": f"{lang}-masked"}
    common = {"model": model, "prompt": PROMPTS[lang], "places": PLACES, "sampler": "llada", "seed": 0}
    return {_name(steps): {**common, "settings": {"steps": steps}} for steps in STEPS}


def tables(lang: str, data: Data, traces: dict[str, Trace]) -> dict[str, list[list[Any]]]:
    """toysweep: steps, positions computed, places as in the fill of one token a pass, the text as Python shows it."""
    careful = traces[_name(STEPS[0])]
    return {"toysweep": [_row(steps, traces[_name(steps)], careful) for steps in STEPS]}


def parts(lang: str, data: Data, traces: dict[str, Trace], made: Data) -> Data:
    """cards: [{"section", "front", "back"}]; quiz: [{"id", "section", "question", "answer": [{"text", "right", "why"}]}]."""
    cards = [{"section": card["section"], **card[lang]} for card in data["cards"]["card"]]
    quiz = [{"id": one["id"], "section": one.get("section", ""), **one[lang]} for one in data["quiz"]["question"]]
    return {"cards": cards, "quiz": quiz}


def _name(steps: int) -> str:
    return f"toysweep-{steps}"


def _row(steps: int, trace: Trace, careful: Trace) -> list[Any]:
    start = len(trace.ids) - PLACES
    agree = sum(a == b for a, b in zip(trace.ids[start:], careful.ids[start:]))
    text = trace.text(trace.ids[start:]).split(END)[0]
    return [steps, trace.positions, agree, repr(text)]
