"""Trains a tokenizer a language with the `tokenizers` library and keeps it as plain data.

Words of the templates and facts are shown to the trainer one piece at a time, so that no token
reaches across the border between a fact and the words around it. The alphabet is what the corpus
uses, and printable ASCII: a token is one character or several whole ones, never a part of one.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

from ..documents import KINDS
from ..documents.grammar import pick
from .corpus import DATA, SEED, held_out_documents

MASK, END = "▢", "∎"
SIZES = {"en": 1000, "zh": 1000}
LONGEST = {"en": 16, "zh": 8}
"""Characters in the longest token."""
WORD = {"en": 99, "zh": 2}
"""Characters that words between the facts are shown by: Chinese ones get tokens of two characters at most."""
SPLITS = {
    "en": r" ?[A-Za-z]+| ?[0-9]+| ?[^A-Za-z0-9\s]|\s+",
    "zh": r"[A-Za-z]+|[0-9]+|\s+|[一-鿿]+|[^A-Za-z0-9\s一-鿿]",
}
PIECES = 20_000
"""Documents whose pieces the trainer sees."""

SAMPLE = 80
"""Texts whose encodings by the library are kept."""


def pieces(lang: str) -> Iterator[str]:
    """Facts and the words between them, as often as the corpus has them."""
    source = random.Random(SEED)
    for _ in range(PIECES):
        kind = pick(source, KINDS[lang])
        facts = kind.draw(source)
        for template in (pick(source, kind.prompts), pick(source, kind.replies)):
            yield from _pieces(template, facts, WORD[lang])


def _pieces(template: str, facts: dict[str, str], word: int) -> Iterator[str]:
    for part in re.split(r"( ?\{\w+\})|[<>|]", template):
        slot = re.fullmatch(r"( ?)\{(\w+)\}", part or "")
        if slot:
            yield slot[1] + facts[slot[2]]
        elif part:
            yield from (part[at : at + word] for at in range(0, len(part), word))


def train(lang: str) -> Tokenizer:
    """The library's tokenizer for a language."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(SPLITS[lang]), "isolated")
    trainer = trainers.BpeTrainer(
        vocab_size=SIZES[lang], special_tokens=[MASK, END], max_token_length=LONGEST[lang],
        initial_alphabet=[*string.printable[:95], "\n"], show_progress=False,
    )
    tokenizer.train_from_iterator(pieces(lang), trainer)
    return tokenizer


def as_data(tokenizer: Tokenizer, lang: str) -> dict:
    """What toylm.tokens reads: the tokens by id, the merges by rank, where text is split."""
    model = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    return {"split": SPLITS[lang], "tokens": tokens, "merges": model["merges"], "mask_id": 0, "end_id": 1}


def encodings(tokenizer: Tokenizer, lang: str) -> list[tuple[str, list[int]]]:
    """What the library makes of some texts, for tests where the library is not installed."""
    texts = [document.text for document in held_out_documents(lang, SAMPLE)]
    return [(text, tokenizer.encode(text).ids) for text in [string.printable[:95], *texts]]


def write_files(folder: Path = DATA) -> None:
    """Write tokens.json and encodings.json of each language."""
    for lang in KINDS:
        tokenizer = train(lang)
        for name, data in (("tokens", as_data(tokenizer, lang)), ("encodings", encodings(tokenizer, lang))):
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            (folder / lang / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_files()
