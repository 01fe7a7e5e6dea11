"""A whole build: what it leaves when it fails, that it gives the same bytes, what its files say of each other."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

import build
from press import pool
from press.errors import PressError
from press.publish import Output
from tests.press.sites import ROOT, files_of, published, run, run_apart, tiny_site

BREAK = ("content/tiny/en.md", "{=surest.passes} passes [", "{=surest.speed} passes [")


def edit(root, path, old, new):
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def leftovers(root):
    return sorted(path.name for path in root.glob("site.*"))


@pytest.fixture
def built(tiny):
    """A tiny site to change, built once."""
    assert run("build", "--root", tiny, "--no-live").status == 0
    return tiny


# A site that is there stays until a better one is.

def test_a_broken_build_leaves_the_last_good_site(built):
    before = files_of(built / "site")
    edit(built, *BREAK)
    ran = run("build", "--root", built, "--no-live")
    assert (ran.status, ran.out) == (1, "")
    assert files_of(built / "site") == before
    assert leftovers(built) == []


def test_stale_files_are_gone_after_a_good_build(built):
    (built / "site" / "old.html").write_text("old")
    assets = set((built / "site" / "assets").iterdir())
    edit(built, "content/tiny/plate.toml", 'id = "tiny"', 'id = "small"')
    (built / "plates" / "tiny").rename(built / "plates" / "small")
    assert run("build", "--root", built, "--no-live").status == 0
    assert not (built / "site" / "old.html").exists()
    assert not (built / "site" / "en" / "tiny" / "index.html").exists()
    assert (built / "site" / "en" / "small" / "index.html").exists()
    assert {path.name for path in assets} != {path.name for path in (built / "site" / "assets").iterdir()}


def test_hashed_files_of_the_build_before_stay_one_build_longer(tmp_path):
    """A reader who has an old page open still gets what it asks for."""
    site = tmp_path / "site"

    def publish(*paths):
        output = Output()
        for path in paths:
            output.add(path, path)
        output.add("manifest.json", output.manifest())
        output.publish(site)
        return sorted(path for path in files_of(site) if path != "manifest.json")

    assert publish("en/old.html", "assets/all.0.css", "assets/run/a.1.js") == ["assets/all.0.css", "assets/run/a.1.js", "en/old.html"]
    both = ["assets/all.0.css", "assets/run/a.1.js", "assets/run/a.2.js", "index.html"]
    assert publish("index.html", "assets/all.0.css", "assets/run/a.2.js") == both, "the page is gone, its script is not"
    assert publish("index.html", "assets/all.0.css", "assets/run/a.2.js") == both, "building again changes nothing"
    assert set(json.loads((site / "manifest.json").read_text())["files"]) == {"index.html", "assets/all.0.css", "assets/run/a.2.js"}
    assert "assets/run/a.1.js" not in publish("index.html", "assets/all.0.css", "assets/run/a.3.js"), "two builds later it is"


def test_an_open_page_finds_its_traces_after_the_next_build(cached):
    def asked():
        data = (cached / "site/en/tiny/index.html").read_text(encoding="utf-8").split('id="plate-data">')[1].split("</script>")[0]
        return [cached / "site/en/tiny" / path for path in json.loads(data)["urls"].values()]

    faster = '{"model": MODEL.spec(), "canvas": [0, 0, 0], "sampler": "llada", "seed": 0, "settings": {"steps": 1}}'
    edit(cached, "plates/tiny/computed.py", '{"surest": ', f'{{"faster": {faster}, "surest": ')
    assert run_apart("build", "--root", cached, "--no-live").status == 0
    before = {path: path.read_text(encoding="utf-8") for path in asked()}
    assert len(before) == 1
    edit(cached, "plates/tiny/computed.py", '"steps": 1}', '"steps": 3}')
    assert run_apart("build", "--root", cached, "--no-live").status == 0
    assert asked() != list(before)
    assert {path: path.read_text(encoding="utf-8") for path in before} == before


KILL_WRITING = """
import os, pathlib, signal
write = pathlib.Path.write_bytes
def killed(path, data):
    killed.files += '.new-' in str(path)
    if killed.files == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return write(path, data)
killed.files = 0
pathlib.Path.write_bytes = killed
"""
KILL_SWAPPING = """
import os, pathlib, signal
rename = pathlib.Path.rename
def killed(path, target):
    rename(path, target)
    if path.name == 'site':
        os.kill(os.getpid(), signal.SIGKILL)
pathlib.Path.rename = killed
"""


@pytest.mark.parametrize("moment", [KILL_WRITING, KILL_SWAPPING], ids=["writing", "swapping"])
def test_a_killed_build_is_made_good_by_the_next_one(built, moment):
    before = files_of(built / "site")
    edit(built, "content/tiny/en.md", "It takes", "It always takes")
    killed = run_apart("build", "--root", built, "--no-live", before=moment)
    assert killed.status == -signal.SIGKILL
    assert leftovers(built)
    if moment == KILL_WRITING:
        assert files_of(built / "site") == before
    edit(built, *BREAK)
    assert run("build", "--root", built, "--no-live").status == 1  # even a build that fails puts the old site back
    assert files_of(built / "site") == before
    assert leftovers(built) == []


def test_two_things_never_get_one_path():
    output = Output()
    output.add("en/x/index.html", "one")
    with pytest.raises(PressError, match="two things would be written to en/x/index.html"):
        output.add("en/x/index.html", "two")


@pytest.mark.parametrize("path", ["/etc/x", "a/../../x", "计划/index.html"])
def test_a_path_that_is_not_one_is_refused(path):
    with pytest.raises(PressError, match="is not a path that a site can have"):
        Output().add(path, "")


# The same input, the same bytes.

def test_another_folder_clock_umask_and_hash_seed_give_the_same_bytes(tmp_path, real_built):
    root = tmp_path / "计划 á"
    root.mkdir()
    for name in ("content", "plates", "press", "wasm"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("build.py", "LICENSE"):
        shutil.copy(ROOT / name, root)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    environment = {**os.environ, "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "4711", "LC_ALL": "C"}
    command = [sys.executable, "build.py", "--no-live", "--jobs", "3"]
    done = subprocess.run(command, cwd=root, env=environment, umask=0o077, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    here, there = files_of(real_built), files_of(root / "site")
    assert sorted(here) == sorted(there)
    assert [path for path in here if here[path] != there[path]] == []
    modes = {path.stat().st_mode & 0o777 for path in (root / "site").rglob("*")}
    assert modes == {0o755, 0o644}


MANY = """

def requests(lang, data):
    blank = {"model": MODEL.spec(), "canvas": [0, 0, 0], "sampler": "llada"}
    fills = {f"drawn{seed}": {**blank, "seed": seed, "settings": {"steps": 3, "remasking": "random"}} for seed in range(FILLS)}
    return {"surest": {**blank, "seed": 0, "settings": {"steps": 2}}, **fills}
"""


def with_many(root, fills):
    """A tiny site whose plate asks for many fills, with a trace cache of its own."""
    (root / ".cache").mkdir(parents=True)
    (root / ".cache" / "assets").symlink_to(ROOT / ".cache" / "assets")
    tiny_site(root)
    computed = root / "plates/tiny/computed.py"
    computed.write_text(computed.read_text() + MANY.replace("FILLS", str(fills)))
    return root


def test_several_processes_make_the_traces_that_one_makes(tmp_path):
    one, three = (with_many(tmp_path / name, pool.FEW + 20) for name in ("one", "three"))
    assert run("build", "--root", one, "--no-live", "--jobs", "1").status == 0
    assert run_apart("build", "--root", three, "--no-live", "--jobs", "3").status == 0
    assert len(keys(one)) == pool.FEW + 21
    assert files_of(one / "site") == files_of(three / "site")


# The trace cache.

@pytest.fixture
def cached(tmp_path):
    """A tiny site with a toylm and a trace cache of its own, built once."""
    root = tmp_path / "cached"
    (root / ".cache").mkdir(parents=True)
    (root / ".cache" / "assets").symlink_to(ROOT / ".cache" / "assets")
    (ROOT / ".cache" / "assets").mkdir(exist_ok=True, parents=True)
    shutil.copytree(ROOT / "wasm", root / "wasm", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "build.py", root)
    tiny_site(root)
    assert run("build", "--root", root, "--no-live").status == 0
    return root


def keys(root):
    return {path.name for path in (root / ".cache" / "traces").glob("*.json")}


@pytest.mark.parametrize("path, old, new", [
    ("wasm/toylm/maths.py", "certain - 1e-9", "certain - 1e-8"),
    ("wasm/toylm/samplers/llada.py", "temperature: float = 0.0", "temperature: float = 0.5"),
    ("plates/tiny/computed.py", '{"steps": 2}', '{"steps": 3}'),
    ("plates/tiny/computed.py", '"seed": 0', '"seed": 1'),
    ("plates/tiny/computed.py", "def requests", "# a thought\ndef requests"),
])
def test_what_a_trace_depends_on_makes_it_new(cached, path, old, new):
    before = keys(cached)
    edit(cached, path, old, new)
    assert run("build", "--root", cached, "--no-live").status == 0
    assert before < keys(cached)


def test_words_make_no_trace_new(cached):
    before = keys(cached)
    edit(cached, "content/tiny/en.md", "It takes", "It always takes")
    edit(cached, "content/tiny/plate.toml", "A lead.", "Another lead.")
    assert run("build", "--root", cached, "--no-live", "--base-url", "https://other.example/").status == 0
    assert keys(cached) == before


def test_a_changed_formula_shows_in_the_traces_that_are_published(cached):
    def sure():
        passes = json.loads(published(cached / "site", "traces/surest").read_text())["passes"]
        return [row[2] for row in passes[0]["guesses"]]

    assert sure() == [0.666667] * 3  # CAT was read two times in three
    edit(cached, "wasm/toylm/maths.py", "axis=-1)[:, 0]", "axis=-1)[:, 0] / 2")
    done = subprocess.run([sys.executable, "build.py", "--no-live"], cwd=cached, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert sure() == [0.333333] * 3


# The command line.

@pytest.mark.parametrize("arguments", [
    ["bild"], ["build", "--speed", "9"], ["build", "extra"], ["--jobs", "0"], ["--jobs", "many"], ["new"], ["export"], ["trace"],
    ["serve", "--port", "web"],
])
def test_bad_usage_ends_with_2(arguments):
    ran = run(*arguments)
    assert ran.status == 2
    assert "usage: build.py" in ran.err


def test_without_a_verb_it_builds(tiny):
    ran = run("--root", tiny, "--no-live")
    assert ran.status == 0
    assert (tiny / "site" / "index.html").exists()
    assert re.match(r"\d+ files, \d+\.\d MB, in .*/site/\n", ran.out)


def test_nothing_but_the_two_lines_is_printed_away_from_a_terminal(tiny):
    ran = run("build", "--root", tiny, "--no-live")
    assert (ran.err, len(ran.out.splitlines())) == ("", 2)


def test_one_language_of_one_plate(tiny):
    assert run("new", "other", "--root", tiny).status == 0
    assert run("build", "--root", tiny, "--no-live", "--plate", "other", "--lang", "zh").status == 0
    pages = {path for path in files_of(tiny / "site") if path.endswith("index.html")}
    assert pages == {"index.html", "zh/other/index.html", "embed/zh/other/index.html", "zh/about/index.html", "zh/embed/index.html"}


def test_export_writes_the_offline_files_of_a_plate(tiny, tmp_path):
    ran = run("export", "tiny", "--root", tiny, "--no-live", "--out", tmp_path / "out")
    assert ran.status == 0
    assert sorted(files_of(tmp_path / "out")) == ["en-tiny.html", "zh-tiny.html"]


def test_trace_prints_a_fill_or_saves_it(tiny, tmp_path, tiny_built):
    ran = run("trace", "surest", "--root", tiny)
    assert ran.out.split("\n\n") == [
        "llada steps=2\n  ▢▢▢",
        "1. denoise: computed 0-2, 2 set\n  [CA]▢",
        "2. denoise: computed 0-2, 1 set\n  CA[T]",
        "2 passes; 6 positions, 0 cache reads\n",
    ]
    saved = tmp_path / "saved.json"
    assert run("trace", "surest", "--root", tiny, "--save", saved).status == 0
    assert saved.read_bytes() == published(tiny_built, "traces/surest").read_bytes()
    assert run("trace", "fastest", "--root", tiny).err.startswith("no trace 'fastest'; tiny has surest\n")


def test_the_readme_names_every_verb_and_option():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    options = set()
    for verb, parser in build.parser()._subparsers._group_actions[0].choices.items():
        assert re.search(rf"build\.py (\[)?{verb}\b", readme), verb
        options |= {text for action in parser._actions for text in action.option_strings if text.startswith("--")}
    assert sorted(option for option in options - {"--help"} if option not in readme) == []


# What the files of the site say of each other.

class Page(HTMLParser):
    """Addresses of a page: those it loads, those it links, its alternates by language, its ids."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.alternates, self.ids = [], [], {}, set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids.add(given.get("id"))
        if tag == "link" and given.get("rel") == "alternate" and "hreflang" in given:
            self.alternates[given["hreflang"]] = given["href"]
        elif tag == "a" or given.get("rel") in ("canonical", "alternate"):
            self.links.append(given.get("href", ""))
        else:
            self.loads += [given[name] for name in ("src", "href", "poster", "srcset") if given.get(name)]


@pytest.fixture(scope="module")
def pages(real_built):
    return {path: Page(content.decode()) for path, content in files_of(real_built).items() if path.endswith(".html")}


@pytest.fixture(scope="module")
def base():
    return "https://plateworks.example/"


def address(base, path):
    return base + path.removesuffix("index.html")


def test_alternates_are_the_same_on_every_language_and_name_themselves(pages, base):
    groups = [(address(base, path), page.alternates) for path, page in pages.items() if page.alternates]
    assert len(groups) >= 2
    for here, alternates in groups:
        assert here in alternates.values()
        assert {"en", "zh-Hans", "x-default"} == set(alternates)
        for there, others in groups:
            if there in alternates.values():
                assert others == alternates


def test_the_sitemap_says_the_same_as_the_pages(pages, base, real_built):
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    rows = xml.parse(real_built / "sitemap.xml").getroot().findall("s:url", names)
    listed = {row.find("s:loc", names).text: {link.get("hreflang"): link.get("href") for link in row.findall("x:link", names)} for row in rows}
    assert listed == {address(base, path): page.alternates for path, page in pages.items() if page.alternates}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row.find("s:lastmod", names).text) for row in rows)


def test_llms_txt_leads_to_every_twin(base, real_built):
    links = re.findall(r"\]\(([^)]+)\)", (real_built / "llms.txt").read_text(encoding="utf-8"))
    assert {link.removeprefix(base) for link in links} == {path for path in files_of(real_built) if path.endswith("index.md")}


def test_every_link_of_a_twin_leads_somewhere(real_built):
    for path in real_built.rglob("index.md"):
        text = path.read_text(encoding="utf-8")
        anchors = set(re.findall(r'<a id="([^"]+)">', text))
        links = re.findall(r"\]\(([^)]+)\)", text)
        assert links
        assert [link for link in links if not link.startswith("https://") and link.removeprefix("#") not in anchors] == []


def test_the_manifest_lists_every_file_with_its_hash(real_built):
    listed = json.loads((real_built / "manifest.json").read_text())["files"]
    files = {path: content for path, content in files_of(real_built).items() if path != "manifest.json"}
    assert listed == {path: {"bytes": len(c), "sha256": hashlib.sha256(c).hexdigest()} for path, c in files.items()}


def test_nothing_is_loaded_from_another_host(pages, real_built):
    for path, page in pages.items():
        assert [link for link in page.loads if urlsplit(link).scheme not in ("", "data") or link.startswith("//")] == [], path
    for path in [*real_built.rglob("*.css"), *real_built.rglob("offline/*.html")]:
        urls = re.findall(r"url\(\s*['\"]?([^)'\"]+)", path.read_text(encoding="utf-8"))
        assert [url for url in urls if re.match(r"(?!data:)\w+:|//", url)] == [], path
    for path in real_built.glob("assets/*.js"):
        hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text(encoding="utf-8")))
        assert hosts <= {"www.w3.org", "runtime.invalid"}, path  # names of formats, and one that never resolves


def test_every_address_works_wherever_the_site_is_put(pages):
    for path, page in pages.items():
        rooted = [link for link in [*page.loads, *page.links] if link.startswith("/")]
        assert rooted == ([link for link in [*page.loads, *page.links] if urlsplit(link).scheme == ""] if path == "404.html" else [])


def test_under_a_sub_folder_everything_is_found(tmp_path, tiny):
    ran = run("build", "--root", tiny, "--no-live", "--base-url", "http://x/a/b/")
    assert ran.status == 0
    files = files_of(tiny / "site")
    missing = Page(files["404.html"].decode())
    assert missing.links and all(link.startswith("/a/b/") for link in [*missing.loads, *missing.links])
    for path, content in files.items():
        if not path.endswith(".html"):
            continue
        page = Page(content.decode())
        for link in [*page.loads, *page.links, *page.alternates.values()]:
            whole = urljoin(address("http://x/a/b/", path), link)
            if not whole.startswith("http://x/"):
                continue
            target = urlsplit(whole).path.removeprefix("/a/b/")
            assert urlsplit(whole).path.startswith("/a/b/"), (path, link)
            assert (target + "index.html" if target.endswith("/") or not target else target) in files, (path, link)
    assert "http://x/a/b/sitemap.xml" in files["robots.txt"].decode()


def test_no_path_holds_what_a_host_may_trip_over(real_built):
    paths = files_of(real_built)
    assert ".nojekyll" in paths
    assert [path for path in paths if not re.fullmatch(r"[A-Za-z0-9._/-]+", path) or "/_" in f"/{path}"] == []
    texts = [content.decode() for path, content in paths.items() if path.endswith((".html", ".xml", ".txt", ".md", ".css"))]
    assert not any("%5C" in text or str(ROOT) in text for text in texts)


def test_strict_refuses_words_that_two_kinds_of_markdown_read_apart(tiny):
    edit(tiny, "content/tiny/zh.md", "见[那一行](#one)。", "**见，**她[那一行](#one)。")
    assert run("build", "--root", tiny, "--no-live").status == 0
    ran = run("build", "--strict", "--root", tiny, "--no-live")
    assert ran.status == 1 and "CommonMark reads 0 <strong> here and Python-Markdown 1" in ran.err
