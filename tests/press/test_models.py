"""A plate whose toys have weights: what the build does with them, and what it says where they are missing."""

import json
import re

import pytest

from tests import toys
from tests.press.sites import published, run, tiny_site

COMPUTED = '''\
from toylm.models import from_spec

PAGE = {"selftest": "surest"}


def models(lang):
    return [f"tiny/data/{lang}/masked.npz", f"tiny/data/{lang}/left.npz"]


def requests(lang, data):
    model = {"kind": "transformer", "name": f"{lang}-masked"}
    blank = from_spec(model).mask_id
    return {"surest": {"model": model, "canvas": [40, blank, blank], "sampler": "llada", "seed": 0, "settings": {"steps": 2}}}


def tables(lang, data, traces):
    return {"letters": [[place, letter] for place, letter in enumerate(traces["surest"].text())]}


def page(lang, data, traces):
    return PAGE
'''


@pytest.fixture
def shop(tmp_path):
    """A tiny site whose plate has two toys in each language."""
    root = tiny_site(tmp_path / "shop")
    (root / "plates/tiny/computed.py").write_text(COMPUTED, encoding="utf-8")
    for lang in ("en", "zh"):
        folder = root / f"plates/tiny/data/{lang}"
        folder.mkdir(parents=True)
        (folder / "tokens.json").write_text(toys.vocabulary(lang), encoding="utf-8", newline="\n")
        for name in ("masked", "left"):
            (folder / f"{name}.npz").write_bytes(toys.weights(f"{lang}-{name}", lang))
    return root


def _live(root) -> dict:
    html = (root / "site/en/tiny/index.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'id="plate-data"[^>]*>(.*?)</script>', html, re.S)[1])["live"]


def test_weights_ship_checked_and_only_in_the_pages_own_language(shop):
    ran = run("build", "--root", shop)
    assert ran.status == 0, ran.err
    models = _live(shop)["models"]
    assert {name: model["first"] for name, model in models.items()} == {"en-masked": True, "en-left": False}
    manifest = json.loads((shop / "site/manifest.json").read_text())["files"]
    for name, model in models.items():
        for part in ("weights", "tokens"):
            path = model[part]["url"].removeprefix("../../")
            assert path.startswith("assets/") and manifest[path] == {"bytes": model[part]["size"], "sha256": model[part]["sha256"]}
        assert (shop / "site" / path).read_text(encoding="utf-8") == toys.vocabulary("en")


def test_a_plate_may_keep_a_toy_from_its_readers_browsers(shop):
    path = shop / "plates/tiny/computed.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n\ndef live(lang):\n    return models(lang)[:1]\n", encoding="utf-8")
    assert run("build", "--root", shop).status == 0
    assert list(_live(shop)["models"]) == ["en-masked"]
    held = json.loads((shop / "site/manifest.json").read_text())["files"]
    assert not [name for name in held if "left" in name]


def test_a_toy_that_is_only_live_is_one_fault(shop):
    path = shop / "plates/tiny/computed.py"
    path.write_text(path.read_text(encoding="utf-8") + '\n\ndef live(lang):\n    return ["tiny/data/en/moon.npz"]\n', encoding="utf-8")
    ran = run("build", "--root", shop)
    assert ran.status == 1 and "plates/tiny/computed.py:1: live: 'tiny/data/en/moon.npz' is not among what `models` returns" in ran.err


def test_other_weights_give_other_traces(shop):
    assert run("build", "--root", shop, "--no-live").status == 0
    before = published(shop / "site", "traces/surest").read_text(encoding="utf-8")
    (shop / "plates/tiny/data/en/masked.npz").write_bytes(toys.weights("en-masked", seed=5))
    assert run("build", "--root", shop, "--no-live").status == 0
    assert published(shop / "site", "traces/surest").read_text(encoding="utf-8") != before


def test_missing_weights_are_one_fault_that_says_what_makes_them(shop):
    (shop / "plates/tiny/data/zh/left.npz").unlink()
    ran = run("build", "--root", shop, "--no-live")
    assert ran.err == (
        "plates/tiny/data/zh/left.npz: this file is missing; `python -m plates.tiny.train zh-left` makes it\n"
        "1 fault; nothing was written\n"
    )


@pytest.mark.parametrize(("bytes_", "said"), [
    (b"PK spoiled", "masked.npz: not a model's weights: "),
    (toys.weights("somebody"), "masked.npz: the model in it is 'somebody'; want 'en-masked'"),
    (toys.weights("en-masked", "zh"), "masked.npz: not a model's weights: tokens: en-masked was trained with vocabulary"),
])
def test_weights_that_are_none_are_one_fault(shop, bytes_, said):
    (shop / "plates/tiny/data/en/masked.npz").write_bytes(bytes_)
    ran = run("build", "--root", shop, "--no-live")
    assert ran.status == 1 and said in ran.err and ran.err.count("\n") == 2


def test_a_trace_of_such_a_plate_is_run_alone(shop):
    ran = run("trace", "surest", "--root", shop)
    assert ran.status == 0 and ran.out
