"""The door to the press. `python build.py --help` lists the verbs; without one it builds."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(ROOT / "wasm")]
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a toy's matrices are small: threads would wait more than multiply

from press import fresh  # noqa: E402 - the path has to be set first
from press.errors import PressError  # noqa: E402

VERBS = {
    "build": "write the whole site (the default)",
    "serve": "build, serve on this machine, and build again when an input changes",
    "check": "find faults in the content and in the built pages; write nothing",
    "export": "write one plate's offline files to a folder of your own",
    "new": "make the two folders of a new plate",
    "trace": "run one fill and print it, or save it as JSON",
    "record": "run a model of transformers under one of toylm's samplers and save its trace",
}


def parser() -> argparse.ArgumentParser:
    """Every verb and option."""
    top = argparse.ArgumentParser(prog="build.py", description="Plateworks: sets plates. " + "; ".join(f"{v}: {t}" for v, t in VERBS.items()))
    verbs = top.add_subparsers(dest="verb", metavar="{" + ",".join(VERBS) + "}")
    for verb, text in VERBS.items():
        sub = verbs.add_parser(verb, help=text, description=text)
        sub.add_argument("--out", type=Path, default=None, help="the folder to write (site/)")
        sub.add_argument("--root", type=Path, default=ROOT, help="the folder that holds content/ and plates/")
        sub.add_argument("--base-url", help="the site's whole address, in place of content/site.toml's")
        sub.add_argument("--plate", help="this plate only")
        sub.add_argument("--lang", help="this language only")
        sub.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="processes for computing traces")
        sub.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler whose workers compute them, as tcp://host:8786")
        sub.add_argument("--strict", action="store_true", help="refuse words that Markdown programs read apart, as check does")
        sub.add_argument("--no-live", dest="live", action="store_false", help="leave the live toy out")
        sub.add_argument("--siblings", action="store_true", help="put .br and .gz beside each file, for hosts that send those")
        if verb == "export":
            _exporting(sub)
        if verb == "new":
            sub.add_argument("name", metavar="PLATE")
        if verb == "serve":
            sub.add_argument("--port", type=int, default=8000)
        if verb == "trace":
            sub.add_argument("name", metavar="TRACE", help="a trace's name, as computed.py calls it")
            sub.add_argument("--save", type=Path, help="write the JSON here")
        if verb == "record":
            _recording(sub)
    return top


def _recording(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="MODEL", help="a folder, or a name that transformers finds")
    sub.add_argument("--prompt", required=True, help="what the user says")
    sub.add_argument("--places", type=_jobs, default=64, help="blanks after it (64)")
    sub.add_argument("--sampler", help="one of toylm's (the one that the model was published with)")
    sub.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the sampler, as steps=32")
    sub.add_argument("--seed", type=int, default=0)
    sub.add_argument("--mask-id", type=int, help="the mask token, where the model's configuration does not say")
    sub.add_argument("--plain", action="store_true", help="no template for chats around the prompt")
    sub.add_argument("--device", default="cpu", help="where torch runs it, as cuda")
    sub.add_argument("--trust-remote-code", action="store_true", help="run Python that comes with the weights; read it first")
    sub.add_argument("--save", type=Path, default=Path("trace.json"), help="write the JSON here (trace.json)")


def _exporting(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="PLATE", help="a plate's name, or all")
    sub.add_argument("--section", metavar="ID", help="this section alone")
    sub.add_argument("--with", dest="features", metavar="LIST", type=_listed, help="what goes in besides the words: "
                     "stage, solid, bench, parts, data, live; without it two files are made, one with the live toy")
    sub.add_argument("--zip", action="store_true", help="one zip of the files with an index, for a memory stick")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _jobs(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def main(arguments: list[str]) -> int:
    """Exit status: 0 done, 1 the content or a plate is at fault, 2 bad usage."""
    known = {"-h", "--help", *VERBS}
    if not arguments or arguments[0] not in known and arguments[0].startswith("-"):
        arguments = ["build", *arguments]
    asked = parser().parse_args(arguments)
    if asked.verb == "build":
        asked.key = fresh.key(asked)
        if fresh.told(asked):
            return 0
    from press import verbs  # slow to import: it brings all that pages are made with

    try:
        return getattr(verbs, asked.verb)(asked)
    except PressError as error:
        for fault in error.faults:
            print(fault, file=sys.stderr)
        print(f"{len(error.faults)} {'fault' if len(error.faults) == 1 else 'faults'}; nothing was written", file=sys.stderr)
        return 1


if __name__ == "__main__":
    if "serve" not in sys.argv:
        gc.disable()  # a build lives for seconds and keeps nearly all that it makes: collecting only costs
    sys.exit(main(sys.argv[1:]))
