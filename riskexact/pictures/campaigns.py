"""Pictures of a campaign: the net result, and how many territories are taken."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.text import counted, counted_each, listed, percent_text
from riskexact.pictures.bars import (
    MOST_IN_BARS,
    MOST_TURNED,
    add_legend,
    bar_chart,
    draw_bars,
    number_bars,
    rare_end,
)
from riskexact.pictures.labels import (
    attackers_do,
    chances_text,
    exact_percent,
    percent,
    under,
    whole_ticks,
)
from riskexact.pictures.picture import (
    ATTACKER,
    DEFENDER,
    LOST,
    PALE,
    WON,
    Picture,
    look,
    write_head,
)
from riskexact.questions.campaign import Campaign
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Chances = Mapping[int, Fraction]

MOST_NUMBERED_RESULTS = 26
"""The largest number of bars with room for upright numbers."""

MOST_DRAWN_TERRITORIES = 40
"""The largest number of territories with room for their bars."""

MOST_LISTED_TERRITORIES = 6
"""The largest number of territories that a title names one by one."""


def net_results(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | Sequence[Rules] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
    armies: bool = False,
) -> Picture:
    """Return a chart of the net result of a battle or campaign, won and lost in two colours.

    - `attackers`, `rules`, `leave_behind`, `reserve`: as for `Campaign`, at most 1000 units of
      either side;
    - `garrisons`: as for `Campaign`, or the defenders of a single battle;
    - `armies`: name in the title the attacker's armies too, one of which stays behind.

    The net result is the number of attackers left (without those who stayed behind) minus the
    number of all defenders left: above 0 the campaign is won, unless a `reserve` or empty
    territories are involved.  "RISK battles: Simulating the distribution of outcomes", 2019-06-05,
    draws it from simulations, with the army at the front that is not free; "Should I attack in
    Risk? (The Board Game)" draws it for single battles.  Raises `RiskError`, also if matplotlib is
    missing.

    >>> from riskexact.rules import SINGLE_LOSS
    >>> net_results(5, 5, SINGLE_LOSS).title
    '5 attackers beat 5 defenders in 38.1 % of all battles, single-loss rules'
    """
    campaign = _campaign(attackers, garrisons, rules, leave_behind, reserve)
    won, lost = net_chances(campaign)
    title = _title(campaign, exact_sum(won.values()), armies)
    both = {
        net: won.get(net, Fraction(0)) + lost.get(net, Fraction(0)) for net in sorted({*won, *lost})
    }
    with look():
        figure = _draw_net(title, won, lost, both)
    return Picture(title, _net_words(campaign, both), figure)


def net_chances(campaign: Campaign) -> tuple[Chances, Chances]:
    """Return the chance of each net result, first of campaigns that are won, then of lost ones.

    >>> net_chances(Campaign(1, (1,)))
    ({1: Fraction(5, 12)}, {-1: Fraction(7, 12)})
    """
    ends: tuple[dict[int, list[Fraction]], dict[int, list[Fraction]]] = {}, {}
    behind = [*accumulate(reversed(campaign.garrisons), initial=0)][::-1]
    for (a, taken, d), chance in campaign.outcomes.items():
        is_lost = taken < len(campaign.garrisons)
        left = d + behind[taken + 1] if is_lost else 0
        ends[is_lost].setdefault(a - left, []).append(chance)
    won, lost = ({net: exact_sum(some) for net, some in sorted(side.items())} for side in ends)
    return won, lost


def _draw_net(title: str, won: Chances, lost: Chances, both: Chances) -> "Figure":
    """Draw the lost battles below, and the won ones on top of them."""
    nets = common_nets(both)
    heights, above, below = (
        [part.get(net, Fraction(0)) for net in nets] for part in (both, won, lost)
    )
    chance = exact_sum(won.values())
    figure, (axes,) = bar_chart(1)
    draw_bars(axes, nets, below, LOST, name=f"lost: {percent(1 - chance)}")
    bars = draw_bars(axes, nets, above, WON, bottom=below, name=f"won: {percent(chance)}")
    upright = len(nets) <= MOST_NUMBERED_RESULTS
    if len(nets) <= MOST_TURNED:
        number_bars(axes, bars, heights, upright)
    axes.axvline(0, color=PALE, linewidth=1, zorder=0)
    axes.set_xlim(nets[0] - 0.6, nets[-1] + 0.6)
    axes.set_ylim(0, 110 * float(max(heights)))
    axes.set_xticks(nets if upright else whole_ticks(nets[0], nets[-1]))
    axes.set_xlabel("net result: attackers left less defenders left")
    add_legend(axes)
    cut = any(net not in nets for net in both)
    write_head(figure, title, "Not shown: rare ends, at most 0.1 % a side." if cut else "")
    return figure


def common_nets(chances: Chances) -> range:
    """Return the net results to draw: all but the rare ones at both ends.

    >>> common_nets({-1: Fraction(7, 12), 1: Fraction(5, 12)})
    range(-1, 2)
    """
    up = [chances.get(net, Fraction(0)) for net in range(1, max(chances) + 1)]
    down = [chances.get(-net, Fraction(0)) for net in range(1 - min(chances))]
    return range(rare_end(down) - len(down) + 1, len(up) - rare_end(up) + 1)


def _net_words(campaign: Campaign, both: Chances) -> str:
    """Return the alternative text: every bar of a small campaign, the main ones of a large one."""
    chance = campaign.win_probability
    most_likely = max(both, key=both.__getitem__)
    few = len(both) <= MOST_NUMBERED_RESULTS
    named = both if few else range(most_likely - 2, most_likely + 3)
    bars = chances_text({net: both[net] for net in named if net in both})
    return (
        f"Bar chart of the net result, attackers left less defenders left, when "
        f"{_attack(campaign)}. Won with {exact_percent(chance)}, lost with {percent(1 - chance)}. "
        f"Chances of the net results{'' if few else ', among them'}, {bars}. The most likely is "
        f"{most_likely}."
    )


def campaign_odds(
    attackers: int,
    garrisons: int | Sequence[int],
    rules: Rules | Sequence[Rules] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
    armies: bool = False,
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
    if n > MOST_DRAWN_TERRITORIES:
        raise RiskError(
            f"territories must be at most {MOST_DRAWN_TERRITORIES} to be drawn, not {n}"
        )
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
    with look():
        figure = _draw_taken(title, campaign.garrisons, exactly, at_least)
    return Picture(title, _taken_words(campaign, exactly, at_least), figure)


def _draw_taken(
    title: str,
    garrisons: Sequence[int],
    exactly: Sequence[Fraction],
    at_least: Sequence[Fraction],
) -> "Figure":
    """Draw two bars side by side for each number of territories."""
    n = len(garrisons)
    roomy = 2 * n < MOST_NUMBERED_RESULTS
    figure, (axes,) = bar_chart(1)
    for chances, first, name, colour, shift in (
        (at_least, 1, "at least this many", ATTACKER, -0.2),
        (exactly, 0, "exactly this many", DEFENDER, 0.2),
    ):
        places = [taken + shift * (taken > 0) for taken in range(first, n + 1)]
        bars = draw_bars(axes, places, chances[first:], colour, 0.4, name=name)
        if roomy:
            number_bars(axes, bars, chances[first:])
    ticks = range(n + 1) if roomy else whole_ticks(0, n)
    axes.set_xticks(ticks, labels=[f"{t}\n({garrisons[t - 1]})" if t else "0" for t in ticks])
    axes.set_xlabel("territories taken (and how many defended the last of them)")
    axes.set_ylim(0, 108)
    add_legend(axes)
    write_head(figure, title)
    return figure


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
    rules: Rules | Sequence[Rules],
    leave_behind: int | Sequence[int],
    reserve: int,
) -> Campaign:
    """Return the campaign; a number of defenders is a single battle."""
    chain = garrisons if isinstance(garrisons, Sequence) else (garrisons,)
    campaign = Campaign(attackers, chain, rules, leave_behind, reserve)
    for name, units in (("attackers", campaign.attackers), ("defenders", sum(campaign.garrisons))):
        if units > MOST_IN_BARS:
            raise RiskError(
                f"{name} must be at most {MOST_IN_BARS} to be drawn, not {shown(units)}"
            )
    return campaign


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
    if len(garrisons) <= MOST_LISTED_TERRITORIES:
        return f"territories of {listed(garrisons)} defenders"
    return f"{len(garrisons)} territories with {counted(sum(garrisons), 'defender')}"


def _terms(campaign: Campaign) -> str:
    """Return the rules and the terms that differ from the usual ones, for a title.

    >>> _terms(Campaign(9, (3, 3), leave_behind=2, reserve=1))
    ', 2 units left behind on each, broken off at 1 attacker'
    """
    rules, stays = campaign.rules, campaign.leave_behind
    parts = under(rules) if isinstance(rules, Rules) else f", rules: {listed(map(label, rules))}"
    if len(campaign.garrisons) > 1 and not isinstance(stays, int):
        parts += f", {counted_each(stays[:-1], 'unit')} left behind"
    elif len(campaign.garrisons) > 1 and stays != 1:
        parts += f", {stays} units left behind on each"
    if campaign.reserve:
        parts += f", broken off at {counted(campaign.reserve, 'attacker')}"
    return parts
