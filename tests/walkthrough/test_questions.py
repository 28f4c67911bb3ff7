"""Questions that claims ask, whose answers do not stand in the table of the claims."""

from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from riskexact.battle.battle import win_probability
from riskexact.battle.needed import attackers_needed
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.strategies import fights
from tests.walkthrough import questions as ask
from tests.walkthrough.questions import FORMULAS


@given(fights, st.integers(1, 4), st.data())
def test_a_printed_table(start: tuple[int, int], digits: int, data: st.DataObject) -> None:
    """Each cell is compared: one that is a unit of the last place off is wrong."""
    a, d = start
    exact = [[win_probability(x, y) for y in range(1, d + 1)] for x in range(1, a + 1)]
    rows = [[f"{float(p):.{digits}f}" for p in row] for row in exact]
    texts = [" ".join(row) for row in rows]
    asked: dict[str, Any] = {"attackers": [1, a], "defenders": [1, d], "digits": digits}
    assert ask.table(STANDARD, **asked, rows=texts) == (a * d, a * d)
    x, y = data.draw(st.tuples(st.integers(0, a - 1), st.integers(0, d - 1)))
    unit = Decimal(1).scaleb(-digits)
    off = Decimal(rows[x][y]) + (unit if Decimal(rows[x][y]) < Decimal("0.5") else -unit)
    rows[x][y] = str(off)
    changed = [" ".join(row) for row in rows]
    # a chance half a unit off rounds both ways
    tie = abs(exact[x][y] - Fraction(off)) == Fraction(unit) / 2
    assert ask.table(STANDARD, **asked, rows=changed).right == a * d - (not tie)


def test_the_formula_of_a_garrison_allows_no_more_than_its_rounding() -> None:
    """Its constants are right to seven and six digits, so that one more unit would be seen."""
    says = FORMULAS["garrison"]
    assert all(claimed == exact for claimed, exact in (says(STANDARD, 1, n) for n in range(1, 31)))
    assert all(left != right for left, right in (says(SINGLE_LOSS, 1, n) for n in range(2, 9)))
    nearly = STANDARD.replace(faces=100)
    assert says(nearly, 1, 2)[0] != says(nearly, 1, 2)[1]


def test_the_rule_of_86_percent_is_enough_and_one_too_many_at_most() -> None:
    off = [
        says - exact
        for says, exact in (FORMULAS["86-percent"](STANDARD, 1, d) for d in range(1, 301))
    ]
    assert (off.count(1), off.count(0)) == (131, 169)  # as found in a review of the rule


def test_the_line_holds_for_the_numbers_that_it_was_fitted_to_and_not_for_all() -> None:
    """As `literature.toml` says: to 50 it does, and first not with 494 against 578."""
    line = [ceil(Fraction("1.2204") + Fraction("0.8525") * d) for d in range(579)]
    assert line[578] == 494
    assert win_probability(494, 578) < Fraction(1, 2)
    too_few = [d for d in range(1, 579) if attackers_needed(d, "1/2") > max(5, line[d])]
    assert too_few == [578]
