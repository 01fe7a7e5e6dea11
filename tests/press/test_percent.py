"""A share is told alike wherever it is told: by the templates, by the scripts, and by the words."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from press.install import ROOT
from press.render import percent

CODE = re.compile(r"(?s)<(style|pre|code|textarea|script(?![^>]*application/json))\b.*?</|```.*?```|`[^`\n]*`")
"""What a reader does not read as words: styles, scripts and code, in HTML and in Markdown. Words for scripts stay."""
PARTED = re.compile(r"(?:\d|\}|&#125;)(?:\s|&nbsp;|&#160;)+%")
SHARES = [n / 16 for n in range(17)] + [n / 400 for n in range(401)] + [0.0004, 0.1235, 0.9901, 0.99999, 1 / 3]


@pytest.mark.parametrize("share, digits, told", [(0.19, 0, "19%"), (0.625, 0, "62%"), (0.0625, 1, "6.2%"), (0.997, 0, "99.7%"), (1, 0, "100%")])
def test_a_share_has_its_sign_right_behind_it(share, digits, told):
    assert percent(share, digits) == told


@pytest.mark.parametrize("digits", [0, 1])
def test_scripts_tell_a_share_as_templates_do(digits):
    script = f"""import {{ percent }} from {json.dumps((ROOT / "press/theme/js/marks.js").as_uri())};
        console.log(JSON.stringify({SHARES}.map((share) => percent(share, {digits}))));"""
    done = subprocess.run(["node", "--input-type=module", "-"], input=script, capture_output=True, text=True, check=True, encoding="utf-8")
    assert json.loads(done.stdout) == [percent(share, digits) for share in SHARES]


def test_no_figure_stands_apart_from_its_sign_on_any_page(real_built):
    """A line may end at a space, and Chinese has none there; the words write 19%, so everything else does, too."""
    pages = {str(path.relative_to(real_built)): CODE.sub("", path.read_text(encoding="utf-8"))
             for path in real_built.rglob("*") if path.suffix in (".html", ".md")}
    assert sum(text.count("%") for text in pages.values()) > 500
    assert not {path: found for path, text in pages.items() if (found := PARTED.findall(text))}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_share_is_served_where_a_count_belongs(real_built, lang):
    page = (real_built / lang / "decoding" / "index.html").read_text(encoding="utf-8")
    counts = re.findall(r'data-count="agree">([^<]+)<', page)
    assert counts and all(re.fullmatch(r"\d+( of |个里有)\d+个?", count) for count in counts), counts
