"""Chances as players say them: the first line of an answer, and the bar below it on a terminal."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from riskexact.base.certain import Certain
from riskexact.base.report import Item, Terminal
from riskexact.base.text import chance_text, fraction_text, percent_text, tries_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.base.certain import Real

WON_COLOUR, LOST_COLOUR = "38;5;25", "38;5;178"
"""The colours of a terminal nearest to those of the pages, #0072b2 and #e69f00."""

MAX_BAR_LENGTH = 60

ALMOST_NEVER = Fraction(1, 10**9)
"""A chance that is said to be almost none, in words."""

USUAL_CHANCES = Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20)
"""The chances for which numbers are printed where none is asked for."""


class Headline(Item):
    """What was asked for, as players say it: the chance in percent and in words, and a bar.

    - `win`: the chance;
    - `stopped`: the chance that the battle is broken off; `lose`: the rest, unless it is known;
    - `does`: the verb and its object, if it is not "win" alone;
    - `more`: returns more lines, called when text is asked for.
    """

    def __init__(
        self,
        win: "Real",
        stopped: "Real" = Fraction(0),
        does: str = "win",
        more: Callable[[], Iterable[str]] = tuple,
        lose: "Real | None" = None,
    ) -> None:
        self._win, self._stopped, self._does, self._more = win, stopped, does, more
        self._lose = lose

    def lines(self, digits: int | None, terminal: Terminal | None) -> list[str]:
        """Return the lines; there is a bar on a terminal."""
        win, stopped = _approximate(self._win), _approximate(self._stopped)
        percent = chance_text(win)
        if terminal:
            percent = terminal.styled(percent, "1")
        lines = [f"{percent}  {self._words(win)}"]
        lose = 1 - win - stopped if self._lose is None else _approximate(self._lose)
        if terminal:
            lines.append(bar(win, lose, terminal))
        if stopped:
            parts = {"won": win, "broken off": stopped, "lost": lose}
            lines.append(", ".join(f"{chance_text(part)} {name}" for name, part in parts.items()))
        return [*lines, *self._more(), ""]

    def _words(self, win: Fraction) -> str:
        does = self._does
        if win in (0, 1):
            return f"You {does} for certain" if win else f"You cannot {does}"
        if win <= Fraction(9, 10):
            return f"You almost never {does}" if win < ALMOST_NEVER else f"You {does} {_tries(win)}"
        if 1 - win < ALMOST_NEVER:
            return f"You almost always {does}"
        fails = "lose" if does == "win" and not self._stopped else f"fail to {does}"
        return f"You {fails} {_tries(1 - win)}"


def _approximate(chance: "Real") -> Fraction:
    """Return a fraction precise enough for a headline."""
    if isinstance(chance, Certain):
        return min(max(chance.low, ALMOST_NEVER / 10), 1 - ALMOST_NEVER / 10)
    return chance


def bar(win: Fraction, lose: Fraction, terminal: Terminal) -> str:
    """Return a bar of the chances, all of it one part only where that is certain."""
    cells = min(terminal.width, MAX_BAR_LENGTH)
    won = min(max(round(win * cells), int(win > 0)), cells - int(win < 1))
    lost = cells - won
    if win + lose < 1:
        lost = min(max(round(lose * cells), int(lose > 0)), lost)
    counts = won, cells - won - lost, lost
    parts = [block * count for block, count in zip(terminal.blocks, counts, strict=True)]
    return "".join(
        terminal.styled(part, style)
        for part, style in zip(parts, (WON_COLOUR, "", LOST_COLOUR), strict=True)
    )


def _tries(chance: Fraction) -> str:
    """Return how often in a few tries, or how rarely."""
    text = tries_text(chance)
    return text.replace("1 in", "1 time in") if chance < Fraction(1, 10) else text


def chance_words(chance: Fraction) -> str:
    """Return a chance in percent if a digit after the point is enough, else as a fraction.

    >>> chance_words(Fraction(9, 10)), chance_words(Fraction(1, 8)), chance_words(Fraction(2, 3))
    ('90 %', '12.5 %', '2/3')
    """
    percent = percent_text(chance).removesuffix(".0")
    return f"{percent} %" if Fraction(percent) == 100 * chance else fraction_text(chance)
