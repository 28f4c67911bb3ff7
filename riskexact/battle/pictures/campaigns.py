"""Pictures of a campaign: its survivors, and how many territories are taken."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from riskexact.base.arguments import short_repr, whole
from riskexact.base.drawing.bars import (
    MAX_IN_BARS,
    MAX_UPRIGHT,
    Chances,
    Survivors,
    draw_bars,
    draw_survivors,
    number_bars,
)
from riskexact.base.drawing.labels import (
    chances_text,
    exact_percent,
    percent,
    short_percent,
    whole_ticks,
)
from riskexact.base.drawing.picture import ATTACKER, MUTED, PAPER, Axes, Picture, chart
from riskexact.base.errors import RiskError
from riskexact.base.text import percent_text
from riskexact.battle.campaign import Campaign
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion

MAX_LISTED_BARS = 20
"""The largest number of bars of a side that the alternative text lists one by one."""

MAX_DRAWN_TERRITORIES = 40
"""The largest number of territories with room for their bars."""

MAX_LISTED_TERRITORIES = 6
"""The largest number of territories that a title names one by one."""


def outcome_bars(
    attackers: int,
    defenders: int,
    rules: Rules | str = STANDARD,
    armies: bool = False,
    dark: bool = False,
    blitz: BlitzVersion | bool | None = None,
    stop_until: int = 0,
) -> Picture:
    """Return a picture of the survivors of a battle: defenders on the left, attackers right.

    The bars are the chances in `Battle.outcomes`, drawn as in the second picture of the notebook
    "Risk Calculator".  The arguments are those of `net_results`, with 1 to 1000 units a side.

    >>> outcome_bars(12, 15).title
    '12 attackers against 15 defenders, standard rules: won in 38.7 % of all battles'
    """
    a = whole(attackers, "attackers", 1, MAX_IN_BARS)
    d = whole(defenders, "defenders", 1, MAX_IN_BARS)
    return net_results(a, d, rules, 1, 0, armies, dark, blitz, stop_until)


def net_results(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    armies: bool = False,
    dark: bool = False,
    blitz: BlitzVersion | bool | None = None,
    stop_until: int = 0,
) -> Picture:
    """Return a picture of the survivors of a campaign: its net result, won or lost.

    - `attackers`, `rules`, `leave_behind`, `retreat_at`, `blitz`, `stop_until`: as for `Campaign`,
      at most 1000 units of either side;
    - `garrisons`: as for `Campaign`, or the defenders of a single battle;
    - `armies`: name in the title the attacker's armies too, one of which stays behind;
    - `dark`: draw on a dark ground.

    The net result is the number of attackers left (without those who stayed behind) minus the
    number of all defenders left: above 0 the campaign is won, unless a `retreat_at` or empty
    territories are involved.  Results with a total chance of at most 1/1000 a side are left out if
    they are many.  "RISK battles: Simulating the distribution of outcomes", 2019-06-05, draws it
    from simulations, with the army at the front that is not free; "Should I attack in Risk? (The
    Board Game)" draws it for single battles.  Raises `RiskError`, also if matplotlib is missing.

    >>> net_results(11, (3, 3, 3)).title
    '11 attackers against 3, 3 and 3 defenders, standard rules: won in 61.7 % of all campaigns'
    """
    campaign = _campaign(attackers, garrisons, rules, leave_behind, retreat_at, blitz, stop_until)
    sides, terms = _words(campaign, armies)
    ends = campaign.survivors
    what = "battles" if len(campaign.garrisons) == 1 else "campaigns"
    title = f"{sides}: won in {percent(ends.totals[0])} of all {what}"
    subtitle = f"{terms}The chance of each number of survivors, in percent"
    if len(ends.shown) < len(ends.all):
        subtitle += "; rare ends, at most 0.1 % a side, are not shown"
    words = _survivors_words(campaign.title(), ends)
    return chart(title, subtitle, words, lambda axes: draw_survivors(axes, ends), dark)


def campaign_odds(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return a chart of the number of territories that a campaign takes.

    The arguments are those of `net_results`, with at most 40 territories.  For each number of
    territories the bars show the chance to take at least, and exactly, this many: the latter is
    `Campaign.conquered`.

    >>> campaign_odds(11, (3, 3, 3)).title
    '11 attackers against 3, 3 and 3 defenders, standard rules: 2.5 of 3 territories on average, \
all of them in 61.7 % of campaigns'
    """
    campaign = _campaign(attackers, garrisons, rules, leave_behind, retreat_at)
    n = len(campaign.garrisons)
    if n > MAX_DRAWN_TERRITORIES:
        raise RiskError(f"territories must be at most {MAX_DRAWN_TERRITORIES} to be drawn, not {n}")
    exactly = [campaign.conquered.get(taken, Fraction(0)) for taken in range(n + 1)]
    at_least = [*accumulate(reversed(exactly))][::-1]
    sides, terms = _words(campaign, armies)
    mean, win = percent_text(campaign.conquered.mean / 100), percent(exactly[-1])
    title = f"{sides}: {mean} of {n} territories on average, all of them in {win} of campaigns"
    if n == 1:
        title = f"{sides}: won in {win} of all battles"
    subtitle = (
        f"{terms}The chance of each number, in percent; none is taken in {percent(exactly[0])}"
    )
    words = (
        f"Bar chart of the number of territories taken: {campaign.title()}. All are taken with "
        f"{exact_percent(exactly[-1])}. Chances to take at least this many, "
        f"{chances_text(dict(enumerate(at_least[1:], 1)))}. Chances to take exactly this many, "
        f"{chances_text(dict(enumerate(exactly)))}."
    )
    drawn = campaign.garrisons, exactly, at_least
    return chart(title, subtitle, words, lambda axes: _draw_taken(axes, *drawn), dark)


def _draw_taken(
    axes: Axes, garrisons: Sequence[int], exactly: Sequence[Fraction], at_least: Sequence[Fraction]
) -> None:
    """Draw a bar for each number of territories: the chance to take at least this many."""
    n = len(garrisons)
    heights = dict(enumerate(at_least[1:], 1))
    draw_bars(axes, heights, ATTACKER, width=0.6)
    number_bars(axes, heights)
    axes.set_xticks(range(1, n + 1) if n <= MAX_UPRIGHT else whole_ticks(1, n))
    few = n <= MAX_LISTED_TERRITORIES
    axes.set_xlabel("at least this many territories taken", labelpad=18 if few else 4)
    if few:
        for taken, garrison in enumerate(garrisons, 1):
            _write(axes, taken, -20, f"held by {garrison}", MUTED)
            if taken < n:
                _write(axes, taken, 6, f"exactly {short_percent(exactly[taken])}", PAPER)


def _write(axes: Axes, place: int, up: int, text: str, colour: str) -> None:
    """Write above, or below, the foot of a bar."""
    style: dict[str, Any] = {"ha": "center", "va": "top" if up < 0 else "baseline", "color": colour}
    axes.annotate(text, (place, 0), (0, up), textcoords="offset points", fontsize="small", **style)


def _campaign(attackers: int, garrisons: int | Sequence[int], *terms: Any) -> Campaign:
    """Return the campaign; a number of defenders is a single battle."""
    chain = garrisons if isinstance(garrisons, Sequence) else (garrisons,)
    campaign = Campaign(attackers, chain, *terms)
    for name, units in (("attackers", campaign.attackers), ("defenders", sum(campaign.garrisons))):
        if units > MAX_IN_BARS:
            raise RiskError(
                f"{name} must be at most {MAX_IN_BARS} to be drawn, not {short_repr(units)}"
            )
    return campaign


def _words(campaign: Campaign, armies: bool) -> tuple[str, str]:
    """Return the question for a title, and the units left behind for a subtitle."""
    sides, _, terms = campaign.words(armies).partition("\n")
    return sides, terms and f"{terms[0].upper()}{terms[1:]}. "


def _survivors_words(question: str, ends: Survivors) -> str:
    """Return the alternative text: every bar of a small battle, the main ones of a large one."""
    chance = ends.totals[0]
    held = {-net: ends.lost[net] for net in sorted(ends.lost, reverse=True)}
    return (
        f"Bar chart of the survivors: {question}. The attacker wins with "
        f"{exact_percent(chance)}, and does not with {percent(1 - chance)}."
        + _bars_text("defenders left", held)
        + _bars_text("attackers left less defenders left, where it is broken off", ends.stopped)
        + _bars_text("attackers left", ends.won)
    )


def _bars_text(what: str, chances: Chances) -> str:
    if not chances:
        return ""
    named = dict([*chances.items()][: len(chances) if len(chances) <= MAX_LISTED_BARS else 3])
    peak = max(chances, key=lambda n: chances[n])
    return (
        f" Chances of {what}, {chances_text(named)}; the most likely number is {peak}, "
        f"{percent(chances[peak])}."
    )
