"""Directives and Markdown: a section's text as HTML for the page, or as Markdown for the twin.

The text is never run through Jinja. Each directive is looked up in a Resolver; what it does not
know is noted with its file and line. HTML in the words is refused, so that none can slip in.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import markdown
from markupsafe import Markup

from .errors import Problems
from .words import FENCE, JOIN, Part, cut

FIGURE = re.compile(r"\{=([A-Za-z0-9_.-]+)(?::([^}]*))?\}")
TABLE = re.compile(r"^\{table\s+([A-Za-z0-9_-]+)\s*\|(.*)\}\s*$")
PART = re.compile(r"^\{part\s+([a-z0-9-]+)\}\s*$")
PUT = re.compile(r'<p><a href="#part-([a-z0-9-]+)">part</a></p>')
PUT_FOR = re.compile(r'<p><a href="#for-([a-z0-9-]+)">for</a></p>')
PUT_END = '<p><a href="#for-">for</a></p>'
SCENE = re.compile(r"\{scene\s+([a-z0-9-]+)\s*\|\s*([^}]*?)\s*\}")
CITE = re.compile(r"\[@([a-z0-9-]+)\]")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PLATE = re.compile(r"(?<=\]\()plate:([^)\s]*)(?=\))")
CODE = re.compile(r"(`+)(?:(?!\1).)*\1")
TAG = re.compile(r"<(?:[A-Za-z/!?][^>]*>?)")
LEFTOVER = re.compile(r"\{(?:=|table\b|scene\b|part\b|caption\b|for\b|end\b)[^}]*\}?")
SPECIAL = re.compile(r"([\\`*_\[\]|])")


@dataclass
class Resolver:
    """What a text may refer to."""

    numbers: dict[str, Any]
    tables: dict[str, list[list[Any]]]
    sources: list[str]
    ids: set[str]
    scenes: dict[str, set[str]]
    path: Path
    problems: Problems
    parts: dict[str, str] = field(default_factory=dict)
    """What each part of the plate is, in a few words: its name for screen readers, its line in the twin."""
    readers: dict[str, str] = field(default_factory=dict)
    """Whom a block of the words can be for, each with the label that stands over such a block."""
    plates: dict[str, str] = field(default_factory=dict)
    """The plates that a link may lead to, each with its whole address in this language."""
    interface: Markup = Markup()
    """What marks that label's language where it is not that of the words."""

    def number(self, name: str, spec: str | None, line: int) -> str:
        """The figure called `name`, in a Python format; noted where there is none."""
        value: Any = self.numbers
        for key in name.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if value is None or isinstance(value, dict):
            self.problems.add(f"no trace has the figure {name!r}; see `numbers` in the plate's computed.py", self.path, line)
            return "?"
        try:
            return format(value, spec or "")
        except ValueError:
            self.problems.add(f"the figure {name!r} is {value!r}, which has no format {spec!r}; want one of Python's, as .1% for a share", self.path, line)
            return "?"


def to_html(part: Part, resolver: Resolver, render: Callable[[str], str] = str) -> Markup:
    """A section's body as HTML; `render` gives the HTML of one of the plate's parts. A link to a plate stays as it is
    written, plate:<id>, until it is known what page it stands on (render.Renderer)."""
    ways = Ways(
        lambda name, label: f"[{label}](#scene-{name})", _page_cite(resolver), lambda name: f"[part](#part-{name})",
        lambda reader, text: f"\n[for](#for-{reader})\n\n{text}\n\n[for](#for-)\n", lambda plate: f"plate:{plate}",
    )
    text = _expand(part, resolver, ways)
    made = _parser().reset().convert(text)
    made = made.replace("<table>", '<div class="scroller" tabindex="0"><table>').replace("</table>", "</table></div>")
    made = re.sub(r'<a href="#scene-([a-z0-9-]+)">(.*?)</a>', r'<button type="button" class="scene" data-scene="\1">\2</button>', made)
    made = re.sub(r' ?<a href="#source-([a-z0-9-]+)">(\d+)</a>', r'<a class="cite" href="#source-\1">\2</a>', made)
    made = PUT_FOR.sub(lambda found: _block_head(found[1], resolver), made).replace(PUT_END, "</div>")
    return Markup(PUT.sub(lambda found: render(found[1]), made))


def _block_head(reader: str, resolver: Resolver) -> str:
    """A block for one kind of reader opens, under the label that says whom it is for."""
    return f'<div class="for" data-for="{reader}">\n<p class="for-label"{resolver.interface}>{html.escape(resolver.readers[reader])}</p>'


def to_twin(part: Part, resolver: Resolver) -> str:
    """A section's body as plain Markdown that any reader of Markdown reads alike."""
    ways = Ways(
        lambda name, label: label, _twin_cite(resolver), lambda name: f"*{plain(resolver.parts[name])}*",
        lambda reader, text: "\n" + _quoted(f"**{plain(resolver.readers[reader])}**\n\n{text}") + "\n", resolver.plates.__getitem__,
    )
    return _expand(part, resolver, ways)


def _quoted(text: str) -> str:
    """A block of Markdown as a quotation, so that it shows where the block ends."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def refer(part: Part, resolver: Resolver) -> None:
    """Look up all that a section refers to, so that every fault is noted before any page is made."""
    to_twin(part, resolver)
    inline(part.caption, part.caption_line, resolver)


def inline(text: str, line: int, resolver: Resolver) -> str:
    """A caption or title: figures put in, nothing else; plain text."""
    return FIGURE.sub(lambda m: resolver.number(m[1], m[2], line), text)


def plain(text: str) -> str:
    """A text as Markdown that shows it to the letter; Python-Markdown has no backslash for < and >."""
    return SPECIAL.sub(r"\\\1", html.escape(text, quote=False))


@cache
def _parser() -> markdown.Markdown:
    """Python-Markdown without HTML: what looks like a tag is printed as it stands. To be reset before each text."""
    parser = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists"], output_format="html")
    parser.preprocessors.deregister("html_block")
    parser.inlinePatterns.deregister("html")
    return parser


def _page_cite(resolver: Resolver) -> Callable[[str], str]:
    return lambda source: f"[{resolver.sources.index(source) + 1}](#source-{source})"


def _twin_cite(resolver: Resolver) -> Callable[[str], str]:
    return lambda source: f"[\\[{resolver.sources.index(source) + 1}\\]](#source-{source})"


@dataclass(frozen=True)
class Ways:
    """What becomes of a directive: in the page one thing, in the twin another."""

    scene: Callable[[str, str], str]
    cite: Callable[[str], str]
    part: Callable[[str], str]
    block: Callable[[str, str], str]
    plate: Callable[[str], str]


def _expand(part: Part, resolver: Resolver, ways: Ways) -> str:
    """The body with every directive outside of code put in, and its blocks for some readers marked as such."""
    note = lambda message, line: resolver.problems.add(message, resolver.path, line)  # noqa: E731
    out = []
    for piece in cut(part.body, note):
        text = _expand_lines(piece.body, part, resolver, ways)
        if piece.reader in resolver.readers:
            text = ways.block(piece.reader, text)
        elif piece.reader:
            note(f"no reader {piece.reader!r}; plate.toml has {_list(resolver.readers)}", piece.line)
        out.append(text)
    return "\n".join(text for text in out if text).strip("\n")


def _expand_lines(body: list[tuple[int, str]], part: Part, resolver: Resolver, ways: Ways) -> str:
    """Some lines of a part with every directive outside of code put in."""
    out, fenced = [], False
    for line, text in body:
        if FENCE.match(text):
            fenced = not fenced
            out.append(text)
        elif fenced:
            out.append(text)
        elif table := TABLE.match(text):
            out.append(_table(table, line, resolver))
        elif found := PART.match(text):
            out.append(_part(found[1], line, resolver, ways))
        else:
            out.append(_outside_code(text, lambda t, n=line: _line(t, n, part, resolver, ways)))
    return JOIN.sub("", "\n".join(out)).strip("\n")


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of `code`; code stays to the letter."""
    out, at = [], 0
    for code in CODE.finditer(text):
        out += [change(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*out, change(text[at:])])


def _line(text: str, line: int, part: Part, resolver: Resolver, ways: Ways) -> str:
    note = lambda message: resolver.problems.add(message, resolver.path, line)  # noqa: E731
    if tag := TAG.search(text):
        note(f"HTML in the words: {tag[0]!r}; write Markdown, or put it between backticks")
    for target in LINK.findall(text):
        if target.startswith("#") and target[1:] not in resolver.ids:
            note(f"the link {target!r} leads nowhere; no section has that id")
        elif not target.startswith(("#", "https://", "http://", "mailto:", "plate:")):
            note(f"the link {target!r} is neither a section (#id) nor a plate (plate:id) nor a whole address (https://…)")

    def put_scene(match: re.Match) -> str:
        if match[1] not in resolver.scenes.get(part.id, set()):
            note(f"section {part.id!r} has no scene {match[1]!r}; in plate.toml it has {_list(resolver.scenes.get(part.id, ()))}")
        return ways.scene(match[1], match[2])

    def put_cite(match: re.Match) -> str:
        if match[1] not in resolver.sources:
            note(f"the source {match[1]!r} is not in plate.toml, which has {_list(resolver.sources)}")
            return "?"
        return ways.cite(match[1])

    def put_plate(match: re.Match) -> str:
        if match[1] not in resolver.plates:
            note(f"the link {match[0]!r} leads to no plate; the site has {_list(resolver.plates)}")
            return "?"
        return ways.plate(match[1])

    def put_figure(match: re.Match) -> str:
        return plain(resolver.number(match[1], match[2], line))

    text = FIGURE.sub(put_figure, SCENE.sub(put_scene, CITE.sub(put_cite, PLATE.sub(put_plate, text))))
    if left := LEFTOVER.search(text):
        note(f"{left[0]!r} is not a directive; there are {{=name}}, {{table name | head}}, {{scene name | label}}, {{part name}}, {{for reader}}, {{end}}, {{caption}}")
    return text


def _part(name: str, line: int, resolver: Resolver, ways: Ways) -> str:
    """One of the plate's parts, in a paragraph of its own."""
    if name not in resolver.parts:
        resolver.problems.add(f"no part {name!r}; the plate's folder parts/ has {_list(resolver.parts)}", resolver.path, line)
        return ""
    return f"\n{ways.part(name)}\n"


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _table(match: re.Match, line: int, resolver: Resolver) -> str:
    """A table of the plate's computed rows, as Markdown."""
    name, heads = match[1], [head.strip() for head in match[2].split("|")]
    rows = resolver.tables.get(name)
    if rows is None:
        resolver.problems.add(f"no table {name!r}; the plate's computed.py makes {_list(resolver.tables)}", resolver.path, line)
        return ""
    if rows and len(rows[0]) != len(heads):
        resolver.problems.add(f"table {name!r} has {len(rows[0])} columns, not {len(heads)}", resolver.path, line)
        return ""
    cells = [[plain(str(cell)) for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *cells]]
    return "\n".join(["", *lines, ""])


COUNTED = ("strong", "em", "a", "li", "code", "p")


def alike(part: Part) -> list[tuple[int, str]]:
    """Paragraphs that Python-Markdown and CommonMark read apart: (line, what is different)."""
    from markdown_it import MarkdownIt

    theirs_of = MarkdownIt("commonmark").enable("table").render
    out = []
    for line, source in _blocks(part.body):
        ours, theirs = _parser().reset().convert(source), theirs_of(source)
        for tag in COUNTED:
            here, there = (made.count(f"<{tag}>") + made.count(f"<{tag} ") for made in (ours, theirs))
            if here != there:
                out.append((line, f"CommonMark reads {there} <{tag}> here and Python-Markdown {here}; move the marks off the punctuation"))
                break
    return out


def _blocks(body: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """What stands between empty lines, each with its first line's number; a fence holds its empty lines together."""
    block: list[tuple[int, str]] = []
    fenced = False
    for line, text in [*body, (0, "")]:
        fenced ^= bool(FENCE.match(text))
        if text.strip() or fenced:
            block.append((line, text))
        elif block:
            yield block[0][0], "\n".join(text for _, text in block)
            block = []
