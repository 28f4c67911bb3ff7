"""Where armies stand best: new ones of mine, and defenders against an attack or on fronts apart."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, isqrt, lcm
from operator import attrgetter, itemgetter, mul

from riskexact.base.arguments import one_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.interval import Interval
from riskexact.battle.battle import Battle, win_probability
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.turn.evaluation import MAX_POSITIONS
from riskexact.turn.front import MoveRule
from riskexact.turn.geography import Map, checked_map
from riskexact.turn.named_front import NamedFront
from riskexact.turn.position import Position, stacks
from riskexact.turn.search import STATES_OF_ALL_NUMBERS, Bounded, OnBounds, TurnTerms

MAX_PLACEMENTS = 10_000
MAX_ON_FRONTS = 500
"""Defenders on all fronts."""

MAX_FRONT_CHANCES = 600_000
"""Units that are placed times all units in play, which take seconds, and up to a minute where there
are a hundred fronts, or many stacks of a hundred on each."""

LEADING_BITS = 512
"""Bits of chances by which most are told to be lower than others."""

BestByUnits = dict[int, tuple[int, tuple[int, ...]]]
"""By units placed, the best chance in whole numbers, and the units of each front."""


class Placement(NamedTuple):
    """Units by territories, and the bounds of the chance: the exact one if they are equal.

    - `untried`: of the placements that are compared, those for which the search found no policy.
    """

    armies: Mapping[str, int]
    lower: Fraction
    upper: Fraction
    untried: int = 0

    @property
    def proved(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    def __repr__(self) -> str:
        return f"<Placement {stacks(self.armies)}: {Interval(self.lower, self.upper).text()}>"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import chances

        proved, lower = self.proved, self.lower
        bounds = {"chance": lower} if proved else {"at least": lower, "at most": self.upper}
        parts = [(name, p, "") for name, p in bounds.items()]
        return chances("Placement", parts, [(t, str(n)) for t, n in self.armies.items()]).html()


def reinforce(
    position: Position,
    armies: int,
    take: str | Iterable[str] | None = None,
    through: str | Iterable[str] = (),
    *,
    move: MoveRule = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    seconds: float | None = None,
    effort: int = MAX_POSITIONS,
    on_bounds: OnBounds = None,
) -> tuple[Placement, ...]:
    """Return all ways to place new armies on territories of mine, the best first.

    - `armies`: new armies, 1 or more; they go where they border what may be taken;
    - all else is as for `conquer`, whose bounds each placement has.

    Among equals, more armies on territories that come first on the map come first.  Equals
    `conquer` for each placement in turn.  Raises `RiskError` as it does, and for more than
    `MAX_PLACEMENTS` placements.

    >>> position = Position("classic", {"Siam": 2, "China": 3}, {"India": 3})
    >>> best = reinforce(position, 4)[0]
    >>> dict(best.armies), round(float(best.lower), 4)
    ({'China': 4, 'Siam': 0}, 0.882)
    """
    new = whole(armies, "armies", 1)
    terms = TurnTerms(move, dice, all_numbers, seconds, effort, on_bounds)
    named = NamedFront(position, take, through, terms, more=new)
    ways = placements(new, named.mine, 0)
    bounded = Bounded(named.front, terms)
    more = ({t: position.mine[t] + n for t, n in added.items()} for added in ways)
    states = [named.state_of(mine, position.enemy) for mine in more]
    found = [
        Placement(added, lower, upper, int(state in bounded.untried))
        for added, state, (lower, upper, _) in zip(ways, states, bounded.of(states), strict=True)
    ]
    return tuple(sorted(found, key=lambda each: (-each.lower, -each.upper)))


def placements(units: int, on: Sequence[str], least: int) -> list[dict[str, int]]:
    """Return all ways to place units on territories, `least` or more on each, most first.

    Raises `RiskError` for no territory, and for more than `MAX_PLACEMENTS` ways.

    >>> placements(3, ["Siam", "China"], 1)
    [{'Siam': 2, 'China': 1}, {'Siam': 1, 'China': 2}]
    """
    if not on:
        raise RiskError("units must have a territory to stand on, not none")
    free = units - least * len(on)
    if comb(free + len(on) - 1, free) > MAX_PLACEMENTS:
        raise RiskError(
            f"{short_repr(units)} units on {len(on)} territories have more than {MAX_PLACEMENTS} "
            f"placements"
        )
    first, *others = on
    if not others:
        return [{first: units}]
    return [
        {first: here, **elsewhere}
        for here in range(least + free, least - 1, -1)
        for elsewhere in placements(units - here, others, least)
    ]


AIMS = ("all", "weakest")
"""All fronts hold with the highest chance, or the weakest of them does."""


def place(
    units: int,
    on: str | Iterable[str],
    against: Mapping[str, int],
    *,
    map: Map | str = "classic",  # noqa: A002  (the word of the interface)
    rules: Rules | str | Mapping[str, Rules | str] = STANDARD,
    move: MoveRule = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    seconds: float | None = None,
    effort: int = MAX_POSITIONS,
    on_bounds: OnBounds = None,
) -> Placement:
    """Return how defenders stand best against an attacker who wants all of them and plays best.

    - `units`: defenders to place, at least one on each territory;
    - `on`: the territories or continents;
    - `against`: the attacker's territories, each with its armies, the one that stays counted;
    - all else is as for `conquer`.

    The chance of the placement is that the attacker fails: its `lower` bound is that of `armies`,
    and no placement has more than `upper`.  Every placement is tried; of equals the first in
    lexicographic order, most units first, is returned.  Raises `RiskError` as `conquer` does, and
    for too few units or too many placements.

    >>> best = place(7, on="Australia", against={"Siam": 8})
    >>> list(best.armies.values()), best.proved, round(float(best.lower), 5)
    ([1, 2, 2, 2], True, 0.73873)
    """
    world = checked_map(map)
    names = world.named(on)
    placed = whole(units, "units", len(names))
    ways = placements(placed, names, 1)
    most = Position(world, against, dict.fromkeys(names, placed - len(names) + 1), rules)
    terms = TurnTerms(move, dice, all_numbers, seconds, effort, on_bounds)
    named = NamedFront(most, terms=terms)
    bounded = Bounded(named.front, terms)
    bounds = bounded.of([named.state_of(most.mine, placed) for placed in ways])
    found = [
        Placement(armies, 1 - upper, 1 - lower)
        for armies, (lower, upper, _) in zip(ways, bounds, strict=True)
    ]
    best = max(found, key=attrgetter("lower"))
    return best._replace(upper=max(each.upper for each in found), untried=len(bounded.untried))


def hold(
    units: int,
    fronts: Mapping[str, Sequence[int]],
    *,
    aim: str = "all",
    rules: Rules | str = STANDARD,
) -> Placement:
    """Return how defenders stand best on fronts apart, each with attackers of its own.

    - `units`: defenders to place, at least one on each front, at most `MAX_ON_FRONTS`;
    - `fronts`: for each front the armies of the stacks that attack it one after another, each to
      the end, the one that stays counted;
    - `aim`: that "all" hold with the highest chance, or that the "weakest" does.

    Dynamic programming over the fronts; equals the best of all placements.  Raises `RiskError` for
    anything else.

    >>> best = hold(18, {"north": [12], "east": [9], "south": [15]})
    >>> best.armies, round(float(best.lower), 4)
    ({'north': 6, 'east': 5, 'south': 7}, 0.0009)
    >>> hold(18, {"north": [12], "east": [9], "south": [15]}, aim="weakest").armies
    {'north': 6, 'east': 4, 'south': 8}
    """
    one_of(aim, "aim", AIMS)
    if not isinstance(fronts, Mapping):
        raise RiskError(
            f'fronts must map names to armies, such as {{"Siam": [5]}}, not {short_repr(fronts)}'
        )
    own = rule_set(rules)
    stacks = {name: _stacks(name, each) for name, each in fronts.items()}
    if not stacks:
        raise RiskError("fronts must be one or more, not none")
    left = whole(units, "units", len(stacks), MAX_ON_FRONTS)
    armies = sum(map(sum, stacks.values()))
    if left * (left + armies) > MAX_FRONT_CHANCES:
        most = max(0, isqrt(armies**2 + 4 * MAX_FRONT_CHANCES) - armies) // 2
        raise RiskError(
            f"units must be at most {most} against {short_repr(armies)} attackers on fronts, "
            f"not {left}"
        )
    alone = range(left if len(stacks) == 1 else 1, left - len(stacks) + 2)
    held = [{n: held_by(n, each, own) for n in alone} for each in stacks.values()]
    over = lcm(*(chance.denominator for each in held for chance in each.values()))
    best: BestByUnits = {0: (1 if aim == "all" else over, ())}
    for after, each in zip(reversed(range(len(stacks))), held, strict=True):
        alone_there = {n: int(chance * over) for n, chance in each.items()}
        best = _with_one_more(best, alone_there, left - after, aim)
    value, stand = best[left]
    reached = Fraction(value, over ** len(stacks) if aim == "all" else over)
    return Placement(dict(zip(stacks, stand, strict=True)), reached, reached)


def _with_one_more(best: BestByUnits, there: Mapping[int, int], most: int, aim: str) -> BestByUnits:
    """Return the best placements of up to `most` units with one more front.

    Chances have thousands of digits: those are multiplied whose first digits may be the highest.
    """
    ways: dict[int, list[tuple[int, int]]] = {}
    for used, here in product(best, there):
        if used + here <= most:
            ways.setdefault(used + here, []).append((used, here))
    before = _first_digits({n: chance for n, (chance, _) in best.items()})
    own, both, found = _first_digits(there), mul if aim == "all" else min, BestByUnits()
    for units, pairs in ways.items():
        if aim == "all":
            least = max(before[n] * own[here] for n, here in pairs)
            pairs = [pair for pair in pairs if (before[pair[0]] + 1) * (own[pair[1]] + 1) > least]
        stands = ((both(best[n][0], there[here]), (*best[n][1], here)) for n, here in pairs)
        found[units] = max(stands, key=itemgetter(0))
    return found


def _first_digits(numbers: Mapping[int, int]) -> dict[int, int]:
    """Return all numbers over the same power of 2, rounded down."""
    cut = max(0, max(numbers.values()).bit_length() - LEADING_BITS)
    return {n: number >> cut for n, number in numbers.items()}


@lru_cache(maxsize=1 << 16)
def held_by(defenders: int, stacks: tuple[int, ...], rules: Rules) -> Fraction:
    """Return the chance that defenders hold against stacks of free attackers, one after another.

    >>> held_by(2, (3,), STANDARD) == 1 - Battle(3, 2).win_probability
    True
    """
    if not any(stacks):
        return Fraction(1)
    if len(stacks) == 1:
        return 1 - win_probability(stacks[0], defenders, rules)
    left = Battle(stacks[0], defenders, rules).defenders_left if stacks[0] else {defenders: 1}
    return sum(
        (chance * held_by(d, stacks[1:], rules) for d, chance in left.items() if d), Fraction(0)
    )


def _stacks(name: str, armies: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(name, str):
        raise RiskError(f"name of a front must be text, not {short_repr(name)}")
    if isinstance(armies, str) or not isinstance(armies, Sequence):
        raise RiskError(f"front {name} must have a list of armies, not {short_repr(armies)}")
    return tuple(whole(n, f"armies on front {name}", 1) - 1 for n in armies)
