"""What can be wrong with a site, as one line each: `file:line: what is wrong, what would be right`.

    PressError            the input is at fault; exit status 1
    └─ (no others)        faults are told apart by their words, not by their class

Faults are collected in a Problems and raised together, so that an author sees all of them at once.
"""

from __future__ import annotations

import re
from pathlib import Path

PLACE = re.compile(r"(\S[^:]*):(?:(\d+):)? ")


class PressError(Exception):
    """One fault of the input, or several: `faults` are whole lines, ready to print."""

    def __init__(self, message: str, path: Path | str | None = None, line: int | None = None):
        self.faults = [where(path, line) + message]
        super().__init__(self.faults[0])

    @classmethod
    def of(cls, faults: list[str]) -> PressError:
        """An error that carries several lines."""
        error = cls(faults[0])
        error.faults = list(faults)
        return error


def where(path: Path | str | None, line: int | None) -> str:
    """The `file:line: ` in front of a fault; nothing where no file is to blame."""
    if path is None:
        return ""
    name = path.as_posix() if isinstance(path, Path) else path
    return f"{name}:{line}: " if line else f"{name}: "


class Problems:
    """Faults as they are found, in order."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def add(self, message: str, path: Path | str | None = None, line: int | None = None) -> None:
        """Note one fault; the same one is noted once."""
        fault = where(path, line) + message
        if fault not in self.faults:
            self.faults.append(fault)

    def take(self, error: PressError) -> None:
        """Note all that an error carries."""
        self.faults += [fault for fault in error.faults if fault not in self.faults]

    def stop(self) -> None:
        """Raise what was noted, if anything was: file by file as they came, line by line in each."""
        if self.faults:
            files = list(dict.fromkeys(_place(fault)[0] for fault in self.faults))
            raise PressError.of(sorted(self.faults, key=lambda fault: (files.index(_place(fault)[0]), _place(fault)[1])))


def _place(fault: str) -> tuple[str, int]:
    """The file and line at the start of a fault; ("", 0) where it has none."""
    found = PLACE.match(fault)
    return (found[1], int(found[2] or 0)) if found else ("", 0)
