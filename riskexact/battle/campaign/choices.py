"""The least force for a campaign, and the best order of attack."""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple, Never, cast

from riskexact.base.arguments import ExactChance, refuse_old_names, short_repr, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.battle.campaign import checked_territories
from riskexact.battle.campaign.pareto import Choice, Choices, Search, check_states
from riskexact.battle.campaign.sweep import Fights, Territory
from riskexact.battle.needed.growing import Force, brief, least_force
from riskexact.odds.states import MAX_OUTCOMES_UNITS
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion, checked_mode
from riskexact.rules.distribution import Distribution

FROM_SOURCE = "source"
"""The territory from which the attack comes, in `neighbours`."""

Neighbours = Mapping[int | str, Collection[int]]
"""The territories that can be attacked from each of them, by number from 0, and from "source"."""


def campaign_attackers_needed(
    garrisons: Sequence[int],
    chance: ExactChance,
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    blitz: BlitzVersion | bool | None = None,
    stop_until: int = 0,
    **old: Never,
) -> int:
    """Return the smallest number of attackers who take all territories with at least that chance.

    The arguments are those of `Campaign`; `chance` is exact, from 0 to 1.  Equivalent to trying
    0, 1, 2, … attackers in turn, which one backward pass does (`needed.growing`); monotonicity is
    not assumed.  In Balanced Blitz they are tried in turn, as far as `Campaign` takes them.

    Raises `RiskError` as `Campaign` does, for a chance that no number of attackers reaches, and for
    numbers that would not fit in memory.

    >>> campaign_attackers_needed((3, 3, 3), "90%")
    16
    >>> campaign_attackers_needed((3, 3), 1)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: chance must be one that some number of attackers reaches against \
3 and 3 defenders, not 1: none reaches it; with ever more of them the chance tends to 1
    """
    refuse_old_names(old, reserve="retreat_at")
    goal = checked_chance(chance)
    territories = checked_territories(garrisons, rules, leave_behind)
    retreat = whole(retreat_at, "retreat_at")
    version, staying = checked_mode(blitz, stop_until, retreat)
    return least_of(territories, goal, retreat, version, staying).attackers


def least_of(
    territories: Sequence[Territory],
    goal: Fraction,
    retreat_at: int,
    version: BlitzVersion | None,
    stop_until: int,
) -> Force:
    """Return the first force that has the chance; in Balanced Blitz they are tried in turn."""
    if version is None:
        return least_force(territories, goal, retreat_at)
    defenders, n = sum(each.garrison for each in territories), len(territories)
    before, first = None, Fights(1, tuple(territories), stop_until, version)
    for a in range(int(not territories[0].garrison), MAX_OUTCOMES_UNITS - defenders + 1):
        fights = first.replace(attackers=a)
        fights.share(first)
        outcomes = Distribution.from_trusted(fights.outcomes())
        win = outcomes.probability(lambda outcome: outcome[1] == n)
        if win >= goal:
            return Force(a, win, before)
        before = win
    raise RiskError(
        f"chance must be one that is reached with at most {MAX_OUTCOMES_UNITS} units in Balanced "
        f"Blitz, not {brief(goal)}"
    )


class Order(NamedTuple):
    """An order of attack, by the numbers of the territories from 0, and its chance to take all."""

    territories: tuple[int, ...]
    win_probability: Fraction


def best_order(
    attackers: int,
    garrisons: Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    leave_behind: int | Sequence[int] = 1,
    retreat_at: int = 0,
    neighbours: Neighbours | None = None,
    **old: Never,
) -> Order:
    """Return the order of attack that takes all territories with the highest chance.

    The arguments are those of `Campaign`, with 1 attacker or more; values given for each territory
    belong to it in any order.  The attack moves from territory to territory: `neighbours` says
    which can be attacked from each, numbered from 0, and from "source"; without it every order is
    possible.  Among several best orders, the first in lexicographic order is returned.

    Equivalent to a `Campaign` for each order in turn; `pareto` shows how the work is shared.
    Raises `RiskError` as `Campaign` does, if no order is possible, and if there are too many to
    compare.

    >>> order = best_order(8, (2, 1, 3))
    >>> order.territories, round(float(order.win_probability), 6)
    ((2, 0, 1), 0.637187)
    >>> borders = {"source": [0, 1], 0: [1, 2], 1: [0], 2: [0]}
    >>> best_order(8, (2, 1, 3), neighbours=borders).territories
    (1, 0, 2)
    """
    refuse_old_names(old, reserve="retreat_at")
    a = whole(attackers, "attackers", 1)
    territories = checked_territories(garrisons, rules, leave_behind)
    if neighbours is None:  # of equal territories, only how many are left matters
        check_states(prod(alike + 1 for alike in Counter(territories).values()))
    start, choices = _choices(territories, neighbours)
    search = Search(a, start, choices, territories, whole(retreat_at, "retreat_at"))
    best = search.best()
    if best is None:
        raise RiskError(
            f"neighbours must leave a way from the source through all {len(territories)} "
            f"territories, not {short_repr(neighbours)}"
        )
    return Order(*best)


def _choices(
    territories: Sequence[Territory], neighbours: Neighbours | None
) -> tuple[Hashable, Choices]:
    """Return the start, and the choices: a state is (territories left, where the attack stands)."""
    n = len(territories)
    borders = None if neighbours is None else _checked_neighbours(neighbours, n)

    def choices(state: Hashable) -> list[Choice]:
        left, stands = cast(tuple[frozenset[int], int | str], state)
        if borders is None:
            # of equal territories, the first
            can_be_next = frozenset(
                {territories[i]: i for i in sorted(left, reverse=True)}.values()
            )
        else:
            can_be_next = left & borders.get(stands, frozenset())
        found = []
        for i in sorted(can_be_next):
            # without borders, it does not matter where the attack stands
            after = (left - {i}, FROM_SOURCE if borders is None else i)
            found.append(Choice(i, territories[i], after if len(left) > 1 else None))
        return found

    return (frozenset(range(n)), FROM_SOURCE), choices


def _checked_neighbours(neighbours: Neighbours, n: int) -> dict[int | str, frozenset[int]]:
    what = (
        f'neighbours must map "{FROM_SOURCE}" and territories from 0 to {n - 1} to such territories'
    )
    if not isinstance(neighbours, Mapping):
        raise RiskError(f"{what}, not {short_repr(neighbours)}")
    borders: dict[int | str, frozenset[int]] = {}
    for place, others in neighbours.items():
        try:
            if isinstance(others, str | bytes) or not isinstance(others, Collection):
                raise TypeError
            reached = list(others)
        except TypeError:  # an array without dimensions claims to be a collection
            raise RiskError(f"{what}, not {short_repr(others)}") from None
        key = place if place == FROM_SOURCE else whole(place, "neighbours: a territory", 0, n - 1)
        borders[key] = frozenset(whole(i, "neighbours: a territory", 0, n - 1) for i in reached)
    return borders
