"""Train the toys: `python -m plates.larkspur.train [NAME ...]`, names as en-masked; none: all that are missing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "wasm"))

import torch  # noqa: E402

from toylm.tokens import Tokens  # noqa: E402

from . import corpus, vocabulary, weights  # noqa: E402
from .net import Net, Shape  # noqa: E402
from .plan import BLOCK, RUNS, run_named  # noqa: E402
from .training import bar, train  # noqa: E402

CHECKPOINTS = ROOT / ".cache" / "larkspur"
NAMES = [f"{lang}-{run.name}" for lang, runs in RUNS.items() for run in runs if run.shipped]


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, write what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m plates.larkspur.train", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; none: all missing")
    parser.add_argument("--data", action="store_true", help="write the corpora and vocabularies anew first")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in NAMES:
            parser.error(f"{name!r} is not one of {', '.join(NAMES)}")
    if options.data:
        corpus.write_files()
        vocabulary.write_files()
    names = options.names or [name for name in NAMES if not _file(name).exists()]
    if not names:
        print(f"No weights are missing. Name some to train them anew: {', '.join(NAMES)}")
    for name in names:
        make(name)


def make(name: str) -> None:
    """Train one model and write its weights; the one that it starts from is trained first if need be."""
    lang, run = name.split("-")[0], run_named(*name.split("-"))
    tokens = Tokens.from_json((corpus.DATA / lang / "tokens.json").read_text(encoding="utf-8"))
    start, before = _started(f"{lang}-{run.start}", tokens) if run.start else (None, None)
    net, record = train(run, lang, tokens, start, bar(name, run.steps))
    record["before"] = before
    CHECKPOINTS.mkdir(parents=True, exist_ok=True)
    torch.save({"weights": net.state_dict(), "record": record}, CHECKPOINTS / f"{name}.pt")
    if run.shipped:
        config = {"name": name, "vocabulary": tokens.hash, "block": BLOCK if run.loss == "block" else None}
        ways = {"shifted": run.loss in ("left", "block"), "noise": run.loss == "uniform"}
        weights.save(net, _file(name), {**config, **ways, "record": record})


def _started(name: str, tokens: Tokens) -> tuple[Net, dict]:
    """The net of another run, as shipped where it is, and its record."""
    if name in NAMES and _file(name).exists():
        return weights.load(_file(name)), weights.config(_file(name))["record"]
    if not _kept(name):
        make(name)
    net, kept = Net(Shape(len(tokens.texts))), torch.load(CHECKPOINTS / f"{name}.pt")
    net.load_state_dict(kept["weights"])
    return net, kept["record"]


def _kept(name: str) -> bool:
    """Whether a run's net is at hand that was trained as the plan has it now."""
    checkpoint = CHECKPOINTS / f"{name}.pt"
    if not checkpoint.exists():
        return False
    record = torch.load(checkpoint)["record"]
    return record | vars(run_named(*name.split("-"))) == record


def _file(name: str) -> Path:
    lang, run = name.split("-")
    return corpus.DATA / lang / f"{run}.npz"


if __name__ == "__main__":
    main()
