"""A build of which nothing has changed leaves the site as it stands; whatever did change is built."""

import os

import pytest

from tests.press.sites import files_of, run

SAME = "nothing has changed since they were written"


@pytest.fixture
def built(tiny):
    assert run("build", "--root", tiny, "--no-live").status == 0
    return tiny


def again(root, *more):
    ran = run("build", "--root", root, "--no-live", *more)
    assert ran.status == 0, ran.err
    return ran.out


def test_nothing_is_written_where_nothing_has_changed(built):
    before = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (built / "site").rglob("*")}
    assert SAME in again(built) and f"{len(files_of(built / 'site'))} files" in again(built)
    assert {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (built / "site").rglob("*")} == before


@pytest.mark.parametrize("path", ["content/tiny/en.md", "content/site.toml", "plates/tiny/computed.py"])
def test_a_changed_source_is_built(built, path):
    file = built / path
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert SAME not in again(built)
    assert SAME in again(built)


def test_a_changed_word_is_built_whatever_its_files_time_and_size(built):
    file = built / "content/tiny/en.md"
    times = file.stat()
    file.write_text(file.read_text(encoding="utf-8").replace("It takes", "It fakes"), encoding="utf-8")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert SAME not in again(built)
    assert "It fakes" in (built / "site/en/tiny/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("more", [("--lang", "en"), ("--base-url", "https://other.example/"), ("--siblings",), ("--strict",)])
def test_another_option_is_another_build(built, more):
    assert SAME not in again(built, *more)


def spoil(site):
    path = site / "en/tiny/index.html"
    path.write_bytes(path.read_bytes()[:-1] + b" ")


@pytest.mark.parametrize("harm", [
    spoil,
    lambda site: (site / "404.html").unlink(),
    lambda site: (site / "old.html").write_text("old"),
    lambda site: (site / "manifest.json").write_text("{}"),
], ids=["spoiled", "missing", "stray", "unlisted"])
def test_a_site_that_is_not_as_it_was_written_is_built(built, harm):
    before = files_of(built / "site")
    harm(built / "site")
    assert SAME not in again(built)
    assert files_of(built / "site") == before


def test_a_fault_is_told_again_and_again(built):
    file = built / "content/tiny/en.md"
    file.write_text(file.read_text(encoding="utf-8").replace("{=surest.passes}", "{=surest.speed}"), encoding="utf-8")
    first, second = (run("build", "--root", built, "--no-live") for _ in range(2))
    assert (first.status, second.status) == (1, 1) and first.err == second.err
