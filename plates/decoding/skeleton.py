"""A text of which some parts are blank: what is to be kept is given, and only the rest is filled."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

OPEN, CLOSE = "⟦", "⟧"
"""Around what is blank."""


def plain(text: str) -> str:
    """A skeleton's text without its marks."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def canvas(model: Any, prompt: str, text: str) -> list[int]:
    """A prompt's token ids, then the skeleton's, with a blank for each token between its marks.

    The blanks are as many as the right answer has tokens: whoever sets a canvas has to choose their number.
    Raises ValueError where a token is half inside the marks.
    """
    blank = _blank_letters(text)
    out, at = [], 0
    for token in model.encode(plain(text)):
        letters = blank[at : at + len(model.tokens[token])]
        if any(letters) != all(letters):
            raise ValueError(f"skeleton: the token {model.tokens[token]!r} is half blank; move the mark before or after it")
        out.append(model.mask_id if letters[0] else token)
        at += len(letters)
    return [*model.encode(prompt), *out]


def _blank_letters(text: str) -> list[bool]:
    """Whether each letter of the plain text stands between marks."""
    out: list[bool] = []
    for part in re.split(f"({OPEN}.*?{CLOSE})", text, flags=re.S):
        out += [part.startswith(OPEN)] * len(plain(part))
    return out


def is_json(text: str) -> bool:
    """Whether a JSON reader takes the text."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def is_python(text: str) -> bool:
    """Whether Python's own parser takes the text."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
