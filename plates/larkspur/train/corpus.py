"""The corpora: endless streams of documents, and the parts of them that are kept as files.

Training reads the stream of its seed, from the first document on; the corpus files are the beginning
of that same stream, for reading. Combinations of facts that are held out never enter it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ..documents import KINDS
from ..documents.grammar import Document, is_held_out, pick, write

SEED = 2026
HELD_OUT_SEED = 7
FILE_DOCUMENTS = {"en": 4500, "zh": 4500}
HELD_OUT_DOCUMENTS = 600
DATA = Path(__file__).resolve().parent.parent / "data"


def stream(lang: str, seed: int = SEED, held_out: bool = False) -> Iterator[Document]:
    """Documents without end, of all kinds, either all for training or all held out."""
    source = random.Random(seed)
    urn = [kind for kind in KINDS[lang] for _ in range(kind.share)]
    while True:
        document = write(pick(source, urn), source)
        if is_held_out(document) == held_out:
            yield document


def corpus_text(lang: str) -> str:
    """The corpus file: the first documents of the training stream, an empty line between two."""
    return "\n\n".join(d.text for d in islice(stream(lang), FILE_DOCUMENTS[lang])) + "\n"


def held_out_documents(lang: str, count: int = HELD_OUT_DOCUMENTS) -> list[Document]:
    """The first held-out documents."""
    return list(islice(stream(lang, HELD_OUT_SEED, held_out=True), count))


def write_files(folder: Path = DATA) -> None:
    """Write corpus.txt and held-out.jsonl of each language."""
    for lang in KINDS:
        (folder / lang).mkdir(parents=True, exist_ok=True)
        (folder / lang / "corpus.txt").write_text(corpus_text(lang), encoding="utf-8")
        lines = [json.dumps(vars(d), ensure_ascii=False) for d in held_out_documents(lang)]
        (folder / lang / "held-out.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_files()
