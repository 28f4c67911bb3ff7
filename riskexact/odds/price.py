"""The price of a garrison: units lost to take d defenders with plenty of attackers.

With plenty of attackers, the limit of infinitely many, every round is thrown with the most attack
dice.  Letters: `L(d)` the units lost until d defenders have fallen, p_ij(d) the chance that a round
with a loss against d of them costs the attacker i units and the defender j.  Then

    L(0) = 0,    L(d) = i + L(d - j)  with the chance p_ij(d),

of which `moments` are the means, and `masses` the chances.

Let D units throw all defence dice, and let r_j be the chance that j of them fall in the first round
of these dice in which any do, of at most K.  From D on the dice stay the same, so that the
generating functions of L(d) obey one linear recurrence with coefficients R_j(z), R_j(1) = r_j.
Differentiated at z = 1, once and twice: with χ = x^K - Σ r_j x^(K-j), the means obey the recurrence
of χ² from d = D + K on, the squares the one of χ³ from d = D + 2K on.  `price` takes that power.

The marginal price of the d-th unit is e(d) - e(d-1), e(d) the mean of L(d).  All later
prices are bounded by the K values of h(d) = e(d) - ρ d before them, ρ the break-even ratio.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import count, islice
from math import gcd

from riskexact.base.errors import RiskError
from riskexact.base.fractions import weighted_mean
from riskexact.base.frozen import NamedTuple
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.dice import Losses, break_even_ratio, round_with_loss, weighted_round

NOTHING = Fraction(0)


class Moments(NamedTuple):
    """The expected number of units lost, and the expected square of that number."""

    mean: Fraction
    square: Fraction

    @property
    def variance(self) -> Fraction:
        """The variance of the number of units lost."""
        return self.square - self.mean**2


def price(defenders: int, rules: Rules = STANDARD) -> Moments:
    """Return the moments of the units lost to take a garrison; equals the last of `moments`.

    The recurrence is solved by a power of x modulo χ³, in about log2(d) products of polynomials
    with whole coefficients.  Raises `RiskError` as `moments` does.

    >>> price(1).mean, price(2).mean
    (Fraction(49, 95), Fraction(808234, 522595))
    """
    D = rules.defence.units_for_max_dice
    if defenders < D + 2 * rules.max_losses:
        return next(islice(moments(rules), defenders, None))
    counts, total = falls(rules)
    K = max(counts)
    first, ahead = D - K, defenders - (D - K)
    known = list(islice(moments(rules), first, first + 3 * K))
    # y = total x makes χ monic with whole coefficients; lowest power first
    chi = [1]
    once = [-counts.get(j, 0) * total ** (j - 1) for j in range(K, 0, -1)] + [1]
    for _ in range(3):
        chi = _product(chi, once)
    weights = [c * total**i for i, c in enumerate(_power_of_x(ahead, chi))]
    scale = total**ahead
    return Moments(
        *(
            weighted_mean(zip(weights, part, strict=True), scale)
            for part in zip(*known, strict=True)
        )
    )


def moments(rules: Rules = STANDARD) -> Iterator[Moments]:
    """Yield the moments of the units lost to take 0, 1, 2, … defenders, without end.

    The definition, and the slow equivalent of `price`.  Raises `RiskError` as soon as some number
    of defence dice cannot lose a unit against the most attack dice: no price is high enough.

    >>> [str(each.mean) for each in islice(moments(), 3)]
    ['0', '49/95', '808234/522595']
    """
    nothing = Moments(NOTHING, NOTHING)
    known = deque([nothing], maxlen=max(rules.max_dice) + 1)
    yield nothing
    for d in count(1):
        changes, falling = _round(d, rules)
        # in a round in which no defender falls, j = 0, the moments asked for stand on the right too
        known.appendleft(nothing)
        mean = weighted_mean(((c, i + known[j].mean) for (i, j), c in changes), falling)
        known[0] = Moments(mean, NOTHING)
        squares = ((c, i * i + 2 * i * known[j].mean + known[j].square) for (i, j), c in changes)
        known[0] = Moments(mean, weighted_mean(squares, falling))
        yield known[0]


def masses(garrisons: Iterable[tuple[int, Rules]], base: int) -> Iterator[int]:
    """Yield m_0, m_1, m_2, …, without end: n units are lost with the chance m_n / base^(n + d).

    The garrisons, each with its rules, are taken one after another; they have d defenders together,
    and `base` is a base of all the rules (`dice.base_of`).  The columns of a battle are swept
    forward as by `weights.forward`, by units lost instead of units left.

    >>> list(islice(masses([(1, STANDARD)], 6**4), 3)) == [855, 855 * 441, 855 * 441**2]
    True
    """
    rounds = [
        weighted_round(rules.attack.max_dice, rules.defence.dice_of(d), rules, base)
        for garrison, rules in garrisons
        for d in range(garrison, 0, -1)
    ]
    longest = max((i for ways in rounds for (i, _), _ in ways), default=0)
    fresh = [0] * (len(rounds) + 1)
    columns = deque([[1, *fresh[1:]], *(fresh.copy() for _ in range(longest))])
    while True:
        for fallen, ways in enumerate(rounds):
            if mass := columns[0][fallen]:
                for (i, j), weight in ways:
                    columns[i][fallen + j] += mass * weight
        yield columns.popleft()[-1]
        columns.append(fresh.copy())


class DearestUnit(NamedTuple):
    """The unit of a garrison that costs the most: its number, and what it costs on average."""

    number: int
    price: Fraction


def dearest_unit(rules: Rules | str = STANDARD) -> DearestUnit:
    """Return the unit with the largest marginal price of all, and of several the first.

    The marginal price of the d-th unit is the price of d defenders minus that of d - 1.  That the
    search ends is shown in riskexact/odds/proofs.md, Prices.  Raises `RiskError` as `moments` does,
    and where the defenders that fall in a round of full dice have a common factor: prices then have
    no limit.

    >>> dearest_unit()
    DearestUnit(number=2, price=Fraction(107737, 104519))
    """
    rules = rule_set(rules)
    counts, _ = falls(rules)
    if gcd(*counts) > 1:
        raise RiskError(
            "dearest_unit needs rules whose full dice cost the defender numbers of units with no "
            f"common factor, not {rules.description}"
        )
    ratio, full = break_even_ratio(rules), rules.defence.units_for_max_dice
    window = deque([NOTHING], maxlen=max(counts))
    dearest, before = DearestUnit(0, Fraction(-1)), NOTHING
    for d, (mean, _) in enumerate(islice(moments(rules), 1, None), 1):
        dearest = max(dearest, DearestUnit(d, mean - before), key=lambda unit: unit.price)
        window.append(mean - ratio * d)
        before = mean
        if d >= full - 1 and ratio + max(window) - min(window) <= dearest.price:
            break
    return dearest


def _round(defenders: int, rules: Rules) -> tuple[tuple[tuple[Losses, int], ...], int]:
    """Return the throws with a loss, and the number of those in which a defender falls."""
    dice = rules.attack.max_dice, rules.defence.dice_of(defenders)
    changes, _ = round_with_loss(*dice, rules)
    falling = sum(c for (_, j), c in changes if j)
    if not falling:
        raise RiskError(
            f"rules of a price must let {dice[0]} v {dice[1]} dice cost the defender a unit, "
            f"not {rules.description}"
        )
    return changes, falling


def falls(rules: Rules) -> tuple[dict[int, int], int]:
    """Return r_j of full dice: the numerators by j, those above 0, and their sum."""
    counts: dict[int, int] = {}
    changes, total = _round(rules.defence.units_for_max_dice, rules)
    for (_, j), c in changes:
        if j:
            counts[j] = counts.get(j, 0) + c
    common = gcd(*counts.values())
    return {j: c // common for j, c in counts.items()}, total // common


def _product(p: Sequence[int], q: Sequence[int]) -> list[int]:
    """Return the product of two polynomials, lowest power first."""
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for k, b in enumerate(q, i):
            product[k] += a * b
    return product


def _power_of_x(n: int, monic: Sequence[int]) -> list[int]:
    """Return x^n modulo a monic polynomial, lowest power first."""
    degree = len(monic) - 1
    power = [1]
    for bit in f"{n:b}":
        power = _product(power, power)
        if bit == "1":
            power.insert(0, 0)
        while len(power) > degree:
            top = power.pop()
            for k, c in enumerate(monic[:-1], len(power) - degree):
                power[k] -= top * c
    return power
