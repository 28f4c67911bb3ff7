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
from functools import lru_cache
from itertools import islice
from math import lcm, prod

from riskexact.rules import Rules
from riskexact.rules.dice import Losses, round_with_loss

WeightedRound = tuple[tuple[Losses, int], ...]
"""((attackers lost, defenders lost), weight over `base ** lost`) for each way a round can end."""


MAX_DIVISOR = 1 << 14


class UnfactoredError(ArithmeticError):
    """A number has a factor beyond the small primes."""


def prime_factors(n: int) -> set[int]:
    """Return the primes that divide n >= 1, by trial division up to 2^14.

    Raises `UnfactoredError` if that fails.

    >>> sorted(prime_factors(2275))
    [5, 7, 13]
    """
    found, p = set(), 2
    while p * p <= n:
        if p > MAX_DIVISOR:
            raise UnfactoredError(f"a factor of {n.bit_length()} bits")
        while n % p == 0:
            found.add(p)
            n //= p
        p += 1
    return found | {n} if n > 1 else found


def exponent(p: int, n: int) -> int:
    """Return how often p divides n, for n other than 0.

    >>> exponent(2, 7776), exponent(7, 7776)
    (5, 0)
    """
    k = 0
    while n % p == 0:
        n, k = n // p, k + 1
    return k


@lru_cache(maxsize=1024)
def base_of(rules: Rules) -> int:
    """Return the base of a rule set.

    It is the smallest one, unless small primes do not factor the numbers of throws.  Any multiple
    of it is a base too, so several rule sets have one in common.

    >>> from riskexact.rules import STANDARD
    >>> base_of(STANDARD) == 6**4
    True
    """
    # ((throws, fewest units that they cost), …)
    rounds = []
    for dice in rules.dice_numbers():
        if rules.losses_per_round is not None:  # no need to count: every throw costs units
            rounds.append((rules.throws(*dice), len(rules.scoring_pairs(*dice))))
            continue
        changes, throws = round_with_loss(*dice, rules)
        rounds.append((throws, min(i + j for (i, j), _ in changes)))
    try:
        primes = set().union(*(prime_factors(throws) for throws, _ in rounds))
    except UnfactoredError:
        return lcm(*(throws for throws, _ in rounds))
    base = 1
    for p in primes:
        base *= p ** max(-(-exponent(p, throws) // cost) for throws, cost in rounds)
    return base


@lru_cache(maxsize=64)
def least_base(rules: Rules) -> int:
    """Return the least B such that B^(i+j) makes each chance of the losses (i, j) whole.

    It divides `base_of`, which looks at the numbers of throws alone.

    >>> from riskexact.rules import STANDARD
    >>> least_base(STANDARD) == 2**4 * 3**3
    True
    """
    results = []
    for dice in rules.dice_numbers():
        changes, throws = round_with_loss(*dice, rules)
        results += [(i + j, Fraction(count, throws).denominator) for (i, j), count in changes]
    try:
        primes = set().union(*(prime_factors(n) for _, n in results))
    except UnfactoredError:
        return base_of(rules)
    return prod(p ** max(-(-exponent(p, n) // lost) for lost, n in results) for p in primes)


@lru_cache(maxsize=1024)
def weighted_round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> WeightedRound:
    """Return the losses of a round, with weights over powers of `base`, which make them whole.

    Equivalent to `dice.round_with_loss`, whose counts are over the number of throws.

    >>> from riskexact.rules import STANDARD
    >>> weighted_round(2, 1, STANDARD, 6**4)  # of 1296
    (((0, 1), 750), ((1, 0), 546))
    """
    changes, throws = round_with_loss(attack_dice, defence_dice, rules)
    return tuple(((i, j), count * base ** (i + j) // throws) for (i, j), count in changes)


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

    >>> from riskexact.rules import STANDARD
    >>> B = base_of(STANDARD)
    >>> rows = dict(backward(3, 2, STANDARD, B, lambda a, d: 0 if d else B**a))
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
            ways = rounds(a)
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

    >>> from riskexact.rules import STANDARD
    >>> for a, row in forward([0, 1], 2, STANDARD, base_of(STANDARD)):
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
            ways = rounds(a)
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

    It is the definition of `questions.needed.attackers_needed`, taken at its word: the odds of 0,
    1, 2, … attackers, but no more than this many states.  What is not found by then is left out.

    >>> from riskexact.rules import STANDARD
    >>> least_attackers(9, [Fraction(3, 4), Fraction(9, 10)], STANDARD, 1000)
    [12, 15]
    >>> least_attackers(9, [Fraction(3, 4), Fraction(9, 10)], STANDARD, 130)
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
    """Return the rounds of `a` attackers by number of defenders; with 0 there is none.

    Rounds are counted when first needed, and kept while the battle is swept.
    """
    by_attack_dice: dict[int, list[WeightedRound]] = {}
    defence_dice = [rules.defence.dice_of(d) for d in range(1, defenders + 1)]

    def rounds(a: int) -> list[WeightedRound]:
        x = rules.attack.dice_of(a)
        if x not in by_attack_dice:
            each = {y: weighted_round(x, y, rules, base) for y in set(defence_dice)}
            by_attack_dice[x] = [(), *(each[y] for y in defence_dice)]
        return by_attack_dice[x]

    return rounds
