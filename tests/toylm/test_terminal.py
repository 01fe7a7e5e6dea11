"""`python -m toylm`: a fill, pass by pass, in the terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from toylm.__main__ import HANDBILL, main

WASM = Path(__file__).parents[2] / "wasm"


def test_it_prints_the_canvas_after_every_pass():
    done = subprocess.run(
        [sys.executable, "-m", "toylm", "llada", "steps=2"], cwd=WASM, capture_output=True, encoding="utf-8", check=True,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    assert "▢" * 12 in done.stdout
    assert "1. denoise: computed 0-36, 19 set" in done.stdout
    assert done.stdout.rstrip().endswith("2 passes; 74 positions, 0 cache reads")
    assert "\033" not in done.stdout


def test_without_arguments_it_takes_one_a_pass(capsys):
    assert main([]) == 0
    output = capsys.readouterr().out
    assert output.startswith("careful\n") and "37 passes" in output


@pytest.mark.parametrize("arguments, said", [
    (["nobody"], "sampler: 'nobody' is unknown"), (["llada", "steps"], "steps: want setting=value"),
    (["llada", "steps=0"], "steps: want a whole number"), (["model=nowhere.json"], "nowhere.json"),
])
def test_arguments_that_do_not_fit_are_named(arguments, said, capsys):
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_help_and_a_model_from_a_file(tmp_path, capsys):
    assert main(["--help"]) == 0 and "usage" in capsys.readouterr().out
    file = tmp_path / "model.json"
    file.write_text(json.dumps(HANDBILL | {"lines": [[["AB", 1]]]}))
    assert main(["dream", f"model={file}", "alg=entropy", "seed=3"]) == 0
    assert "AB" in capsys.readouterr().out
