"""The code that plate 3 gives to copy: it compiles, its shell parses, and the toy's sweep prints what the page says."""

import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from toylm.models import transformer
from toylm.request import run

from plates.decoding import study
from tests import toys
from tests.press.sites import ROOT

LANGUAGES = ("en", "zh")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
EVERY = pytest.mark.parametrize("lang", LANGUAGES)


def blocks(lang):
    """The words' fenced code: [(language, text)]."""
    return BLOCK.findall((ROOT / f"content/decoding/{lang}.md").read_text(encoding="utf-8"))


def sweep(lang):
    """The one block that runs the toy."""
    (found,) = [text for _, text in blocks(lang) if "from toylm import" in text]
    return found


@EVERY
def test_every_block_is_sound(lang):
    kinds = [kind for kind, _ in blocks(lang)]
    assert kinds == ["sh", "python", "python", "python"]
    for kind, text in blocks(lang):
        if kind == "python":
            compile(text, f"{lang}.md", "exec")
        else:
            subprocess.run(["bash", "-n"], input=text, text=True, check=True)


def test_both_languages_run_the_same_code():
    """But for prompts, texts that are printed, and the toy's language."""
    bare = [[re.sub(r'"[^"\n]*"', '""', text) for _, text in blocks(lang)] for lang in LANGUAGES]
    assert bare[0] == bare[1]


@EVERY
def test_the_sweep_prints_what_the_table_of_the_page_says(lang, tmp_path, monkeypatch):
    shipped = ROOT / f"plates/larkspur/data/{lang}"
    folder = tmp_path / f"plates/larkspur/data/{lang}"
    folder.mkdir(parents=True)
    shutil.copy(shipped / "tokens.json", folder)
    name = f"{lang}-masked"
    (folder / "masked.npz").write_bytes(toys.weights(name, lang))
    monkeypatch.setattr(transformer, "_shipped", {})  # the models that other tests know are theirs
    transformer.provide((folder / "masked.npz").read_bytes(), (folder / "tokens.json").read_text(encoding="utf-8"))
    path = tmp_path / "sweep.py"
    path.write_text(sweep(lang), encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, path], cwd=tmp_path, env={"PYTHONPATH": str(ROOT / "wasm"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, encoding="utf-8", check=True,
    ).stdout

    traces = {asked: run(request) for asked, request in study.requests(lang, {}).items()}
    rows = study.tables(lang, {}, traces)["toysweep"]
    assert printed.splitlines() == [" | ".join(str(cell) for cell in row) for row in rows]
    assert [row[0] for row in rows] == list(study.STEPS)


@EVERY
def test_no_answer_of_the_quiz_can_be_told_by_its_length_or_its_place(lang):
    questions = tomllib.loads((ROOT / "content/decoding/quiz.toml").read_text(encoding="utf-8"))["question"]
    right, longest, shortest = [], 0, 0
    for question in questions:
        answers = question[lang]["answer"]
        assert len(answers) == 4 and all(answer["why"] for answer in answers), question["id"]
        (at,) = [i for i, answer in enumerate(answers) if answer["right"]]
        lengths = [len(answer["text"]) for answer in answers]
        right.append(at)
        longest += lengths[at] == max(lengths)
        shortest += lengths[at] == min(lengths)
    assert len(questions) >= 8
    assert all(2 <= right.count(place) <= 3 for place in range(4))
    assert longest <= len(questions) * 0.4 and shortest <= len(questions) * 0.4


@EVERY
def test_there_are_cards_enough_and_each_leads_to_a_section(lang):
    cards = study.parts(lang, data(), {}, {})["cards"]
    sections = set(re.findall(r"^## .*\{#([a-z-]+)\}", (ROOT / f"content/decoding/{lang}.md").read_text(encoding="utf-8"), re.M))
    assert len(cards) >= 11 and {card["section"] for card in cards} <= sections
    assert len({card["front"] for card in cards}) == len(cards)


def data():
    return {name: tomllib.loads((ROOT / f"content/decoding/{name}.toml").read_text(encoding="utf-8")) for name in ("cards", "quiz")}
