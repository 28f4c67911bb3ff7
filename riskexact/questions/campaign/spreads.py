"""The best spread of a defender's units over the territories of a campaign."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from riskexact.base.arguments import whole
from riskexact.questions.campaign import MAX_TERRITORIES, checked_territories
from riskexact.questions.campaign.pareto import Choice, Search
from riskexact.rules import STANDARD, Rules


class Spread(NamedTuple):
    """The garrisons of a campaign, and the chance that the attacker takes all of them."""

    garrisons: tuple[int, ...]
    win_probability: Fraction


def best_garrisons(
    attackers: int,
    units: int,
    territories: int,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    reserve: int = 0,
) -> Spread:
    """Return the spread of the units over the territories with the highest chance to hold.

    The defender holds unless the attacker takes all territories.  Every territory gets 1 unit or
    more; the other arguments are those of `Campaign`.  Among several best spreads, the first in
    lexicographic order is returned.

    Equivalent to a `Campaign` for each spread in turn; `pareto` shows how the work is shared.
    Raises `RiskError` as `Campaign` does, for fewer units than territories, and if there are too
    many spreads to compare.

    >>> spread = best_garrisons(9, 7, 3)
    >>> spread.garrisons, round(float(spread.win_probability), 6)
    ((2, 2, 3), 0.580287)
    """
    a = whole(attackers, "attackers")
    n = whole(territories, "territories", 1, MAX_TERRITORIES)
    total = whole(units, "units", n)
    # the largest garrison first: no campaign is larger
    largest = checked_territories([total - n + 1] + [1] * (n - 1), rules, leave_behind)

    def choices(state: Hashable) -> list[Choice]:
        place, left = cast(tuple[int, int], state)
        if place == n - 1:
            return [Choice(left, largest[place]._replace(garrison=left), None)]
        return [
            Choice(g, largest[place]._replace(garrison=g), (place + 1, left - g))
            for g in range(1, left - (n - 1 - place) + 1)
        ]

    search = Search(a, (0, total), choices, largest, whole(reserve, "reserve"), lowest=True)
    best = search.best()
    assert best is not None
    return Spread(*best)
