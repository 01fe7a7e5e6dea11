"""What each chapter plays: the traces that it asks for, and the figures that its part shows.

Odds of candidates are read off the model again, on the canvas that the pass saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toylm.candidates import candidates
from toylm.models import from_spec
from toylm.trace import Trace

from . import choices, workbench
from .choices import CAREFUL, Setting, asked, fill_name, named, request
from .documents.judging import facts_right, right
from .phrases import Phrase
from .written import written

TYPED_PLACES = 24
"""Places for what the left-to-right model writes, at most: its replies may be longer than a frame."""
FRAMES = (8, 16, 32, 64)
GROWING = 64
"""Places that a reply may grow into, block by block."""
TOP_TYPED, TOP_BLANK = 5, 3
SURE_TOKENS = (2, 4, 8)
FASTER = [setting for setting in choices.SETTINGS if setting.rule in ("surest", "threshold")]


class Shown:
    """The phrases that chapters play, by language."""

    def __init__(self, lang: str, data: dict[str, Any], phrases: list[Phrase]):
        self.lang, self._chapters = lang, data["kinds"]["chapters"]
        self._phrases = {phrase.id: phrase for phrase in phrases}

    def __getitem__(self, chapter: str) -> Phrase:
        """The phrase of a chapter. Raises ValueError for one that there is not."""
        name = self._chapters[chapter]
        if name not in self._phrases:
            raise ValueError(f"kinds.toml: chapter {chapter!r} plays {name!r}; there are {', '.join(self._phrases)}")
        return self._phrases[name]

    def model(self, name: str) -> Any:
        """One of the language's models."""
        return from_spec({"kind": "transformer", "name": f"{self.lang}-{name}"})


def requests(shown: Shown) -> dict[str, dict[str, Any]]:
    """Every trace that the chapters play, by name. One that two chapters play is asked for once."""
    word = shown["word"]
    out = {"typed": _typed(shown, word.document.prompt)}
    for phrase, setting, seed in _played(shown):
        out[fill_name(phrase, setting, seed)] = request(shown.lang, phrase, setting, seed)
    prompt = shown["length"].document.prompt
    for places in FRAMES:
        out[f"frame-{places}"] = asked(f"{shown.lang}-masked", prompt, places, *CAREFUL.how(places))
    out["grown"] = _grown(shown, prompt)
    return out


def _typed(shown: Shown, prompt: str) -> dict[str, Any]:
    """What the left-to-right model writes after a prompt, until it sets an end token."""
    settings = {"odds": TOP_TYPED, "eos_id": shown.model("left").end_id}
    return asked(f"{shown.lang}-left", prompt, TYPED_PLACES, "autoregressive", settings)


def _grown(shown: Shown, prompt: str) -> dict[str, Any]:
    """Blocks that are filled one after the other, until an end token is set, by the model that was trained to fill blocks."""
    model = shown.model("block")
    settings = {"block_size": model.block, "small_block_size": model.block, "threshold": 1, "eos_id": model.end_id}
    return asked(f"{shown.lang}-block", prompt, GROWING, "fast_dllm_v2", settings)


def _played(shown: Shown) -> Iterator[tuple[Phrase, Setting, int]]:
    opening, sure, faster = shown["opening"], shown["sure"], shown["faster"]
    yield opening, CAREFUL, 0
    yield opening, named("surest-16"), 0
    yield shown["blanks"], CAREFUL, 0
    yield sure, CAREFUL, 0
    for tokens in SURE_TOKENS:
        for setting in (named(f"surest-{tokens}"), named(f"random-{tokens}")):
            yield from ((sure, setting, seed) for seed in setting.seeds)
    yield from ((faster, setting, 0) for setting in FASTER)


def opening(shown: Shown, traces: dict[str, Trace], cells: dict[str, workbench.Cells]) -> dict[str, Any]:
    """One phrase, carefully and in one pass.

    careful, once   {"trace", "text", "passes", "agree", "repeats", "facts", "right"}
    prompt, places  of the phrase
    """
    phrase = shown["opening"]
    of = cells[phrase.id]
    once = named("surest-16")
    return {
        "prompt": phrase.document.prompt, "places": phrase.places,
        "careful": _read(phrase, CAREFUL, 0, of, traces), "once": _read(phrase, once, 0, of, traces),
    }


def _read(phrase: Phrase, setting: Setting, number: int, cells: workbench.Cells, traces: dict[str, Trace]) -> dict[str, Any]:
    """A run that is played: its trace's name, its text, and how it was judged."""
    name = fill_name(phrase, setting, setting.seeds[number])
    run = cells[setting.id][number]
    judged = {part: run[part] for part in ("passes", "agree", "repeats", "facts", "right")}
    return {"trace": name, "text": workbench.reply(traces[name], phrase.places), **judged}


def word(shown: Shown, traces: dict[str, Trace]) -> dict[str, Any]:
    """What the left-to-right model writes.

    trace  its name; the guesses of each of its passes list the likeliest tokens, the one that was set first
    stop   the pass that sets the first end token, from 1; 0: none does
    right  whether it is a whole reply, every fact right
    """
    trace, phrase = traces["typed"], shown["word"]
    ids, end = trace.ids[-TYPED_PLACES:], workbench.end_id(trace)
    text = workbench.reply(trace, TYPED_PLACES)
    return {
        "prompt": phrase.document.prompt, "places": TYPED_PLACES, "trace": "typed", "text": text,
        "stop": ids.index(end) + 1 if end in ids else 0, "right": right(shown.lang, phrase.document, text),
    }


def blanks(shown: Shown, traces: dict[str, Trace]) -> dict[str, Any]:
    """The careful fill, with what each blank might be.

    trace              its name
    candidates, texts  of the canvas that each pass saw, as toylm.candidates has them
    """
    phrase, model = shown["blanks"], shown.model("masked")
    name = fill_name(phrase, CAREFUL, 0)
    trace = traces[name]
    seen = [trace.canvas_at(number) for number in range(len(trace.passes))]
    return {"prompt": phrase.document.prompt, "places": phrase.places, "trace": name, **candidates(model, seen, TOP_BLANK)}


def sure(shown: Shown, traces: dict[str, Trace], cells: dict[str, workbench.Cells], points: list) -> dict[str, Any]:
    """The surest against any, at as many passes.

    careful  the trace that both are compared with
    rows    {"tokens", "surest": a run, "random": runs, one a seed}, a run as in `opening`
    points  of all phrases, as in workbench.overall, of these settings
    """
    phrase = shown["sure"]
    of = cells[phrase.id]

    def row(tokens: int) -> dict[str, Any]:
        surest, scattered = named(f"surest-{tokens}"), named(f"random-{tokens}")
        return {
            "tokens": tokens, "surest": _read(phrase, surest, 0, of, traces),
            "random": [_read(phrase, scattered, number, of, traces) for number in range(len(scattered.seeds))],
        }

    kept = [point for point in points if point["setting"].split("-")[0] in ("surest", "random")]
    return {
        "prompt": phrase.document.prompt, "places": phrase.places,
        "careful": fill_name(phrase, CAREFUL, 0), "rows": [row(tokens) for tokens in SURE_TOKENS], "points": kept,
    }


def faster(shown: Shown, traces: dict[str, Trace], cells: dict[str, workbench.Cells], points: list) -> dict[str, Any]:
    """One phrase at every speed.

    runs    {"setting", …} a setting, a run as in `opening`; points: as in `sure`
    """
    phrase = shown["faster"]
    runs = [{"setting": setting.id, **_read(phrase, setting, 0, cells[phrase.id], traces)} for setting in FASTER]
    names = [setting.id for setting in FASTER]
    kept = [point for point in points if point["setting"] in names]
    return {"prompt": phrase.document.prompt, "places": phrase.places, "runs": runs, "points": kept}


def length(shown: Shown, traces: dict[str, Trace]) -> dict[str, Any]:
    """One prompt in frames of several lengths, filled carefully, and in blocks that grow.

    frames  {"places", "trace", "text", "passes", "extra": those of them that set nothing, "ends": end tokens,
            "cut": no end token at all, "facts": whether all are right, "right": whether it is a whole reply besides}
    grown   the same, with the places of a `block`; what stands after its end token is in none of its counts
    """
    phrase = shown["length"]
    frames = [_frame(shown.lang, phrase, f"frame-{places}", traces) for places in FRAMES]
    grown = {**_frame(shown.lang, phrase, "grown", traces), "block": traces["grown"].settings["block_size"]}
    return {"prompt": phrase.document.prompt, "frames": frames, "grown": grown}


def _frame(lang: str, phrase: Phrase, name: str, traces: dict[str, Trace]) -> dict[str, Any]:
    trace = written(traces[name])
    places = trace.canvas.count(trace.mask_id)
    text = workbench.reply(trace, places)
    ends = trace.ids[-places:].count(workbench.end_id(trace))
    return {
        "places": places, "trace": name, "text": text, "passes": len(trace.passes), "extra": sum(trace.extra_passes.values()),
        "ends": ends, "cut": not ends, "facts": facts_right(lang, phrase.document, text), "right": right(lang, phrase.document, text),
    }


def typed(shown: Shown) -> dict[str, dict[str, Any]]:
    """Requests for a reader's own prompt, by chapter: put the text in "prompt" and run it.

    A text becomes token ids where the model is. A character without a token, an empty text before the
    left-to-right model, or more places than the model was trained for come back as an error that says so.
    """
    masked = f"{shown.lang}-masked"
    return {
        "word": _typed(shown, ""),
        "blanks": asked(masked, "", shown["blanks"].places, *CAREFUL.how(shown["blanks"].places)),
        "length": asked(masked, "", FRAMES[1], *CAREFUL.how(FRAMES[1])),
    }
