"""Simulated battles and campaigns, with dice of `throwing`, which knows nothing of the odds.

Each block of battles has its own generator, seeded by the seed and its number: memory is bounded,
and the same seed gives the same battles, in one version of numpy.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.text import DIGITS, chance_text, pluralize
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.sweep import Territory
from riskexact.logs.scores import MAX_P_VALUE_DIGITS, p_value_text
from riskexact.odds.recursion import where_over
from riskexact.odds.states import MAX_OUTCOMES_UNITS, Stops, check_units

BLOCK = 10_000
"""Battles fought at the same time: few enough for the processor's cache."""


class Simulation(NamedTuple):
    """The results of simulated battles or campaigns; of `simulate`.

    - `fought`: the battle or campaign, repeated `battles` times; `seed`: of the random numbers;
    - `counts`: how often each observed outcome occurred, ordered as in its outcomes.

    >>> simulate(Battle(12, 9), battles=1000, seed=1)
    <Simulation of 1000 battles 12 v 9, standard, seed 1: 79.0 % won>
    """

    fought: Battle | Campaign
    battles: int
    seed: int
    counts: Mapping[tuple[int, ...], int]

    def __repr__(self) -> str:
        """Return what was simulated, and how much of it was won."""
        what = f"{pluralize(self.battles, type(self.fought).__name__.lower())} {self.fought.brief}"
        won = chance_text(Fraction(self.wins, self.battles))
        return f"<Simulation of {what}, seed {self.seed}: {won} won>"

    @property
    def wins(self) -> int:
        """The number of battles or campaigns that the attacker won."""
        won = len(self.fought.garrisons) if isinstance(self.fought, Campaign) else 0
        return sum(count for outcome, count in self.counts.items() if outcome[1] == won)

    def win_p_value_decimal(self, digits: int = DIGITS) -> str:
        """Return the two-sided p-value of the wins in `digits` certain digits, 1 to 100."""
        digits = whole(digits, "digits", 1, MAX_P_VALUE_DIGITS)
        win = self.fought.win_probability
        assert isinstance(win, Fraction)
        return p_value_text(self.wins, self.battles, win, digits)


def simulate(fought: Battle | Campaign, battles: int = 10_000, seed: int = 0) -> Simulation:
    """Simulate battles or campaigns with random dice.

    - `fought`: with any rules and stop rules; at most 2000 units on both sides together;
    - `battles`: how many, 1 to 10^8; `seed`: 0 to 2^64 - 1.

    Needs the `data` extra.  Raises `RiskError`.

    >>> 0.75 < simulate(Battle(12, 9), battles=2000, seed=1).wins / 2000 < 0.83
    True
    """
    if not isinstance(fought, Battle | Campaign):
        raise RiskError(f"fought must be a Battle or a Campaign, not {short_repr(fought)}")
    fought._refuse_blitz("a simulation")
    battles, seed = whole(battles, "battles", 1, 10**8), whole(seed, "seed", 0, 2**64 - 1)
    counts = Counter(chain.from_iterable(_blocks(fought, battles, seed)))
    # impossible outcomes, which only a fault could produce, come last
    found = {end: counts[end] for end in (*fought.outcomes, *counts) if counts[end]}
    return Simulation(fought, battles, seed, FrozenMapping(found))


def _blocks(
    fought: Battle | Campaign, battles: int, seed: int
) -> Iterator[Iterable[tuple[int, ...]]]:
    """Yield the outcomes of each block of battles."""
    if isinstance(fought, Battle):
        territories, stops = [Territory(fought.defenders, fought.rules, 0)], fought.stops
    else:
        territories, stops = [*fought.territories], Stops(fought.retreat_at)
    defenders = sum(each.garrison for each in territories)
    check_units(fought.attackers, defenders, MAX_OUTCOMES_UNITS, "a simulation")
    require("numpy", "data", "a simulation needs")
    import numpy as np

    from riskexact.logs.throwing import fight

    ends = []
    for garrison, rules, _ in territories:
        over = where_over(fought.attackers, garrison, rules, stops)
        states = [[over(a, d) for d in range(garrison + 1)] for a in range(fought.attackers + 1)]
        ends.append(np.array(states))
    for number, first in enumerate(range(0, battles, BLOCK)):
        sequence = np.random.SeedSequence(seed, spawn_key=(number,))
        generator = np.random.Generator(np.random.PCG64(sequence))
        attackers = np.full(min(BLOCK, battles - first), fought.attackers)
        taken, left = np.zeros_like(attackers), np.full_like(attackers, territories[0].garrison)
        going = np.arange(attackers.size)
        for n, territory in enumerate(territories):
            units = [attackers[going], left[going]]
            fight(units, territory.rules, ends[n], stops.stop_after, generator)
            attackers[going], left[going] = units
            going = going[units[1] == 0]
            taken[going] = n + 1
            if n + 1 < len(territories):
                # no more can stay than there are; numpy could not count more than 64 bits
                stay = min(territory.leave_behind, fought.attackers)
                attackers[going] = free = np.maximum(attackers[going] - stay, 0)
                left[going] = territories[n + 1].garrison
                going = going[free > stops.retreat_at]
        parts = (attackers, left) if isinstance(fought, Battle) else (attackers, taken, left)
        yield zip(*(each.tolist() for each in parts), strict=True)
