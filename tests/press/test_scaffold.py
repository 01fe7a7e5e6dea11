"""`build.py new`: a plate that builds, passes the checks and plays, without an edit to any other file."""

import datetime
import shutil
import threading

import pytest
from playwright.sync_api import sync_playwright

from press.serve import server
from tests.press.sites import files_of, run


@pytest.fixture
def grown(tiny):
    """The tiny site with a new plate, built."""
    assert run("new", "two-words", "--root", tiny).status == 0
    return tiny


def inputs(root):
    return {path: content for part in ("content", "plates") for path, content in files_of(root / part).items() if "__pycache__" not in path}


def test_it_says_what_it_made_and_what_comes_next(tiny):
    ran = run("new", "two-words", "--root", tiny)
    assert (ran.status, ran.err) == (0, "")
    *made, following = ran.out.splitlines()
    assert made == [str(tiny / path) for path in (
        "content/two-words/plate.toml", "content/two-words/lines.toml", "content/two-words/en.md", "content/two-words/zh.md",
        "plates/two-words/computed.py", "plates/two-words/index.js",
    )]
    assert following == "Next: python build.py build --plate two-words"


def test_it_edits_no_file_of_others(tiny):
    before = inputs(tiny)
    assert run("new", "two-words", "--root", tiny).status == 0
    after = inputs(tiny)
    assert {path: content for path, content in after.items() if not path.startswith("two-words/")} == before


def test_it_builds_beside_the_others_and_passes_the_checks(grown, tiny_built):
    ran = run("check", "--root", grown, "--no-live")
    assert (ran.status, ran.err) == (0, "")
    assert run("build", "--root", grown, "--no-live").status == 0
    made, alone = files_of(grown / "site"), files_of(tiny_built)
    assert {"en/two-words/index.html", "zh/two-words/index.html", "offline/zh-two-words.html"} <= set(made)
    # The other plate's pages are what they were.
    same = [path for path in alone if "/tiny/" in path or path.startswith("offline/")]
    assert [path for path in same if made[path] != alone[path]] == []


def test_it_takes_the_next_number_and_todays_date(grown):
    text = (grown / "content/two-words/plate.toml").read_text(encoding="utf-8")
    assert "number = 2\n" in text  # the tiny plate is 1
    assert f'changed = "{datetime.date.today()}"' in text
    assert run("new", "third", "--root", grown).status == 0
    assert "number = 3\n" in (grown / "content/third/plate.toml").read_text(encoding="utf-8")


def test_the_first_plate_of_a_site(tiny):
    shutil.rmtree(tiny / "content/tiny")
    assert run("new", "first", "--root", tiny).status == 0
    assert "number = 1\n" in (tiny / "content/first/plate.toml").read_text(encoding="utf-8")
    assert run("check", "--root", tiny, "--no-live").status == 0


def test_it_has_the_sites_languages(tiny):
    site = tiny / "content/site.toml"
    text = site.read_text(encoding="utf-8").replace('zh = "小站"', 'zh = "小站", fr = "Petit site"').replace('zh = "一个小站。"', 'zh = "一个小站。", fr = "Un site."')
    site.write_text(text + '\n[[language]]\ncode = "fr"\ntag = "fr"\nname = "Français"\n', encoding="utf-8")
    shutil.copy(tiny / "content/strings/en.toml", tiny / "content/strings/fr.toml")
    shutil.rmtree(tiny / "content/tiny")
    assert run("new", "two-words", "--root", tiny).status == 0
    assert {path.name for path in (tiny / "content/two-words").glob("*.md")} == {"en.md", "zh.md", "fr.md"}
    assert run("check", "--root", tiny, "--no-live").status == 0


@pytest.mark.parametrize("name", ["Two", "two_words", "2words", "-x", "a--b", "two words", "../two", "计划", "about", ""])
def test_a_name_that_cannot_be_an_id_is_refused(tiny, name):
    before = inputs(tiny)
    ran = run("new", "--root", tiny, "--", name)
    assert ran.status == 1
    assert ran.err.startswith(f"{name!r} cannot be a plate's name; want small letters, digits and hyphens")
    assert inputs(tiny) == before


@pytest.mark.parametrize("folder", ["content/two-words", "plates/two-words"])
def test_a_folder_that_is_there_is_left_alone(tiny, folder):
    (tiny / folder).mkdir()
    (tiny / folder / "mine.txt").write_text("mine")
    before = inputs(tiny)
    ran = run("new", "two-words", "--root", tiny)
    assert (ran.status, ran.err.splitlines()[0]) == (1, f"{folder}: this folder is there already; choose another name")
    assert inputs(tiny) == before


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        yield browser
        browser.close()


@pytest.mark.parametrize("lang, filled", [("en", "A RED KITE"), ("zh", "红木船开过来")])
def test_it_plays_on_the_plain_stage(grown, chromium, lang, filled):
    assert run("build", "--root", grown, "--no-live").status == 0
    httpd = server(grown / "site")
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    page = chromium.new_page(reduced_motion="reduce")
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(f"http://127.0.0.1:{httpd.server_port}/{lang}/two-words/")
    page.wait_for_selector("html[data-ready]")
    squares = page.locator("[data-form=front] .plain-place")
    states = lambda: squares.evaluate_all("all => all.map(one => one.dataset.state)")  # noqa: E731
    page.locator("[data-show=words]", has_text=filled).wait_for()  # less motion: a fill that would play stands finished
    page.locator("[data-do=scrub]").fill("0")
    assert states() == ["blank"] * len(filled)
    assert page.locator("[data-form=front] .plain-row").count() == 1
    for _ in range(3):
        page.locator("button[data-do=on]").click()
    assert states() == ["set"] * len(filled)
    assert "".join(squares.all_text_contents()) == filled
    assert filled in page.locator("[data-show=words]").inner_text()
    page.locator("button[data-scene=left]").click()
    page.locator(f"[data-do=scrub][max='{len(filled)}']").wait_for()
    page.locator("[data-do=scrub]").fill("1")
    assert states() == ["set"] + ["blank"] * (len(filled) - 1)
    assert faults == []
    page.close()
    httpd.shutdown()


def test_without_scripts_the_picture_is_the_finished_canvas(grown):
    assert run("build", "--root", grown, "--no-live").status == 0
    page = (grown / "site/zh/two-words/index.html").read_text(encoding="utf-8")
    picture = page[page.index('<div class="plain"'):page.index('data-player')]
    assert "".join(part.split("</span>")[0] for part in picture.split('data-state="set">')[1:]) == "红木船开过来"


def test_a_plate_needs_only_its_requests(tiny):
    """No numbers, no tables, no picture, no scripts, no stage, no type: each has a plain default."""
    made = [path.name for path in (tiny / "plates/tiny").iterdir() if path.name != "__pycache__"]
    assert made == ["computed.py"]
    computed = tiny / "plates/tiny/computed.py"
    computed.write_text(computed.read_text().split("\n\ndef tables")[0] + "\n")
    for lang in ("en", "zh"):
        words = tiny / f"content/tiny/{lang}.md"
        words.write_text(words.read_text(encoding="utf-8").split("{table")[0], encoding="utf-8")
    assert run("check", "--root", tiny, "--no-live").status == 0
