"""A plate's Python: found, imported and called; what it leaves out has a plain default here.

A plate's computed.py must have `requests`. It may have `models` (the weights that its toys need), `live` (those of
them that the reader's browser gets), `carried` (those of them that an offline file holds), `reads` (other files that its figures come from), `sweeps` (fills that are only
counted; `numbers`, `tables` and `files` get them among the traces), `numbers`, `tables`, `files`, `page`, `picture`,
`parts`, `share` (the trace on the share image), SHOWN (the traces that are printed as tables) and ACROSS (the length of
a line in them).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from toylm.trace import Trace

from .errors import PressError
from .load import Plate, Scene

WIDEST = 12
"""Places a line, where a plate does not say."""

Traces = dict[str, Trace]
Requests = dict[str, dict[str, Any]]


class PlateCode:
    """computed.py of one plate. Raises PressError, with the line, for whatever it raises."""

    def __init__(self, plate: Plate, root: Path):
        self.plate, self.root = plate, root
        self.path = root / "plates" / plate.id / "computed.py"
        if not self.path.exists():
            raise PressError("this file is missing; a plate's figures and traces come from it", self._name(self.path))
        _be_package_of(root)
        self.module = self._called("import", importlib.import_module, f"plates.{plate.id}.computed")

    def requests(self, lang: str) -> Requests:
        """Every trace to fill, by name."""
        if not hasattr(self.module, "requests"):
            raise PressError("it has no function `requests`; want requests(lang, data) -> {name: request}", self._name(self.path), 1)
        found = self._called("requests", self.module.requests, lang, self.plate.data)
        if not isinstance(found, dict) or not found:
            raise PressError("requests: want at least one trace, as {name: request}", self._name(self.path), 1)
        return found

    def models(self, lang: str) -> list[str]:
        """The weights' files that the plate's toys need in one language, from plates/ on; none by default.

        Its requests then name them, as {"kind": "transformer", "name": "en-masked"}.
        """
        return self._optional("models", [], lang)

    def live(self, lang: str) -> list[str]:
        """Those of `models` that the live toy gets; all by default. Fills of the others play from their traces alone."""
        return self._among("live", lang, "models", self.models(lang))

    def _among(self, name: str, lang: str, other: str, known: list[str]) -> list[str]:
        """What an optional function names, all of which another one has to name too; by default all that this one does."""
        asked = self._optional(name, known, lang)
        if strange := [one for one in asked if one not in known]:
            raise PressError(f"{name}: {strange[0]!r} is not among what `{other}` returns: {', '.join(known)}", self._name(self.path), 1)
        return asked

    def carried(self, lang: str) -> list[str]:
        """Those of `live` that the offline file with the live toy has inside; all by default."""
        return self._among("carried", lang, "live", self.live(lang))

    def reads(self, lang: str) -> list[str]:
        """Other files that the plate's figures are read from, from plates/ on; none by default."""
        return self._optional("reads", [], lang)

    def sweeps(self, lang: str) -> dict[str, Requests]:
        """Fills that figures are counted from and no page shows: sweep -> name -> request; none by default.

        A sweep is filled by one worker and kept as one file. Its traces hold no guesses.
        """
        return self._optional("sweeps", {}, lang, self.plate.data)

    @property
    def asked_at(self) -> tuple[Path, int]:
        """The file and line of `requests`."""
        asked = self.module.requests.__code__
        return self._name(Path(asked.co_filename)), asked.co_firstlineno

    def numbers(self, lang: str, traces: Traces) -> dict[str, Any]:
        """What `{=name}` stands for; by default each trace's passes, positions and text."""
        if not hasattr(self.module, "numbers"):
            return {name: _readings(trace) for name, trace in traces.items()}
        return self._called("numbers", self.module.numbers, lang, self.plate.data, traces)

    def tables(self, lang: str, traces: Traces) -> dict[str, list[list[Any]]]:
        """Rows by table name; none by default."""
        return self._optional("tables", {}, lang, self.plate.data, traces)

    def files(self, lang: str, traces: Traces) -> dict[str, Any]:
        """Data that the plate's browser parts fetch by name when they need it; none by default."""
        return self._optional("files", {}, lang, self.plate.data, traces)

    def parts(self, lang: str, traces: Traces, files: dict[str, Any]) -> dict[str, Any]:
        """What the templates of the plate's parts are filled with, by part; nothing by default."""
        return self._optional("parts", {}, lang, self.plate.data, traces, files)

    def page(self, lang: str, traces: Traces) -> dict[str, Any]:
        """What the plate's own browser parts ask for; a plate with no `selftest` in it has no live toy."""
        return self._optional("page", {}, lang, self.plate.data, traces)

    def picture(self, lang: str, traces: Traces) -> dict[str, Any]:
        """The stage before any script runs; by default the first scene's canvases, finished."""
        return self._optional("picture", None, lang, self.plate.data, traces) or self._plain_picture(traces)

    def shown(self, traces: Traces) -> list[str]:
        """Names of the traces that a page prints as tables; by default those of the first scene."""
        return list(getattr(self.module, "SHOWN", None) or self._first(traces).values())

    def share(self, lang: str, traces: Traces) -> str:
        """The trace that the share image shows half done: what `share` names, or the first scene's, or the first that is
        not filled from left to right. Raises PressError for a name that no trace has."""
        name, first = self._optional("share", None, lang), self._first(traces)
        if name is None:
            scattered = (each for each, trace in traces.items() if _scattered(trace))
            return first.get("front") or first.get("back") or next(scattered, next(iter(traces)))
        if name not in traces:
            raise PressError(f"share: {name!r}; want the name of a trace: {', '.join(traces)}", self._name(self.path), 1)
        return name

    def across(self, traces: Traces) -> int:
        """Places a line of a printed canvas."""
        return getattr(self.module, "ACROSS", None) or min(WIDEST, max(len(trace.canvas) for trace in traces.values()))

    def _first(self, traces: Traces) -> dict[str, str]:
        """The first scene's traces: {"front": name, "back": name}, either of which may be absent; {} without scenes."""
        scene: Scene | None = next((rows[0] for rows in self.plate.scenes.values() if rows), None)
        return {at: name for at in ("back", "front") if (name := getattr(scene, at, None)) in traces}

    def _plain_picture(self, traces: Traces) -> dict[str, Any]:
        across = self.across(traces)
        return {"across": across, "forms": {at: _rows(traces[name], across) for at, name in self._first(traces).items()}}

    def _optional(self, name: str, default: Any, *args: Any) -> Any:
        function = getattr(self.module, name, None)
        return default if function is None else self._called(name, function, *args)

    def _called(self, what: str, function: Callable, *args: Any) -> Any:
        """What a plate's Python raises is the plate's fault, with the line of the plate that raised it."""
        try:
            return function(*args)
        except Exception as error:  # noqa: BLE001 - a plate may raise anything, and all of it is reported
            path, line = self._place(error)
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            text = error.msg if isinstance(error, SyntaxError) else error
            raise PressError(f"{what}: {kind}{text}", self._name(path), line) from error

    def _place(self, error: Exception) -> tuple[Path, int]:
        """The innermost file and line of the plate's own that an error came through."""
        places = [(self.path, 1)]
        at = error.__traceback__
        while at:
            places.append((Path(at.tb_frame.f_code.co_filename), at.tb_lineno))
            at = at.tb_next
        if isinstance(error, SyntaxError) and error.filename:
            places.append((Path(error.filename), error.lineno or 1))
        return [place for place in places if place[0].is_relative_to(self.path.parent)][-1]

    def _name(self, path: Path) -> Path:
        return path.relative_to(self.root)


def _be_package_of(root: Path) -> None:
    """Let `plates` be the folder of this root, whatever was imported before from another."""
    here = [str(root / "plates")]
    if list(getattr(sys.modules.get("plates"), "__path__", ())) != here:
        for name in [name for name in sys.modules if name.split(".")[0] == "plates"]:
            del sys.modules[name]
        sys.modules["plates"] = ModuleType("plates")
        sys.modules["plates"].__path__ = here
    importlib.invalidate_caches()


def _readings(trace: Trace) -> dict[str, Any]:
    return {"passes": trace.forward_passes, "positions": trace.positions, "text": trace.text()}


def _scattered(trace: Trace) -> bool:
    """Whether a place is set before one to its left."""
    order = [place for one in trace.passes for place, _ in one.commits]
    return order != sorted(order)


def _rows(trace: Trace, across: int) -> list[list[dict[str, Any]]]:
    """A finished canvas as rows of {text, blank, given}."""
    cells = [
        {"text": trace.texts.get(token, str(token)), "blank": token == trace.mask_id, "given": first != trace.mask_id}
        for first, token in zip(trace.canvas, trace.ids)
    ]
    return [cells[at : at + across] for at in range(0, len(cells), across)]
