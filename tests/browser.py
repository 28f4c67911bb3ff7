"""A real browser for tests of pages: Debian's Chromium, driven by Playwright.

Tests that need it are skipped where it is missing, see `programs`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest

from tests.programs import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

CHROMIUM = shutil.which("chromium")

PHONE, DESKTOP = (360, 740), (1280, 900)
"""Sizes of screens, in CSS pixels."""

needs_chromium = needs("chromium")


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """One browser for all tests of a module."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM or "chromium",
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield launched
        launched.close()


@contextmanager
def opened(browser: "Browser", address: str) -> "Iterator[Page]":
    """Open a page in a window of its own; every complaint of the browser fails the test."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    page.goto(address)
    yield page
    context.close()
    assert complaints == []


def wait_until(page: "Page", is_so: Callable[[], bool]) -> None:
    """Wait until something is so; asked from here, since a page's policy forbids it to evaluate."""
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    pytest.fail("it never came to be so")


def look(page: "Page", size: tuple[int, int], scheme: Scheme = "light") -> None:
    """Look at the page on a screen of this size, in light or dark."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)


def violations(page: "Page") -> list[str]:
    """Return what axe finds wrong with a page: the rule, and the first element that breaks it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]
