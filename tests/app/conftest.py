"""What the tests of the calculator share: its functions in `node`, and its pages in Chromium."""

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from riskexact import app as calculator
from riskexact.rules.catalogue import RULES
from tests.app.package import Asked, install_package
from tests.browser import PHONE, Size, browser, visiting
from tests.node import Node, node, opened_tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.app.visits import OpenPage

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="session")
def page() -> Iterator[Node]:
    """The modules of `tests.node.BATTLE`."""
    with node() as started:
        yield started


@pytest.fixture(scope="session")
def tabs() -> Iterator[Callable[..., Node]]:
    """The tabs in `node`, by their names and the language of the reader; see `opened_tab`."""
    with ExitStack() as stack:

        @cache
        def opened(name: str, language: str = "en") -> Node:
            return stack.enter_context(opened_tab(name, FIRST[name], language))

        yield opened


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page, as a file."""
    path = tmp_path_factory.mktemp("pages") / "calculator.html"
    path.write_text(calculator.page([*RULES.values()]), encoding="utf-8")
    return path.as_uri()


FIRST = {
    "battle": "#a=8&d=5",
    "maps": "#turn",
    "play": "#play",
    "tables": "#tables",
    "explore": "#why",
}
"""What a test asks about in each tab, if it says no other: a visit to no battle counts armies."""


@pytest.fixture
def tab() -> str:
    """The tab that a test opens, if it says no other."""
    return "battle"


@pytest.fixture
def open_page(browser: "Browser", app: str, tab: str) -> "Iterator[OpenPage]":
    """Open the tab, at what follows the "#" of its address; nothing goes wrong on it."""
    from playwright.sync_api import expect

    with ExitStack() as stack:
        visits = []

        def opened(hash_: str | None = None, size: Size = PHONE, **options: Any) -> "Page":
            asked = FIRST[tab] if hash_ is None else hash_
            visit = stack.enter_context(visiting(browser, app + asked, size, **options))
            visits.append(visit)
            expect(visit.page.locator("#chance, #title").first).not_to_be_empty()
            return visit.page

        yield opened
        for visit in visits:
            visit.is_alone()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the JavaScript package in it, the same for all workers."""
    home = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        home = home.parent
    folder = home / "package"
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "asked.mjs").exists():  # what is written last
            folder.mkdir(exist_ok=True)
            install_package(folder)
    return folder


@pytest.fixture(scope="session")
def js(installed: Path) -> Iterator[Asked]:
    """The installed package, which answers expressions."""
    command = ["node", "asked.mjs"]
    with subprocess.Popen(
        command, cwd=installed, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        yield Asked(process)
