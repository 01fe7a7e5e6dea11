"""A sampler as a reader has changed it: its text runs in the place of the file that it came from.

A request (toylm.request) with a "source", the whole text of a sampler's file, is answered here: with the
trace, or, whatever the text did wrong, with

    {"fault": {"line": 67, "text": "NameError: name 'quotta' is not defined"}}

where line counts from 1 in the text, and is None where no line of it is to blame. The text can do what
Python can. What keeps it from anything else is the worker that runs it (worker/worker.js).
"""

from __future__ import annotations

import functools
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from .samplers import SAMPLERS
from .trace import Pass, Trace


def answer(request: dict[str, Any]) -> str:
    """The trace of a request with a source, as JSON, or the fault. Raises nothing that the text raises."""
    from .request import run

    try:
        text = run(request).to_json()
        Trace.from_json(text)  # a page draws it, so it has to be one
        return text
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the text may raise anything, and is told of it
        return json.dumps({"fault": {"line": line_of(error), "text": words_of(error)}})


def load(name: str, source: Any) -> Callable[..., Iterator[Pass]]:
    """The sampler that a text defines under a sampler's own name.

    Raises ValueError for an unknown name, or a text that defines no such function; and what the text raises.
    """
    if name not in SAMPLERS or not isinstance(source, str):
        raise ValueError(f"source: want the text of one of {', '.join(sorted(SAMPLERS))}")
    module = ModuleType(f"toylm.samplers.{name}_edited")
    module.__package__ = "toylm.samplers"  # where its `from ..` begin
    sys.modules[module.__name__] = module
    exec(compile(source, _file(name), "exec"), module.__dict__)  # noqa: S102 - what this module is for
    function = getattr(module, name, None)
    if not callable(function):
        raise ValueError(f"source: it has to define a function {name}")
    return _checked(name, function)


def _file(name: str) -> str:
    return f"{name}.py, edited"


def _checked(name: str, function: Callable) -> Callable[..., Iterator[Pass]]:
    """The function, under a name that tells of the edit, and with what it yields looked at."""

    @functools.wraps(function)
    def edited(*args: Any, **settings: Any) -> Iterator[Pass]:
        passes = function(*args, **settings)
        if not hasattr(passes, "__iter__"):
            raise TypeError(f"{name} has to yield a Pass for each pass; it returned {passes!r:.40}")
        for one in passes:
            if not isinstance(one, Pass):
                raise TypeError(f"{name} has to yield a Pass for each pass; it yielded {one!r:.40}")
            yield one

    edited.__name__ = f"{name}_edited"
    return edited


def line_of(error: BaseException) -> int | None:
    """The innermost line of an edited text that an error came through, from 1."""
    if isinstance(error, SyntaxError) and _is_edited(error.filename):
        return error.lineno
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if _is_edited(frame.f_code.co_filename)]
    return lines[-1] if lines else None


def _is_edited(file: str | None) -> bool:
    return file in {_file(name) for name in SAMPLERS}


def words_of(error: BaseException) -> str:
    """An error as Python's last line has it, without the place of a SyntaxError."""
    said = error.msg if isinstance(error, SyntaxError) else error
    return f"{type(error).__name__}: {said}"
