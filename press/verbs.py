"""What each verb of build.py does."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from . import fresh
from .build import Options, build as whole_build
from .errors import PressError
from .pool import Workers
from .publish import MANIFEST


def _options(asked: argparse.Namespace) -> Options:
    root, out, cache = fresh.places(asked)
    return Options(
        root=root, out=out, cache=cache, base_url=asked.base_url,
        plate=asked.plate, lang=asked.lang, workers=Workers(asked.jobs, asked.scheduler), live=asked.live,
        strict=asked.strict, siblings=asked.siblings, progress=_progress,
    )


def _progress(what: str, done: int, total: int) -> None:
    """A bar on a terminal; silence elsewhere."""
    if not sys.stderr.isatty():
        return
    bar = "#" * (20 * done // total)
    print(f"\r{what:<28} [{bar:<20}] {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def build(asked: argparse.Namespace) -> int:
    """Write the whole site. `asked.key` is fresh.key's."""
    from .check import check_output, check_words

    options = _options(asked)
    if options.strict:
        check_words(options)
    output = whole_build(options)
    check_output(output, options.cache)
    output.publish(options.out)
    fresh.remember(options.cache, asked.key, output.files[MANIFEST])
    fresh.report({path: len(content) for path, content in output.files.items()}, options.out)
    return 0


def check(asked: argparse.Namespace) -> int:
    """Build in memory, look at every page, write nothing."""
    from .check import check_output, check_words

    options = _options(asked)
    check_words(options)
    output = whole_build(options)
    pages = check_output(output, options.cache)
    print(f"{pages} pages, no fault")
    return 0


def serve(asked: argparse.Namespace) -> int:
    """Serve the site and build it again when an input changes."""
    from .serve import serve as run

    return run(_options(asked), asked.port)


def export(asked: argparse.Namespace) -> int:
    """Write offline files of one plate, or of all, to a folder of the reader's own."""
    from .export import EVERY, Choice, export as made, write

    asked.plate = None if asked.name == EVERY else asked.name
    files = made(_options(asked), Choice(asked.section, asked.features), asked.zip)
    for path in write(files, (asked.out or Path.cwd()).resolve()):
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
    return 0


def new(asked: argparse.Namespace) -> int:
    """Make a new plate's folders."""
    from .scaffold import scaffold

    for path in scaffold(asked.root.resolve(), asked.name):
        print(path)
    print(f"Next: python build.py build --plate {asked.name}")
    return 0


def trace(asked: argparse.Namespace) -> int:
    """Run one named fill of a plate and print it pass by pass, or save its JSON."""
    from toylm.request import run
    from toylm.terminal import lines

    fill = run(_request(_options(asked), asked.name))
    if asked.save:
        asked.save.write_text(fill.to_json() + "\n", encoding="utf-8")
        print(asked.save)
    else:
        print("\n".join(lines(fill, styled=sys.stdout.isatty())))
    return 0


def record(asked: argparse.Namespace) -> int:
    """Fill a prompt with a model of transformers and save the trace."""
    from . import record as recording

    settings = dict(map(recording.setting, asked.set))
    model, tokenizer = recording.load(asked.name, asked.device, asked.trust_remote_code)
    prompt = recording.prompt_of(tokenizer, asked.prompt, asked.plain)
    trace = recording.record(model, tokenizer, prompt, asked.places, asked.sampler, seed=asked.seed, mask_id=asked.mask_id, **settings)
    recording.save(trace, asked.save)
    print(f"{asked.save}: {trace.forward_passes} passes, {trace.positions} positions")
    return 0


def _request(options: Options, name: str) -> dict[str, Any]:
    """The fill of that name: of the plate asked for, or of the first plate that has one."""
    from .build import load
    from .traces import requests_of

    site, plates, problems = load(options)
    problems.stop()
    there = {plate.id: requests_of(plate, site.words[options.lang or site.codes[0]], options.root) for plate in plates}
    for requests in there.values():
        if name in requests:
            return requests[name]
    names = "; ".join(f"{plate} has {', '.join(requests)}" for plate, requests in there.items())
    raise PressError(f"no trace {name!r}; {names}")
