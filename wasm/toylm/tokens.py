"""Text to token ids and back: byte-pair encoding over whole characters.

A text is split into words, a word into characters, and then the pair that was merged first in
training is merged, again and again, until no pair is left that was ever merged.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any


class Tokens:
    """A vocabulary: what each token id stands for, and how text becomes ids.

    data  {"split": pattern, "tokens": [...], "merges": [[left, right], ...], "mask_id", "end_id"}
    """

    def __init__(self, data: dict[str, Any]):
        self.texts: list[str] = data["tokens"]
        self.mask_id: int = data["mask_id"]
        self.end_id: int = data["end_id"]
        self.hash = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
        self._split = re.compile(data["split"])
        self._ids = {text: i for i, text in enumerate(self.texts)}
        self._ranks = {(left, right): rank for rank, (left, right) in enumerate(data["merges"])}

    @classmethod
    def from_json(cls, text: str) -> Tokens:
        """From the text of a tokens.json."""
        return cls(json.loads(text))

    def encode(self, text: str) -> list[int]:
        """Token ids of a text; a mask or end sign in it becomes that token.

        Raises ValueError that names the first character that the vocabulary does not have.
        """
        for char in text:
            if char not in self._ids:
                raise ValueError(f"text: {char!r} is not in the toy's vocabulary")
        return [self._ids[part] for word in self._split.findall(text) for part in self._merge(list(word))]

    def decode(self, ids: Any) -> str:
        """The text of ids up to the first end token."""
        ids = [int(i) for i in ids]
        ids = ids[: ids.index(self.end_id)] if self.end_id in ids else ids
        return "".join(self.texts[i] for i in ids)

    def _merge(self, parts: list[str]) -> list[str]:
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda pair: self._ranks.get(pair, len(self._ranks)))
            if best not in self._ranks:
                break
            at = pairs.index(best)
            parts = [*parts[:at], "".join(best), *parts[at + 2 :]]
        return parts
