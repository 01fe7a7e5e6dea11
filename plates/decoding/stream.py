"""What a reader is sent while a text is being filled, and what becomes of it in a parser that only appends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toylm.picture import END
from toylm.trace import MASK_TEXT, Trace

BLANK = MASK_TEXT

Data = dict[str, Any]


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
    """What a parser holds that puts each token at the end as it comes, and takes it for final."""
    return "".join(text for before, after in _steps(messages) for place, text in enumerate(after) if _is_new(before, place, text))


def _steps(messages: list[list[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """What a reader had and has, for every message."""
    return zip([[], *messages], messages)


def _is_new(before: list[str], place: int, text: str) -> bool:
    """Whether a message brings this token: it was not there before."""
    return text != BLANK and (place >= len(before) or before[place] != text)


def late(before: list[str], after: list[str]) -> int:
    """How many tokens come in front of one that was sent before."""
    last = max((place for place, text in enumerate(before) if text != BLANK), default=0)
    return sum(_is_new(before, place, text) for place, text in enumerate(after[:last]))


def taken_back(before: list[str], after: list[str]) -> int:
    """How many tokens that were sent before are not where they were."""
    ahead = [*after, *[BLANK] * (len(before) - len(after))]
    return sum(old not in (new, BLANK) for old, new in zip(before, ahead))


def report(messages: list[list[str]]) -> Data:
    """A stream as a reader and as an appending parser have it.

    -> {"messages": [{"text", "late": tokens in front of one sent before, "back": tokens taken back}], "late" and "back":
    how many messages have any, "held": the parser's text, "text": the real one, "same": whether they are}
    """
    rows = [{"text": "".join(after), "late": late(before, after), "back": taken_back(before, after)} for before, after in _steps(messages)]
    held, text = appended(messages), "".join(messages[-1])
    counts = {name: sum(row[name] > 0 for row in rows) for name in ("late", "back")}
    return {"messages": rows, **counts, "held": held, "text": text, "same": held == text}
