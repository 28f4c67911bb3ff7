"""What is said first, and printing: an answer is written whole or not at all.

Whatever takes longer than two seconds shows its progress on a terminal: one line on standard error,
rewritten twice a second by a thread of its own and wiped before anything else is printed.
"""

import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from fractions import Fraction
from time import monotonic

from riskexact.base.certain import Certain, Real
from riskexact.base.errors import UnwritableError
from riskexact.base.report import BLOCKS, FILE, Item, Report, Terminal, Value
from riskexact.base.text import WIDTH, chance_text, fitted, fraction_text, percent_text, tries_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


SHEETS = "xlsx", "ods"
"""The suffixes of spreadsheets, which are written to files alone."""

SILENT_SECONDS = 2.0
SECONDS_BETWEEN = 0.5

WIPE = "\r\x1b[K"

WON_COLOUR, LOST_COLOUR = "38;5;25", "38;5;178"
"""The colours of a terminal nearest to those of the pages, #0072b2 and #e69f00."""

LEAST_BAR_LENGTH, MAX_BAR_LENGTH = 10, 40

UNSURE = Fraction(1, 10**9)
"""What bounds of a chance leave open at least: it is neither 0 nor 1."""

USUAL_CHANCES = Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20)
"""The chances for which numbers are printed where none is asked for."""


def complain(line: str) -> None:
    """Print one line on standard error, if there is one that takes it."""
    if sys.stderr is not None:
        try:
            print(line, file=sys.stderr, flush=True)
        except OSError:
            _give_up(sys.stderr)


def emit(text: str | bytes, output: str | None) -> None:
    """Print the text, or write it to the file called `output`, as bytes are."""
    wipe()
    if output is not None:
        from riskexact.base.files import write_whole

        write_whole(output, text)
        return
    assert isinstance(text, str)
    if sys.stdout is None:
        raise UnwritableError("standard output cannot be written: it is closed")
    try:
        _write(sys.stdout, text)
    except OSError as error:
        _give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise UnwritableError(f"standard output cannot be written: {error.strerror}") from None
    except UnicodeEncodeError as error:
        missing = text[error.start]
        raise UnwritableError(
            f"standard output cannot take {missing!a}, which its encoding {error.encoding} "
            "does not have: set PYTHONIOENCODING=utf-8, or write to a file with -o"
        ) from None


def _give_up(stream: "TextIO") -> None:
    """Discard what could not be written, which the interpreter would try to write again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _write(stream: "TextIO", text: str) -> None:
    """Write all of the text, or raise; with `python -u` the stream itself would not notice."""
    raw = getattr(stream, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        writer = io.BufferedWriter(raw)
        writer.write(text.encode(stream.encoding, stream.errors or "strict"))
        writer.flush()
        writer.detach()
    else:
        stream.write(text)
        stream.flush()


def show(report: Report, options: Namespace) -> None:
    """Print the report, or write it to a file, in its format; say if LaTeX is too wide."""
    if options.format in SHEETS:
        from riskexact.base.sheets import workbook

        emit(workbook(report, options.format), options.output)
    else:
        emit(report.written(options.format, terminal(options) or FILE), options.output)
    if options.format == "latex":
        from riskexact.base.grid import PAGE_POINTS

        widest = max(each.points for each in report.grids())
        if widest > PAGE_POINTS:
            narrower = {"fraction": "--as decimal", "decimal": "--digits 4"}
            how = narrower.get(getattr(options, "style", None) or "")
            page = f"a page of LaTeX {PAGE_POINTS}" + (f": {how} is narrower" if how else "")
            complain(f"riskexact: the table is about {widest} pt wide, and {page}")


def terminal(options: Namespace) -> Terminal | None:
    """Return the terminal on which the answer is shown, if it is."""
    if options.output is not None or sys.stdout is None or not sys.stdout.isatty():
        return None
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")
    try:
        BLOCKS.encode(sys.stdout.encoding)
        blocks = BLOCKS
    except UnicodeEncodeError:
        blocks = "#.-"
    # the lines of a formula are to be copied
    return Terminal(
        width(), getattr(options, "exact", options.command == "formula"), blocks, colour
    )


def width() -> int:
    """Return the columns of the terminal, `WIDTH` without one; `COLUMNS` says otherwise."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size().columns or WIDTH
    except OSError:
        return WIDTH


def printable(name: str) -> str:
    r"""Return the name of a file, escaped if it has characters that could control a terminal.

    >>> print(printable("my odds"), printable("odds\x1b[31m"))
    my odds 'odds\x1b[31m'
    """
    return name if name.isprintable() else repr(name)


def pasted(name: str) -> str:
    r"""Return the name of a file, quoted for a shell.

    >>> print(pasted("odds"), pasted("my odds"), pasted("-odds"), pasted("odds\n"))
    odds 'my odds' ./-odds $'odds\012'
    """
    if name.startswith("-"):
        name = f"./{name}"
    if name.isprintable():
        from shlex import quote

        return quote(name)
    letters = [
        "".join(f"\\{byte:03o}" for byte in os.fsencode(letter))
        if not letter.isprintable() or letter in "'\\"
        else letter
        for letter in name
    ]
    return f"$'{''.join(letters)}'"


# ---- chances as players say them


class Headline(Item):
    """What was asked for, as players say it: the chance in percent and in words, and a bar.

    - `win`: the chance;
    - `stopped`: the chance that the battle is broken off; `lose`: the rest, unless it is known;
    - `does`: the verb and its object, if it is not "win" alone;
    - `more`: returns more lines, called when text is asked for.
    """

    below_title = True

    def __init__(
        self,
        win: Real,
        stopped: Real = Fraction(0),
        does: str = "win",
        more: Callable[[], Iterable[str]] = tuple,
        lose: Real | None = None,
    ) -> None:
        self._win, self._stopped, self._does, self._more = win, stopped, does, more
        self._lose = lose

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        """Return the lines; on a terminal a bar fills the first, if there is room for it."""
        win, stopped = _approximate(self._win), _approximate(self._stopped)
        lose = 1 - win - stopped if self._lose is None else _approximate(self._lose)
        percent, said = chance_text(win), f"  You {tries_text(win, self._does)}"
        if stopped:
            said += f" ({chance_text(stopped)} broken off, {chance_text(lose)} lost)"
        if terminal.blocks:
            room = terminal.width - len(percent + said) - 2
            percent = terminal.styled(percent, "1")
            if room >= LEAST_BAR_LENGTH:
                said += f"  {bar(win, lose, room, terminal)}"
        return [percent + said, *(fitted(line, terminal.width) for line in self._more())]


class InOneLine(Value):
    """A number in one line: its fraction where that fits, and no digits are asked for."""

    def lines(self, digits: int | None, terminal: Terminal) -> list[str]:
        room = terminal.width
        value = self.value if digits is None else None
        # no longer number is converted in vain
        if isinstance(value, Fraction) and value.denominator.bit_length() < 4 * room:
            line = f"{self.label}: {fraction_text(value)}"
            if len(line) <= room:
                return [line]
        return super().lines(digits, terminal)


def _approximate(chance: Real) -> Fraction:
    return min(max(chance.low, UNSURE), 1 - UNSURE) if isinstance(chance, Certain) else chance


def bar(win: Fraction, lose: Fraction, room: int, terminal: Terminal) -> str:
    """Return a bar of the chances, all of it one part only where that is certain."""
    cells = min(room, MAX_BAR_LENGTH)
    won = min(max(round(win * cells), int(win > 0)), cells - int(win < 1))
    lost = cells - won
    if win + lose < 1:
        lost = min(max(round(lose * cells), int(lose > 0)), lost)
    counts, styles = (won, cells - won - lost, lost), (WON_COLOUR, "", LOST_COLOUR)
    parts = zip(terminal.blocks, counts, styles, strict=True)
    return "".join(terminal.styled(block * count, style) for block, count, style in parts)


def chance_words(chance: Fraction) -> str:
    """Return a chance in percent if a digit after the point is enough, else as a fraction.

    >>> chance_words(Fraction(9, 10)), chance_words(Fraction(1, 8)), chance_words(Fraction(2, 3))
    ('90 %', '12.5 %', '2/3')
    """
    percent = percent_text(chance).removesuffix(".0")
    return f"{percent} %" if Fraction(percent) == 100 * chance else fraction_text(chance)


# ---- progress


class Progress:
    """The line of one command."""

    def __init__(self, stream: "TextIO") -> None:
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
