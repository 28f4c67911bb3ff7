"""Logs of throws as real programs throw them, and what is said of each."""

from fractions import Fraction
from pathlib import Path

import pytest

from riskexact.logs import DiceLog, LogTest, log_of_text
from riskexact.logs.power import ENOUGH, LEVEL
from riskexact.logs.throw_tests import FACE_BIASES, dice_needed, face_power
from tests.reference import binomial_p_value
from tests.trust import generators


def judged(lines: list[str]) -> DiceLog:
    return log_of_text("\n".join(lines), rules="standard")


def found(log: DiceLog) -> dict[str, LogTest]:
    """The tests that speak against fair dice."""
    return {test.name: test for test in log.tests if test.corrected <= LEVEL}


def test_a_generator_without_a_seed_is_found_by_its_repetition() -> None:
    log = judged(generators.unseeded(games=3, number=70))
    assert log.repetition == (70 + 35, 1, 71) or log.repetition[0] >= 70
    assert found(log)["repetition"].corrected < Fraction(1, 10**60)
    assert not found(judged(generators.unseeded(games=1, number=210)))


def test_a_seven_is_found_and_named() -> None:
    log = judged(generators.scaled(400, greatest=600))
    assert [(each.face, each.least) for each in log.faces if not each.expected] == [(7, 1)]
    assert {test.face for test in found(log).values()} == {7}
    assert not found(judged(generators.scaled(400, greatest=10**6)))


@pytest.mark.tools
def test_a_face_that_is_a_tenth_too_often_is_found() -> None:
    log = judged(generators.fair(5000, seed=5, weights=(98, 98, 98, 98, 98, 110)))
    six = [test.face for test in found(log).values() if test.face]
    assert six == [6] * len(six) != []
    # as the power says
    dice = sum(len(throw.attack) for throw in log.throws)
    assert face_power(dice, Fraction(1, 6), Fraction(1, 10)) > ENOUGH


@pytest.mark.tools
def test_a_modulo_of_15_bits_is_not_found_and_the_power_says_so() -> None:
    log = judged(generators.modulo(5000))
    assert not found(log)
    assert FACE_BIASES[0] * Fraction(1, 6) == Fraction(5462, 2**15) - Fraction(1, 6)
    dice = sum(len(throw.attack) for throw in log.throws)
    assert face_power(dice, Fraction(1, 6), FACE_BIASES[0]) < Fraction(51, 1000)
    assert dice_needed(Fraction(1, 6), FACE_BIASES[0]) is None


def test_faces_are_binomial() -> None:
    log = judged(generators.fair(300, seed=1))
    for side in ("attack", "defence"):
        shown = [face for throw in log.throws for face in getattr(throw, side)]
        for each in log.faces:
            if each.name == f"{side} dice":
                assert each.least == each.most == shown.count(each.face or 0)
                exact = binomial_p_value(each.least, len(shown), Fraction(1, 6))
                assert each.p_value_at_least <= exact <= each.p_value
                assert each.p_value - each.p_value_at_least <= exact / 10**11
        (test,) = (test for test in log.tests if test.name == f"{side} dice")
        least = min(each.p_value for each in log.faces if each.name == test.name)
        assert test.p_value == min(1, 6 * least)


@pytest.mark.parametrize(("n", "bias"), [(100, Fraction(1, 10)), (60, Fraction(1, 2))])
def test_the_power_of_faces_by_its_definition(n: int, bias: Fraction) -> None:
    """Of the first a lowered chance shows less often, of the second a raised one."""
    fair = Fraction(1, 6)
    powers = []
    for p in (fair * (1 + bias), fair * (1 - bias)):
        term, power = (1 - p) ** n, Fraction(0)
        for k in range(n + 1):
            power += term if binomial_p_value(k, n, fair) <= LEVEL else 0
            term = term * (n - k) * p / ((k + 1) * (1 - p))
        powers.append(power)
    assert 0 <= min(powers) - face_power(n, fair, bias) <= Fraction(1, 10**9)
    needed = dice_needed(fair, bias) or 0
    assert face_power(needed, fair, bias) >= ENOUGH > face_power(needed * 9 // 10, fair, bias)


def test_the_log_of_the_readme() -> None:
    path = Path(__file__).parent / "throws.txt"
    assert path.read_text("utf-8").splitlines() == generators.fair(1000, seed=4)
