"""`build.py new NAME`: the two folders of a new plate, small and whole, so that it builds and plays at once."""

from __future__ import annotations

import datetime
from pathlib import Path

from .errors import PressError, Problems
from .load import TAKEN, load_plates, load_site
from .tables import SLUG

WORDS = {
    "en": {
        "category": "A new plate",
        "title": "{name}",
        "lead": "A toy that has read a few lines fills blanks with them. Put your plate’s lead here.",
        "description": "What this plate is about, in one sentence.",
        "lines": [["A RED KITE", 3], ["A BIG BOAT", 2], ["A RED BOAT", 1]],
        "page": """## A line of blanks {#fill}
{caption} {=surest.positions} positions · {=surest.passes} passes

The toy fills this line in {=surest.passes} passes, the surest places first. In the end it reads {=surest.text}.

{scene left | From left to right} it takes {=left.passes} passes.

## Questions {#questions}

### Where do the figures come from? {#q-figures}

From the traces in the plate’s Python. See [the line](#fill).
""",
    },
    "zh": {
        "category": "新图版",
        "title": "{name}",
        "lead": "玩具模型读过几行字，用它们来填空位。这里写这块图版的导语。",
        "description": "用一句话说明这块图版讲什么。",
        "lines": [["红风筝飞上天", 3], ["大木船开过来", 2], ["红木船开过来", 1]],
        "page": """## 一行空位 {#fill}
{caption} 计算{=surest.positions}个位置 · {=surest.passes}遍

玩具模型用{=surest.passes}遍填完这一行，先填最有把握的位置。最后写的是：{=surest.text}。

{scene left | 从左到右}要{=left.passes}遍。

## 问题 {#questions}

### 数字从哪里来？ {#q-figures}

来自图版的Python算出的填充记录。见[这一行](#fill)。
""",
    },
}

PLATE = """\
# What the plate is called, its sections in order with the scenes of their stage, and its sources.
# A scene starts at `start`: k is after k passes, k + 0.5 when pass k + 1 has guessed, "end" when full.

number = {number}
id = "{name}"
changed = "{today}"
authors = ["Plateworks"]
{texts}
[[section]]
id = "fill"
[[section.scene]]
name = "surest"
front = "surest"
view = "plain"
play = true
[[section.scene]]
name = "left"
front = "left"
view = "plain"
play = true

[[section]]
id = "questions"
"""

COMPUTED = '''\
"""The plate's traces. Nothing here reads a file, a clock or a random source."""

from __future__ import annotations

from typing import Any

from toylm.models.counts import CountsModel


def requests(lang: str, data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every fill of the plate by name; `data` holds the plate's own TOML files."""
    model = CountsModel(data["lines"][lang]["lines"])
    blank = {"model": model.spec(), "canvas": model.blank_canvas(), "seed": 0}
    return {
        "surest": {**blank, "sampler": "llada", "settings": {"steps": 3}},
        "left": {**blank, "sampler": "autoregressive", "settings": {}},
    }
'''

INDEX = """\
// The plate's parts for the browser. A stage of its own would stand in stage.js and stage.html.

import { start } from '../../press/theme/js/page.js';
import { createStage, describe } from '../../press/theme/js/plain.js';

start({ createStage, describe });
"""


def scaffold(root: Path, name: str) -> list[Path]:
    """Write content/NAME and plates/NAME for every language of content/site.toml that has words of its own; returns the files.

    Raises PressError for a name that cannot be an id, a folder that is there, or a site that is at fault.
    """
    content, plates = root / "content" / name, root / "plates" / name
    if not SLUG.fullmatch(name) or name in TAKEN:
        raise PressError(f"{name!r} cannot be a plate's name; want small letters, digits and hyphens, and not {', '.join(TAKEN)}")
    for folder in (content, plates):
        if folder.exists():
            raise PressError("this folder is there already; choose another name", folder.relative_to(root))
    codes, number = _site(root)
    files = {
        content / "plate.toml": PLATE.format(number=number, name=name, today=datetime.date.today(), texts=_texts(codes, name)),
        content / "lines.toml": "# What the toy has read: [text, readings], all texts of a line of one length.\n" + _lines(codes),
        **{content / f"{code}.md": _words(code)["page"] for code in codes},
        plates / "computed.py": COMPUTED,
        plates / "index.js": INDEX,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(files)


def _site(root: Path) -> tuple[list[str], int]:
    """The languages that plates have words in, and the next free number."""
    problems = Problems()
    site = load_site(root / "content", problems)
    plates = load_plates(root / "content", site, problems)
    problems.stop()
    return list(dict.fromkeys(site.words.values())), max((plate.number for plate in plates), default=0) + 1


def _words(code: str) -> dict:
    """The words to start from; a language that has none here starts from the English ones."""
    return WORDS.get(code, WORDS["en"])


def _texts(codes: list[str], name: str) -> str:
    """The tables of plate.toml that hold a text a language."""
    out = ""
    for key in ("category", "title", "lead", "description"):
        rows = "".join(f'{code} = "{_words(code)[key].format(name=name)}"\n' for code in codes)
        out += f"\n[{key}]\n{rows}"
    return out


def _lines(codes: list[str]) -> str:
    out = ""
    for code in codes:
        versions = ", ".join(f'["{text}", {times}]' for text, times in _words(code)["lines"])
        out += f"\n[{code}]\nlines = [\n  [{versions}],\n]\n"
    return out
