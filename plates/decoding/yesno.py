"""A yes or no read off as a probability: one blank, the words that may stand there, one pass; and whether such a
probability can be believed, counted on documents that no toy was trained on.

A question is a held-out reply in which one word is blank that comes from a short list: a day, a town, a color. One
pass gives odds for the whole list. Divided by their sum, each is the probability of a yes to "is it this word?", so
every word of the list is asked about, whatever the answer is: were they picked by the answer, the curve would bend.

SHOWN by name: "all" leaves the rest of the reply on the canvas, "few" hides most of it, as in the middle of a fill.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from toylm.maths import softmax
from toylm.models import from_spec
from toylm.trace import MASK_TEXT

DOCUMENTS = 150
PLACES = 32
"""Of a reply's canvas; what it does not need holds end tokens."""
SHORTEST, LONGEST = 3, 12
"""A list has at least and at most so many words."""
HIDDEN = {"all": 0.0, "few": 0.8}
"""The share of the reply's other places that are blank, too."""
EXAMPLE = ("delivery", "last")
"""Kind and slot of the question that is shown: its slip names two days, so there is something to mistake."""
BINS = 10
SURE = (0.5, 0.8, 0.9, 0.99)
"""How sure of yes, or of no, the toy has to be to decide by itself."""

Data = dict[str, Any]
Asked = list[tuple[float, bool]]
"""The probability of a yes, and whether yes was right."""


class Question(NamedTuple):
    """kind, slot: of what is asked; ids (n,): the canvas; place: the blank; words: token ids of the list; right: the
    one that stands there."""

    kind: str
    slot: str
    ids: list[int]
    place: int
    words: list[int]
    right: int


def path(lang: str) -> str:
    """The documents that are asked about, from plates/ on."""
    return f"larkspur/data/{lang}/held-out.jsonl"


def read(lang: str) -> list[Data]:
    """The first of the documents: {"kind", "facts": {slot: value}, "prompt", "reply"}."""
    text = (Path(__file__).resolve().parents[1] / path(lang)).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()[:DOCUMENTS]]


def questions(model: Any, documents: list[Data], hidden: float) -> list[Question]:
    """Every word of every reply that a list has and that stands in the reply once.

    hidden  the share of the reply's other places that are blank; which, a seed of its own decides for each document
    """
    found = [(document, list(_words(model, document))) for document in documents]
    lists = defaultdict(set)
    for _, words in found:
        for name, _, token in words:
            lists[name].add(token)
    out = []
    for number, (document, words) in enumerate(found):
        prompt, reply = model.encode(document["prompt"]), model.encode(document["reply"])
        if len(reply) > PLACES or len(prompt) + PLACES > model.config["shape"]["places"]:
            continue
        ids = prompt + reply + [model.end_id] * (PLACES - len(reply))
        blanks = _blanks(Random(number), range(len(prompt), len(ids)), hidden)
        for name, at, token in words:
            if SHORTEST <= len(lists[name]) <= LONGEST:
                place = len(prompt) + at
                canvas = [model.mask_id if i in blanks or i == place else one for i, one in enumerate(ids)]
                out.append(Question(*name[:2], canvas, place, sorted(lists[name]), token))
    return out


def _words(model: Any, document: Data) -> Iterable[tuple[tuple, int, int]]:
    """(list, place in the reply, token) of each fact that is one token and stands in the reply once.

    A list has the words of one slot, or of one label of a form; with a space before them or without.
    """
    tokens = [model.tokens[token] for token in model.encode(document["reply"])]
    facts = document["facts"]
    for slot, value in facts.items():
        at = [i for i, text in enumerate(tokens) if text.strip() == value]
        if len(at) == 1 and not slot.startswith("label"):
            name = facts[slot.replace("value", "label")] if slot.startswith("value") else slot
            yield (document["kind"], name, tokens[at[0]][0] == " "), at[0], model.encode(document["reply"])[at[0]]


def _blanks(source: Random, places: Iterable[int], share: float) -> set[int]:
    return {place for place in places if source.random() < share}


def read_off(model: Any, question: Question) -> np.ndarray:
    """The odds of every word of the list, as one pass has them at the blank: (words,), not yet divided by their sum."""
    return softmax(model(np.array(question.ids)))[question.place, question.words]


def answers(model: Any, asked: Iterable[Question]) -> Asked:
    """A yes for each word of each question's list."""
    out: Asked = []
    for question in asked:
        odds = read_off(model, question)
        out += zip((odds / odds.sum()).tolist(), (word == question.right for word in question.words))
    return out


def bins(asked: Asked) -> list[Data]:
    """The answers by how probable a yes was said to be, in tenths; a tenth without any is left out.

    -> [{"count", "said": mean of what was said, "right": share of a yes that was right}]
    """
    rows = defaultdict(list)
    for said, right in asked:
        rows[min(int(said * BINS), BINS - 1)].append((said, right))
    return [{"count": len(row), "said": _mean(said for said, _ in row), "right": _mean(right for _, right in row)}
            for _, row in sorted(rows.items())]


def brier(asked: Asked) -> float:
    """The mean of (said - right)²: 0 is perfect (Brier 1950)."""
    return _mean((said - right) ** 2 for said, right in asked)


def gap(rows: list[Data]) -> float:
    """The expected calibration error: the mean over answers of how far their bin's share is from what was said."""
    return sum(row["count"] * abs(row["said"] - row["right"]) for row in rows) / sum(row["count"] for row in rows)


def decided(asked: Asked, sure: float) -> Data:
    """Who decides where the toy does so alone if it is at least so sure: {"sure", "alone", "wrong", "asked"}."""
    alone = [(said >= 0.5) == right for said, right in asked if max(said, 1 - said) >= sure]
    return {"sure": sure, "alone": len(alone), "wrong": alone.count(False), "asked": len(asked)}


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return sum(values) / len(values)


@lru_cache(maxsize=4)
def measured(model: Any, lang: str) -> Data:
    """What the part shows: {"example": _example, "curves": [_curve]}. One model is asked once, for words and files."""
    documents = read(lang)
    asked = {name: questions(model, documents, share) for name, share in HIDDEN.items()}
    example = next(question for question in asked["all"] if (question.kind, question.slot) == EXAMPLE)
    return {"example": _example(model, example), "curves": [_curve(name, model, asked[name]) for name in HIDDEN]}


def _curve(name: str, model: Any, asked: list[Question]) -> Data:
    """{"name", "hidden", "passes", "asked", "bins", "brier", "gap", "decided": a row for each of SURE}."""
    found = answers(model, asked)
    rows = bins(found)
    return {
        "name": name, "hidden": HIDDEN[name], "passes": len(asked), "asked": len(found), "bins": rows,
        "brier": brier(found), "gap": gap(rows), "decided": [decided(found, sure) for sure in SURE],
    }


def _example(model: Any, question: Question) -> Data:
    """{"prompt", "before", "after": the reply around the blank, "mask", "rest": odds of all other words,
    "words": [{"text", "odds", "share", "right"}], the likeliest first}."""
    odds = read_off(model, question)
    start = next(i for i in range(len(question.ids)) if model.decode(question.ids[: i + 1]).endswith("\n"))
    first = question.ids[: question.place]
    words = [{"text": model.tokens[word].strip(), "odds": float(one), "share": float(one / odds.sum()), "right": word == question.right}
             for word, one in zip(question.words, odds)]
    return {
        "prompt": model.decode(question.ids[: start + 1]).strip(), "before": model.decode(first[start + 1 :]).lstrip(),
        "mask": MASK_TEXT, "after": model.decode(question.ids[question.place + 1 :]),
        "words": sorted(words, key=lambda word: -word["odds"]), "rest": float(1 - odds.sum()),
    }


def numbers(lang: str, data: Data, traces: Data) -> Data:
    """What `{=yesno.…}` stands for: the figures of each curve by its name, and the example's likeliest word."""
    found = measured(_model(lang), lang)
    best = found["example"]["words"][0]
    return {"yesno": {"word": best["text"], "share": best["share"]} | {
        curve["name"]: {name: curve[name] for name in ("hidden", "passes", "asked", "brier", "gap")} for curve in found["curves"]
    }}


def files(lang: str, data: Data, traces: Data) -> Data:
    """The file `yesno`: what `measured` says."""
    return {"yesno": measured(_model(lang), lang)}


def parts(lang: str, data: Data, traces: Data, made: Data) -> Data:
    """The part `yesno`: the same, with the chart that templates/chart.html draws: of "few" alone, since with all the
    rest in view a yes is hardly ever in doubt."""
    curves = made["yesno"]["curves"]
    few = next(curve for curve in curves if curve["name"] == "few")
    ideal = [{"x": share, "y": share / 100, "notes": []} for share in (0, 100)]
    series = [{"name": "few", "points": [_point(row) for row in few["bins"]]}, {"name": "ideal", "points": ideal}]
    across = {"from": 0, "to": 100, "ticks": [0, 25, 50, 75, 100]}
    return {"yesno": {**made["yesno"], "chart": {"name": "yesno", "legend": "low", "x": across, "series": series}}}


def _point(row: Data) -> Data:
    return {"x": round(row["said"] * 100), "y": row["right"], "notes": [row["count"]]}


def _model(lang: str) -> Any:
    return from_spec({"kind": "transformer", "name": f"{lang}-masked"})
