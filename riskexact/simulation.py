"""Battles fought with dice that are thrown at random, beside what is exactly true of them.

The dice are those of `throwing`, which knows nothing of the odds.  So the frequencies are a road of
their own to what the rest of the package computes, and `p_values` says how far the two may be
apart by chance: a simulator with a fault, or odds with one, would be caught.

The battles of a block of `BLOCK` are fought at the same time, one round after another.  Each block
has a PCG64 generator of its own, seeded by the seed and the number of the block.  So the memory is
bounded, and the same seed and number of battles give the same result.  Another version of numpy may
throw other dice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from riskexact.arguments import shown, whole
from riskexact.battle import Battle
from riskexact.dice import changing_round
from riskexact.digits import DIGITS
from riskexact.distribution import Distribution
from riskexact.errors import RiskError
from riskexact.p_values import binomial_p_value_decimal, counts_p_value_decimal
from riskexact.recursion import where_over
from riskexact.rules import Rules
from riskexact.states import State

if TYPE_CHECKING:
    import numpy as np

    from riskexact.throwing import Ends, Throw

BATTLES = 10_000
"""Battles where nothing else is asked for."""

BLOCK = 10_000
"""Battles that are fought at the same time: few enough for the processor's own memory."""

MOST_BATTLES = 100_000_000

MOST_UNITS = 2000
"""Units of both sides together: the chance of every end is needed exactly."""

MOST_ROUNDS = 10_000
"""Rounds of a battle in the mean: each is a step of its own, however few battles take it."""

MOST_DICE = 10_000_000_000
"""Dice that are thrown in the mean: some minutes."""

MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Simulation:
    """What came of so many battles, beside what is exactly true; `simulate` makes it.

    - `fought`: the battle; `battles`: how often it was fought; `seed`: of the random numbers;
    - `counts`: how many battles ended in each of the outcomes that were seen, named and ordered as
      in `Battle.outcomes`;
    - `rounds`: thrown in all battles together;
    - `throws`: the rounds of the first battle, as `throwing.Throw`.

    >>> simulation = simulate(Battle(3, 2), battles=1000, seed=1)
    >>> sum(simulation.counts.values()), set(simulation.counts) <= set(Battle(3, 2).outcomes)
    (1000, True)
    """

    fought: Battle
    battles: int
    seed: int
    counts: Mapping[State, int] = field(hash=False)
    rounds: int
    throws: "tuple[Throw, ...]"

    @property
    def wins(self) -> int:
        """The number of battles that the attacker won.

        >>> simulate(Battle(3, 0), battles=10).wins
        10
        """
        return sum(count for (_, d), count in self.counts.items() if d == 0)

    @cached_property
    def frequencies(self) -> Distribution[State]:
        """The shares of the outcomes that were seen, to set beside `Battle.outcomes`.

        >>> simulate(Battle(3, 0), battles=10).frequencies
        Distribution({(3, 0): 1})
        """
        return Distribution(
            {outcome: Fraction(count, self.battles) for outcome, count in self.counts.items()},
            ("attackers_left", "defenders_left"),
        )

    @property
    def mean_rounds(self) -> Fraction:
        """The mean number of rounds that were thrown, to set beside `Battle.mean_rounds`.

        >>> simulate(Battle(1, 1), battles=10).mean_rounds
        Fraction(1, 1)
        """
        return Fraction(self.rounds, self.battles)

    def win_p_value_decimal(self, digits: int = DIGITS) -> str:
        """Return the p-value of the number of wins to so many digits (1 to 100), all certain.

        It is the exact two-sided one, `p_values.binomial_p_value`.  A simulator without a fault has
        a p-value of x or less with a chance of at most x, for every x.

        >>> simulate(Battle(3, 0), battles=10).win_p_value_decimal()
        '1'
        """
        win_probability = self.fought.outcomes.probability(lambda left: left[1] == 0)
        return binomial_p_value_decimal(self.wins, self.battles, win_probability, digits)

    def p_value_decimal(self, digits: int = DIGITS) -> str:
        """Return the p-value of all outcomes together to so many digits (1 to 100), all certain.

        It is `p_values.counts_p_value`, of which the same is true; it notices any one outcome that
        comes too often or too seldom.

        >>> simulate(Battle(3, 0), battles=10).p_value_decimal()
        '1'
        """
        return counts_p_value_decimal(self.counts, self.fought.outcomes, digits)


def simulate(battle: Battle, battles: int = BATTLES, seed: int = 0) -> Simulation:
    """Fight a battle so many times with dice that are thrown at random.

    - `battle`: any rules, any stop; at most 2000 units on both sides together;
    - `battles`: 1 to 10^8; no more than 10^10 dice might be thrown in the mean;
    - `seed`: 0 to 2^64 - 1; the same seed gives the same battles.

    Needs the `data` extra.  Raises `RiskError`.

    >>> simulation = simulate(Battle(12, 9), battles=2000, seed=1)
    >>> 0.75 < simulation.wins / 2000 < 0.83, round(float(simulation.fought.win_probability), 6)
    (True, 0.789881)
    >>> Fraction(simulation.p_value_decimal()) > Fraction(1, 1000)
    True
    """
    if not isinstance(battle, Battle):
        raise RiskError(f"battle must be a Battle, not {shown(battle)}")
    battles = whole(battles, "battles", 1, MOST_BATTLES)
    seed = whole(seed, "seed", 0, MOST_SEED)
    _check_work(battle, battles)
    blocks = list(_blocks(battle, battles, seed))
    counts: Counter[State] = Counter()
    for block in blocks:
        counts.update(block.counts)
    # what is not possible comes last, should a fault ever make it happen
    in_order = {
        outcome: counts[outcome] for outcome in (*battle.outcomes, *counts) if counts[outcome]
    }
    return Simulation(
        battle,
        battles,
        seed,
        MappingProxyType(in_order),
        sum(block.rounds for block in blocks),
        blocks[0].throws,
    )


class _Block(NamedTuple):
    """What came of some battles: the outcomes, the rounds of all, the throws of the first."""

    counts: Counter[State]
    rounds: int
    throws: "tuple[Throw, ...]"


def _blocks(battle: Battle, battles: int, seed: int) -> Iterator[_Block]:
    try:
        import numpy as np
    except ImportError:
        raise RiskError(
            "a simulation needs numpy, which is not installed: pip install 'riskexact[data]'"
        ) from None
    ends = _ends(battle)
    for number, first in enumerate(range(0, battles, BLOCK)):
        sequence = np.random.SeedSequence(seed, spawn_key=(number,))
        generator = np.random.Generator(np.random.PCG64(sequence))
        yield _fought(battle, ends, min(BLOCK, battles - first), generator)


def _fought(battle: Battle, ends: "Ends", battles: int, generator: "np.random.Generator") -> _Block:
    import numpy as np

    from riskexact.throwing import fight

    attackers, defenders = (np.full(battles, n) for n in (battle.attackers, battle.defenders))
    rounds, throws = fight(attackers, defenders, battle.rules, ends, generator)
    counts = Counter(zip(attackers.tolist(), defenders.tolist(), strict=True))
    return _Block(counts, rounds, tuple(throws))


def _ends(battle: Battle) -> "Ends":
    """Return when the battle is over."""
    import numpy as np

    from riskexact.throwing import Ends

    stops = replace(battle.stops, stop_after=None)
    over = where_over(battle.attackers, battle.defenders, battle.rules, stops)
    at_once, later = (
        np.array(
            [
                [over(a, d, rounds) for d in range(battle.defenders + 1)]
                for a in range(battle.attackers + 1)
            ]
        )
        for rounds in (0, 1)
    )
    return Ends(at_once, later, battle.stop_after)


def _check_work(battle: Battle, battles: int) -> None:
    """Refuse what would take too long, before any work starts."""
    units = battle.attackers + battle.defenders
    if units > MOST_UNITS:
        raise RiskError(
            f"attackers and defenders must be at most {MOST_UNITS} together for a simulation, "
            f"not {units}"
        )
    rules = battle.rules
    rounds = units * _throws_for_a_unit(battle.attackers, battle.defenders, rules)
    if rounds > MOST_ROUNDS:
        raise RiskError(
            f"a battle must take at most {MOST_ROUNDS} rounds in the mean for a simulation, and "
            f"under these rules it might take {shown(int(rounds))}"
        )
    dice = sum(map(len, rules.thrown(rules.attack.most, rules.defence.most)))
    if battles * rounds * dice > MOST_DICE:
        raise RiskError(
            f"battles must be at most {MOST_DICE // (rounds * dice)} here, or more than "
            f"{MOST_DICE} dice might be thrown, not {battles}"
        )


def _throws_for_a_unit(attackers: int, defenders: int, rules: Rules) -> Fraction:
    """Return the most throws that it takes in the mean, with any dice here, to cost a unit.

    So a battle takes no more than that for each of its units, and one more where its first round
    has rules of its own.

    >>> _throws_for_a_unit(9, 9, Rules(ties="nobody"))
    Fraction(6, 5)
    """
    if rules.ties != "nobody":
        return Fraction(1)
    most_x, most_y = rules.dice(attackers, defenders)
    return max(
        (
            Fraction(rules.throws(x, y), changing_round(x, y, rules)[1])
            for x in range(1, most_x + 1)
            for y in range(1, most_y + 1)
        ),
        default=Fraction(1),
    )
