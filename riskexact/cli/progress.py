"""Progress on a terminal, for whatever takes longer than two seconds.

One line on standard error, rewritten twice a second by a thread of its own and wiped before
anything else is printed.  Where standard error is no terminal nothing is shown.
"""

import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

SILENT_SECONDS = 2.0
SECONDS_BETWEEN = 0.5

WIPE = "\r\x1b[K"


class Progress:
    """The line of one command."""

    def __init__(self, stream: "TextIO") -> None:
        """Start the clock."""
        from threading import Event, Thread

        self.doing = "working"
        self._stream = stream
        self._began = monotonic()
        self._ended = Event()
        self._thread = Thread(target=self._show, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Wipe the line, once and for all."""
        self._ended.set()
        self._thread.join()

    def _show(self) -> None:
        if self._ended.wait(SILENT_SECONDS):
            return
        try:
            while True:
                seconds = int(monotonic() - self._began)
                self._write(f"{WIPE}{self.doing}, {seconds} s (Ctrl-C ends it)")
                if self._ended.wait(SECONDS_BETWEEN):
                    break
            self._write(WIPE)
        except OSError:  # the terminal is gone
            return

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


_shown: list[Progress] = []


def show_progress() -> None:
    """Show progress from now on, until something is printed."""
    if sys.stderr is not None and sys.stderr.isatty():
        _shown.append(Progress(sys.stderr))


def describe(doing: str) -> None:
    """Say what is being done; it is seen if the command takes a while."""
    for progress in _shown:
        progress.doing = doing


def wipe() -> None:
    """Wipe the line, because something else is going to be printed."""
    while _shown:
        _shown.pop().stop()
