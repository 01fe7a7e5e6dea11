"""The runtime as it is served: compiled, trimmed, and the same bytes each time it is made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from press import pyc, trim
from press.archive import packed, unpacked
from press.errors import PressError
from press.runtime import runtime_files
from tests.press.sites import ROOT

CACHE = ROOT / ".cache"
SOURCE = {"tiny/__init__.py": b'"""Tiny."""\nNAMES = {"a", "b", "c"}\n\n\ndef ask(name):\n    """Whether it is one."""\n    return name in {"x", "y", "z"}\n'}


@pytest.fixture(scope="module")
def served() -> dict[str, dict[str, bytes]]:
    """The files inside each archive that is served, by the archive's project."""
    held = trim.served(ROOT, CACHE / "pyc", runtime_files(ROOT, CACHE / "runtime"))
    return {name.split("-")[0]: unpacked(data) for name, data in held.items() if name.endswith((".zip", ".whl"))}


@pytest.fixture(scope="module")
def compiler(served) -> pyc.Compiler:
    return pyc.Compiler(ROOT, packed(served[trim.STDLIB]))


def test_the_same_source_gives_the_same_bytes(compiler):
    first, second = compiler.library(SOURCE), compiler.library(SOURCE)
    assert first == second
    assert packed(first) == packed(dict(reversed(second.items())))


def test_toylm_compiled_anew_is_what_is_served(compiler, served):
    source = {
        path.relative_to(ROOT / "wasm").as_posix(): path.read_bytes()
        for path in (ROOT / "wasm/toylm").rglob("*.py")
    }
    made = compiler.package(source)
    assert made == {name: content for name, content in served["toylm"].items() if ".dist-info/" not in name}


def test_nothing_is_left_for_the_readers_browser_to_compile(served):
    for project, files in served.items():
        assert [name for name in files if name.endswith(".py")] == [], project
        assert any(name.endswith(".pyc") for name in files), project


def test_a_compiled_file_has_the_hash_of_its_source_and_no_time(served):
    flags = {content[4:8] for files in served.values() for name, content in files.items() if name.endswith(".pyc")}
    assert flags == {b"\x01\0\0\0"}  # PEP 552: by hash, not looked up


def test_no_compiled_file_names_a_place_of_this_machine(served):
    for files in served.values():
        for name, content in files.items():
            assert str(ROOT).encode() not in content, name


def test_what_is_dropped_is_gone_and_help_is_not(served):
    assert not any(name.startswith("numpy/random/") or "/tests/" in name for name in served["numpy"])
    assert b"Return the indices of the elements that are non-zero" in served["numpy"]["numpy/_core/fromnumeric.pyc"]
    assert "http/server.pyc" not in served[trim.STDLIB]
    assert b"Random number generator base class" in served[trim.STDLIB]["random.pyc"]


def test_source_that_is_no_python_is_refused_in_pythons_words(compiler):
    with pytest.raises(PressError, match="compiling failed"):
        compiler.package({"tiny/__init__.py": b"def :\n"})


def test_without_node_the_build_says_what_would_help(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(pyc.sys, "executable", "/nowhere/python")
    with pytest.raises(PressError, match="there is no Node.*install.py.*--no-live"):
        pyc.node()


def test_compiling_that_takes_too_long_is_given_up(compiler, monkeypatch):
    monkeypatch.setattr(pyc, "COMPILE_SECONDS", 0.01)
    with pytest.raises(PressError, match="took more than 0.01 s"):
        compiler.package(SOURCE)


def test_a_cut_that_finds_nothing_is_told(served):
    rules = {"drop": ["^x$"], "cut": {"file": "a.py", "begin": "not there", "end": "end"}}
    with pytest.raises(PressError, match=r"\[trim.cut\] finds nothing in a.py"):
        trim._trimmed({"a.py": b"text"}, rules)
