"""The pinned phrases: prompts of several kinds, each with a bar that its replies have to clear.

content/larkspur/kinds.toml has the kinds and their bars, phrases.toml the prompts by language and kind.
All facts of a prompt are of combinations that training never saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .documents.grammar import Document


@dataclass(frozen=True)
class Bar:
    """What the fills of a kind have to reach, every one of them.

    agree    the least share of places that are as in the careful fill
    repeats  the most tokens that equal the one before them
    facts    whether every fact has to be right
    """

    agree: float
    repeats: int
    facts: bool


@dataclass(frozen=True)
class Phrase:
    """A prompt, the facts that it was written from, and the places of the frame for its reply."""

    id: str
    document: Document
    places: int

    @property
    def kind(self) -> str:
        """The kind of reply that it asks for."""
        return self.document.kind


def read(lang: str, data: dict[str, Any]) -> list[Phrase]:
    """Every phrase of a language, kind by kind, as order-1, order-2, …

    Raises ValueError for a kind without a phrase in this language.
    """
    out = []
    for kind in data["kinds"]["kind"]:
        rows = data["phrases"][lang].get(kind["id"])
        if not rows:
            raise ValueError(f"phrases.toml has no [[{lang}.{kind['id']}]]; each kind of kinds.toml wants phrases in each language")
        for number, row in enumerate(rows, 1):
            document = Document(kind["id"], row["facts"], row["prompt"], "")
            out.append(Phrase(f"{kind['id']}-{number}", document, row["places"]))
    return out


def bar(data: dict[str, Any], kind: str) -> Bar:
    """The bar of a kind."""
    row = next(row for row in data["kinds"]["kind"] if row["id"] == kind)
    return Bar(row["agree"], row["repeats"], row["facts"])
