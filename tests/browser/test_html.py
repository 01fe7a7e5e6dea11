"""Every page is valid HTML; every link leads somewhere, under a sub-folder too; sizes are kept."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import brotli
import pytest

from press.install import ROOT

from .conftest import LANGUAGES, serving

CARRIED = re.compile(r'(id="carried-[^>]*>)[^<]*')


def test_html_is_valid(site, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text((ROOT / "tests" / "browser" / "html-validate.json").read_text(encoding="utf-8"), encoding="utf-8")
    pages = [str(path) for path in sorted(site.folder.rglob("*.html")) if not path.name.endswith("-live.html")]
    for path in sorted(site.folder.glob("offline/*-live.html")):  # without the 8 MB of text that they carry
        (tmp_path / path.name).write_text(CARRIED.sub(r"\1", path.read_text(encoding="utf-8")), encoding="utf-8")
        pages.append(str(tmp_path / path.name))
    assert len(pages) >= 10
    done = subprocess.run(
        ["node", str(ROOT / "node_modules/html-validate/bin/html-validate.mjs"), "--config", str(rules), "--formatter", "text", *pages],
        capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_are_type_checked():
    done = subprocess.run(["node", str(ROOT / "node_modules/typescript/bin/tsc"), "-p", str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_site_works_under_a_sub_folder(reader, site, tmp_path):
    shutil.copytree(site.folder, tmp_path / "a" / "b")
    with serving(tmp_path) as url:
        one = reader(motion="reduce")
        todo, done = [f"{url}/a/b/"], set()
        while todo:
            address = todo.pop()
            if address in done or not address.startswith(url):
                continue
            done.add(address)
            answer = one.page.request.get(address, headers={"Accept-Encoding": "identity"})
            assert answer.ok, address
            if "text/html" in answer.headers["content-type"] and "/offline/" not in address:
                one.page.goto(address)
                todo += one.page.eval_on_selector_all(
                    "a[href], link[href]:not([rel=canonical]):not([rel=alternate]), script[src]", "all => all.map(e => (e.href || e.src).split('#')[0])")
        assert all(address.startswith(f"{url}/a/b/") for address in done)
        assert len([a for a in done if a.endswith("/")]) >= 7
        one.page.goto(f"{url}/a/b/zh/diffusionlm/")
        one.page.wait_for_selector("html[data-ready]")
        assert "版框" in one.page.inner_text("[data-show=words]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_load_is_small(reader, site, lang):
    """HTML, CSS, JS, fonts and the first trace, brotli 11, as a reader's first visit fetches them."""
    one = reader()
    one.open(f"/{lang}/diffusionlm/")
    one.page.wait_for_timeout(800)
    paths = {re.sub(r"[?#].*", "", url.removeprefix(site.url)) for url in one.requests}
    size = 0
    for path in paths:
        file = site.folder / path.strip("/")
        content = (file / "index.html" if file.is_dir() else file).read_bytes()
        size += len(content) if path.endswith(".woff2") else len(brotli.compress(content))
    assert 20_000 < size <= 150_000, f"{size} bytes in {sorted(paths)}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_traces_are_small(site, lang):
    files = sorted((site.folder / lang / "diffusionlm" / "traces").glob("*.json"))
    size = sum(len(brotli.compress(file.read_bytes())) for file in files)
    assert len(files) > 20 and size <= 150_000


def test_the_manifest_lists_every_file(site):
    listed = json.loads((site.folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    there = {path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*") if path.is_file()}
    assert set(listed) == there - {"manifest.json"}
