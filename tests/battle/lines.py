"""`python -m tests.battle.lines`: the first lines that are held best otherwise than the theorem.

Under rules of which it is not proved (riskexact/turn/README.md, Under other rules): all spreads
are compared, exactly.  The command looks as far as `FAR` says, which takes minutes.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, pairwise
from typing import NamedTuple

from riskexact.base.text import decimal_text
from riskexact.battle.campaign.garrisons import TWO_EACH
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.needed.growing import common_base, values
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES

Garrisons = tuple[int, ...]
Box = tuple[int, int, int]
"""The most units, territories and attackers."""

OTHERS = [name for name in RULES if name not in (*TWO_EACH, "single-loss")]
NEAR: Box = (8, 4, 24)
FAR: Box = (30, 3, 30)


class Held(NamedTuple):
    """A line that is held better than the theorem says; the chances are those of the attackers."""

    units: int
    territories: int
    attackers: int
    best: Garrisons
    chance: Fraction
    chance_by_theorem: Fraction

    def cells(self) -> str:
        """What a table says of it."""
        shown = ", ".join(map(str, self.best))
        chances = (decimal_text(each, 8) for each in (self.chance, self.chance_by_theorem))
        asked = (str(each) for each in (self.units, self.territories, self.attackers))
        return " | ".join([*asked, shown, *chances])


def spread(ones: int, units: int, territories: int) -> Garrisons:
    """Ones, then twos, and all others on the last."""
    twos = territories - 1 - ones
    return (1,) * ones + (2,) * twos + (units - ones - 2 * twos,)


def two_on_each(units: int, territories: int, attackers: int) -> list[Garrisons]:
    """The spread that is best by the theorem, where both sides have enough."""
    enough = min(units, attackers) >= 2 * territories
    return [spread(0, units, territories)] if enough else []


def ones_twos_rest(units: int, territories: int, attackers: int) -> list[Garrisons]:
    """The spreads of which one is best by the theorem."""
    stands = [spread(ones, units, territories) for ones in range(territories)]
    return [each for each in stands if each[-1] > 0 and attackers >= territories]


CLAIMS: dict[str, Callable[[int, int, int], list[Garrisons]]] = {
    "two on each": two_on_each,
    "ones, twos, the rest": ones_twos_rest,
}


def all_spreads(units: int, territories: int) -> Iterator[Garrisons]:
    """Every way to put the units on the territories, one or more on each."""
    for cuts in combinations(range(1, units), territories - 1):
        yield tuple(b - a for a, b in pairwise((0, *cuts, units)))


def exceptions(rules: Rules, claim: str, box: Box, first: int = 2) -> Iterator[Held]:
    """Yield where the claim fails, by units, then territories, then attackers."""
    most_units, most_territories, most_attackers = box
    base = common_base([Territory(1, rules, 1)])

    @cache
    def wins(garrisons: Garrisons) -> list[int]:
        """The chances of 0, 1, 2, … attackers, over the base to the units of both sides."""
        later = iter(wins(garrisons[1:])) if garrisons[1:] else None
        found = values(Territory(garrisons[0], rules, 1), base, 0, later)
        return list(islice(found, most_attackers + 1))

    for n in range(first, most_units + 1):
        for k in range(2, min(n, most_territories) + 1):
            spreads = list(all_spreads(n, k))
            for a in range(1, most_attackers + 1):
                stands = CLAIMS[claim](n, k, a)
                least = min(wins(each)[a] for each in (stands and spreads) or [(n,)])
                if stands and all(wins(each)[a] > least for each in stands):
                    best = next(each for each in spreads if wins(each)[a] == least)
                    other = min(wins(each)[a] for each in stands)
                    over = base ** (a + n)
                    yield Held(n, k, a, best, Fraction(least, over), Fraction(other, over))


def rows(claim: str, box: Box) -> Iterator[str]:
    """Yield the rows of the table of a claim, with the same of several rule sets in one row."""
    found: dict[Held | None, list[str]] = {}
    for name in OTHERS:
        held = next(exceptions(RULES[name], claim, box), None)
        found.setdefault(held, []).append(f"`{name}`")
    for held, names in found.items():
        yield f"| {', '.join(names)} | {held.cells() if held else 'none found | | | | |'} |"


if __name__ == "__main__":
    for claim, box in zip(CLAIMS, (NEAR, FAR), strict=True):
        print(claim, *rows(claim, box), sep="\n")
