"""One Chromium for every test that needs a reader; without one they fail, none is skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from .chromium import launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of the whole run; each test makes a context of its own."""
    with sync_playwright() as playwright:
        made = launch(playwright)
        yield made
        made.close()
