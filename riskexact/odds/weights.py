"""The integer kernel: a battle swept backward and forward in whole numbers over powers of one base.

Letters: `B` the base, `(a, d)` a state of the battle, `Q(a, d)` the expected payoff from it (see
`recursion`), `P(a, d)` the probability that the battle passes through it.

The base is chosen such that, given a loss, a round costs the attacker i and the defender j units
with the chance weight(i, j) / B^(i + j), where the weight is a whole number.  Multiplied by a power
of the base, the recursion has whole coefficients, and so have the sums over paths:

    backward:   V(a, d) = Q(a, d) B^(a + d)              units left
                V(a, d) = Σ weight(i, j) V(a - i, d - j)
    forward:    M(a, d) = P(a, d) B^(units lost)
                M(a - i, d - j) = Σ weight(i, j) M(a, d)

The number of units lost is a function of the state, so all paths to a state carry the same power,
and their weights simply add up.  No fraction or gcd is needed on the way.

A row has the values of one number of attackers, by defenders: `row[d]`.  A battle is over without
defenders (conquest, which comes first), or with `retreat_at` attackers or fewer.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice

from riskexact.rules import Rules
from riskexact.rules.dice import WeightedRound, base_of, weighted_round


def backward(
    attackers: int,
    defenders: int,
    rules: Rules,
    base: int,
    worth: Callable[[int, int], int],
    retreat_at: int = 0,
) -> Iterator[tuple[int, list[int]]]:
    """Yield (a, row) for a = 0, 1, …, `attackers`, with row[d] = Q(a, d) base^(a + d).

    `worth(a, d)` is the payoff of an outcome, multiplied by base^(a + d).  Equivalent to
    `recursion.cells`.

    The odds to win, with base^a for a conquest:

    >>> B = base_of(Rules())
    >>> rows = dict(backward(3, 2, Rules(), B, lambda a, d: 0 if d else B**a))
    >>> rows[1] == [B, 540 * B, 178200 * B]  # 1 v 0, 1 v 1, 1 v 2
    True
    >>> rows[3][2] * 10077696 == 6610505 * B**5
    True
    """
    rounds = _rounds(rules, base, defenders)
    # a round costs the attacker at most this many units, and leads back to as many rows
    rows: deque[list[int]] = deque(maxlen=rules.max_losses + 1)
    for a in range(attackers + 1):
        if a <= retreat_at:
            row = [worth(a, d) for d in range(defenders + 1)]
            rows.append(row)
        else:
            row = [worth(a, 0)]
            rows.append(row)
            ways = rounds(rules.attack.dice_of(a))
            for d in range(1, defenders + 1):
                value = 0
                for (i, j), weight in ways[d]:
                    value += weight * rows[-1 - i][d - j]
                row.append(value)
        yield a, row


def forward(
    arrived: Sequence[int], defenders: int, rules: Rules, base: int, retreat_at: int = 0
) -> Iterator[tuple[int, list[int]]]:
    """Yield (a, row) for a = max, …, 1, 0, with row[d] = P(a, d) base^(units lost).

    `arrived[a]` is the mass on a attackers at the start, against all `defenders`, where units lost
    count from the most attackers, `len(arrived) - 1`: a battle of n attackers has [0] * n + [1].
    The outcomes are the entries with d = 0 and the rows with a <= retreat_at; all others are states
    that the battle passes through.  Equivalent to `recursion.visits`.

    >>> for a, row in forward([0, 1], 2, Rules(), base_of(Rules())):
    ...     print(a, row)  # over 1296^2, 1296 and 1; in the end one more is lost
    1 [178200, 330, 1]
    0 [0, 249480, 966]
    """
    rounds = _rounds(rules, base, defenders)
    starts = ([0] * defenders + [mass] for mass in reversed(arrived))
    # a round leads from rows[0], of a attackers, to rows[i] at most
    rows = deque(islice(starts, rules.max_losses + 1))
    for a in reversed(range(len(arrived))):
        row = rows[0]
        if a > retreat_at:
            ways = rounds(rules.attack.dice_of(a))
            for d in range(defenders, 0, -1):
                if mass := row[d]:
                    for (i, j), weight in ways[d]:
                        rows[i][d - j] += mass * weight
        yield a, row
        rows.popleft()
        rows.extend(islice(starts, 1))


def least_attackers(
    defenders: int, chances: Sequence[Fraction], rules: Rules, states: int
) -> list[int]:
    """Return the least numbers of attackers that win with at least each of the ascending chances.

    It is the definition of `battle.needed.attackers_needed`, taken at its word: the odds of 0,
    1, 2, … attackers, but no more than this many states.  What is not found by then is left out.

    >>> least_attackers(9, [Fraction(3, 4), Fraction(9, 10)], Rules(), 1000)
    [12, 15]
    >>> least_attackers(9, [Fraction(3, 4), Fraction(9, 10)], Rules(), 130)
    [12]
    """
    found: list[int] = []
    base, most = base_of(rules), states // (defenders + 1) - 1
    if most >= 0:
        rows = backward(most, defenders, rules, base, lambda a, d: 0 if d else base**a)
        for a, row in rows:
            for chance in chances[len(found) :]:
                if row[-1] * chance.denominator >= chance.numerator * base ** (a + defenders):
                    found.append(a)
            if len(found) == len(chances):
                break
    return found


def _rounds(rules: Rules, base: int, defenders: int) -> Callable[[int], list[WeightedRound]]:
    """Return the rounds of these attack dice by number of defenders; with 0 there is none.

    Rounds are counted when first needed, and kept while the battle is swept.
    """
    defence_dice = [rules.defence.dice_of(d) for d in range(1, defenders + 1)]

    @cache
    def rounds(attack_dice: int) -> list[WeightedRound]:
        each = {y: weighted_round(attack_dice, y, rules, base) for y in set(defence_dice)}
        return [(), *(each[y] for y in defence_dice)]

    return rounds
