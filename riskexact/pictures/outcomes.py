"""The outcomes of a battle: two mirrored bar charts of the units left on either side."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from riskexact.base.arguments import whole
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import cached_property
from riskexact.base.text import listed
from riskexact.pictures.bars import (
    MOST_IN_BARS,
    MOST_TURNED,
    bar_chart,
    draw_bars,
    number_bars,
    rare_end,
)
from riskexact.pictures.labels import (
    battles_won,
    chances_text,
    exact_percent,
    percent,
    under,
    whole_ticks,
)
from riskexact.pictures.picture import (
    ATTACKER,
    DEFENDER,
    PALE,
    Picture,
    look,
    write_head,
)
from riskexact.questions.battle import Battle
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_counts
from riskexact.rules.hand import Hand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NUMBERED_OUTCOMES = 28
"""The largest number of bars with room for upright numbers."""

MOST_LISTED_BARS = 20
"""The largest number of bars that the alternative text lists one by one."""

SLENDER = Fraction(2, 5)
"""The least width of a side, as a share of the other's."""


@dataclass(frozen=True)
class Survivors:
    """The chances that one side wins with 1, 2, … of its units left."""

    noun: str
    hand: Hand
    chances: tuple[Fraction, ...]

    @cached_property
    def total(self) -> Fraction:
        """The chance that it wins."""
        return exact_sum(self.chances)

    @cached_property
    def shown(self) -> int:
        """The number of chances that are shown."""
        return len(self.chances) - rare_end(self.chances)

    @cached_property
    def weak(self) -> int:
        """The largest number of units with which the side throws fewer dice, or 0."""
        units = range(1, len(self.chances) + 1)
        return sum(self.hand.dice_of(n) < self.hand.max_dice for n in units)

    @property
    def outer_peak(self) -> Fraction:
        """The largest chance among the numbers of units that throw all their dice."""
        return max(self.chances[self.weak :], default=Fraction(0))


def outcome_bars(
    attackers: int, defenders: int, rules: Rules = STANDARD, armies: bool = False
) -> Picture:
    """Return a picture of who is left after a battle: defenders on the left, attackers right.

    - `attackers`, `defenders`: units, 1 to 1000; the attackers are those free to fight;
    - `armies`: name in the title the attacker's armies too, one of which stays behind.

    The bars are the chances in `Battle.outcomes`, drawn as in the second picture of the notebook
    "Risk Calculator".  A grey ground marks the last units of a side, with which it throws fewer
    dice, and the caption explains the hole in the middle, if there is one.  For large armies,
    outcomes with a total chance of at most 1/1000 a side are left out.

    Raises `RiskError`, also if matplotlib is missing.

    >>> outcome_bars(12, 15).title
    '12 attackers beat 15 defenders in 38.7 % of all battles'
    """
    attack, defence = survivors(
        whole(attackers, "attackers", 1, MOST_IN_BARS),
        whole(defenders, "defenders", 1, MOST_IN_BARS),
        rules,
    )
    title = battles_won(attackers, defenders, attack.total, rules, armies)
    with look():
        figure = _draw(attack, defence)
        write_head(figure, title, _caption(attack, defence, rules))
    return Picture(title, _words(attack, defence, rules), figure)


def survivors(attackers: int, defenders: int, rules: Rules) -> tuple[Survivors, Survivors]:
    """Return the chances of each number of attackers left, and of each number of defenders.

    >>> [str(side.total) for side in survivors(1, 1, STANDARD)]
    ['5/12', '7/12']
    """
    outcomes = Battle(attackers, defenders, rules).outcomes
    won = (outcomes.get((a, 0), Fraction(0)) for a in range(1, attackers + 1))
    held = (outcomes.get((0, d), Fraction(0)) for d in range(1, defenders + 1))
    return (
        Survivors("attacker", rules.attack, tuple(won)),
        Survivors("defender", rules.defence, tuple(held)),
    )


def has_hole(attack: Survivors, defence: Survivors) -> bool:
    """Return whether an outcome with the last units of a side is less likely than both peaks.

    >>> one, two = Fraction(1, 16), Fraction(1, 8)
    >>> attack = Survivors("attacker", Hand(3), (one, one, two, two))
    >>> has_hole(attack, Survivors("defender", Hand(2), (one, two, two, two)))
    True
    """
    weakest = [*attack.chances[: attack.weak], *defence.chances[: defence.weak]]
    return bool(weakest) and min(weakest) < min(attack.outer_peak, defence.outer_peak)


def _draw(attack: Survivors, defence: Survivors) -> "Figure":
    """Draw the defender's bars on the left, mirrored, and the attacker's on the right."""
    pairs = (defence, attack), (attack, defence)
    widths = [max(one.shown, int(SLENDER * other.shown)) for one, other in pairs]
    figure, (left, right) = bar_chart(*widths)
    _draw_side(left, defence, DEFENDER, widths[0], sum(widths))
    _draw_side(right, attack, ATTACKER, widths[1], sum(widths))
    left.invert_xaxis()
    left.set_title(f"defender holds: {percent(defence.total)}")
    right.set_title(f"attacker wins: {percent(attack.total)}")
    right.spines.left.set_visible(False)
    right.tick_params(axis="y", left=False, labelleft=False)
    return figure


def _draw_side(axes: "Axes", side: Survivors, colour: str, width: int, bars_in_all: int) -> None:
    """Draw one side: a bar for each number of units left."""
    upright = bars_in_all <= MOST_NUMBERED_OUTCOMES
    chances = side.chances[: side.shown]
    if side.weak:
        axes.axvspan(0.5, side.weak + 0.5, color=PALE, linewidth=0, zorder=0)
    bars = draw_bars(axes, range(1, side.shown + 1), chances, colour)
    if bars_in_all <= MOST_TURNED:
        number_bars(axes, bars, chances, upright)
    axes.set_xlim(0.5, width + 0.5)
    most = min(width, len(side.chances))
    axes.set_xticks(range(1, most + 1) if upright else whole_ticks(1, most))
    axes.set_xlabel(f"{side.noun}s left")
    axes.margins(y=0.08)


def _caption(attack: Survivors, defence: Survivors, rules: Rules) -> str:
    """Return the caption: the grey ground, its consequence, and the outcomes not shown."""
    parts = []
    weak = [side for side in (defence, attack) if side.weak]
    if weak:
        last = listed(_units(side, side.weak) for side in weak)
        parts.append(f"Grey: down to the last {last}, a side throws fewer dice.")
    if has_hole(attack, defence) and _worse_rounds(attack, defence, rules):
        parts.append(
            "It then loses more of the units at stake, so fewer battles end there: hence the hole "
            "in the middle."
        )
    cut = [side for side in (defence, attack) if side.shown < len(side.chances)]
    if cut:
        ends = " or ".join(_units(side, side.shown) for side in cut)
        parts.append(f"Not shown, at most 0.1 % a side: more than {ends} left.")
    return " ".join(parts)


def _words(attack: Survivors, defence: Survivors, rules: Rules) -> str:
    """Return the alternative text: every bar of a small battle, the main ones of a large one."""
    parts = [
        f"Two mirrored bar charts of the units left after a battle of {len(attack.chances)} "
        f"against {len(defence.chances)}{under(rules)}. The attacker wins with "
        f"{exact_percent(attack.total)}, the defender holds with {percent(defence.total)}."
    ]
    parts += [_bars_text(side) for side in (defence, attack)]
    worse = _worse_rounds(attack, defence, rules)
    if has_hole(attack, defence) and worse:
        most = rules.max_dice
        parts.append(
            "There is a hole in the middle: fewer battles end with the last units of a side than "
            "with some more. A side that throws fewer dice loses more of the units at stake: the "
            f"defender loses {percent(_share(*most, rules))} of them in rounds of {most[0]} v "
            f"{most[1]} dice, "
            + listed(f"{percent(_share(x, y, rules))} in {x} v {y}" for x, y in worse)
            + "."
        )
    return " ".join(parts)


def _bars_text(side: Survivors) -> str:
    """Return the bars of a side in words."""
    most_likely = side.chances.index(max(side.chances)) + 1
    named = side.shown if side.shown <= MOST_LISTED_BARS else 3
    bars = chances_text({n: side.chances[n - 1] for n in range(1, named + 1)})
    peak = f"{most_likely}, {percent(side.chances[most_likely - 1])}"
    return f"Chances of {side.noun}s left, {bars}; the most likely number is {peak}."


def _worse_rounds(attack: Survivors, defence: Survivors, rules: Rules) -> list[tuple[int, int]]:
    """Return the dice of rounds in which a side with few units loses a larger share.

    >>> _worse_rounds(*survivors(5, 5, STANDARD), STANDARD)
    [(3, 1), (2, 2), (1, 2)]
    """
    full = rules.max_dice
    usual = _share(*full, rules)
    few_defenders = {(full[0], defence.hand.dice_of(n)) for n in range(1, defence.weak + 1)}
    few_attackers = {(attack.hand.dice_of(n), full[1]) for n in range(1, attack.weak + 1)}
    return [
        *sorted((dice for dice in few_defenders if _share(*dice, rules) > usual), reverse=True),
        *sorted((dice for dice in few_attackers if _share(*dice, rules) < usual), reverse=True),
    ]


def _share(attack_dice: int, defence_dice: int, rules: Rules) -> Fraction:
    """Return the defender's share of the expected losses in a round of these dice.

    >>> _share(3, 1, STANDARD), _share(1, 2, STANDARD)
    (Fraction(95, 144), Fraction(55, 216))
    """
    counts = round_counts(attack_dice, defence_dice, rules)
    attackers = sum(lost * count for (lost, _), count in counts.items())
    defenders = sum(lost * count for (_, lost), count in counts.items())
    return Fraction(defenders, attackers + defenders)


def _units(side: Survivors, n: int) -> str:
    return side.noun if n == 1 else f"{n} {side.noun}s"
