"""Solved continents: the best turn for every garrison up to a size, from every entry.

Every position of such a problem is one of a front, so what is found for one serves the others.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from riskexact.base.frozen import NamedTuple
from riskexact.turn.best_play import BestPlay
from riskexact.turn.evaluation import Playable
from riskexact.turn.geography import map_named
from riskexact.turn.named_front import NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import Bounded

SOLVED_DEFENDERS, SOLVED_ARMIES = 4, 30
"""Defenders on each territory, and armies at all entries together."""


class SolvedContinent(NamedTuple):
    """A continent of the classic map, and the territories from which it is attacked."""

    name: str
    entries: tuple[str, ...]

    @property
    def territories(self) -> tuple[str, ...]:
        """The territories of the continent, in the order of the map."""
        return map_named("classic").named(self.name)


SOLVED = {
    "australia-from-siam": SolvedContinent("Australia", ("Siam",)),
    "south-america-from-central-america": SolvedContinent("South America", ("Central America",)),
    "south-america-from-north-africa": SolvedContinent("South America", ("North Africa",)),
    "south-america-from-both-sides": SolvedContinent(
        "South America", ("Central America", "North Africa")
    ),
}


class BestStart(NamedTuple):
    """The defenders, the armies at the entries, the chance of best play, and the best first moves.

    Moves are (source, target, dice); there is none where nothing helps.
    """

    defenders: tuple[int, ...]
    armies: tuple[int, ...]
    win_probability: Fraction
    best: tuple[tuple[str, str, int], ...]


def solutions(
    continent: SolvedContinent, defenders: int, armies: int, every: bool = False
) -> Iterator[BestStart]:
    """Yield the solution of every position up to a size, garrison by garrison.

    - `defenders`: the most on each territory; `armies`: the most at all entries together, where
      each has 2 or more;
    - `every`: by the optimum over every number of armies moving in, instead of two bounds that
      are equal; `ArithmeticError` if they differ.

    >>> small = list(solutions(SOLVED["australia-from-siam"], 1, 6))
    >>> small == list(solutions(SOLVED["australia-from-siam"], 1, 6, every=True))
    True
    >>> small[-1].armies, round(float(small[-1].win_probability), 4), small[-1].best
    ((6,), 0.3237, (('Siam', 'Indonesia', 3),))
    """
    names = continent.territories
    most = Position(
        "classic", dict.fromkeys(continent.entries, armies), dict.fromkeys(names, defenders)
    )
    named = NamedFront(most, names)
    bounded = Bounded(named.front)
    play = BestPlay(named.front, every=True)
    moves: Playable
    for garrisons in product(range(1, defenders + 1), repeat=len(names)):
        for stacks in product(range(2, armies + 1), repeat=len(continent.entries)):
            if sum(stacks) > armies:
                continue
            mine = dict(zip(continent.entries, stacks, strict=True))
            state = named.state_of(mine, dict(zip(names, garrisons, strict=True)))
            if every:
                chance, moves = play.value(state), play
            else:
                chance, upper, moves = bounded.bounds(state)
                if chance != upper:
                    raise ArithmeticError("the bounds of a solved continent differ")
            found = list(moves.attacks(state)) if chance else []
            highest = max((value for _, value in found), default=0)
            best = (attack for attack, value in found if value == highest)
            yield BestStart(garrisons, stacks, chance, tuple(map(named.by_names, best)))
