"""Every sampler says what its settings mean, and has an entry on the samplers page, in both languages."""

import inspect
import re
from pathlib import Path

import pytest

from toylm.samplers import SAMPLERS

CONTENT = Path(__file__).parents[2] / "content" / "samplers"
ITEMS = 6


@pytest.mark.parametrize("name", sorted(SAMPLERS))
def test_every_setting_is_documented(name):
    function = SAMPLERS[name]
    settings = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    missing = [s for s in settings if not re.search(rf"\b{s}\b", inspect.getdoc(function))]
    assert not missing
    assert function.__name__ == name


@pytest.mark.parametrize("name", sorted(SAMPLERS))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_sampler_has_an_entry_with_all_its_parts(name, lang):
    text = (CONTENT / f"{lang}.md").read_text(encoding="utf-8")
    slug = name.replace("_", "-")
    entries = re.findall(rf"^## .*\{{#{slug}\}}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(entries) == 1
    assert len(re.findall(r"^- ", entries[0], re.MULTILINE)) == ITEMS


@pytest.mark.parametrize("name", sorted(SAMPLERS))
def test_every_sampler_has_a_test_or_a_published_fill_of_its_own(name):
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
    assert re.search(rf"\b{name}\b", tests)
