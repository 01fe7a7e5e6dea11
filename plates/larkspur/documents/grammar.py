"""A small grammar of documents: a slip of facts comes first, a reply written from it second.

A template is text with two marks: `{slot}` stands for a fact, `<one|other>` for a choice of words.
Choices may hold choices. Everything is drawn from one `random.Random`, so a seed fixes every word.
"""

from __future__ import annotations

import itertools
import random
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Facts = dict[str, str]

_CHOICE = re.compile(r"<([^<>]*)>")
_SLOT = re.compile(r"\{(\w+)\}")
HELD_OUT_SHARE = 10
"""One combination of facts in this many is kept from training."""


@dataclass(frozen=True)
class Kind:
    """One kind of document.

    draw     makes the facts of one document: random source -> {slot: text}
    prompts  templates of the slip; each ends where the reply begins
    replies  templates of the reply, all equally likely
    share    how many of its documents there are for one of a kind whose share is 1
    """

    name: str
    draw: Callable[[random.Random], Facts]
    prompts: tuple[str, ...]
    replies: tuple[str, ...]
    share: int = 1


@dataclass(frozen=True)
class Document:
    """What a kind wrote: `prompt + reply` is the document, `facts` what both were written from."""

    kind: str
    facts: Facts
    prompt: str
    reply: str

    @property
    def text(self) -> str:
        """The whole document."""
        return self.prompt + self.reply


def pick(source: random.Random, items: Any) -> Any:
    """One item, each as likely. (`random.choice` may change between versions of Python.)"""
    return items[int(source.random() * len(items))]


def pick_two(source: random.Random, items: Any) -> tuple[Any, Any]:
    """Two different items."""
    first = pick(source, items)
    return first, pick(source, [item for item in items if item != first])


def expand(template: str, facts: Facts, source: random.Random) -> str:
    """A template's text: innermost choices first, then the facts."""
    while found := _CHOICE.search(template):
        words = pick(source, found[1].split("|"))
        template = template[: found.start()] + words + template[found.end() :]
    return _SLOT.sub(lambda slot: facts[slot[1]], template)


def pattern(template: str, facts: Facts) -> str:
    """A regular expression that matches every text of a template with these facts."""
    parts = re.split(r"(\{\w+\}|[<>|])", template)
    signs = {"<": "(?:", ">": ")", "|": "|"}
    return "".join(
        re.escape(facts[part[1:-1]]) if _SLOT.fullmatch(part) else signs.get(part) or re.escape(part)
        for part in parts
    )


def write(kind: Kind, source: random.Random) -> Document:
    """One document of a kind."""
    facts = kind.draw(source)
    prompt = expand(pick(source, kind.prompts), facts, source)
    return Document(kind.name, facts, prompt, expand(pick(source, kind.replies), facts, source))


def orders(template: str, fields: int, between: str) -> tuple[str, ...]:
    """The template once for each order of the fields 0, 1, …; `#` in it is the number of a field."""
    return tuple(
        between.join(template.replace("#", str(field)) for field in order)
        for order in itertools.permutations(range(fields))
    )


def is_held_out(document: Document) -> bool:
    """Whether this combination of facts is kept from training: decided by the facts alone."""
    key = "\n".join([document.kind, *(f"{k}={v}" for k, v in sorted(document.facts.items()))])
    return zlib.crc32(key.encode()) % HELD_OUT_SHARE == 0


def is_reply(kind: Kind, facts: Facts, text: str) -> bool:
    """Whether a text is a whole reply of its kind, with every fact as on the slip."""
    return any(re.fullmatch(pattern(reply, facts), text) for reply in kind.replies)
