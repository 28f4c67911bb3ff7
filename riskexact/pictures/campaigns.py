"""Pictures of a campaign: its survivors, and how many territories are taken."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.text import counted, counted_each, listed, percent_text
from riskexact.drawing.bars import CHART, MAX_IN_BARS, MAX_UPRIGHT, draw_bars, number_bars
from riskexact.drawing.labels import (
    chances_text,
    exact_percent,
    percent,
    short_percent,
    whole_ticks,
)
from riskexact.drawing.picture import (
    ATTACKER,
    MUTED,
    PAPER,
    Picture,
    look,
    new_figure,
    write_head,
)
from riskexact.drawing.survivors import Chances, Survivors, draw_survivors
from riskexact.pictures.labels import attackers_do, under
from riskexact.questions.campaign import Campaign
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import title as title_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
) -> Picture:
    """Return a picture of the survivors of a battle: defenders on the left, attackers right.

    - `attackers`, `defenders`: units, 1 to 1000; the attackers are those free to fight;
    - `armies`: name in the title the attacker's armies too, one of which stays behind;
    - `dark`: draw on a dark ground.

    The bars are the chances in `Battle.outcomes`, drawn as in the second picture of the notebook
    "Risk Calculator".  For large armies, outcomes with a total chance of at most 1/1000 a side are
    left out.

    Raises `RiskError`, also if matplotlib is missing.

    >>> outcome_bars(12, 15).title
    '12 attackers beat 15 defenders in 38.7 % of all battles'
    """
    a = whole(attackers, "attackers", 1, MAX_IN_BARS)
    d = whole(defenders, "defenders", 1, MAX_IN_BARS)
    return net_results(a, d, rules, armies=armies, dark=dark)


def net_results(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return a picture of the survivors of a campaign: its net result, won or lost.

    - `attackers`, `rules`, `leave_behind`, `reserve`: as for `Campaign`, at most 1000 units of
      either side;
    - `garrisons`: as for `Campaign`, or the defenders of a single battle;
    - `armies`: name in the title the attacker's armies too, one of which stays behind;
    - `dark`: draw on a dark ground.

    The net result is the number of attackers left (without those who stayed behind) minus the
    number of all defenders left: above 0 the campaign is won, unless a `reserve` or empty
    territories are involved.  "RISK battles: Simulating the distribution of outcomes", 2019-06-05,
    draws it from simulations, with the army at the front that is not free; "Should I attack in
    Risk? (The Board Game)" draws it for single battles.  Raises `RiskError`, also if matplotlib is
    missing.

    >>> net_results(11, (3, 3, 3)).title
    '11 attackers take 3 territories of 3 defenders in 61.7 % of all campaigns'
    """
    campaign = _campaign(attackers, garrisons, rules, leave_behind, reserve)
    ends = campaign.survivors
    title = _title(campaign, exact_sum(ends.won.values()), armies)
    return _survivors_picture(title, _attack(campaign), ends, dark)


def campaign_odds(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
    armies: bool = False,
    dark: bool = False,
) -> Picture:
    """Return a chart of the number of territories that a campaign takes.

    The arguments are those of `net_results`, with at most 40 territories.  For each number of
    territories the bars show the chance to take at least, and exactly, this many: the latter is
    `Campaign.conquered`.  Raises `RiskError`, also if matplotlib is missing.

    >>> campaign_odds(11, (3, 3, 3)).title
    '11 attackers take 2.5 of 3 territories on average, and all of them in 61.7 % of campaigns'
    """
    campaign = _campaign(attackers, garrisons, rules, leave_behind, reserve)
    n = len(campaign.garrisons)
    if n > MAX_DRAWN_TERRITORIES:
        raise RiskError(f"territories must be at most {MAX_DRAWN_TERRITORIES} to be drawn, not {n}")
    exactly = [campaign.conquered.get(taken, Fraction(0)) for taken in range(n + 1)]
    at_least = [*accumulate(reversed(exactly))][::-1]
    if n == 1:
        title = _title(campaign, exactly[-1], armies)
    else:
        title = (
            f"{attackers_do(campaign.attackers, armies, 'take')} "
            f"{percent_text(campaign.conquered.mean / 100)} of {n} territories on average, and "
            f"all of them in {percent(exactly[-1])} of campaigns{_terms(campaign)}"
        )
    subtitle = f"The chance of each number, in percent; none is taken in {percent(exactly[0])}"
    with look(dark):
        figure = _draw_taken(campaign.garrisons, exactly, at_least)
        write_head(figure, title, subtitle)
    return Picture(title, _taken_words(campaign, exactly, at_least), figure, dark)


def _draw_taken(
    garrisons: Sequence[int], exactly: Sequence[Fraction], at_least: Sequence[Fraction]
) -> "Figure":
    """Draw a bar for each number of territories: the chance to take at least this many."""
    n = len(garrisons)
    figure = new_figure(*CHART)
    axes = figure.subplots()
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
    return figure


def _write(axes: "Axes", place: int, up: int, text: str, colour: str) -> None:
    """Write above, or below, the foot of a bar."""
    style: dict[str, Any] = {"ha": "center", "va": "top" if up < 0 else "baseline", "color": colour}
    axes.annotate(text, (place, 0), (0, up), textcoords="offset points", fontsize="small", **style)


def _taken_words(
    campaign: Campaign, exactly: Sequence[Fraction], at_least: Sequence[Fraction]
) -> str:
    """Return the alternative text, with the chance of every number of territories."""
    more = chances_text({n: chance for n, chance in enumerate(at_least) if n})
    just = chances_text(dict(enumerate(exactly)))
    return (
        f"Bar chart of the number of territories taken when {_attack(campaign)}. "
        f"All are taken with {exact_percent(exactly[-1])}. Chances to take at least this many, "
        f"{more}. Chances to take exactly this many, {just}."
    )


def _campaign(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str],
    leave_behind: int | Sequence[int],
    reserve: int,
) -> Campaign:
    """Return the campaign; a number of defenders is a single battle."""
    chain = garrisons if isinstance(garrisons, Sequence) else (garrisons,)
    campaign = Campaign(attackers, chain, rules, leave_behind, reserve)
    for name, units in (("attackers", campaign.attackers), ("defenders", sum(campaign.garrisons))):
        if units > MAX_IN_BARS:
            raise RiskError(f"{name} must be at most {MAX_IN_BARS} to be drawn, not {shown(units)}")
    return campaign


def _survivors_picture(title: str, attack: str, ends: Survivors, dark: bool) -> Picture:
    """Return the picture of the survivors of an attack, with a title."""
    cut = len(ends.shown) < len(ends.all)
    subtitle = "The chance of each number of survivors, in percent"
    subtitle += "; rare ends, at most 0.1 % a side, are not shown" if cut else ""
    with look(dark):
        figure = new_figure(*CHART)
        draw_survivors(figure.subplots(), ends)
        write_head(figure, title, subtitle)
    return Picture(title, _survivors_words(attack, ends), figure, dark)


def _survivors_words(attack: str, ends: Survivors) -> str:
    """Return the alternative text: every bar of a small battle, the main ones of a large one."""
    chance = exact_sum(ends.won.values())
    held = {-net: ends.lost[net] for net in sorted(ends.lost, reverse=True)}
    return (
        f"Bar chart of the survivors when {attack}. The attacker wins with "
        f"{exact_percent(chance)}, and does not with {percent(1 - chance)}."
        + _bars_text("defenders left", held)
        + _bars_text("attackers left less defenders left, where it is broken off", ends.stopped)
        + _bars_text("attackers left", ends.won)
    )


def _bars_text(what: str, chances: Chances) -> str:
    """Return the bars of a colour in words."""
    if not chances:
        return ""
    named = dict([*chances.items()][: len(chances) if len(chances) <= MAX_LISTED_BARS else 3])
    peak = max(chances, key=lambda n: chances[n])
    return (
        f" Chances of {what}, {chances_text(named)}; the most likely number is {peak}, "
        f"{percent(chances[peak])}."
    )


def _title(campaign: Campaign, chance: Fraction, armies: bool) -> str:
    """Return the chance to win the whole campaign, for a title."""
    single = len(campaign.garrisons) == 1
    verb, what = ("beat", "battles") if single else ("take", "campaigns")
    return (
        f"{attackers_do(campaign.attackers, armies, verb)} {_defenders(campaign)} in "
        f"{percent(chance)} of all {what}{_terms(campaign)}"
    )


def _attack(campaign: Campaign) -> str:
    """Return the attack in words."""
    attack = attackers_do(campaign.attackers, armies=False, verb="attack")
    return f"{attack} {_defenders(campaign)}{_terms(campaign)}"


def _defenders(campaign: Campaign) -> str:
    """Return who defends, and where.

    >>> [_defenders(Campaign(9, chain)) for chain in ([4], [1, 1], [3, 2, 5], range(1, 9))]
    ['4 defenders', '2 territories of 1 defender', 'territories of 3, 2 and 5 defenders', \
'8 territories with 36 defenders']
    """
    garrisons = campaign.garrisons
    if len(garrisons) == 1:
        return counted(garrisons[0], "defender")
    if len(set(garrisons)) == 1:
        return f"{len(garrisons)} territories of {counted(garrisons[0], 'defender')}"
    if len(garrisons) <= MAX_LISTED_TERRITORIES:
        return f"territories of {listed(garrisons)} defenders"
    return f"{len(garrisons)} territories with {counted(sum(garrisons), 'defender')}"


def _terms(campaign: Campaign) -> str:
    """Return the rules and the terms that differ from the usual ones, for a title.

    >>> _terms(Campaign(9, (3, 3), leave_behind=2, reserve=1))
    ', 2 units left behind on each, broken off at 1 attacker'
    """
    rules, stays = campaign.rules, campaign.leave_behind
    parts = (
        under(rules) if isinstance(rules, Rules) else f" (rules: {listed(map(title_of, rules))})"
    )
    if len(campaign.garrisons) > 1 and not isinstance(stays, int):
        parts += f", {counted_each(stays[:-1], 'unit')} left behind"
    elif len(campaign.garrisons) > 1 and stays != 1:
        parts += f", {stays} units left behind on each"
    if campaign.reserve:
        parts += f", broken off at {counted(campaign.reserve, 'attacker')}"
    return parts
