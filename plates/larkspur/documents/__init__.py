"""Larkspur's documents: their kinds in each language, and when a reply to one is right.

Training reads them, and so does the build, which judges the fills that its pages are counted from.
"""

from __future__ import annotations

from . import chinese, english
from .grammar import Kind

KINDS: dict[str, tuple[Kind, ...]] = {"en": english.KINDS, "zh": chinese.KINDS}


def kind_named(lang: str, name: str) -> Kind:
    """The kind of that name. Raises KeyError if there is none."""
    return {kind.name: kind for kind in KINDS[lang]}[name]
