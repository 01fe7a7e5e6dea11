"""Turns the .py files of zips into .pyc files; runs inside Pyodide (see compile.mjs), never on the host.

A .pyc here carries a hash of its source and no time, so the same source gives the same bytes. Docstrings
and asserts stay. Libraries lose their line tables (`lines: false`): a traceback through them names the
function and the line on which the function begins. A quarter of the bytes on the wire is in those tables,
and no source is shipped that the lines could be looked up in.
"""

import importlib
import importlib._bootstrap_external as bootstrap
import importlib.util
import json
import site
import sys
import zipfile
from types import CodeType

UNITS = 8
"""How many code units (of two bytes) one entry of a line table can cover."""
NO_COLUMNS = 0x80 | 13 << 3
"""An entry of a line table that gives a line and no column (CPython, Objects/locations.md)."""


def without_lines(code):
    """The code object, and all inside it, with every instruction on the line of its beginning."""
    units = len(code.co_code) // 2
    lengths = [UNITS] * (units // UNITS) + [units % UNITS] * (units % UNITS > 0)
    table = bytes(byte for length in lengths for byte in (NO_COLUMNS | length - 1, 0))
    inside = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inside)


def compiled(source, path, lines):
    """The bytes of a .pyc file for this source, whose traceback will name `path`."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=0)
    kept = code if lines else without_lines(code)
    return bytes(bootstrap._code_to_hash_pyc(kept, importlib.util.source_hash(source), checked=False))


def loaded(imports, home):
    """The files under `home` that have been read once all of these modules are imported. Some of the
    standard library is frozen into Python itself, and is not read from a file."""
    with zipfile.ZipFile("/pyc/packages.zip") as packages:
        packages.extractall(site.getsitepackages()[0])
    importlib.invalidate_caches()
    for name in imports:
        importlib.import_module(name)
    found = [module for module in list(sys.modules.values()) if getattr(module, "__file__", None)]
    return {module.__file__.removeprefix(f"{home}/") for module in found if module.__spec__.origin != "frozen"}


def fulfil(home, lines, imports=None):
    """Write made.zip: given.zip with x.pyc for every x.py. With `imports`, only what they read is kept."""
    with zipfile.ZipFile("/pyc/given.zip") as given, zipfile.ZipFile("/pyc/made.zip", "w") as made:
        kept = set(given.namelist()) if imports is None else loaded(imports, home)
        for name in sorted(kept.intersection(given.namelist())):
            content = given.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", compiled(content, f"{home}/{name}", lines)
            made.writestr(zipfile.ZipInfo(name), content)


with open("/pyc/order.json") as file:
    fulfil(**json.load(file))
