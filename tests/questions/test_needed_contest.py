"""The search for the least and the greatest number of units: where it ends, and what it refuses."""

from fractions import Fraction

import pytest

from riskexact.base.errors import RiskError
from riskexact.questions.needed.beyond import Beyond
from riskexact.questions.needed.contest import MAX_OPPOSED, Contest
from riskexact.questions.needed.growing import Growing
from riskexact.questions.needed.lines import NEGATIVE, POSITIVE, Lines
from riskexact.rules import STANDARD, Rules
from riskexact.rules.hand import Hand
from tests.growing import UNEQUAL, chances


def test_a_limit_that_is_neither_0_nor_1() -> None:
    contest, limit = Contest(UNEQUAL, "attackers", 2), limit_of_unequal()
    near = limit - Fraction(1, 10**9)
    n = contest.least(near)
    assert n > 10
    assert chances(UNEQUAL, "attackers", 2)[9] < near
    for target in (limit, limit + Fraction(1, 10**9), Fraction(1)):
        with pytest.raises(RiskError, match="that some number of attackers reaches against 2 def"):
            contest.least(target)


def limit_of_unequal() -> Fraction:
    return Beyond(Growing(UNEQUAL, "attackers", 2)).limit


def test_no_more_is_tried_than_can_be_done_in_a_minute() -> None:
    message = f"attackers must be at most {MAX_OPPOSED} for a search, not {MAX_OPPOSED + 1}"
    with pytest.raises(RiskError, match=message):
        Contest(STANDARD, "defenders", MAX_OPPOSED + 1)
    # one throw in 10^8 costs the defender a unit
    contest = Contest(Rules((2,), Hand((6,), extra=(6,) * 9)), "attackers", 1000)
    with pytest.raises(RiskError, match=r"defenders must be fewer, .* at most \d+ attackers may"):
        contest.least(Fraction(1, 2))


def test_a_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work cannot be foreseen it is bounded."""
    monkeypatch.setattr("riskexact.questions.needed.contest.MOST_STEPS", 300)
    contest = Contest(STANDARD, "attackers", 5)
    assert contest.least(Fraction(1, 2)) == 5
    for ask in (contest.least, contest.greatest):
        with pytest.raises(RiskError, match="at most 20 attackers may be tried, and that does not"):
            ask(1 - Fraction(1, 10**9))
    monkeypatch.setattr("riskexact.questions.needed.contest.MOST_STEPS", 0)
    with pytest.raises(RiskError, match="at most 1 attacker may be tried"):
        contest.least(Fraction(1))


def test_what_the_signs_leave_open_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were both signs at the limit at once; no rules are known that have them."""

    def both(beyond: Beyond) -> Lines:
        return [[0, POSITIVE | NEGATIVE, POSITIVE | NEGATIVE]] * 2

    monkeypatch.setattr(
        "riskexact.questions.needed.repetition.signs_when_all_dice_are_thrown", both
    )
    contest = Contest(UNEQUAL, "attackers", 2)
    for ask in (contest.least, contest.greatest):
        with pytest.raises(RiskError, match=r"beyond \d+ of them it is not known on which side"):
            ask(limit_of_unequal())
