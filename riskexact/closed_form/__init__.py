"""Closed forms: the odds of a battle as one sum of O(a + d) terms, for any fixed-cost rules.

- `board`: interior, border, ends, and the whole-number weights of the rounds;
- `interior`: the K-nomial weights of the interior;
- `first_exit`: where the interior is left, and with what weight;
- `border`: from there to the end of the battle;
- `binomial`, `trinomial`: the sum written out as a formula for K = 1 and K = 2, with the borders
  solved: what one holds beside the page, and what verification compares as well.

The functions of this module are those of `recursion`, number for number, and each equals the one
of the same name there.  They raise `RiskError` for rules whose rounds cost no fixed number of
units, which have no such form.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from riskexact.arguments import forces
from riskexact.closed_form.board import board_of
from riskexact.closed_form.border import visits
from riskexact.rules import STANDARD, Rules, State, Terminal


def require(rules: Rules) -> None:
    """Raise `RiskError` for rules that have no closed form.

    >>> require(STANDARD)
    >>> require(Rules(1, 1, ties="nobody"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: method 'closed-form' needs rounds that cost a fixed number ...
    """
    board_of(rules)


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> Fraction:
    """Return the exact chance that the attacker wins; equals `recursion.win_probability`.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return expected_value(attackers, defenders, rules, lambda a, d: int(d == 0), retreat_at)


def expected_value(
    attackers: int,
    defenders: int,
    rules: Rules,
    terminal: Terminal,
    retreat_at: int = 0,
) -> Fraction:
    """Return the exact mean of `terminal(a, d)` over the ends; equals `recursion.expected_value`.

    >>> expected_value(3, 2, STANDARD, lambda a, d: int(a == 3))
    Fraction(1445, 3888)
    """
    a, d = forces(attackers, defenders)
    on = board_of(rules, retreat_at)
    return power_sum(
        (
            (lost, weight * terminal(*state))
            for state, _, lost, weight in visits(on, a, d)
            if on.is_over(*state)
        ),
        on.unit,
    )


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> dict[State, Fraction]:
    """Return the exact probability of every end of the battle; equals `recursion.outcomes`.

    >>> outcomes(1, 2)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    a, d = forces(attackers, defenders)
    on = board_of(rules, retreat_at)
    ends = {
        state: Fraction(weight, on.unit**lost)
        for state, _, lost, weight in visits(on, a, d)
        if weight and on.is_over(*state)
    }
    return dict(sorted(ends.items(), key=lambda end: (end[0][1], -end[0][0])))


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds; equals `recursion.rounds`.

    >>> rounds(2, 1)
    {1: Fraction(125, 216), 2: Fraction(91, 216)}
    """
    a, d = forces(attackers, defenders)
    on = board_of(rules, retreat_at)
    ended: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for state, number, lost, weight in visits(on, a, d, clock=1):
        if weight and on.is_over(*state):
            ended[number].append((lost, weight))
    return {number: power_sum(terms, on.unit) for number, terms in sorted(ended.items())}


def mean_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, retreat_at: int = 0
) -> Fraction:
    """Return the exact mean number of rounds; equals `recursion.mean_rounds`.

    If every round cost K units, the mean would be (units lost in the mean) / K.  A round on the
    border that costs only k of the K counts k / K in that, so 1 - k / K is added for each.

    >>> mean_rounds(2, 1)
    Fraction(307, 216)
    """
    a, d = forces(attackers, defenders)
    on = board_of(rules, retreat_at)

    def share(state: State, lost: int) -> int:
        return lost if on.is_over(*state) else on.cost - sum(on.round(*state)[0][0])

    return (
        power_sum(
            ((lost, weight * share(state, lost)) for state, _, lost, weight in visits(on, a, d)),
            on.unit,
        )
        / on.cost
    )


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return how many weights are held at once: those of K diagonals of the border.

    >>> held(1000, 1000, STANDARD)
    10
    """
    return board_of(rules).cost * (rules.attack_dice + rules.defence_dice)


def power_sum(terms: Iterable[tuple[int, Fraction | int]], base: int) -> Fraction:
    """Return Σ numerator / base ** exponent for terms (exponent, numerator), exponents ascending.

    Horner's rule in integers, and one Fraction at the end.  Equivalent to
    `sum(Fraction(numerator) / base**exponent for exponent, numerator in terms)`.

    >>> power_sum([(0, 1), (1, 1), (3, 1)], 10)
    Fraction(1101, 1000)
    """
    numerator: Fraction | int = 0
    reached = 0
    for exponent, term in terms:
        if exponent > reached:
            numerator *= base ** (exponent - reached)
            reached = exponent
        numerator += term
    return (
        Fraction(numerator) / base**reached
        if isinstance(numerator, Fraction)
        else Fraction(numerator, base**reached)
    )
