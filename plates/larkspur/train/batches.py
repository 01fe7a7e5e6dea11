"""Canvases to train on: documents as token ids, with end tokens up to the end of a frame.

All canvases of a batch have one length, so nothing is padded away: what a document leaves of its
frame is end tokens, and the model learns to write them, as LLaDA does. Some frames are too short.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import torch
from torch import Tensor

from toylm.tokens import Tokens

from .corpus import stream

LENGTHS = range(32, 65, 4)
"""Places of a canvas, prompt and reply together; each batch has one of these."""
CUT_SHARE = 0.04
"""How many of the documents that do not fit their frame are kept, and cut off."""


def canvases(lang: str, tokens: Tokens, rows: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Batches without end: ids (rows, length), and where each reply starts (rows,)."""
    source, documents = random.Random(seed), stream(lang, seed)
    while True:
        length = LENGTHS[int(source.random() * len(LENGTHS))]
        batch = []
        while len(batch) < rows:
            document = next(documents)
            prompt, reply = tokens.encode(document.prompt), tokens.encode(document.reply)
            spare = length - len(prompt) - len(reply)
            if spare >= 0 or (source.random() < CUT_SHARE and length - len(prompt) >= 8):
                ids = [*prompt, *reply, *[tokens.end_id] * max(spare, 0)]
                batch.append((ids[:length], len(prompt)))
        yield torch.tensor([ids for ids, _ in batch]), torch.tensor([start for _, start in batch])
