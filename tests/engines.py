"""Engines beside Chromium's, as Debian has them: Firefox by Marionette, WebKitGTK by its driver.

Playwright, which drives Chromium, drives neither; both know the commands of WebDriver.  Tests that
need them are skipped where they are missing, see `programs`.
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from tests import patience

CENTRE = """
const found = document.querySelector(arguments[0]);
found.scrollIntoView({ block: "center", behavior: "instant" });
const { x, y, width, height } = found.getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""
"""The middle of an element, which is scrolled to."""

NAMES = {
    "session": "NewSession",
    "url": "Navigate",
    "refresh": "Refresh",
    "back": "Back",
    "execute/sync": "ExecuteScript",
    "actions": "PerformActions",
    "screenshot": "TakeScreenshot",
    "window/rect": "SetWindowRect",
}
"""What Marionette calls the commands."""


class Engine:
    """A browser with one page: what a person does there, and what a script finds."""

    def __init__(self, connection: "Http | Marionette") -> None:
        self._ask = connection.ask

    def open(self, address: str) -> None:
        """Load an address, also one that differs from the last after the "#" alone."""
        self._ask("url", {"url": "about:blank"})
        self._ask("url", {"url": address})

    def reload(self) -> None:
        self._ask("refresh", {})

    def back(self) -> None:
        self._ask("back", {})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what a script returns."""
        return self._ask("execute/sync", {"script": script, "args": list(arguments)})

    def becomes(self, script: str, is_so: Callable[[str], bool]) -> None:
        """Wait until what a script returns is as it must be."""
        for _ in range(10 * patience.SECONDS):
            found = str(self.run(script))
            if is_so(found):
                return
            time.sleep(0.1)
        raise AssertionError(f"it stays {found!r}")

    def waits(self, css: str, text: str) -> None:
        """Wait until an element has a text within it."""
        script = f"return document.querySelector({css!r})?.textContent"
        self.becomes(script, lambda found: text in found)

    def press(self, css: str) -> None:
        """Press a button or a link, wherever it is."""
        self.run("document.querySelector(arguments[0]).click()", css)

    def click(self, css: str) -> None:
        """Move the pointer to the middle of an element, and press it."""
        x, y = self.run(CENTRE, css)
        there = {"duration": 0, "origin": "viewport", "x": round(x), "y": round(y)}
        presses = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._act("pointer", [{"type": "pointerMove", **there}, *presses])

    def types(self, keys: str) -> None:
        """Press one key after another."""
        self._act("key", [{"type": t, "value": k} for k in keys for t in ("keyDown", "keyUp")])

    def _act(self, kind: str, moves: object) -> None:
        self._ask("actions", {"actions": [{"type": kind, "id": kind, "actions": moves}]})

    def resize(self, width: int, height: int) -> None:
        self._ask("window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def picture(self) -> str:
        """Return a picture of the page, as PNG in base64."""
        return str(self._ask("screenshot", {"full": False}))


class Http:
    """A driver that answers over HTTP."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/session"

    def ask(self, command: str, values: object) -> Any:
        data = None if command == "screenshot" else json.dumps(values).encode()
        address = self.address if command == "session" else f"{self.address}/{command}"
        with urlopen(Request(address, data), timeout=patience.SECONDS) as answer:
            value = json.load(answer)["value"]
        if command == "session":
            self.address += f"/{value['sessionId']}"
        return value


class Marionette:
    """A Firefox that answers at a socket: each message is its length, ":" and JSON."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), patience.SECONDS)
        self.file = self.socket.makefile("rb")
        self.asked = 0
        self._heard()

    def _heard(self) -> Any:
        length = b""
        while (sign := self.file.read(1)) != b":":
            length += sign
        return json.loads(self.file.read(int(length)))

    def ask(self, command: str, values: object) -> Any:
        self.asked += 1
        said = json.dumps([0, self.asked, f"WebDriver:{NAMES[command]}", values]).encode()
        self.socket.sendall(b"%d:%s" % (len(said), said))
        _, _, error, answer = self._heard()
        assert error is None, (command, error)
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer


def _connected(connect: Any, *arguments: Any) -> Any:
    """Try until somebody listens."""
    for _ in range(10 * patience.SECONDS):
        try:
            return connect(*arguments)
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("nobody listens")


def _port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _running(*command: str, **environment: str) -> Iterator[None]:
    """Run a program for as long as it is needed."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, 15)
        process.wait()


@contextmanager
def firefox() -> Iterator[Engine]:
    """Start Firefox without a window."""
    with TemporaryDirectory() as profile:
        port = _port()
        Path(profile, "user.js").write_text(f'user_pref("marionette.port", {port});\n', "utf-8")
        options = ("--headless", "--marionette", "--no-remote", "--profile", profile)
        with _running("firefox-esr", *options, HOME=profile):
            connection = _connected(Marionette, port)
            with connection.socket, connection.file:
                connection.ask("session", {"capabilities": {}})
                yield Engine(connection)


@contextmanager
def webkit() -> Iterator[Engine]:
    """Start WebKitGTK's small browser on a screen that nobody sees."""
    port, number = _port(), 200 + os.getpid() % 1000
    screen = {"DISPLAY": f":{number}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
    never = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1"}
    with (
        _running("Xvfb", f":{number}", "-screen", "0", "1400x1000x24"),
        _running("WebKitWebDriver", f"--port={port}", **screen, **never),
    ):
        connection = Http(port)
        _connected(urlopen, f"http://127.0.0.1:{port}/status")
        connection.ask("session", {"capabilities": {}})
        yield Engine(connection)


STARTED = {"firefox-esr": firefox, "WebKitWebDriver": webkit}
"""What starts each engine, by the program that it needs."""
