"""Simulated battles and campaigns, compared with their exact chances.

The dice are those of `throwing`, which knows nothing of the odds.  So the frequencies check
independently what the rest of the package computes, and a p-value says how likely a number of wins
is by chance: a faulty simulator, or faulty odds, would be noticed.

A battle is a campaign of one territory.  Battles are fought in blocks of `BLOCK` at the same time,
round by round.  Each block has its own PCG64 generator, seeded by the seed and the number of the
block: memory is bounded, and the same seed gives the same result.  Another version of numpy may
throw other dice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple, cached_property
from riskexact.base.text import DIGITS, chance_text, counted, decimal_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import FIELDS, Campaign
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.question import Displayed
from riskexact.odds.recursion import where_over
from riskexact.odds.states import MAX_OUTCOMES_UNITS, Stops, check_units
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss
from riskexact.rules.distribution import Distribution

if TYPE_CHECKING:
    import numpy as np

    from riskexact.logs.simulation.throwing import Ends, Throw

    _Block = tuple[Counter[tuple[int, ...]], int, tuple[Throw, ...]]

BLOCK = 10_000
"""Battles fought at the same time: few enough for the processor's cache."""

MAX_BATTLES = 100_000_000

MAX_ROUNDS = 10_000
"""The largest expected number of rounds: all dice of the first battle are kept."""

MAX_SEED = 2**64 - 1

BITS_FOR_BALLS = 10_000
"""Bits of chance ** trials above which digits come from balls, which are then faster."""

MAX_P_VALUE_DIGITS = 100
"""Digits of p-values: some tenths of a second."""


class Simulation(Displayed, Frozen):
    """The results of simulated battles or campaigns, with the exact chances; of `simulate`.

    - `fought`: the battle or campaign, repeated `battles` times; `seed`: of the random numbers;
    - `counts`: how often each observed outcome occurred, named and ordered as in its outcomes;
    - `rounds`: of all battles together; `throws`: of the first battle, as `throwing.Throw`.

    >>> simulation = simulate(Battle(12, 9), battles=1000, seed=1)
    >>> simulation
    <Simulation of 1000 battles 12 v 9, standard, seed 1: 79.0 % won>
    >>> sum(simulation.counts.values()), set(simulation.counts) <= set(Battle(12, 9).outcomes)
    (1000, True)
    """

    fought: Battle | Campaign
    battles: int
    seed: int
    counts: Mapping[tuple[int, ...], int]
    rounds: int
    throws: "tuple[Throw, ...]"

    def _key(self) -> tuple[object, ...]:
        return tuple((self._named() | {"counts": frozenset(self.counts.items())}).values())

    def _answer(self) -> str:
        return f"{chance_text(Fraction(self.wins, self.battles))} won"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import Grid

        wins = Fraction(self.wins, self.battles), self.fought.win_probability
        rounds = self.mean_rounds, self.fought.mean_rounds
        rows = [
            ["the attacker wins", *(chance_text(p) for p in wins)],
            ["rounds, on average", *(decimal_text(mean, 4) for mean in rounds)],
        ]
        return Grid(f"Simulation {self.brief}", ["", "simulated", "exact"], rows).html()

    @property
    def brief(self) -> str:
        """What was simulated, in few words.

        >>> simulate(Campaign(3, (1, 1)), battles=10).brief
        'of 10 campaigns 3 v 1, 1, standard, seed 0'
        """
        kind = "campaign" if isinstance(self.fought, Campaign) else "battle"
        return f"of {counted(self.battles, kind)} {self.fought.brief}, seed {self.seed}"

    @property
    def wins(self) -> int:
        """The number of battles or campaigns that the attacker won.

        >>> simulate(Battle(3, 0), battles=10).wins
        10
        """
        won = len(self.fought.garrisons) if isinstance(self.fought, Campaign) else 0
        return sum(count for outcome, count in self.counts.items() if outcome[1] == won)

    @cached_property
    def frequencies(self) -> Distribution[tuple[int, ...]]:
        """The relative frequencies of the outcomes, to compare with the exact `outcomes`.

        >>> dict(simulate(Battle(3, 0), battles=10).frequencies)
        {(3, 0): Fraction(1, 1)}
        """
        found = {end: Fraction(count, self.battles) for end, count in self.counts.items()}
        is_campaign = isinstance(self.fought, Campaign)
        return Distribution(found, FIELDS if is_campaign else (FIELDS[0], FIELDS[2]))

    @cached_property
    def outcomes(self) -> Distribution[tuple[int, ...]]:
        """The exact distribution of the outcomes.

        >>> dict(simulate(Battle(3, 0), battles=10).outcomes)
        {(3, 0): Fraction(1, 1)}
        """
        outcomes: Distribution[Any] = self.fought.outcomes
        return outcomes

    @property
    def mean_rounds(self) -> Fraction:
        """The mean number of rounds in the simulation, to compare with the exact expected number.

        >>> found = simulate(Battle(1, 1), battles=10)
        >>> found.mean_rounds == found.fought.mean_rounds == 1
        True
        """
        return Fraction(self.rounds, self.battles)

    def win_p_value_decimal(self, digits: int = DIGITS) -> str:
        """Return the p-value of the number of wins in `digits` certain digits, 1 to 100.

        A correct simulator has one of x or less with a chance of at most x, for every x: see
        `p_value_text`.

        >>> simulate(Battle(3, 0), battles=10).win_p_value_decimal()
        '1'
        """
        digits = whole(digits, "digits", 1, MAX_P_VALUE_DIGITS)
        win = self.fought.win_probability
        assert isinstance(win, Fraction)
        return p_value_text(self.wins, self.battles, win, digits)


def simulate(fought: Battle | Campaign, battles: int = 10_000, seed: int = 0) -> Simulation:
    """Simulate battles or campaigns with random dice.

    - `fought`: with any rules and stop rules; at most 2000 units on both sides together;
    - `battles`: how many, 1 to 10^8;
    - `seed`: 0 to 2^64 - 1; the same seed gives the same battles.

    Needs the `data` extra.  Raises `RiskError`.

    >>> simulation = simulate(Battle(12, 9), battles=2000, seed=1)
    >>> 0.75 < simulation.wins / 2000 < 0.83, round(float(simulation.fought.win_probability), 6)
    (True, 0.789881)
    >>> Fraction(simulation.win_p_value_decimal()) > Fraction(1, 1000)
    True
    """
    if not isinstance(fought, Battle | Campaign):
        raise RiskError(f"fought must be a Battle or a Campaign, not {shown(fought)}")
    fought._refuse_blitz("a simulation")
    battles = whole(battles, "battles", 1, MAX_BATTLES)
    seed = whole(seed, "seed", 0, MAX_SEED)
    _check_size(_campaign(fought))
    counts: Counter[tuple[int, ...]] = Counter()
    rounds = 0
    throws: tuple[Throw, ...] = ()
    for more, thrown, first in _blocks(fought, battles, seed):
        counts.update(more)
        rounds += thrown
        throws = throws or first
    if isinstance(fought, Battle):
        counts = Counter({(a, d): count for (a, _, d), count in counts.items()})
    # impossible outcomes, which only a fault could produce, come last
    found = {outcome: counts[outcome] for outcome in (*fought.outcomes, *counts)}
    found = {outcome: count for outcome, count in found.items() if count}
    return Simulation(fought, battles, seed, FrozenMapping(found), rounds, throws)


class _Campaign(NamedTuple):
    """A campaign, or a battle as a campaign of one territory, and the stop rules of each battle."""

    attackers: int
    territories: tuple[Territory, ...]
    stops: Stops


def _campaign(fought: Battle | Campaign) -> _Campaign:
    if isinstance(fought, Battle):
        territory = Territory(fought.defenders, fought.rules, leave_behind=0)
        return _Campaign(fought.attackers, (territory,), fought.stops)
    return _Campaign(fought.attackers, fought.territories, Stops(fought.retreat_at))


def _blocks(fought: Battle | Campaign, battles: int, seed: int) -> "Iterator[_Block]":
    """Yield the outcomes, the rounds of all battles and the throws of the first, of each block."""
    require("numpy", "data", "a simulation needs")
    import numpy as np

    from riskexact.logs.simulation.throwing import Ends

    campaign, ends = _campaign(fought), []
    for garrison, rules, _ in campaign.territories:
        over = where_over(campaign.attackers, garrison, rules, campaign.stops)
        states = [[over(a, d) for d in range(garrison + 1)] for a in range(campaign.attackers + 1)]
        ends.append(Ends(np.array(states), campaign.stops.stop_after))
    for number, first in enumerate(range(0, battles, BLOCK)):
        sequence = np.random.SeedSequence(seed, spawn_key=(number,))
        generator = np.random.Generator(np.random.PCG64(sequence))
        yield _fought(campaign, ends, min(BLOCK, battles - first), generator)


def _fought(
    campaign: _Campaign, ends: "Sequence[Ends]", battles: int, generator: "np.random.Generator"
) -> "_Block":
    """Fight for one territory after another, in all battles at the same time."""
    import numpy as np

    from riskexact.logs.simulation.throwing import fight

    attackers = np.full(battles, campaign.attackers)
    taken, defenders = np.zeros_like(attackers), np.zeros_like(attackers)
    going_on = np.arange(battles)
    rounds = 0
    throws: list[Throw] = []
    for n, territory in enumerate(campaign.territories):
        a, d = attackers[going_on], np.full(going_on.size, territory.garrison)
        thrown, first = fight(a, d, territory.rules, ends[n], generator)
        rounds += thrown
        if going_on.size and going_on[0] == 0:
            throws += first
        attackers[going_on], defenders[going_on] = a, d
        going_on = going_on[d == 0]
        taken[going_on] = n + 1
        if n + 1 < len(campaign.territories):
            # no more can stay than there are; numpy could not count more than 64 bits
            stay = min(territory.leave_behind, campaign.attackers)
            free = np.maximum(attackers[going_on] - stay, 0)
            attackers[going_on] = free
            defenders[going_on] = campaign.territories[n + 1].garrison
            going_on = going_on[free > campaign.stops.retreat_at]
    found = zip(attackers.tolist(), taken.tolist(), defenders.tolist(), strict=True)
    return Counter(found), rounds, tuple(throws)


def _check_size(campaign: _Campaign) -> None:
    """Refuse a battle whose exact outcomes or dice would not fit."""
    defenders = sum(each.garrison for each in campaign.territories)
    check_units(campaign.attackers, defenders, MAX_OUTCOMES_UNITS, "a simulation")
    rounds = (campaign.attackers + defenders) * max(
        _throws_for_a_unit(campaign.attackers, garrison, rules)
        for garrison, rules, _ in set(campaign.territories)
    )
    if rounds > MAX_ROUNDS:
        raise RiskError(
            f"a battle must take at most {MAX_ROUNDS} rounds on average for a simulation, not "
            f"{shown(int(rounds))}, as it might under these rules"
        )


def _throws_for_a_unit(attackers: int, defenders: int, rules: Rules) -> Fraction:
    """Return the most throws that a unit lost takes on average, over all numbers of dice.

    >>> _throws_for_a_unit(9, 9, Rules(ties="nobody"))
    Fraction(6, 5)
    """
    if rules.ties != "nobody":
        return Fraction(1)
    each_side = (range(1, dice + 1) for dice in rules.dice(attackers, defenders))
    return max(
        (
            Fraction(rules.throws(*dice), round_with_loss(*dice, rules)[1])
            for dice in product(*each_side)
        ),
        default=Fraction(1),
    )


def p_value_text(k: int, n: int, p: Fraction, digits: int) -> str:
    """Return the two-sided p-value of k successes of chance p in n trials, in certain digits.

    It is min(1, 2 min(P(X <= k), P(X >= k))), where P(X = j) = C(n, j) p^j (1 - p)^(n - j).  It is
    x or less with a chance of at most x, for every x: either tail is x / 2 or less with a chance of
    at most x / 2.  Large numbers take balls that enclose all errors (`engine.sums`).

    >>> p_value_text(1, 10, Fraction(1, 2), 10), p_value_text(790_000, 10**6, Fraction(79, 100), 10)
    ('0.02148437500', '1')
    >>> p_value_text(800_000, 10**6, Fraction(79, 100), 5)
    '1.1688e-134'
    """
    if p in (0, 1):
        return str(int(k == n * p))
    if n * p.denominator.bit_length() > BITS_FOR_BALLS:
        from riskexact.engine.balls import Balls
        from riskexact.engine.sums import two_sided

        return Balls(lambda: {"p": two_sided(k, n, p)}).text("p", digits)
    # each term is computed from the one before
    success, failure = p.numerator, p.denominator - p.numerator
    term, low, high = failure**n, 0, 0
    for j in range(n + 1):
        low += term if j <= k else 0
        high += term if j >= k else 0
        term = term * (n - j) * success // ((j + 1) * failure)
    exact = Fraction(2 * min(low, high), p.denominator**n)
    return decimal_text(min(Fraction(1), exact), digits)
