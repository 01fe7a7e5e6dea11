"""`build.py serve`: it builds again for every kind of input, keeps the last good page, and serves files as what they are."""

import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

from press.serve import TYPES, server
from tests.press.sites import ROOT, tiny_site

PATIENCE = 30
"""Seconds to wait for a build to show; one takes about one."""


def fetch(address):
    """Status, type and text of an address."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


class Serving:
    """A tiny site with its own copy of press, plates and toylm, served by a process of its own."""

    def __init__(self, root):
        self.root = root
        command = [sys.executable, str(root / "build.py"), "serve", "--no-live", "--port", "0"]
        self.process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = []
        threading.Thread(target=self._listen, daemon=True).start()
        self.address = self.wait(lambda: next((m[1] for m in map(re.compile(r"(http://\S+/) ").match, self.said) if m), None))

    def _listen(self):
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))

    def wait(self, found):
        """What `found()` returns, as soon as it is something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if value := found():
                return value
            time.sleep(0.05)
        raise AssertionError(f"nothing came; it said {self.said}")

    def page(self, path="en/tiny/"):
        return fetch(self.address + path)[2].decode()

    def edit(self, path, old, new):
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    root = tmp_path_factory.mktemp("serving")
    for name in ("press", "wasm"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "build.py", root)
    made = Serving(tiny_site(root))
    yield made
    made.process.terminate()
    made.process.wait(PATIENCE)


@pytest.mark.parametrize("path, old, new, shown", [
    ("content/tiny/en.md", "It takes", "It always takes", "It always takes"),
    ("content/tiny/plate.toml", "A lead.", "Another lead.", "Another lead."),
    ("content/strings/en.toml", 'embed = "Embed this"', 'embed = "Put it elsewhere"', "Put it elsewhere"),
    ("plates/tiny/computed.py", '["CAT", 2]', '["COW", 2]', "<td>W</td>"),
    ("press/theme/templates/plate.html", 'class="lead"', 'class="lead first"', '<p class="lead first">'),
    ("press/theme/css/20-page.css", ".lead", ".lead.first", None),
    ("wasm/toylm/samplers/llada.py", 'remasking: str = "low_confidence"', 'remasking: str = "random"', None),
    ("press/edition.py", '"kind": kind, "strings"', '"kind": kind, "new": "yes", "strings"', '"new":"yes"'),
], ids=["words", "plate", "strings", "python", "template", "style", "sampler", "press"])
def test_each_kind_of_input_makes_a_new_page(serving, path, old, new, shown):
    before = serving.page()
    serving.edit(path, old, new)
    serving.wait(lambda: (page := serving.page()) != before and (shown is None or shown in page))


def test_a_fault_is_told_and_the_last_good_page_stays(serving):
    before = serving.page()
    serving.edit("content/tiny/en.md", "(#one)", "(#won)")
    serving.wait(lambda: "content/tiny/en.md:8: the link '#won' leads nowhere; no section has that id" in serving.said)
    assert serving.page() == before
    serving.edit("content/tiny/en.md", "See [the line](#won)", "Look at [the line](#one)")
    serving.wait(lambda: "Look at" in serving.page())


def test_it_rests_when_nothing_is_touched(serving):
    time.sleep(1.5)  # what the last change set off is over
    said = list(serving.said)
    time.sleep(1.5)
    assert serving.said == said


def test_pages_reload_themselves(serving):
    assert '<script src=/_reload.js></script>' in serving.page()
    assert fetch(serving.address + "_reload.js")[1].startswith("text/javascript")


@pytest.fixture(scope="module")
def address(real_built):
    httpd = server(real_built)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_port}/"
    httpd.shutdown()


def test_files_are_served_as_what_they_are(address, real_built):
    kinds = {path.suffix: path for path in real_built.rglob("*.*") if path.is_file() and path.suffix}
    assert {".html", ".js", ".css", ".json", ".woff2", ".svg", ".md", ".xml", ".txt"} <= set(kinds)
    for ending, path in kinds.items():
        status, kind, content = fetch(address + path.relative_to(real_built).as_posix())
        assert (status, kind, content) == (200, TYPES[ending], path.read_bytes())
    assert TYPES[".wasm"] == "application/wasm"


def test_a_folder_is_its_index(address, real_built):
    assert fetch(address)[2] == (real_built / "index.html").read_bytes()
    assert fetch(address + "zh/diffusionlm/")[2] == (real_built / "zh/diffusionlm/index.html").read_bytes()
    assert fetch(address + "zh/diffusionlm")[2] == (real_built / "zh/diffusionlm/index.html").read_bytes()  # sent on to the folder


@pytest.mark.parametrize("path", ["nothing", "en/nothing/here/", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd"])
def test_what_is_not_there_is_the_sites_own_404(address, real_built, path):
    assert fetch(address + path) == (404, "text/html; charset=utf-8", (real_built / "404.html").read_bytes())


def test_pages_from_anywhere_may_load_the_files(address):
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("folder, kept", [("assets", "public, max-age=31536000, immutable"), ("en", "no-cache")])
def test_what_has_a_hash_in_its_name_may_be_kept_for_a_year(address, real_built, folder, kept):
    path = next(path for path in sorted((real_built / folder).rglob("*.*")) if path.is_file())
    with urllib.request.urlopen(address + path.relative_to(real_built).as_posix()) as answer:
        assert answer.headers["Cache-Control"] == kept


def test_archives_of_the_runtime_are_sent_compressed(tmp_path):
    (tmp_path / "runtime.zip").write_bytes(b"stored, not deflated " * 1000)
    httpd = server(tmp_path)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    asked = urllib.request.Request(f"http://127.0.0.1:{httpd.server_port}/runtime.zip", headers={"Accept-Encoding": "br"})
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["Content-Encoding"] == "br"
        assert int(answer.headers["Content-Length"]) < 1000
    httpd.shutdown()
    httpd.server_close()
