"""The Chromium that tests and benchmarks read with: the system's if there is one, else Playwright's."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

from press.install import BROWSERS

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def executable() -> str | None:
    """The path of the system's Chromium, or None."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """A new browser, which the caller closes."""
    return playwright.chromium.launch(executable_path=executable(), args=FLAGS)
