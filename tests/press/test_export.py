"""What `export` puts into a file, what it refuses, and the folder for a memory stick."""

import io
import zipfile
from html.parser import HTMLParser

import pytest

from tests.press.sites import files_of, run


class Page(HTMLParser):
    """The ids of a page, where its links lead, and the policy that it carries."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.policy, self.scripts = set(), [], "", 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids.add(given.get("id"))
        self.links += [given["href"]] if tag == "a" else []
        self.scripts += tag == "script" and "type" not in given
        if given.get("http-equiv"):
            self.policy = given["content"]


def exported(tiny, out, *more):
    ran = run("export", "tiny", "--root", tiny, "--no-live", "--lang", "en", "--out", out, *more)
    assert ran.status == 0, ran.err
    [(name, content)] = files_of(out).items()
    return name, Page(content.decode())


def test_one_section_alone_links_to_the_site_for_the_rest(tiny, tmp_path):
    whole = exported(tiny, tmp_path / "whole")[1]
    name, page = exported(tiny, tmp_path / "one", "--section", "more")
    assert name == "en-tiny-more.html"
    assert "more" in page.ids and "one" not in page.ids and "one" in whole.ids
    assert "#one" in whole.links and "https://tiny.example/en/tiny/#one" in page.links
    fragments = [link[1:] for link in page.links if link.startswith("#")]
    assert fragments and set(fragments) <= page.ids
    assert not any(link.endswith(".html") for link in page.links)


def test_only_what_was_asked_for_goes_in(tiny, tmp_path):
    full = exported(tiny, tmp_path / "full")[1]
    words = exported(tiny, tmp_path / "words", "--with", "")[1]
    stage = exported(tiny, tmp_path / "stage", "--with", "stage")[1]
    assert [page.scripts for page in (full, words, stage)] == [1, 0, 1]
    assert [{"stage", "data"} & page.ids for page in (full, words, stage)] == [{"stage", "data"}, set(), {"stage"}]
    assert "script-src 'none'" in words.policy and "sha256-" in stage.policy
    assert all("connect-src 'none'" in page.policy for page in (full, words, stage))


@pytest.mark.parametrize(("more", "words"), [
    (["--with", "stage,bench"], "--with bench: tiny has no such thing; it has stage, data\n"),
    (["--with", "stag"], "--with stag: tiny has no such thing; it has stage, data\n"),
    (["--with", "live"], "--with live: tiny has no such thing; it has stage, data\n"),
    (["--section", "two"], "--section two: tiny has no such section; it has one, more\n"),
    (["--lang", "fr"], "--lang fr: the site has no such language; it has en, zh\n"),
])
def test_a_bad_choice_is_one_clear_fault(tiny, tmp_path, more, words):
    ran = run("export", "tiny", "--root", tiny, "--no-live", "--out", tmp_path / "out", *more)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == words + "1 fault; nothing was written\n"
    assert not (tmp_path / "out").exists()


def test_the_zip_for_a_stick_has_an_index_that_leads_to_every_file(tiny, tmp_path):
    made = []
    for out in ("one", "two"):
        assert run("export", "all", "--root", tiny, "--no-live", "--zip", "--out", tmp_path / out).status == 0
        made.append(files_of(tmp_path / out))
    assert made[0] == made[1] and set(made[0]) == {"plateworks.zip"}
    with zipfile.ZipFile(io.BytesIO(made[0]["plateworks.zip"])) as folder:
        names = set(folder.namelist())
        index = Page(folder.read("index.html").decode())
    assert names == {"index.html", "en-tiny.html", "zh-tiny.html"}
    assert set(index.links) == names - {"index.html"}
    assert "connect-src 'none'" in index.policy and index.scripts == 0


def test_the_index_names_the_section_that_a_file_holds_alone(tiny, tmp_path):
    assert run("export", "tiny", "--root", tiny, "--no-live", "--lang", "en", "--section", "more", "--zip", "--out", tmp_path).status == 0
    with zipfile.ZipFile(tmp_path / "plateworks.zip") as folder:
        assert folder.namelist() == ["en-tiny-more.html", "index.html"]
        assert "<span>More</span>" in folder.read("index.html").decode()
