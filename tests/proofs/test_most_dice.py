"""Where the most dice are not always best: `proofs.catalogue` against exact values."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from proofs import catalogue, specification
from riskexact.battle.tables import win_table
from riskexact.odds.recursion import win_probability
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss
from riskexact.strategy import Strategy
from riskexact.strategy.dice_choice import DiceOrder

BEFORE: tuple[DiceOrder, ...] = ("attacker-first", "defender-first")
"""The orders in which numbers of dice are chosen before the throw."""


Odds = Callable[[int, int], Fraction]
"""The chance to win, of the units on both sides."""


def after_one_round(a: int, d: int, x: int, y: int, rules: Rules, odds: Odds) -> Fraction:
    """The chance to win with x v y dice in this round, and the most dice from then on."""
    counts, total = round_with_loss(x, y, rules)
    terms = (Fraction(count, total) * odds(a - i, d - j) for (i, j), count in counts)
    return sum(terms, Fraction(0))


def would_throw_fewer(a: int, d: int, rules: Rules, odds: Odds) -> Iterator[str]:
    """The sides that would do better with fewer dice in this round alone."""
    most_x, most_y = rules.dice(a, d)
    if any(after_one_round(a, d, x, most_y, rules, odds) > odds(a, d) for x in range(1, most_x)):
        yield "attacker"
    if any(after_one_round(a, d, most_x, y, rules, odds) < odds(a, d) for y in range(1, most_y)):
        yield "defender"


@pytest.mark.parametrize("name", RULES)
def test_the_first_state_where_fewer_dice_are_better(name: str) -> None:
    table = win_table(range(1, 9), range(1, 20), RULES[name])

    def odds(a: int, d: int) -> Fraction:
        return table[a, d] if a and d else Fraction(not d)

    found = (
        (side, a, d)
        for a in range(1, 9)
        for d in range(1, 20)
        for side in would_throw_fewer(a, d, RULES[name], odds)
    )
    assert next(found, None) == catalogue.REFUTED.get(name)


@pytest.mark.parametrize("name", catalogue.REFUTED)
def test_the_best_policy_throws_one_die_there(name: str) -> None:
    """In whatever order the numbers are chosen, the value is not that of the most dice."""
    side, a, d = catalogue.REFUTED[name]
    for order in BEFORE:
        strategy = Strategy(a, d, 1, 0, 0, RULES[name], order)
        (found,) = (f for f in strategy.fewer_dice if (f.attackers, f.defenders) == (a, d))
        assert (found.side, found.dice) == (side, (1,))
        gained = strategy.value - win_probability(a, d, RULES[name])
        assert gained > 0 if side == "attacker" else gained < 0


def test_the_readme_says_where() -> None:
    text = specification.THEOREMS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| the (\w+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    found = {name: (side, int(a), int(d)) for name, side, a, d in rows}
    assert found == catalogue.REFUTED
