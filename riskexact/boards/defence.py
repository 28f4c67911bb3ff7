"""How the defender stands best: on territories that are attacked together, or on fronts apart."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.boards.bounds import STATES_OF_ALL_NUMBERS, Bounded
from riskexact.boards.evaluation import OnStates
from riskexact.boards.geography import Map, checked_map
from riskexact.boards.named_front import NamedFront
from riskexact.boards.position import Position, territories_named
from riskexact.boards.reinforcement import Placement, placements
from riskexact.questions.battle import Battle
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set

AIMS = ("all", "weakest")
"""All fronts hold with the highest chance, or the weakest of them does."""


def place(
    units: int,
    on: str | Iterable[str],
    against: Mapping[str, int],
    *,
    map: Map | str = "classic",  # noqa: A002  (the word of the interface)
    rules: Rules | str | Mapping[str, Rules | str] = STANDARD,
    move: str = "any",
    dice: str = "free",
    all_numbers: int = STATES_OF_ALL_NUMBERS,
    on_states: OnStates = lambda states: None,
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
    names = territories_named(world, on)
    least = whole(units, "units", len(names))
    stands = placements(least, len(names), 1)
    most = dict.fromkeys(names, least - len(names) + 1)
    named = NamedFront(Position(world, against, most, rules), names, (), move, dice)
    bounded = Bounded(named.front, all_numbers, on_states)
    place_of = [names.index(t) for t in named.names[: len(names)]]
    best, highest = None, Fraction(0)
    for stand in stands:
        state = (*(stand[n] for n in place_of), *named.front.start[len(names) :])
        lower, upper, _ = bounded.bounds(state)
        highest = max(highest, 1 - lower)
        if best is None or 1 - upper > best.lower:
            best = Placement(dict(zip(names, stand, strict=True)), 1 - upper, Fraction(1))
    assert best is not None
    return best._replace(upper=highest)


def hold(
    units: int,
    fronts: Mapping[str, Sequence[int]],
    *,
    aim: str = "all",
    rules: Rules | str = STANDARD,
) -> Placement:
    """Return how defenders stand best on fronts apart, each with attackers of its own.

    - `units`: defenders to place, at least one on each front;
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
    if aim not in AIMS:
        raise RiskError(f"aim must be one of {', '.join(AIMS)}, not {shown(aim)}")
    if not isinstance(fronts, Mapping):
        raise RiskError(
            f'fronts must map names to armies, such as {{"Siam": [5]}}, not {shown(fronts)}'
        )
    own = rule_set(rules)
    stacks = {name: _stacks(name, each) for name, each in fronts.items()}
    if not stacks:
        raise RiskError("fronts must be one or more, not none")
    left = whole(units, "units", len(stacks))
    # by units placed, the best chance and where they stand
    best: dict[int, tuple[Fraction, tuple[int, ...]]] = {0: (Fraction(1), ())}
    for after, each in zip(reversed(range(len(stacks))), stacks.values(), strict=True):
        longer: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        for used, (chance, stand) in best.items():
            for here in range(1, left - used - after + 1):
                held = held_by(here, each, own)
                both = chance * held if aim == "all" else min(chance, held)
                if used + here not in longer or both > longer[used + here][0]:
                    longer[used + here] = both, (*stand, here)
        best = longer
    chance, stand = best[left]
    return Placement(dict(zip(stacks, stand, strict=True)), chance, chance)


@lru_cache(maxsize=1 << 16)
def held_by(defenders: int, stacks: tuple[int, ...], rules: Rules) -> Fraction:
    """Return the chance that defenders hold against stacks of free attackers, one after another.

    >>> held_by(2, (3,), STANDARD) == 1 - Battle(3, 2).win_probability
    True
    """
    if not stacks:
        return Fraction(1)
    left = Battle(stacks[0], defenders, rules).defenders_left if stacks[0] else {defenders: 1}
    return sum(
        (chance * held_by(d, stacks[1:], rules) for d, chance in left.items() if d), Fraction(0)
    )


def _stacks(name: str, armies: Sequence[int]) -> tuple[int, ...]:
    if isinstance(armies, str) or not isinstance(armies, Sequence):
        raise RiskError(f"front {name} must have a list of armies, not {shown(armies)}")
    return tuple(whole(n, f"armies on front {name}", 1) - 1 for n in armies)
