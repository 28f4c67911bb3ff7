"""The closed form: the odds of a battle as one sum of O(a + d) terms, for any fixed-cost rules.

The theorem (`first_exit`), in the order in which to read it:

1. While both sides throw their full dice, every round has the same chances and costs K units.  This
   is the *interior*; around it lies the *boundary*, and beyond that the *outcomes*.
2. So one polynomial P(x) = c_0 + … + c_K x^K describes a round, and after n rounds the defender has
   lost i units with the weight T(n, i) = [x^i] P(x)^n.
3. Units only fall, so a battle leaves the interior once, from one of its K lowest rows and columns:
   O(a + d) exits, each with a known weight.
4. From the exits it walks along the boundary, where the dice are constant, to the outcomes.

The weights are whole numbers over powers of one base (`odds.weights`); one Fraction is made at the
end of each sum.

For 3 v 2 dice the boundary can be solved and the sum be written out, which is what one holds beside
the page and what verification compares as well: `boundary` (Q(1, d) and Q(a, 1)), `binomial`
(K = 1) and `trinomial` (K = 2).  `boundary` has them and Q(2, d) as sums of powers, too, for the
methods that compute with these.

The questions that this module answers are those of `recursion`, number for number: each function
takes the arguments of the one of the same name there, and equals it.  Besides, they raise
`RiskError` for what has no such form: rules whose rounds cost no fixed number of units, and stop
rules that count rounds or look at chances.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from riskexact.base.arguments import exact
from riskexact.odds.closed_form.first_exit import power_sums, regions_of, visits
from riskexact.odds.states import FOUGHT_OUT, Payoff, State, Stops, best_first, won
from riskexact.rules import STANDARD, Rules, checked


def require(rules: Rules, stops: Stops = FOUGHT_OUT) -> None:
    """Raise `RiskError` for rules, or stop rules, that have no closed form.

    >>> require(STANDARD)
    >>> require(Rules(1, 1, ties="nobody"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    riskexact.RiskError: method 'closed-form' needs rounds that cost a fixed number ...
    """
    regions_of(rules, stops)


def win_probability(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact chance that the attacker wins; equals `recursion.win_probability`.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    """
    return expected_value(attackers, defenders, rules, won, stops)


def expected_value(
    attackers: int,
    defenders: int,
    rules: Rules = STANDARD,
    payoff: Payoff = won,
    stops: Stops = FOUGHT_OUT,
) -> Fraction:
    """Return the exact expected payoff; equals `recursion.expected_value`.

    >>> expected_value(3, 2, payoff=lambda a, d: int(a == 3))
    Fraction(1445, 3888)
    """
    return expected_values(attackers, defenders, rules, [payoff], stops)[0]


def expected_values(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
) -> list[Fraction]:
    """Return the exact expectation of each payoff, in one walk; equals `recursion.expected_values`.

    >>> expected_values(1, 1, STANDARD, [lambda a, d: a, lambda a, d: d])
    [Fraction(5, 12), Fraction(7, 12)]
    """
    a, d = checked(attackers, defenders, rules)
    return expected_values_and_rounds(a, d, rules, payoffs, stops)[0]


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every outcome; equals `recursion.outcomes`.

    >>> outcomes(1, 2)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    a, d = checked(attackers, defenders, rules)
    regions = regions_of(rules, stops)
    found = {
        state: Fraction(weight, regions.base**lost)
        for state, cost, _, lost, weight in visits(regions, a, d)
        if weight and not cost
    }
    return {state: found[state] for state in sorted(found, key=best_first)}


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds; equals `recursion.rounds`.

    >>> rounds(2, 1)
    {1: Fraction(125, 216), 2: Fraction(91, 216)}
    """
    a, d = checked(attackers, defenders, rules)
    regions = regions_of(rules, stops)
    by_rounds: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for _, cost, number, lost, weight in visits(regions, a, d, count_rounds=True):
        if weight and not cost:
            by_rounds[number].append((lost, [weight]))
    return {
        number: power_sums(terms, regions.base, 1)[0] for number, terms in sorted(by_rounds.items())
    }


def mean_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact expected number of rounds; equals `recursion.mean_rounds`.

    >>> mean_rounds(2, 1)
    Fraction(307, 216)
    """
    a, d = checked(attackers, defenders, rules)
    return expected_values_and_rounds(a, d, rules, [], stops)[1]


def expected_values_and_rounds(
    attackers: int,
    defenders: int,
    rules: Rules,
    payoffs: Sequence[Payoff],
    stops: Stops = FOUGHT_OUT,
) -> tuple[list[Fraction], Fraction]:
    """Return `expected_values` and `mean_rounds`, in one walk.

    The sides and the rules are those of a `Battle`, or checked by the functions above.

    If every round cost K units, the expected number of rounds would be (expected units lost) / K.
    A round on the boundary that costs only k of the K counts k / K in that, so 1 - k / K is added
    for each.

    >>> expected_values_and_rounds(2, 1, STANDARD, [won])
    ([Fraction(1955, 2592)], Fraction(307, 216))
    """
    regions = regions_of(rules, stops)
    K, none = regions.losses_per_round, [0] * len(payoffs)

    def terms() -> Iterator[tuple[int, list[Fraction | int]]]:
        for state, cost, _, lost, weight in visits(regions, attackers, defenders):
            if cost:
                yield lost, [*none, weight * (K - cost)]
            else:
                values = [weight * exact(payoff(*state), "a payoff") for payoff in payoffs]
                yield lost, [*values, weight * lost]

    *values, units = power_sums(terms(), regions.base, len(payoffs) + 1)
    return values, units / K


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return the most weights that are held at once: those of K diagonals of the boundary.

    It need not equal `recursion.held`, which holds more.

    >>> held(1000, 1000, STANDARD), held(1000, 1, STANDARD)
    (10, 4)
    """
    strips = rules.attack.units_for_max_dice + rules.defence.units_for_max_dice
    return rules.max_losses * min(strips, attackers + 1, defenders + 1)
