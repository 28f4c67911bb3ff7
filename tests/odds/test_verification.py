from typing import Any

import pytest
from hypothesis import given

from riskexact.base.errors import RiskError
from riskexact.odds import verification
from riskexact.odds.verification import formulas, verify
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.strategies import rule_sets


@given(rule_sets())
def test_every_cell_is_compared(rules: Rules) -> None:
    steps: list[tuple[int, int]] = []
    verdict = verify(rules, 6, lambda done, cells: steps.append((done, cells)))
    assert verdict.mismatches == ()
    assert verdict.cells == 36
    assert steps == [(n, 36) for n in range(1, 37)]


def test_what_is_compared() -> None:
    assert list(formulas(STANDARD)) == ["first-exit", "trinomial"]
    assert list(formulas(SINGLE_LOSS)) == ["first-exit", "binomial"]
    assert list(formulas(RULES["2210-commander"])) == ["first-exit", "trinomial"]
    assert list(formulas(RULES["two-defenders-need-three"])) == ["first-exit"]
    assert list(formulas(Rules(4, 3))) == ["first-exit"]


@pytest.mark.parametrize("most", [0, -1, 1.5, True, "5", 50_001])
def test_bad_size(most: Any) -> None:
    with pytest.raises(RiskError, match="max must be a whole number, from 1 to 50000, not"):
        verify(STANDARD, most)


def test_what_would_not_fit_is_refused() -> None:
    with pytest.raises(RiskError, match="4900 attackers .* must fit in 1 GiB"):
        verify(STANDARD, 4900)


def test_the_seconds_are_those_of_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [10.0]
    monkeypatch.setattr(verification, "perf_counter", lambda: clock[0])
    verdict = verify(STANDARD, 5, lambda done, _: clock.append(clock.pop() + done))
    assert verdict.seconds == sum(range(1, 26))


def test_no_closed_form() -> None:
    with pytest.raises(RiskError, match="'closed-form' needs"):
        verify(Rules(ties="nobody"), 5)


@pytest.mark.parametrize("name", RULES)
def test_the_catalogue(name: str) -> None:
    assert verify(RULES[name], 8).mismatches == ()
