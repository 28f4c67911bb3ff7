"""The definition of a battle's odds, as a recursion in exact Fractions: the oracle.

Letters: `a` attackers free to fight, `d` defenders, `Q(a, d)` the expected payoff, which
is the chance to win when the payoffs are 1 for a win and 0 otherwise.

    Q(a, d) = payoff(a, d)                                   where the battle is over
    Q(a, d) = Σ count(i, j) Q(a - i, d - j) / Σ count(i, j)    elsewhere

summed over the throws that cost the attacker i and the defender j units, not both 0.  A battle
is over when no defender is left (conquest), or when a stop rule holds.  If the number of rounds
is limited, the battle is followed forward instead, round by round, and rounds without a loss count.

`Q` is filled in the order of a + d, one diagonal after another, so that it never calls itself more
than one step deep, and its `lru_cache` holds only the diagonals that are still needed.  The cache
lives as long as one question: a process that asks many does not grow.

All questions take `attackers` free to fight and `defenders`, 0 or more and not both 0, a `Rules`
and a `Stops` value; they raise `RiskError` for anything else.  Nothing here uses the closed form,
and no rule set is special.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import _lru_cache_wrapper, lru_cache
from itertools import product

from riskexact.base.arguments import exact
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum, weighted_mean
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.odds.states import FOUGHT_OUT, Payoff, State, Stops, best_first, checked_stops, won
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules, checked
from riskexact.rules.dice import Losses, number_length, round_counts, round_with_loss

Over = Callable[[int, int], bool]
"""Whether a battle is over, by the attackers and defenders left."""

MAX_RECURSION_STATES = 2 * 10**8
"""Units of all states in about half a minute by the standard rules; measured."""


def states_in_time(rules: Rules) -> int:
    """Return the units of all states (`states_up_to`) that take about half a minute.

    They are fewer where a round has more ends, and where fractions are longer (`number_length`).

    >>> states_in_time(STANDARD), states_in_time(Rules(ties="nobody"))
    (200000000, 66666666)
    """
    ends, _ = round_with_loss(*rules.allowed(*rules.max_dice), rules)
    return MAX_RECURSION_STATES // max(1, len(ends) * number_length(rules) // 3)


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact chance that the attacker wins: the expected value of `won`.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return expected_values(attackers, defenders, rules, [won], stops)[0]


def expected_values(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
) -> list[Fraction]:
    """Return the exact expected value of each `payoff(a, d)`; of several, from the outcomes.

    >>> expected_values(3, 2, STANDARD, [lambda a, d: int(a == 3)])  # nobody lost
    [Fraction(1445, 3888)]
    >>> expected_values(1, 1, STANDARD, [lambda a, d: a, lambda a, d: d])
    [Fraction(5, 12), Fraction(7, 12)]
    """
    if len(payoffs) == 1 and checked_stops(stops).stop_after is None:
        board = cells(attackers, defenders, rules, payoffs[0], stops)
        return [deque(board, maxlen=1)[0][1]]
    reached = outcomes(attackers, defenders, rules, stops).items()
    return [
        exact_sum(p * exact(payoff(*state), "a payoff") for state, p in reached)
        for payoff in payoffs
    ]


def expected_values_and_rounds(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
) -> tuple[list[Fraction], Fraction]:
    """Return `expected_values` and `mean_rounds`."""
    values = expected_values(attackers, defenders, rules, payoffs, stops)
    return values, mean_rounds(attackers, defenders, rules, stops)


def cells(
    attackers: int,
    defenders: int,
    rules: Rules = STANDARD,
    payoff: Payoff = won,
    stops: Stops = FOUGHT_OUT,
) -> Iterator[tuple[State, Fraction]]:
    """Yield ((a, d), Q(a, d)) for every state up to the given one, which comes last.

    In the order of a + d, without (0, 0), which is no battle.  The number of rounds must not be
    limited.

    >>> dict(cells(1, 1))
    {(0, 1): Fraction(0, 1), (1, 0): Fraction(1, 1), (1, 1): Fraction(5, 12)}
    """
    most_a, most_d = checked(attackers, defenders, rules)
    if checked_stops(stops).stop_after is not None:
        raise RiskError(f"stop_after must be None for a whole board, not {stops.stop_after}")
    over = where_over(most_a, most_d, rules, stops)
    Q = definition(rules, payoff, over, held(most_a, most_d, rules))
    try:
        for total in range(1, most_a + most_d + 1):
            for a in range(max(0, total - most_d), min(most_a, total) + 1):
                d = total - a
                yield (a, d), Q(a, d)
    finally:
        # Q refers to itself, and would keep its Fractions until a garbage collection
        Q.cache_clear()


def steps(
    attackers: int, defenders: int, rules: Rules = STANDARD
) -> Iterator[tuple[State, dict[State, int], Fraction]]:
    """Yield the equation of each state that a battle may come to, the smallest state first.

    That is the state, the number of throws that lead to each of the next, and Q, the chance to win,
    which is the mean of theirs.  Throws that cost nobody a unit lead back to the state itself.

    >>> next(steps(2, 1))
    ((1, 1), {(1, 0): 15, (0, 1): 21}, Fraction(5, 12))
    """
    board, found, reached = dict(cells(attackers, defenders, rules)), [], {(attackers, defenders)}
    for (a, d), win in reversed(board.items()):
        if (a, d) in reached and a and d:
            counts = round_counts(*rules.dice(a, d), rules)
            found.append(((a, d), {(a - i, d - j): n for (i, j), n in counts.items()}, win))
            reached |= found[-1][1].keys()
    yield from reversed(found)


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return the number of cells in the cache, which is all that the recursion keeps.

    An `lru_cache` drops the least recently used cell.  A cell is read for the last time K diagonals
    after its own, K being the most units that a round costs.  Meanwhile K + 1 diagonals were
    filled, its own included, and the K before it were read; so a cache of 2K + 2 diagonals never
    drops a cell that is still needed.
    """
    return (2 * rules.max_losses + 2) * (min(attackers, defenders) + 1)


def definition(
    rules: Rules, payoff: Payoff, over: Over, size: int
) -> "_lru_cache_wrapper[Fraction]":
    """Return Q itself, under an `lru_cache` of the given size."""

    @lru_cache(maxsize=size)
    def Q(a: int, d: int) -> Fraction:
        if over(a, d):
            return Fraction(exact(payoff(a, d), "a payoff"))
        changes, total = round_with_loss(*rules.dice(a, d), rules)
        return weighted_mean(((count, Q(a - i, d - j)) for (i, j), count in changes), total)

    return Q


def where_over(attackers: int, defenders: int, rules: Rules, stops: Stops) -> Over:
    """Return a test of whether a battle is over, for states up to the given one."""
    too_low = hopeless(attackers, defenders, rules, stops.stop_below)

    def over(a: int, d: int) -> bool:
        return stops.reached(a, d) or bool(too_low[a] >> d & 1)

    return over


@lru_cache(maxsize=4)
def hopeless(attackers: int, defenders: int, rules: Rules, below: Fraction) -> tuple[int, ...]:
    """Return for each number of attackers the hopeless numbers of defenders, as bits.

    Against these the chance to win is less than `below`.
    """
    against = [0] * (attackers + 1)
    if below:
        for (a, d), value in cells(attackers, defenders, rules):
            against[a] |= int(value < below) << d
    return tuple(against)


def chances(a: int, d: int, rules: Rules, with_loss: bool = True) -> list[tuple[Losses, Fraction]]:
    """Return the losses of the round at (a, d) with their chances, given a loss or of any round.

    >>> chances(1, 1, STANDARD)
    [((0, 1), Fraction(5, 12)), ((1, 0), Fraction(7, 12))]
    """
    dice = rules.dice(a, d)
    if with_loss:
        changes, total = round_with_loss(*dice, rules)
    else:
        changes, total = tuple(round_counts(*dice, rules).items()), rules.throws(*dice)
    return [(losses, Fraction(count, total)) for losses, count in changes]


class Visit(NamedTuple):
    """With this probability the battle passes through `state`, or ends there (`over`)."""

    state: State
    probability: Fraction
    over: bool


def visits(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Iterator[Visit]:
    """Yield the visits with a positive probability, in the order of play.

    The recursion read forward: the start is visited with certainty, and every other state with the
    sum over the states before it.  The number of rounds must not be limited.

    >>> {visit.state: visit.probability for visit in visits(1, 1)}
    {(1, 1): Fraction(1, 1), (1, 0): Fraction(5, 12), (0, 1): Fraction(7, 12)}
    """
    start = checked(attackers, defenders, rules)
    over = where_over(*start, rules, checked_stops(stops))
    ahead: defaultdict[int, defaultdict[State, Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )
    ahead[sum(start)][start] = Fraction(1)
    for units in range(sum(start), 0, -1):
        for (a, d), probability in sorted(ahead.pop(units, {}).items(), reverse=True):
            ended = over(a, d)
            yield Visit((a, d), probability, ended)
            if not ended:
                for (i, j), p in chances(a, d, rules):
                    ahead[units - i - j][a - i, d - j] += probability * p


def outcomes_and_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Iterator[tuple[int, State, Fraction]]:
    """Yield (rounds, state, probability) for each outcome and number of rounds, by rounds.

    Rounds without a loss are counted only if the number of rounds is limited.

    >>> list(outcomes_and_rounds(1, 1))
    [(1, (1, 0), Fraction(5, 12)), (1, (0, 1), Fraction(7, 12))]
    """
    start = checked(attackers, defenders, rules)
    over = where_over(*start, rules, checked_stops(stops))
    n, now = 0, {start: Fraction(1)}
    while now:
        after: defaultdict[State, Fraction] = defaultdict(Fraction)
        for (a, d), probability in now.items():
            if n == stops.stop_after or over(a, d):
                yield n, (a, d), probability
                continue
            for (i, j), p in chances(a, d, rules, with_loss=stops.stop_after is None):
                after[a - i, d - j] += probability * p
        now, n = after, n + 1


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every state in which the battle can end.

    From the best for the attacker to the worst.  The same numbers as `expected_values` with the
    payoff 1 in one state and 0 elsewhere.

    >>> outcomes(1, 2)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    reached: defaultdict[State, Fraction] = defaultdict(Fraction)
    if checked_stops(stops).stop_after is None:
        for visit in visits(attackers, defenders, rules, stops):
            if visit.over:
                reached[visit.state] = visit.probability
    else:
        for _, state, probability in outcomes_and_rounds(attackers, defenders, rules, stops):
            reached[state] += probability
    return {state: reached[state] for state in sorted(reached, key=best_first)}


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds, counted as in `outcomes_and_rounds`.

    >>> rounds(2, 1)
    {1: Fraction(125, 216), 2: Fraction(91, 216)}
    """
    thrown: dict[int, Fraction] = {}
    for n, _, probability in outcomes_and_rounds(attackers, defenders, rules, stops):
        thrown[n] = thrown.get(n, Fraction(0)) + probability
    return thrown


def mean_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact expected number of rounds, rounds without a loss included.

    A state in which the battle goes on takes 1 / P(a round has a loss) rounds on average.

    >>> mean_rounds(2, 1)
    Fraction(307, 216)
    """
    if checked_stops(stops).stop_after is not None:
        return exact_sum(n * p for n, p in rounds(attackers, defenders, rules, stops).items())
    mean = Fraction(0)
    for (a, d), probability, over in visits(attackers, defenders, rules, stops):
        if not over:
            dice = rules.dice(a, d)
            mean += probability * Fraction(rules.throws(*dice), round_with_loss(*dice, rules)[1])
    return mean


@lru_cache(maxsize=4)
def path_counts(start: State, rules: Rules = SINGLE_LOSS) -> Mapping[State, int]:
    """Return the number of paths from a state to each state that it leads to, itself included.

    >>> path_counts((5, 4))[3, 2]  # two of four rounds are won
    6
    """
    counts = Counter({start: 1})
    for a, d in product(range(start[0], 0, -1), range(start[1], 0, -1)):
        if paths := counts[a, d]:
            for (i, j), _ in round_with_loss(*rules.dice(a, d), rules)[0]:
                counts[a - i, d - j] += paths
    return FrozenMapping(counts)
