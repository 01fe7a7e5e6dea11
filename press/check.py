"""Faults in what was built: links, fragments, ids, third parties; and words that Markdowns read apart."""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from .assets import write_whole
from .errors import Problems
from .publish import Output

LOADS = {"src", "href", "poster", "data-src", "action"}
LINK_ONLY = {"a", "link:canonical", "link:alternate"}


class _Page(HTMLParser):
    """Every id and every address of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[tuple[str, str, int]] = []  # (what holds it, address, line)
        self.inline: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        line = self.getpos()[0]
        if given.get("id"):
            self.ids.append(given["id"])
        if "style" in given or any(name.startswith("on") for name in given):
            self.inline.append((tag, line))
        holder = f"link:{given.get('rel')}" if tag == "link" else tag
        self.links += [(holder, given[name] or "", line) for name in LOADS if name in given]


def check_output(output: Output, cache: Path) -> int:
    """Look at every page; returns how many. Raises PressError with every fault found.

    What a page holds is kept in the cache under the page's hash: an unchanged page is not parsed again.
    """
    problems = Problems()
    folder = cache / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    pages = {path: _read(content, folder) for path, content in output.files.items() if path.endswith(".html")}
    for path, page in pages.items():
        for name, times in Counter(page.ids).items():
            if times > 1:
                problems.add(f"the id {name!r} stands {times} times on one page", path)
        for tag, line in page.inline:
            problems.add(f"an inline style or handler on <{tag}>; a strict policy refuses it", path, line)
        for holder, address, line in page.links:
            fault = _link_fault(path, holder, address, output, pages)
            if fault:
                problems.add(fault, path, line)
    problems.stop()
    return len(pages)


def _read(content: bytes, folder: Path) -> _Page:
    page, kept = _Page(), folder / f"{hashlib.sha256(content).hexdigest()[:32]}.json"
    if kept.exists():
        page.ids, page.links, page.inline = json.loads(kept.read_text(encoding="utf-8"))
    else:
        page.feed(content.decode())
        write_whole(kept, json.dumps([page.ids, page.links, page.inline]).encode())
    return page


def _link_fault(path: str, holder: str, address: str, output: Output, pages: dict[str, _Page]) -> str | None:
    """What is wrong with one address, or None."""
    parts = urlsplit(address)
    if parts.scheme in ("data", "mailto", "blob"):
        return None
    if parts.scheme or parts.netloc:
        return None if holder in LINK_ONLY else f"{address!r} is loaded from somebody else's host"
    if path == "404.html" and parts.path.startswith("/"):
        return None  # served at any depth: its addresses start at the root
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
    if target == "." or parts.path.endswith("/"):
        target = "index.html" if target == "." else f"{target}/index.html"
    if target not in output.files:
        return f"the link {address!r} leads to {target}, which is not in the site"
    if parts.fragment and target in pages and parts.fragment not in pages[target].ids:
        return f"the link {address!r} leads to an id that {target} does not have"
    return None


def check_words(options: Any) -> None:
    """Both kinds of Markdown must read a plate's words alike, as the twin is read by the other kind."""
    from .build import load
    from .prose import alike

    site, plates, problems = load(options)
    for page in (*plates, *site.notes):
        for document in page.documents.values():
            for part in document.parts:
                for line, message in alike(part):
                    name = f"content/{document.path.parent.name}/{document.path.name}"
                    problems.add(message, name, line)
    problems.stop()
