"""Pick the pinned phrases anew: `python -m plates.larkspur.train.pick [LANG ...]`, after weights have changed.

Of each kind in content/larkspur/kinds.toml the first held-out documents are taken whose careful fill is
right, takes up most of its frame (end tokens agree for nothing) and differs from the fill in one pass: there
is something to lose. They are written to phrases.toml; a language that is not named keeps its own.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "wasm"))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as build.py says

from toylm.models import from_spec  # noqa: E402
from toylm.models.transformer import make_known  # noqa: E402
from toylm.request import run  # noqa: E402

from ..choices import CAREFUL, Setting, request  # noqa: E402
from ..documents import KINDS, kind_named  # noqa: E402
from ..documents.grammar import Document, pattern  # noqa: E402
from ..documents.judging import right  # noqa: E402
from ..phrases import Phrase, read  # noqa: E402
from ..workbench import reply  # noqa: E402
from .corpus import held_out_documents  # noqa: E402
from .quality import load  # noqa: E402

CONTENT = ROOT / "content" / "larkspur"
HEAD = "# The pinned phrases, by language and kind; `python -m plates.larkspur.train.pick` picks them.\n"
FULL = 0.5
"""The least share of a frame that a reply takes up."""


def picked(lang: str, kind: dict) -> list[Phrase]:
    """The phrases of a kind: fitting ones, each worded in another way; then others that fit; then any."""
    same: list[Phrase] = []
    rest: list[Phrase] = []
    fitting = list(islice(_fitting(lang, kind, same, rest), kind["phrases"]))
    missing = kind["phrases"] - len(fitting) - len(same)
    if missing > 0:
        print(f"{lang} {kind['id']}: {missing} phrases whose careful fill is not right, for want of better ones")
    return [*fitting, *same, *rest][: kind["phrases"]]


def _fitting(lang: str, kind: dict, same: list[Phrase], rest: list[Phrase]) -> Iterator[Phrase]:
    """Fitting phrases in the order of the held-out documents; those worded like an earlier one go to `same`,
    those that do not fit to `rest`."""
    worded = set()
    for document in held_out_documents(lang):
        if document.kind == kind["id"]:
            phrase = Phrase("", Document(document.kind, document.facts, document.prompt, ""), kind["places"])
            text = reply(run(request(lang, phrase, CAREFUL, 0)), phrase.places)
            if not (right(lang, document, text) and _is_full(lang, phrase, text) and _loses(lang, phrase, text)):
                rest.append(phrase)
            elif (wording := _wording(lang, document, text)) in worded:
                same.append(phrase)
            else:
                worded.add(wording)
                print(f"{lang} {kind['id']}: {text}", flush=True)
                yield phrase


def _wording(lang: str, document: Document, text: str) -> str:
    """The template that a right reply was written by."""
    replies = kind_named(lang, document.kind).replies
    return next(template for template in replies if re.fullmatch(pattern(template, document.facts), text))


def _is_full(lang: str, phrase: Phrase, text: str) -> bool:
    """Whether a reply leaves little of its frame to end tokens."""
    model = from_spec({"kind": "transformer", "name": f"{lang}-masked"})
    return len(model.encode(text)) >= FULL * phrase.places


def _loses(lang: str, phrase: Phrase, careful: str) -> bool:
    """Whether a single pass writes something else."""
    once = run(request(lang, phrase, Setting("surest", phrase.places), 0))
    return reply(once, phrase.places) != careful


def table(lang: str, phrase: Phrase) -> str:
    """A phrase as TOML."""
    facts = ", ".join(f"{slot} = {json.dumps(fact, ensure_ascii=False)}" for slot, fact in phrase.document.facts.items())
    prompt = json.dumps(phrase.document.prompt, ensure_ascii=False)
    return f"\n[[{lang}.{phrase.kind}]]\nprompt = {prompt}\nplaces = {phrase.places}\nfacts = {{{facts}}}\n"


def main(arguments: list[str]) -> None:
    """Pick, and write the file."""
    kinds = tomllib.loads((CONTENT / "kinds.toml").read_text(encoding="utf-8-sig"))["kind"]
    path = CONTENT / "phrases.toml"
    kept = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    out = HEAD
    for lang in KINDS:
        if arguments and lang not in arguments:
            chosen = read(lang, {"kinds": {"kind": kinds}, "phrases": kept})
        else:
            make_known(load(lang, "masked"))
            chosen = [phrase for kind in kinds for phrase in picked(lang, kind)]
        out += "".join(table(lang, phrase) for phrase in chosen)
    path.write_text(out, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
