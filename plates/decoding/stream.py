"""What a reader is sent while a text is being filled, and what becomes of it in a parser that only appends."""

from __future__ import annotations

from typing import Any

from toylm.picture import END
from toylm.trace import MASK_TEXT, Trace

BLANK = MASK_TEXT

Data = dict[str, Any]


def by_token(texts: list[str], _: int) -> list[str]:
    """What can be sent of a canvas token by token: all before its first blank."""
    return texts[: texts.index(BLANK)] if BLANK in texts else texts


def by_block(texts: list[str], block: int) -> list[str]:
    """What can be sent block by block: all before the first block that has a blank."""
    return texts[: texts.index(BLANK) // block * block] if BLANK in texts else texts


def whole(texts: list[str], _: int) -> list[str]:
    """The canvas as it is, blanks and all."""
    return texts


def sent(trace: Trace, start: int, what: Any, block: int) -> list[list[str]]:
    """What a reader has after each pass, token by token; the first is before any, and repeats are left out.

    start  the first place of the answer; what  one of the functions above
    """
    out: list[list[str]] = []
    for number in range(len(trace.passes) + 1):
        ids = trace.canvas_at(number)[start:]
        texts = [BLANK if token == trace.mask_id else trace.texts[token] for token in ids]
        texts = what(texts[: texts.index(END)] if END in texts else texts, block)
        if not out or texts != out[-1]:
            out.append(texts)
    return out


def appended(messages: list[list[str]]) -> str:
    """What a parser holds that takes the first token that it sees at a place for final."""
    held: list[str] = []
    for message in messages:
        held = [old if old != BLANK else new for old, new in zip(held, message)] + held[len(message) :] + message[len(held) :]
    return "".join(text for text in held if text != BLANK)


def taken_back(before: list[str], after: list[str]) -> int:
    """How many tokens that were sent before are not where they were."""
    ahead = [*after, *[BLANK] * (len(before) - len(after))]
    return sum(old not in (new, BLANK) for old, new in zip(before, ahead))


def report(messages: list[list[str]]) -> Data:
    """A stream as a reader and as an appending parser have it.

    -> {"messages": [{"text", "back": tokens taken back}], "back": how many messages take something back,
    "held": the parser's text, "text": the real one, "same": whether they are}
    """
    rows = [{"text": "".join(after), "back": taken_back(before, after)} for before, after in zip([[], *messages], messages)]
    held, text = appended(messages), "".join(messages[-1])
    return {"messages": rows, "back": sum(row["back"] > 0 for row in rows), "held": held, "text": text, "same": held == text}
