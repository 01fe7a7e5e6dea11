"""Pick the pinned phrases anew: `python -m plates.larkspur.train.pick`, after weights have changed.

Of each kind in content/larkspur/kinds.toml the first held-out documents are taken whose careful fill is
right and differs from the fill in one pass: there is something to lose. They are written to phrases.toml.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "wasm"))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as build.py says

from toylm.models.transformer import make_known  # noqa: E402
from toylm.request import run  # noqa: E402

from ..choices import CAREFUL, Setting, request  # noqa: E402
from ..documents import KINDS  # noqa: E402
from ..documents.grammar import Document  # noqa: E402
from ..documents.judging import right  # noqa: E402
from ..phrases import Phrase  # noqa: E402
from ..workbench import reply  # noqa: E402
from .corpus import held_out_documents  # noqa: E402
from .quality import load  # noqa: E402

CONTENT = ROOT / "content" / "larkspur"
HEAD = "# The pinned phrases, by language and kind; `python -m plates.larkspur.train.pick` picks them.\n"

def picked(lang: str, kind: dict) -> list[Phrase]:
    """The phrases of a kind, the fitting ones first; where there are too few, others make up the number."""
    rest: list[Phrase] = []
    fitting = list(islice(_fitting(lang, kind, rest), kind["phrases"]))
    missing = kind["phrases"] - len(fitting)
    if missing:
        print(f"{lang} {kind['id']}: {missing} phrases whose careful fill is not right, for want of better ones")
    return fitting + rest[:missing]


def _fitting(lang: str, kind: dict, rest: list[Phrase]) -> Iterator[Phrase]:
    """Fitting phrases in the order of the held-out documents; the others are put into `rest`."""
    for document in held_out_documents(lang):
        if document.kind == kind["id"]:
            phrase = Phrase("", Document(document.kind, document.facts, document.prompt, ""), kind["places"])
            text = reply(run(request(lang, phrase, CAREFUL, 0)), phrase.places)
            if right(lang, document, text) and _loses(lang, phrase, text):
                print(f"{lang} {kind['id']}: {text}", flush=True)
                yield phrase
            else:
                rest.append(phrase)


def _loses(lang: str, phrase: Phrase, careful: str) -> bool:
    """Whether a single pass writes something else."""
    once = run(request(lang, phrase, Setting("surest", phrase.places), 0))
    return reply(once, phrase.places) != careful


def table(lang: str, phrase: Phrase) -> str:
    """A phrase as TOML."""
    facts = ", ".join(f"{slot} = {json.dumps(fact, ensure_ascii=False)}" for slot, fact in phrase.document.facts.items())
    prompt = json.dumps(phrase.document.prompt, ensure_ascii=False)
    return f"\n[[{lang}.{phrase.kind}]]\nprompt = {prompt}\nplaces = {phrase.places}\nfacts = {{{facts}}}\n"


def main() -> None:
    """Pick, and write the file."""
    kinds = tomllib.loads((CONTENT / "kinds.toml").read_text(encoding="utf-8-sig"))["kind"]
    out = HEAD
    for lang in KINDS:
        make_known(load(lang, "masked"))
        for kind in kinds:
            out += "".join(table(lang, phrase) for phrase in picked(lang, kind))
    (CONTENT / "phrases.toml").write_text(out, encoding="utf-8")


if __name__ == "__main__":
    main()
