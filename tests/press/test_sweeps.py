"""Sweeps: many fills that a plate counts figures from, made by whatever executor, kept a file each."""

import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from press import pool
from press.errors import PressError
from press.traces import trace_key
from tests.press.sites import ROOT, files_of, published, run, run_apart, tiny_site

COMPUTED = """
SEEDS = range(40)


def _drawn(seed):
    settings = {"steps": 3, "remasking": "random"}
    return {"model": MODEL.spec(), "canvas": [0, 0, 0], "sampler": "llada", "seed": seed, "settings": settings}


def sweeps(lang, data):
    return {half: {f"drawn{seed}": _drawn(seed) for seed in SEEDS if seed % 2 == at} for at, half in enumerate(("even", "odd"))}


def files(lang, data, traces):
    drawn = {f"drawn{seed}": traces[f"drawn{seed}"] for seed in SEEDS}
    return {"drawn": {
        "order": {name: [one.commits[0][0] for one in trace.passes] for name, trace in drawn.items()},
        "guesses": sum(len(one.guesses) for trace in drawn.values() for one in trace.passes),
    }}
"""


@pytest.fixture
def shop(tmp_path):
    """A tiny site whose plate sweeps over seeds, with a cache of its own."""
    return with_sweeps(tmp_path / "shop")


def with_sweeps(root: Path) -> Path:
    (root / ".cache").mkdir(parents=True)
    (ROOT / ".cache" / "assets").mkdir(exist_ok=True, parents=True)
    (root / ".cache" / "assets").symlink_to(ROOT / ".cache" / "assets")
    tiny_site(root)
    computed = root / "plates/tiny/computed.py"
    computed.write_text(computed.read_text(encoding="utf-8") + COMPUTED, encoding="utf-8")
    return root


def drawn(root: Path) -> dict:
    return json.loads(published(root / "site", "data/drawn").read_text(encoding="utf-8"))


def kept(root: Path) -> list[Path]:
    return sorted((root / ".cache/sweeps").iterdir())


def test_figures_are_counted_from_a_sweeps_fills(shop):
    assert run("build", "--root", shop, "--no-live").status == 0
    order = drawn(shop)["order"]
    assert len(order) == 40 and all(sorted(places) == [0, 1, 2] for places in order.values())
    assert len({tuple(places) for places in order.values()}) == 6  # each order of three places is drawn
    assert drawn(shop)["guesses"] == 0  # which no figure is counted from, and which a sweep leaves out


def test_no_page_shows_a_sweep_and_no_later_build_reads_it(shop):
    assert run("build", "--root", shop, "--no-live").status == 0
    before = files_of(shop / "site")
    assert [re.sub(r"\.[0-9a-f]{10}\.", ".", path) for path in before if "drawn" in path] == ["en/tiny/data/drawn.json", "zh/tiny/data/drawn.json"]
    assert len(kept(shop)) == 2  # the same fills in both languages
    for path in kept(shop):
        path.write_text("spoiled", encoding="utf-8")
    assert run("build", "--root", shop, "--no-live").status == 0
    assert files_of(shop / "site") == before


def test_only_the_part_that_is_missing_is_made_again(shop):
    assert run("build", "--root", shop, "--no-live").status == 0
    first, second = kept(shop)
    text = first.read_text(encoding="utf-8")
    first.unlink()
    second.touch()
    stamp = second.stat().st_mtime_ns
    for path in (shop / ".cache/figures").iterdir():
        path.unlink()
    assert run("build", "--root", shop, "--no-live", "--out", shop / "again").status == 0
    assert first.read_text(encoding="utf-8") == text and second.stat().st_mtime_ns == stamp


def test_a_sweep_is_made_anew_for_another_request_and_for_no_other_code(shop):
    assert run("build", "--root", shop, "--no-live").status == 0
    before, computed = kept(shop), shop / "plates/tiny/computed.py"
    text = computed.read_text(encoding="utf-8")
    computed.write_text(text.replace("def files(", "# a thought\ndef files("), encoding="utf-8")
    assert run("build", "--root", shop, "--no-live").status == 0
    assert kept(shop) == before
    computed.write_text(text.replace('"steps": 3', '"steps": 2'), encoding="utf-8")
    assert run_apart("build", "--root", shop, "--no-live").status == 0
    assert len(kept(shop)) == 4 and set(before) < set(kept(shop))


def test_a_name_that_two_fills_have_is_a_fault(shop):
    computed = shop / "plates/tiny/computed.py"
    computed.write_text(computed.read_text(encoding="utf-8").replace('f"drawn{seed}": _drawn', '"same": _drawn'), encoding="utf-8")
    ran = run("build", "--root", shop, "--no-live")
    assert ran.status == 1
    assert "sweeps: 'odd' has a fill 'same', and so has another; want names of their own" in ran.err


def test_any_executor_will_do():
    request = {"model": {"kind": "counts", "lines": [[["CAT", 2], ["COT", 1]]]}, "canvas": [0, 0, 0],
               "sampler": "llada", "seed": 0, "settings": {"steps": 3}}
    pieces = {"a": [request], "b": [request, {**request, "settings": {"steps": 1}}]}
    here = dict(pool.each(pool.Here(), [], pieces, (Path("computed.py"), 1)))
    with ThreadPoolExecutor(2) as threads:
        assert dict(pool.each(threads, [], pieces, (Path("computed.py"), 1))) == here
    assert [len(json.loads(text)["passes"]) for text in here["b"]] == [3, 1]


def test_a_fill_that_cannot_be_made_is_a_fault_with_its_name():
    request = {"model": {"kind": "counts", "lines": [[["CAT", 2]]]}, "canvas": [0], "sampler": "llada", "seed": 0, "settings": {}}
    with pytest.raises(PressError, match="computed.py:7: trace 'short': canvas: want 3 places, got 1"):
        list(pool.each(pool.Here(), [], {"short": [request]}, (Path("computed.py"), 7)))


def test_the_name_of_a_sweep_in_the_cache_follows_from_all_its_fills():
    one, other = {"seed": 1}, {"seed": 2}
    assert len({trace_key("base", asked) for asked in ([one], [one, other], [other, one])}) == 3


@pytest.fixture
def cluster(tmp_path):
    """A Dask cluster of two workers on this machine, its scheduler too in a process that knows nothing of this project."""
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    at, here = tmp_path / "scheduler.json", ["--no-dashboard", "--scheduler-file", str(tmp_path / "scheduler.json")]
    commands = [["dask_scheduler", "--host", "127.0.0.1", "--port", "0", *here], *[["dask_worker", "--no-nanny", "--nthreads", "1", *here]] * 2]
    elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    processes = [
        subprocess.Popen([sys.executable, "-m", f"distributed.cli.{name}", *more], cwd=tmp_path, env=elsewhere, stderr=subprocess.DEVNULL)
        for name, *more in commands
    ]
    try:
        while not at.exists() and processes[0].poll() is None:
            time.sleep(0.05)
        with distributed.Client(scheduler_file=str(at)) as client:
            client.wait_for_workers(2, timeout=60)
        yield json.loads(at.read_text(encoding="utf-8"))["address"]
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(20)


def test_a_dask_cluster_makes_the_sweep_that_one_process_makes(tmp_path, cluster):
    here, there = (with_sweeps(tmp_path / name) for name in ("here", "there"))
    assert run("build", "--root", here, "--no-live", "--jobs", "1").status == 0
    ran = run("build", "--root", there, "--no-live", "--scheduler", cluster)
    assert ran.status == 0, ran.err
    assert files_of(here / "site") == files_of(there / "site")
    assert [path.name for path in kept(here)] == [path.name for path in kept(there)]


def test_a_scheduler_that_is_none_is_said(shop):
    pytest.importorskip("distributed", reason="distributed is not installed")
    ran = run("build", "--root", shop, "--no-live", "--scheduler", "nowhere://1")
    assert ran.status == 1
    assert "--scheduler nowhere://1: no Dask scheduler answers there" in ran.err


READING = """


def reads(lang):
    return ["tiny/said.txt"]


def files(lang, data, traces):
    return {"drawn": (ROOT / "plates/tiny/said.txt").read_text()}
"""


def test_figures_are_made_anew_when_a_file_that_they_are_read_from_changes(shop):
    computed, said = shop / "plates/tiny/computed.py", shop / "plates/tiny/said.txt"
    text = f"from pathlib import Path\n\nROOT = Path({str(shop)!r})\n" + READING
    computed.write_text(computed.read_text(encoding="utf-8") + text, encoding="utf-8")
    assert "said.txt: this file is missing" in run("build", "--root", shop, "--no-live").err
    for words in ("early", "late"):
        said.write_text(words, encoding="utf-8")
        assert run("build", "--root", shop, "--no-live").status == 0
        assert drawn(shop) == words
