"""A real browser for tests of pages: Debian's Chromium, driven by Playwright.

Debian's `chromium-headless-shell` is taken where it is installed: it has no windows, and loads a
page in two thirds of the time.

Tests that need it are skipped where it is missing, see `programs`.  All tests of a process have one
browser, and its windows are used again: a new window takes longer than most tests.
"""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests import patience
from tests.programs import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")

Size = tuple[int, int]
NARROW, PHONE, DESKTOP = (320, 640), (360, 740), (1280, 900)
"""Sizes of screens, in CSS pixels."""

MILLISECONDS = 1000 * patience.SECONDS
"""How long a test waits for what a page must do."""

needs_chromium = needs("chromium")


@cache
def chromium() -> "tuple[Browser, Callable[[], None], asyncio.AbstractEventLoop]":
    """Start the browser of this process; return it, what ends it, and its event loop."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=MILLISECONDS)
    playwright = sync_playwright().start()
    launched = playwright.chromium.launch(
        executable_path=CHROMIUM or "chromium",
        args=["--no-sandbox"] if os.geteuid() == 0 else [],
        timeout=MILLISECONDS,
    )
    loop = asyncio.get_running_loop()

    def end() -> None:
        asyncio._set_running_loop(loop)
        launched.close()
        playwright.stop()

    return launched, end, loop


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> "Iterator[Browser]":
    """The one browser of this process, whose event loop is no other test's."""
    started = chromium.cache_info().currsize
    launched, end, loop = chromium()
    if not started:
        request.session.addfinalizer(end)
    asyncio._set_running_loop(loop)
    yield launched
    asyncio._set_running_loop(None)


WATCH = """
window.faults = [];
addEventListener("securitypolicyviolation", (event) => faults.push(event.violatedDirective));
addEventListener("error", (event) => faults.push(String(event.message)));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
document.addEventListener("copy", () => {
  const { activeElement } = document;
  window.copied = activeElement.value ?? String(getSelection());
});
"""


class Visit:
    """A page that is watched: what it asks for, what goes wrong in it, what it prints."""

    def __init__(self, context: "BrowserContext", before: str = "") -> None:
        self.requests: list[str] = []
        self.printed: list[str] = []
        context.add_init_script(before)
        context.add_init_script(WATCH)
        context.set_default_timeout(MILLISECONDS)
        context.on("request", self._asked)
        self.page = context.new_page()
        self.page.on("console", lambda message: self.printed.append(message.text))
        self.page.on("pageerror", lambda error: self.printed.append(str(error)))
        self.page.on("requestfailed", self._failed)
        self.address = ""

    def open(self, address: str) -> None:
        """Load an address, also one that differs from the last after the "#" alone."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.requests.clear()
        self.printed.clear()
        self.address = address
        self.page.goto(address)

    def _asked(self, request: "Request") -> None:
        if not request.url.startswith(OWN):
            self.requests.append(request.url)

    def _failed(self, request: "Request") -> None:
        # a worker that the last page began may be given up when this one is there
        if not request.url.startswith(OWN):
            self.printed.append(f"no {request.url}")

    def is_well(self) -> None:
        """Nothing went wrong."""
        wrong = [*self.printed, *self.page.evaluate("faults")]
        assert wrong == [], wrong

    def is_alone(self) -> None:
        """Nothing was asked for but the page."""
        assert {each.partition("#")[0] for each in self.requests} == {
            self.address.partition("#")[0]
        }


OWN = ("blob:", "data:", "about:")
"""How addresses begin that a page makes itself."""

KEPT: dict[str, Visit] = {}
"""The windows that no test uses, by their options."""


def _asks_for_another(*_: object, **__: object) -> None:
    """A script that is added to a window runs in all pages that later tests open in it."""
    pytest.fail("pass the script as `before`, whose windows no other tests use")


@contextmanager
def visiting(
    browser: "Browser",
    address: str,
    size: Size = DESKTOP,
    scheme: Scheme = "light",
    before: str = "",
    *,
    again: bool = True,
    **options: Any,
) -> Iterator[Visit]:
    """Visit a page, after a script of the test has changed the browser for it.

    The window is used again, unless the test changes more of it than a page that is loaded anew
    forgets, such as its clock.
    """
    kind = f"{before} {options}"
    visit = KEPT.pop(kind, None) or Visit(browser.new_context(**options), before)
    visit.page.add_init_script = _asks_for_another  # type: ignore[assignment, method-assign]
    look(visit.page, size, scheme)
    visit.page.mouse.move(0, 0)
    visit.open(address)
    yield visit
    visit.is_well()
    if not again:
        visit.page.context.close()
        return
    # what it remembers, and what it works out, is not left to the next test
    visit.page.evaluate("try { localStorage.clear(); } catch {}")
    visit.page.goto("about:blank")
    KEPT[kind] = visit


@contextmanager
def opened(browser: "Browser", address: str) -> "Iterator[Page]":
    """Open a page; every complaint of the browser fails the test."""
    with visiting(browser, address) as visit:
        yield visit.page


def wait_until(page: "Page", is_so: Callable[[], bool]) -> None:
    """Wait until something is so; asked from here, since a page's policy forbids it to evaluate."""
    for _ in range(MILLISECONDS // 50):
        if is_so():
            return
        page.wait_for_timeout(50)
    pytest.fail("it never came to be so")


def timers_end(page: "Page", milliseconds: int) -> None:
    """Wait until timers that the page has set, for no longer than this, have all ended."""
    page.evaluate("(set) => new Promise((ended) => setTimeout(ended, set))", milliseconds)


def look(page: "Page", size: Size, scheme: Scheme = "light") -> None:
    """Look at the page on a screen of this size, in light or dark, and in no other way."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(
        media="screen", color_scheme=scheme, forced_colors="none", reduced_motion="no-preference"
    )


RULES = {
    "light": ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"),
    "dark": ("color-contrast", "link-in-text-block"),
}
"""The rules of axe that a page keeps: all, and those on colours, which a dark page may break."""


def violations(page: "Page", part: str = "html", scheme: Scheme = "light") -> list[str]:
    """Return what axe finds wrong with a page, or a part of it: the rule, and the first element."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"runOnly": RULES[scheme], "resultTypes": ["violations"]}
    found = page.evaluate("(asked) => axe.run(...asked)", [part, options])["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def send_head(self) -> Any:
        """Send a file to who has it, too: it may have changed within the second it is told of."""
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Serve the files of a directory at an address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
