"""One Chromium for every test that needs a reader; without one they fail, none is skipped."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as build.py says; numpy reads it when it is imported

from collections.abc import Iterator  # noqa: E402

import pytest  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from .chromium import launch  # noqa: E402


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of the whole run; each test makes a context of its own."""
    with sync_playwright() as playwright:
        made = launch(playwright)
        yield made
        made.close()
