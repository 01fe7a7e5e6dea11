"""The house rules that a machine can see: which way imports point, how long things are, what no file holds."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.press.sites import ROOT

STANDARD = set(sys.stdlib_module_names)
PYTHON = [ROOT / "build.py", *(path for part in ("wasm", "press", "plates") for path in sorted((ROOT / part).rglob("*.py")))]
LONGEST_MODULE, LONGEST_FUNCTION = 300, 40


def name(path):
    return path.relative_to(ROOT).as_posix()


def imported(path):
    """The top-level names of the packages that a module imports, its own left out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module.split(".")[0])
    return found


def of(folder):
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    return paths


@pytest.mark.parametrize("folder, allowed", [
    ("wasm/toylm", {"numpy", "toylm"}),
    ("plates", {"numpy", "toylm", "plates"}),
])
def test_python_imports_point_one_way(folder, allowed):
    for path in of(folder):
        if "train" not in path.parts:
            assert imported(path) - STANDARD <= allowed, name(path)


def test_what_trains_a_toy_stays_out_of_the_build():
    """plates/<plate>/train makes weights, once, with requirements of its own; nothing else imports it."""
    for path in of("plates"):
        if "train" in path.parts:
            assert imported(path) - STANDARD <= {"numpy", "toylm", "plates", "torch", "tokenizers"}, name(path)
        else:
            assert not re.search(r"^\s*(from|import) .*\btrain\b", path.read_text(encoding="utf-8"), re.M), name(path)


def test_a_plate_imports_no_other_plate():
    for path in of("plates"):
        text = path.read_text(encoding="utf-8")
        others = [folder.name for folder in (ROOT / "plates").iterdir() if folder.is_dir() and folder.name not in path.parts]
        assert not any(f"plates.{other}" in text for other in others), name(path)


def test_the_press_knows_no_plate_by_name():
    plates = [path.parent.name for path in (ROOT / "content").glob("*/plate.toml")]
    assert plates
    for path in [*of("press"), *(ROOT / "press" / "theme").rglob("*.*")]:
        if path.suffix in (".py", ".js", ".html", ".css"):
            text = path.read_text(encoding="utf-8")
            assert [plate for plate in plates if re.search(rf"\b{plate}\b", text)] == [], name(path)
            assert path.suffix != ".py" or "plates" not in imported(path), name(path)


IMPORT = re.compile(r"""(?:^|[^\w.])(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|(?<![\w.'"])import\s*\(?\s*['"]([^'"]+)['"]""")


def scripts_imported(path):
    """What a script imports, as paths from the root, or a package's name; types in comments among them."""
    found = [a or b for a, b in IMPORT.findall(path.read_text(encoding="utf-8"))]
    return {name((path.parent / each).resolve()) if each.startswith(".") else each for each in found}


@pytest.mark.parametrize("folder, allowed", [
    ("press/theme/js", ("press/theme/js/",)),
    ("press/theme/js/film", ("press/theme/js/", "gifenc")),
    ("wasm/worker", ("wasm/worker/",)),
])
def test_scripts_import_their_own_kind(folder, allowed):
    paths = sorted((ROOT / folder).glob("*.js"))
    assert paths
    for path in paths:
        assert [each for each in scripts_imported(path) if not each.startswith(allowed)] == [], name(path)


def test_a_plates_scripts_import_the_theme_and_themselves():
    for path in sorted((ROOT / "plates").glob("*/**/*.js")):
        own = f"plates/{path.relative_to(ROOT / 'plates').parts[0]}/"
        others = [each for each in scripts_imported(path) if not each.startswith((own, "press/theme/js/"))]
        assert [each for each in others if not (ROOT / "node_modules" / each.split("/")[0]).exists()] == [], name(path)


def test_no_module_is_long():
    long = {name(path): count for path in PYTHON if (count := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE}
    assert long == {}


def test_no_function_is_long():
    long = {}
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                long[f"{name(path)}: {node.name}"] = node.end_lineno - node.lineno + 1
    assert long == {}


def test_public_functions_and_modules_say_what_they_are():
    silent = []
    for path in PYTHON:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        public = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")]
        silent += [f"{name(path)}: {getattr(node, 'name', 'module')}" for node in (tree, *public) if not ast.get_docstring(node)]
    assert silent == []


def tracked():
    """Text files that git keeps, by path."""
    paths = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for path in filter(None, paths):
        content = (ROOT / path).read_bytes() if (ROOT / path).is_file() else b""
        if b"\0" not in content:
            yield path, content.decode("utf-8", "replace")


def test_templates_switch_no_escaping_off_and_style_nothing_inline():
    for path in [*(ROOT / "press/theme/templates").glob("*.html"), *(ROOT / "plates").rglob("*.html")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape\s+false|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']", text), name(path)
    for path in of("press"):
        assert "|safe" not in path.read_text(encoding="utf-8").replace(" ", ""), name(path)


# Written in two halves, so that this file does not hold them.
MACHINE_PATHS = re.compile("|".join(["/" + part for part in ("root/", "home/[a-z]", "work/main", "work/shared", "tmp/[a-z]", "Users/[A-Za-z]")]))
REGISTRIES = re.compile("|".join([host + r"\." + end for host, end in [
    ("registry", "npmjs"), ("registry", "yarnpkg"), ("registry", "npmmirror"), ("pypi", "org"), ("pythonhosted", "org"), ("pypi", "tuna"),
]]))


def test_no_file_names_a_machine_or_a_registry():
    found = []
    for path, text in tracked():
        for number, line in enumerate(text.split("\n"), 1):
            if MACHINE_PATHS.search(line) or REGISTRIES.search(line):
                found.append(f"{path}:{number}: {line[:80]}")
    assert found == []


def test_nothing_built_or_installed_is_tracked():
    folders = {Path(path).parts[0] for path, _ in tracked()}
    assert folders.isdisjoint({"site", "node_modules", ".venv", ".cache", ".hypothesis"})
