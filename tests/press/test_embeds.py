"""What a page that frames a plate gets from the build: links that lead out, an oEmbed answer, scripts to copy."""

import json
import re
from html import unescape

import pytest

from tests.press.sites import run, tiny_site

ADDRESS = "https://press.example/a/b/"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    root = tiny_site(tmp_path_factory.mktemp("embeds"))
    plate = root / "content" / "tiny"
    for lang in ("en", "zh"):
        with (plate / f"{lang}.md").open("a", encoding="utf-8") as words:
            words.write("\n[far](https://books.example/1)\n")
    toml = (plate / "plate.toml").read_text(encoding="utf-8")
    (plate / "plate.toml").write_text(toml.replace('en = "Tiny"', 'en = "Ti<b>\\"&ny"'), encoding="utf-8")
    ran = run("build", "--root", root, "--no-live", "--base-url", ADDRESS)
    assert ran.status == 0, ran.err
    return root / "site"


def test_links_in_an_embed_lead_out_of_the_frame(built):
    page = (built / "embed/en/tiny/index.html").read_text(encoding="utf-8")
    out = 'target="_blank" rel="noopener"'
    for address in ("../../../en/tiny/#one", "../../../en/tiny/#source-book", "https://books.example/1"):
        assert f'href="{address}" {out}' in page
    assert 'href="#' not in page


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_tells_where_its_oembed_answer_is_and_what_it_says(built, lang):
    page = (built / lang / "tiny/index.html").read_text(encoding="utf-8")
    [address] = re.findall(r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)"', page)
    assert address == f"{ADDRESS}oembed/{lang}/tiny.json"
    answer = json.loads((built / address.removeprefix(ADDRESS)).read_text(encoding="utf-8"))
    assert (answer["version"], answer["type"], answer["provider_url"]) == ("1.0", "rich", ADDRESS)
    source, title = re.fullmatch(r'<iframe src="([^"]*)" title="([^"]*)" width="\d+" height="\d+" loading="lazy"></iframe>', answer["html"]).groups()
    assert (built / source.removeprefix(ADDRESS) / "index.html").exists()
    assert unescape(title) == answer["title"]
    assert answer["title"] == ('Ti<b>"&ny' if lang == "en" else "小图版")


def test_the_builder_offers_every_plate_and_the_scripts_as_they_are_shipped(built):
    for lang in ("en", "zh"):
        page = (built / lang / "embed/index.html").read_text(encoding="utf-8")
        data = json.loads(re.search(r'id="builder-data">(.*?)</script>', page, re.S)[1])
        assert [(row["id"], row["embed"]) for row in data["plates"]] == [("tiny", f"../../embed/{lang}/tiny/")]
        assert [section for section, _ in data["plates"][0]["sections"]] == ["one", "more"]
        for name in ("height", "lend"):
            assert data["snippets"][name] == (built / "embed" / f"{name}.js").read_text(encoding="utf-8")
        assert f'href="../../{lang}/embed/' not in page
        assert "../embed/?plate=tiny" in (built / lang / "tiny/index.html").read_text(encoding="utf-8")


def test_a_plate_may_not_take_the_builders_place(tmp_path):
    root = tiny_site(tmp_path / "taken")
    assert run("new", "embed", "--root", root).status != 0
