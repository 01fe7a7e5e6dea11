"""Whether a reply is right: what the quality figures are counted with.

A reply has its *facts right* if it holds every fact that all replies of its kind hold, each whole (5 is
not in 1590), and mentions no number and no value that does not stand in its prompt. Which fact stands
where is not looked at. It is *right* if it is a whole reply of its kind with every fact as on the slip:
then nothing in it is garbled, and no two facts have changed places.
"""

from __future__ import annotations

import random
import re
from functools import cache

from . import kind_named
from .grammar import Document, is_reply

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_PART = "[0-9A-Za-z]"
_DRAWS = 2000


def right(lang: str, document: Document, text: str) -> bool:
    """Whether a text is a whole reply to the document's prompt, every fact right."""
    return is_reply(kind_named(lang, document.kind), document.facts, text)


def facts_right(lang: str, document: Document, text: str) -> bool:
    """Whether a text holds the facts that it must and no others."""
    needed = all(_holds(text, document.facts[slot]) for slot in needed_slots(lang, document.kind))
    return needed and mentioned(lang, document.kind, text) <= mentioned(lang, document.kind, document.prompt)


def _holds(text: str, fact: str) -> bool:
    """Whether a text holds a fact that is no part of a longer number or Latin word."""
    before, after = (f"(?{look}{_PART})" if re.match(_PART, edge) else "" for look, edge in (("<!", fact[0]), ("!", fact[-1])))
    return re.search(before + re.escape(fact) + after, text) is not None


def mentioned(lang: str, kind: str, text: str) -> set[str]:
    """The numbers in a text, and the values of the kind's slots."""
    return set(_NUMBER.findall(text)) | {value for value in values(lang, kind) if value in text}


@cache
def needed_slots(lang: str, kind: str) -> frozenset[str]:
    """The slots that every reply of a kind holds."""
    slots = [set(re.findall(r"\{(\w+)\}", reply)) for reply in kind_named(lang, kind).replies]
    return frozenset(set.intersection(*slots))


@cache
def values(lang: str, kind: str) -> frozenset[str]:
    """The values without digits that a kind's slots can have, short words such as "an" left out."""
    source, found = random.Random(0), kind_named(lang, kind)
    draws = [found.draw(source) for _ in range(_DRAWS)]
    drawn = {value for facts in draws for slot, value in facts.items() if not slot.startswith("label")}
    shortest = {True: 3, False: 2}  # characters, for Latin letters and for Han
    return frozenset(v for v in drawn if len(v) >= shortest[v.isascii()] and not _NUMBER.search(v))


def repeats(ids: list[int], end_id: int) -> int:
    """How many tokens equal the one before them; end tokens do not count."""
    return sum(a == b != end_id for a, b in zip(ids, ids[1:]))


