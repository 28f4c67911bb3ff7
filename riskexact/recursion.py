"""The definition of a battle's odds, as a recursion in exact Fractions: the oracle.

Letters: `a` attackers free to fight, `d` defenders, `Q(a, d)` the expected terminal value, which
is the chance to win when the terminal values are 1 for a win and 0 otherwise.

    Q(a, d) = terminal(a, d)                                   where the battle is over
    Q(a, d) = Σ count(i, j) Q(a - i, d - j) / Σ count(i, j)    elsewhere

summed over the throws that cost the attacker i and the defender j units, not both 0.  A battle
is over when no defender is left (conquest), or when at most `retreat_at` attackers are.  Where the
first round has rules of its own, the odds of a battle are the mean of `Q` after that round, by the
same sum, in which a throw that costs nothing leads to Q(a, d).

`Q` is filled in the order of a + d, one diagonal of the board after another, so that it never
calls itself more than one step deep, and its `lru_cache` holds just the diagonals that are still
needed.  The cache lives as long as one question: a process that asks many does not grow.

All questions take `attackers` free to fight and `defenders`, 0 or more and not both 0, a `Rules`
value, and `retreat_at`, 0 or more; they raise `RiskError` for anything else.  Nothing here knows of
the closed form, and no rule set is special.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import _lru_cache_wrapper, lru_cache

from riskexact.arguments import exact
from riskexact.dice import changing_round, round_counts
from riskexact.rules import STANDARD, Rules, checked
from riskexact.states import State, Terminal, best_first, is_over, won
from riskexact.sums import exact_sum, weighted_mean


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> Fraction:
    """Return the exact chance that the attacker wins: `expected_value` of `won`.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return expected_value(attackers, defenders, rules, won, retreat_at)


def expected_value(
    attackers: int,
    defenders: int,
    rules: Rules = STANDARD,
    terminal: Terminal = won,
    retreat_at: int = 0,
) -> Fraction:
    """Return the exact mean of `terminal(a, d)` over the states in which the battle can end.

    >>> expected_value(3, 2, terminal=lambda a, d: int(a == 3))  # nobody lost
    Fraction(1445, 3888)
    """
    last = deque(cells(attackers, defenders, rules, terminal, retreat_at), maxlen=1)
    return last[0][1]


def expected_values(
    attackers: int,
    defenders: int,
    rules: Rules,
    terminals: Sequence[Terminal],
    retreat_at: int = 0,
) -> list[Fraction]:
    """Return `expected_value` for each of the terminals.

    >>> expected_values(1, 1, STANDARD, [lambda a, d: a, lambda a, d: d])
    [Fraction(5, 12), Fraction(7, 12)]
    """
    return [
        expected_value(attackers, defenders, rules, terminal, retreat_at) for terminal in terminals
    ]


def cells(
    attackers: int,
    defenders: int,
    rules: Rules = STANDARD,
    terminal: Terminal = won,
    retreat_at: int = 0,
) -> Iterator[tuple[State, Fraction]]:
    """Yield ((a, d), Q(a, d)) for every state up to the given one, which comes last.

    In the order of a + d; (0, 0), which is no battle, is left out.

    >>> dict(cells(1, 1))
    {(0, 1): Fraction(0, 1), (1, 0): Fraction(1, 1), (1, 1): Fraction(5, 12)}
    """
    most_a, most_d = checked(attackers, defenders, rules, retreat_at)
    Q = definition(rules, terminal, retreat_at, held(most_a, most_d, rules))
    try:
        for total in range(1, most_a + most_d + 1):
            for a in range(max(0, total - most_d), min(most_a, total) + 1):
                d, value = total - a, Q(a, total - a)
                if rules.first_round:
                    _, reached = after_first_round(a, d, rules, retreat_at)
                    value = exact_sum(p * Q(*state) for state, p in reached.items())
                yield (a, d), value
    finally:
        # Q refers to itself, and would keep its Fractions until a garbage collection
        Q.cache_clear()


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return how many cells the cache holds, which is all that the recursion keeps.

    An `lru_cache` drops what was touched longest ago.  A cell that is read from K diagonals on was
    new when those were; since then new cells came on K + 1 diagonals, its own included, and the K
    before it were read, so that 2K + 1 diagonals (and one more) never lose what is needed.

    >>> held(1000, 1000, STANDARD)
    6006
    """
    return (2 * rules.most_lost + 2) * (min(attackers, defenders) + 1)


def definition(
    rules: Rules, terminal: Terminal, retreat_at: int, size: int
) -> "_lru_cache_wrapper[Fraction]":
    """Return Q itself, under an `lru_cache` of the given size."""

    @lru_cache(maxsize=size)
    def Q(a: int, d: int) -> Fraction:
        if is_over(a, d, retreat_at):
            return Fraction(exact(terminal(a, d), "a terminal value"))
        changes, total = changing_round(*rules.dice(a, d), rules)
        return weighted_mean(((count, Q(a - i, d - j)) for (i, j), count in changes), total)

    return Q


def after_first_round(
    attackers: int, defenders: int, rules: Rules, retreat_at: int = 0
) -> tuple[int, dict[State, Fraction]]:
    """Return how many rounds, 0 or 1, have rules of their own, and where they lead.

    >>> after_first_round(3, 2, STANDARD)
    (0, {(3, 2): Fraction(1, 1)})
    >>> after_first_round(1, 1, Rules(first_round=Rules(ties="attacker")))
    (1, {(1, 0): Fraction(7, 12), (0, 1): Fraction(5, 12)})
    """
    a, d = attackers, defenders
    if rules.first_round is None or is_over(a, d, retreat_at):
        return 0, {(a, d): Fraction(1)}
    counts = round_counts(*rules.first_round.dice(a, d), rules.first_round)
    throws = sum(counts.values())
    return 1, {(a - i, d - j): Fraction(count, throws) for (i, j), count in counts.items()}


def visits(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> Iterator[tuple[State, Fraction]]:
    """Yield (state, probability that the battle passes through it or ends in it), in play order.

    The recursion read forwards: the start is visited with certainty, and a state with the sum
    over the states before it.  Only positive probabilities are yielded.  A first round that has
    rules of its own is over before the first visit.

    >>> dict(visits(1, 1))
    {(1, 1): Fraction(1, 1), (1, 0): Fraction(5, 12), (0, 1): Fraction(7, 12)}
    """
    start = checked(attackers, defenders, rules, retreat_at)
    ahead: defaultdict[int, defaultdict[State, Fraction]] = defaultdict(_weights)
    for state, probability in after_first_round(*start, rules, retreat_at)[1].items():
        ahead[sum(state)][state] = probability
    for units in range(sum(start), 0, -1):
        for (a, d), probability in sorted(ahead.pop(units, _weights()).items(), reverse=True):
            yield (a, d), probability
            if not is_over(a, d, retreat_at):
                changes, total = changing_round(*rules.dice(a, d), rules)
                for (i, j), count in changes:
                    ahead[units - i - j][a - i, d - j] += probability * Fraction(count, total)


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> dict[State, Fraction]:
    """Return the exact probability of every state in which the battle can end.

    From the best for the attacker to the worst.  The same numbers as `expected_value` with the
    terminal value 1 in one state and 0 elsewhere.

    >>> outcomes(1, 2)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    ends = {
        state: probability
        for state, probability in visits(attackers, defenders, rules, retreat_at)
        if is_over(*state, retreat_at)
    }
    return {state: ends[state] for state in sorted(ends, key=best_first)}


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds that change something.

    A first round that has rules of its own counts whether it changes something or not.

    >>> rounds(2, 1)
    {1: Fraction(125, 216), 2: Fraction(91, 216)}
    """
    start = checked(attackers, defenders, rules, retreat_at)
    n, now = after_first_round(*start, rules, retreat_at)
    ended: dict[int, Fraction] = {}
    while now:
        after: defaultdict[State, Fraction] = _weights()
        for (a, d), probability in now.items():
            if is_over(a, d, retreat_at):
                ended[n] = ended.get(n, Fraction(0)) + probability
                continue
            changes, total = changing_round(*rules.dice(a, d), rules)
            for (i, j), count in changes:
                after[a - i, d - j] += probability * Fraction(count, total)
        now, n = after, n + 1
    return ended


def mean_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> Fraction:
    """Return the exact mean number of rounds, those that change nothing included.

    A state that is not the end of the battle is left after 1 / P(a round changes something)
    rounds in the mean.

    >>> mean_rounds(2, 1)
    Fraction(307, 216)
    """
    start = checked(attackers, defenders, rules, retreat_at)
    mean = Fraction(after_first_round(*start, rules, retreat_at)[0])
    for (a, d), probability in visits(attackers, defenders, rules, retreat_at):
        if not is_over(a, d, retreat_at):
            dice = rules.dice(a, d)
            throws = sum(round_counts(*dice, rules).values())
            mean += probability * Fraction(throws, changing_round(*dice, rules)[1])
    return mean


def _weights() -> defaultdict[State, Fraction]:
    return defaultdict(Fraction)
