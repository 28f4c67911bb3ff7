"""The wins of a log over time, beside what is usual for fair dice."""

from collections.abc import Sequence

from riskexact.base.drawing.picture import ATTACKER, INK, MUTED, PALE, Axes, Picture, chart
from riskexact.base.text import pluralize
from riskexact.logs import DiceLog
from riskexact.logs.power import Moment, over_time


def log_wins(log: DiceLog, dark: bool = False) -> Picture:
    """Return the wins of a log over time, less those expected, and the range that is usual.

    - `log`: of battles, or of rounds, whose losses are drawn instead;
    - `dark`: draw on a dark ground.

    At each moment fair dice are above the range with a chance of at most 2.5 percent, and as
    often below it; at some moment they leave it more often than that.

    >>> from riskexact.logs import dice_log
    >>> row = {"attackers": 5, "defenders": 4, "attackers_left": 3, "defenders_left": 0}
    >>> log_wins(dice_log([row] * 6)).title
    '6 wins in 6 battles; with fair dice 4 are expected, and 1 to 6 usual'
    """
    moments, what = over_time(log.entries), "battle" if log.battles else "round"
    end = moments[-1]
    found, usual = _span(end.least, end.most), _span(end.usual_least, end.usual_most)
    statistic = f"{found} wins" if log.battles else f"A balance of losses of {found}"
    title = (
        f"{statistic} in {pluralize(end.number, what)}; with fair dice {round(end.expected)} are "
        f"expected, and {usual} usual"
    )
    subtitle = (
        f"{_name(log).capitalize()} less those expected, after each number of {what}s. Grey: where "
        "fair dice are at a given moment with a chance of 95 % or more. At some moment they leave "
        "it more often."
    )
    words = _words(moments, log)
    return chart(title, subtitle, words, lambda axes: _draw(axes, moments, f"{what}s"), dark)


def _name(log: DiceLog) -> str:
    return "wins" if log.battles else "defenders lost less attackers lost"


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _draw(axes: Axes, moments: Sequence[Moment], what: str) -> None:
    """Draw the range that is usual, the expected value as a line, and what was observed."""
    start = Moment(0, 0, 0, moments[0].expected * 0, 0, 0)
    numbers = [each.number for each in (start, *moments)]

    def less_expected(name: str) -> list[float]:
        return [float(getattr(each, name) - each.expected) for each in (start, *moments)]

    low, high = less_expected("usual_least"), less_expected("usual_most")
    least, most = less_expected("least"), less_expected("most")
    axes.fill_between(numbers, low, high, color=PALE, linewidth=0)
    axes.axhline(0, color=MUTED, linewidth=1, linestyle="--")
    axes.fill_between(numbers, least, most, color=ATTACKER, alpha=0.3, linewidth=0)
    for line in (least, most) if least != most else (least,):
        axes.plot(numbers, line, color=ATTACKER, linewidth=1.6)
    axes.set_xlim(0, numbers[-1])
    axes.set_xlabel(f"{what}, in the order of the log", color=INK)
    axes.set_ylabel("more than expected", color=INK)


def _words(moments: Sequence[Moment], log: DiceLog) -> str:
    """Return the alternative text: the line at ten moments."""
    some = [moments[i * len(moments) // 10] for i in range(1, 10)] if len(moments) > 10 else moments
    some = [*some, moments[-1]] if some[-1] is not moments[-1] else some
    told = "; ".join(
        f"after {each.number}, {_span(each.least, each.most)}, expected {round(each.expected)}, "
        f"usual {_span(each.usual_least, each.usual_most)}"
        for each in some
    )
    outside = sum(each.most < each.usual_least or each.least > each.usual_most for each in moments)
    where = "always inside" if not outside else f"outside at {outside} of {len(moments)} moments"
    return (
        f"A line of the {_name(log)}, less those expected, over the {len(moments)} moments drawn, "
        f"with the range that is usual for fair dice as a band; the line is {where}. {told}."
    )
