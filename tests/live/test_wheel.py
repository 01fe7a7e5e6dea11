"""toylm's wheel: whole, true to its RECORD, and the same bytes wherever and whenever it is made."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from press.errors import PressError
from press.wheel import build_wheel

ROOT = Path(__file__).resolve().parents[2]
TOYLM = ROOT / "wasm" / "toylm"
MAKE = "import sys, hashlib, pathlib; from press.wheel import build_wheel; print(hashlib.sha256(build_wheel(pathlib.Path(sys.argv[1]))[1]).hexdigest())"


def _open(data: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(data))


@pytest.fixture(params=[False, True], ids=["source", "compiled"])
def made(request, site):
    """The wheel's name and bytes, whether it is compiled."""
    if not request.param:
        return *build_wheel(TOYLM), False
    [name] = [each for each in site.runtime if each.startswith("toylm-")]
    return name, site.runtime[name], True


def test_wheel_holds_every_module(made):
    name, data, compiled = made
    end = ".pyc" if compiled else ".py"
    modules = {p.relative_to(TOYLM.parent).with_suffix(end).as_posix() for p in TOYLM.rglob("*.py")}
    assert modules == {n for n in _open(data).namelist() if ".dist-info/" not in n}
    assert name == ("toylm-1.0.0-cp312-none-any.whl" if compiled else "toylm-1.0.0-py3-none-any.whl")


def test_name_tag_and_record_agree_with_what_is_inside(made):
    name, data, _ = made
    wheel = _open(data)
    tag = name.removeprefix("toylm-1.0.0-").removesuffix(".whl")
    assert f"Tag: {tag}\n" in wheel.read("toylm-1.0.0.dist-info/WHEEL").decode()
    rows = list(csv.reader(wheel.read("toylm-1.0.0.dist-info/RECORD").decode().splitlines()))
    assert {row[0] for row in rows} == set(wheel.namelist())
    for path, digest, size in rows:
        if not path.endswith("RECORD"):
            held = wheel.read(path)
            want = base64.urlsafe_b64encode(hashlib.sha256(held).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={want}", str(len(held)))


def _digest_in(folder: Path, seed: str, zone: str, umask: str) -> str:
    """The wheel's sha256, made by a fresh Python from a copy in another folder, under other settings."""
    shutil.copytree(TOYLM, folder / "toylm", ignore=shutil.ignore_patterns("__pycache__"))
    command = f'umask {umask}; exec "$0" -c "$1" "$2"'
    settings = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone}
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, MAKE, str(folder / "toylm")],
        env=settings, cwd=ROOT, check=True, capture_output=True, text=True,
    )
    return done.stdout.strip()


def test_same_bytes_under_another_folder_clock_zone_hash_seed_and_umask(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "elsewhere").mkdir()
    first = _digest_in(tmp_path / "a", "1", "UTC", "022")
    os.utime(tmp_path / "a/toylm/trace.py", (0, 0))
    assert first == _digest_in(tmp_path / "elsewhere", "2", "Asia/Shanghai", "077")


def test_wheel_leaves_no_trace_of_this_machine(made):
    data = made[1]
    assert str(ROOT).encode() not in data
    assert b"/tmp/" not in data


def test_installed_wheel_imports(tmp_path):
    _, data = build_wheel(TOYLM)
    _open(data).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", "import toylm; print(toylm.__file__)"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True, text=True,
    )
    assert Path(done.stdout.strip()).parent == tmp_path / "toylm"


def test_folder_without_an_init_is_refused(tmp_path):
    with pytest.raises(PressError, match="not a Python package; want an __init__.py"):
        build_wheel(tmp_path)


def test_package_without_a_version_is_refused(tmp_path):
    (tmp_path / "__init__.py").write_text("")
    with pytest.raises(PressError, match="no version; want a line such as __version__"):
        build_wheel(tmp_path)
