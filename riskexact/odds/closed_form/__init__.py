"""Closed forms: the odds of a battle as one sum of O(a + d) terms, for any fixed-cost rules.

- `board`: interior, border, ends, and the whole-number weights of the rounds;
- `interior`: the K-nomial weights of the interior;
- `first_exit`: where the interior is left, and with what weight;
- `border`: from there to the end of the battle;
- `geometric`, `binomial`, `trinomial`: the sum written out as a formula for K = 1 and K = 2, with
  the borders solved: what one holds beside the page, and what verification compares as well;
- `powers`: sums of powers.

The questions that this module answers are those of `recursion`, number for number: each function
takes the arguments of the one of the same name there, and equals it.  Besides, they raise
`RiskError` for what has no such form: rules whose rounds cost no fixed number of units, and stop
rules that count rounds or look at chances.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from riskexact.base.arguments import exact
from riskexact.odds.closed_form.board import board_of
from riskexact.odds.closed_form.border import Visit, visits
from riskexact.odds.closed_form.powers import power_sums
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
    board_of(rules, stops)


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
    """Return the exact mean of `payoff(a, d)` over the ends; equals `recursion.expected_value`.

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
    """Return the exact mean of each payoff, in one walk; equals `recursion.expected_values`.

    >>> expected_values(1, 1, STANDARD, [lambda a, d: a, lambda a, d: d])
    [Fraction(5, 12), Fraction(7, 12)]
    """
    a, d = checked(attackers, defenders, rules)
    board = board_of(rules, stops)
    return power_sums(
        (
            (lost, [weight * exact(payoff(*state), "a payoff") for payoff in payoffs])
            for state, ended, _, lost, weight in visits(board, a, d)
            if ended
        ),
        board.base,
        len(payoffs),
    )


def outcomes(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[State, Fraction]:
    """Return the exact probability of every end of the battle; equals `recursion.outcomes`.

    >>> outcomes(1, 2)
    {(1, 0): Fraction(275, 2592), (0, 1): Fraction(385, 2592), (0, 2): Fraction(161, 216)}
    """
    a, d = checked(attackers, defenders, rules)
    board = board_of(rules, stops)
    ends = {
        state: Fraction(weight, board.base**lost)
        for state, ended, _, lost, weight in visits(board, a, d)
        if weight and ended
    }
    return {state: ends[state] for state in sorted(ends, key=best_first)}


def rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> dict[int, Fraction]:
    """Return the exact probability of each number of rounds; equals `recursion.rounds`.

    >>> rounds(2, 1)
    {1: Fraction(125, 216), 2: Fraction(91, 216)}
    """
    a, d = checked(attackers, defenders, rules)
    board = board_of(rules, stops)
    ends: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for _, ended, number, lost, weight in visits(board, a, d, count_rounds=True):
        if weight and ended:
            ends[number].append((lost, [weight]))
    return {number: power_sums(terms, board.base, 1)[0] for number, terms in sorted(ends.items())}


def mean_rounds(
    attackers: int, defenders: int, rules: Rules = STANDARD, stops: Stops = FOUGHT_OUT
) -> Fraction:
    """Return the exact mean number of rounds; equals `recursion.mean_rounds`.

    If every round cost K units, the mean would be (units lost in the mean) / K.  A round on the
    border that costs only k of the K counts k / K in that, so 1 - k / K is added for each.

    >>> mean_rounds(2, 1)
    Fraction(307, 216)
    """
    a, d = checked(attackers, defenders, rules)
    board = board_of(rules, stops)

    def share(visit: Visit) -> int:
        if visit.ended:
            return visit.lost
        return board.cost - sum(board.round(*visit.state)[0][0])

    visited = visits(board, a, d)
    terms = ((visit.lost, [visit.weight * share(visit)]) for visit in visited)
    return power_sums(terms, board.base, 1)[0] / board.cost


def held(attackers: int, defenders: int, rules: Rules) -> int:
    """Return how many weights are held at once: those of K diagonals of the border.

    It need not equal `recursion.held`, which holds more.

    >>> held(1000, 1000, STANDARD)
    10
    """
    return rules.max_losses * (rules.attack.units_for_max_dice + rules.defence.units_for_max_dice)
