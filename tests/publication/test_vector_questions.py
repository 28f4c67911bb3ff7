"""Test vectors: the questions, their answers by two methods, and the mistakes of programs."""

import json
import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import inf, nextafter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.battle.battle import win_probability
from riskexact.battle.needed import defenders_takeable
from riskexact.publication.vectors import mistakes
from riskexact.publication.vectors.checking import (
    MAX_LINE_LENGTH,
    CheckedProgram,
    ProgramAnswer,
    _battles,
    answers_of_program,
    checked_program,
)
from riskexact.publication.vectors.mistakes import expected_with
from riskexact.publication.vectors.question import (
    ANSWERS,
    VECTOR_DIGITS,
    Asked,
    computed,
    forms_of,
    questions,
)
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from tests.patience import SECONDS
from tests.publication.vectors import flawed, forms
from tests.publication.vectors.answers import another_way, of_a_campaign, of_a_win, of_an_outcome

THREE_TWO = next(each for each in questions() if each.id == "wins/standard/3v2")


OWN_BLITZ = {
    "kind": "balanced-blitz",
    "rules": {"name": None, **STANDARD.parts},
    "attackers": 5,
    "defenders": 4,
    "version": {"name": "ours", "negligible": "1/20", "cut": "1/50", "sharper": "2", "peaked": "1"},
}
STAR = {
    "kind": "maps",
    "rules": {"name": None, **STANDARD.parts},
    "borders": [["A", "B"], ["A", "C"]],
    "mine": {"A": 5},
    "enemy": {"B": 1, "C": 2},
    "take": ["B", "C"],
    "dice": "most",
}


@pytest.mark.parametrize(
    "asked",
    [
        *({**OWN_BLITZ, "left": left} for left in (None, {"attackers": 3, "defenders": 0})),
        *({**STAR, "move": move} for move in ("dice", "all")),
    ],
)
def test_what_no_vector_asks(asked: Asked) -> None:
    """A version of one's own, and armies that must follow the most dice."""
    kind = asked["kind"]
    assert forms(computed(asked), kind) == forms(another_way(asked), kind)


@given(st.fractions(0, 1))
def test_digits_and_the_double_are_rounded_right(value: Fraction) -> None:
    data = forms_of(value)
    assert Fraction(data["fraction"]) == value
    beside = [nextafter(data["double"], end) for end in (-inf, inf)]
    assert all(abs(data["double"] - value) <= abs(Fraction(each) - value) for each in beside)
    if value.denominator > 1:
        assert abs(Fraction(data["decimal"]) - value) <= value / 10 ** (VECTOR_DIGITS - 1) / 2
        text = decimal_text(value, 2 * VECTOR_DIGITS)
        assert forms(Decimal(text), "") == {**data, "fraction": None}


def test_a_battle_that_is_nearly_certain_has_digits() -> None:
    """And the double nearest to it, which is 1."""
    found = forms_of(computed({**THREE_TWO.asked, "attackers": 1990, "defenders": 10}))
    assert str(found["decimal"]).startswith("1 - 1.18")
    assert (found["fraction"], found["double"]) == (None, 1)


def test_questions_have_what_programs_get_wrong() -> None:
    """Every rule set, every pair of dice, edges, borders, large armies and thresholds, once."""
    assert max(Counter(each.id for each in questions()).values()) == 1
    assert max(Counter(json.dumps(each.asked) for each in questions()).values()) == 1
    by_kind = {kind: [each for each in questions() if each.kind == kind] for kind in ANSWERS}
    for kind in ("rounds", "wins", "outcomes", "needs"):
        assert {each.asked["rules"]["name"] for each in by_kind[kind]} >= set(RULES)
    for name, rules in RULES.items():
        rounds = [each.asked for each in by_kind["rounds"] if each.asked["rules"]["name"] == name]
        dice = {(each["attack_dice"], each["defence_dice"]) for each in rounds}
        assert dice == set(rules.dice_numbers())
    standard = {
        (each.asked["attackers"], each.asked["defenders"])
        for each in by_kind["wins"]
        if each.asked["rules"]["name"] == "standard"
    }
    assert standard >= {(0, 1), (1, 0), (1, 1), (2, 1), (12, 12), (1000, 1000), (1, 100)}
    assert any(a > 10**6 for a, _ in standard)
    assert any(each.asked["end"] == "stopped" for each in by_kind["stops"])
    assert any(each.asked["rules"]["ties"] == "nobody" for each in by_kind["rounds"])


def test_one_unit_fewer_would_not_do() -> None:
    """Of forces found, and with the chance just above one, that a force is not enough for."""
    found = Counter[str]()
    for each in questions():
        if each.kind == "needs" and each.asked["find"] == "attackers" and each.exact > 1:
            (rules,), d, n = each.rules, each.asked["against"], int(each.exact)
            goal = Fraction(each.asked["chance"])
            fewer, enough = (win_probability(units, d, rules) for units in (n - 1, n))
            assert fewer < goal <= enough
            found["just above fewer"] += goal - fewer < Fraction(1, 10**6)
            found["just enough"] += enough - goal < Fraction(1, 10**6)
    assert found["just above fewer"] >= 3
    assert found["just enough"] >= 3


# ---- what programs print


@given(st.fractions(-2, 2), st.integers(1, 12), st.booleans())
def test_numbers_as_programs_print_them(value: Fraction, places: int, percent: bool) -> None:
    shown = f"{100 * float(value):.{places}f}%" if percent else f"{float(value):.{places}f}"
    read = ProgramAnswer.of(shown)
    assert read.value == Fraction(shown.rstrip("%")) / (100 if percent else 1)
    assert read.places == places + 2 * percent
    assert ProgramAnswer.of(str(value)).value == value
    again = ProgramAnswer.of(repr(float(value)))
    assert again.value == Fraction(repr(float(value)))
    scientific = ProgramAnswer.of(f"{float(value):.{places}e}")
    assert scientific.value == Fraction(f"{float(value):.{places}e}")
    if value:
        assert scientific.digits == places + 1


@pytest.mark.parametrize(
    "line", ["hello", "1/0", "0.5 0.5", "1e99999", "0x1", "1,5", "-", ".", "e5"]
)
def test_lines_that_are_no_numbers(line: str) -> None:
    with pytest.raises(RiskError, match='a line must be a number, "skip" or nothing, not '):
        ProgramAnswer.of(line)


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("6610505/10077696", None),
        ("0.65595399980312960423", None),
        ("65.59539998031296%", None),
        ("0.6559539997", None),
        ("0.655953998", ()),
        ("0.656", ("it is rounded to 3 decimals",)),
        *((far, ()) for far in ("1e9999", "-1e9999", "1e-9999", "9" * 4300, "0." + "3" * 4000)),
        *((none, ("it is no number",)) for none in ("NaN", "-nan", "inf", "-Infinity")),
        *((none, ("it is no number",)) for none in ("None", "null", "undefined")),
    ],
)
def test_what_is_right(line: str, reasons: tuple[str, ...] | None) -> None:
    checked = checked_program([THREE_TWO], [line])
    assert checked.right["wins"] == (reasons is None)
    assert [each.reasons for each in checked.wrong] == [reasons] * (reasons is not None)
    assert all((each.off is None) == ("no number" in str(reasons)) for each in checked.wrong)


def test_skipped_answers_are_counted() -> None:
    checked = checked_program([THREE_TWO] * 4, ["", "skip", "SKIP", "1"])
    assert (checked.skipped["wins"], checked.right["wins"], len(checked.wrong)) == (3, 0, 1)


# ---- simulations


def shares(battles: int, seed: int, shift: float = 0.0) -> list[tuple[Fraction, Fraction]]:
    """The shares of wins in simulated battles, and their chances, some shifted."""
    random = Random(seed)
    chances = [random.uniform(0.03, 0.9) for _ in range(60)]
    return [
        (Fraction(sum(random.random() < p for _ in range(battles)), battles), Fraction(p + shift))
        for p in chances
    ]


@pytest.mark.parametrize("battles", [200, 1000, 5000])
def test_the_number_of_battles_is_inferred(battles: int) -> None:
    """Sixty squares of normal errors: their mean is within a factor 1.8, but for one in 10^4."""
    for seed in range(4):
        assert battles / 1.8 < (_battles(shares(battles, seed)) or 0) < battles * 1.8


def test_errors_that_no_simulation_makes() -> None:
    exact = [(p, p) for _, p in shares(50, seed=1)]
    assert _battles(exact) is None
    assert _battles(shares(5000, seed=1, shift=0.03)) is None
    assert _battles(shares(500, seed=1)[:10]) is None
    far_out = Fraction(13, 20), Fraction(1, 2)  # 9 standard deviations, which tell of fewer battles
    assert 400 < (_battles(shares(1000, seed=1)) or 0) < 1800
    assert _battles([*shares(1000, seed=1), far_out]) is None
    assert _battles([*shares(1000, seed=1), (Fraction(3), Fraction(1, 2))]) is None
    half = Fraction(1, 2)
    assert _battles([(half + Fraction((-1) ** n, 50), half) for n in range(60)]) is None
    assert _battles(shares(20, seed=3)) is None  # so few battles explain anything


# ---- a program with a mistake


CHOSEN = [
    each
    for each in questions()
    if each.kind == "wins" and each.asked["rules"]["name"] in ("standard", "single-loss", "risiko")
][::3] + [each for each in questions() if each.kind == "maps"]

EXPLAINED = {
    "ties": "ties go to the attacker",
    "armies": "the unit that stays behind is taken off the attackers",
    "stays": "the unit that stays behind fights too",
    "all dice": "all dice are thrown to the end",
    "all dice, none left": "all dice are thrown to the end",
    "single": "only the highest dice are compared",
    "three": "the defender throws three dice",
    "ignores rules": "standard rules are taken",
    "loses": "the chance is that of the other side",
    "percent": "the chance is in percent",
    "rounds": "it is rounded to 4 decimals",
    "whole percent": "it is rounded to 2 decimals",
    "digits": "it is rounded to 6 significant digits",
    "cuts": "it is cut off after 5 decimals",
    "overflows": "it is no number",
}


def checked_mistake(mistake: str) -> CheckedProgram:
    return checked_program(CHOSEN, list(flawed.answers(mistake, [each.asked for each in CHOSEN])))


def test_programs_that_are_right_and_wrong_somehow() -> None:
    checked = checked_mistake("none")
    assert (checked.wrong, checked.reasons) == ((), [])
    assert checked.right["wins"] > 100
    assert checked.skipped["wins"] > 3
    assert checked.skipped["maps"] == 34
    checked = checked_mistake("wrong somehow")
    assert len(checked.wrong) > 100
    assert sum(count for _, count in checked.reasons) < len(checked.wrong) / 20


@pytest.mark.parametrize("mistake", EXPLAINED)
def test_the_mistake_of_a_program_is_recognised(mistake: str) -> None:
    """It explains every wrong answer of a small battle, and no other explains as many."""
    checked = checked_mistake(mistake)
    (reason, most), *others = checked.reasons
    assert reason == EXPLAINED[mistake]
    small = [
        each
        for each in checked.wrong
        if each.question.asked["attackers"] + each.question.asked["defenders"] <= 50
    ]
    assert len(small) > 10
    assert all(reason in each.reasons for each in small)
    assert all(count < most * 2 / 3 for _, count in others)


@pytest.mark.parametrize(
    ("mistake", "ending"),
    [("simulates", " battles"), ("simulates armies", f", and {EXPLAINED['armies']}")],
)
def test_a_simulation_is_recognised(mistake: str, ending: str) -> None:
    (reason, _), *_ = checked_mistake(mistake).reasons
    found = re.fullmatch(r"simulation of about ([0-9,]+) battles.*", reason)
    assert found
    assert 300 < int(found[1].replace(",", "")) < 530
    assert reason.endswith(ending)


def test_a_force_with_the_unit_that_stays() -> None:
    """One army more than the attackers that are needed; and one defender fewer is taken by them."""
    asked = [
        each
        for each in questions()
        if each.kind == "needs" and each.id.startswith("needs/standard/attackers/")
    ]
    cases = [each for each in asked if each.asked["against"]]
    checked = checked_program(cases, [str(each.exact + 1) for each in cases])
    assert checked.reasons[0] == (EXPLAINED["armies"], len(cases))
    fewer = [each for each in questions() if each.id.startswith("needs/standard/def")]
    lines = [
        str(defenders_takeable(each.asked["against"] - 1, each.asked["chance"], STANDARD))
        for each in fewer
    ]
    checked = checked_program(fewer, lines)
    assert checked.reasons[0] == (EXPLAINED["armies"], len(checked.wrong))
    assert len(checked.wrong) > 10


def nobody_stays(asked: Asked) -> Fraction:
    return Fraction(of_a_campaign({**asked, "leave_behind": [0] * len(asked["rules"])}))


def with_dice(asked: Asked) -> Fraction:
    fewer = {name: min(asked[name], 60) for name in ("attackers", "defenders")}
    return Fraction((of_an_outcome if asked["left"] else of_a_win)({**asked, **fewer}))


@pytest.mark.parametrize(
    ("kind", "other", "expected", "least"),
    [
        ("campaigns", nobody_stays, "nobody stays behind on a territory taken", 20),
        ("balanced-blitz", with_dice, "the battle is one with dice, not Balanced Blitz", 100),
    ],
)
def test_the_answer_to_another_question_is_recognised(
    kind: str, other: Callable[[Asked], Fraction], expected: str, least: int
) -> None:
    asked = [each for each in questions() if each.kind == kind]
    checked = checked_program(asked, [str(float(other(each.asked))) for each in asked])
    (reason, count), *_ = checked.reasons
    small = [each for each in checked.wrong if each.question.asked["attackers"] < 60]
    assert reason == expected
    assert count > least
    assert kind != "campaigns" or count >= len(small) > least


# ---- programs that do not answer


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "COMMAND must be a program and its arguments, not ''"),
        ("'", 'COMMAND must be a program and its arguments, not "\'"'),
        ("a\0b", "COMMAND must be a program and its arguments, not 'a\\x00b'"),
        ("no-such-program", "a program that can be run, not 'no-such-program': No such file or"),
        ("/", "COMMAND must be a program that can be run, not '/': Permission denied"),
        ("head -n 1", "the program must print 2 lines, one for each question, not 1"),
        ("yes", f"the program must print 2 lines of at most {MAX_LINE_LENGTH} bytes, not more"),
        ("cat /dev/zero", f"print 2 lines of at most {MAX_LINE_LENGTH} bytes, not more"),
        ("sh -c 'sleep 60 & sleep 60'", "the program must end within 1 second"),
        (
            "sh -c 'echo sad >&2; echo >&2; exit 3'",
            "must end with status 0, not 3: 'sad'; asked '1'",
        ),
        (
            "sh -c 'echo 1; echo RangeError: no dice >&2; echo Node.js v18 >&2; exit 1'",
            "the program must end with status 0, not 1: 'RangeError: no dice'; asked '2'",
        ),
        ("sh -c 'exit 3'", "the program must end with status 0, not 3"),
        ("sh -c 'kill -9 $$'", "the program must end with status 0, not -9"),
    ],
)
def test_programs_that_do_not_answer(command: str, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        answers_of_program(command, ["1", "2"], seconds=1 if "sleep" in command else SECONDS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_may_ignore_its_input_and_print_anything(tmp_path: Path) -> None:
    assert answers_of_program("printf '1\\r\\n\\377'", ["1" * 10**6, "2"], SECONDS) == [
        "1",
        "\ufffd",
    ]
    # no shell is started
    said = answers_of_program(f"echo a; touch {tmp_path}/x", ["1"], SECONDS)
    assert said == [f"a; touch {tmp_path}/x"]
    assert list(tmp_path.iterdir()) == []


# ---- mistakes that were seen in programs of others


@pytest.mark.parametrize(
    ("mistake", "answers"),
    [
        # PyPI riskCalculator 0.0.5, but for its rounding, and with it
        (
            "one hit of one die against two takes two",
            {(1, 2): "0.2546", (5, 5): "0.5210", (12, 9): "0.8024", (33, 38): "0.5053"},
        ),
        (
            "one hit of one die against two takes two, and the chances of a round are rounded",
            {(1, 2): "0.2546", (5, 5): "0.5212", (12, 9): "0.8030", (33, 38): "0.5069"},
        ),
        # by a program of its own, in floating-point numbers
        ("branches of small probability are dropped", {(10, 10): "0.5643", (5, 5): "0.5062"}),
        ("the sides are exchanged", {(2, 1): "0.1061", (3, 2): "0.2061"}),
    ],
)
def test_mistakes_that_were_seen(
    monkeypatch: pytest.MonkeyPatch, mistake: str, answers: dict[tuple[int, int], str]
) -> None:
    monkeypatch.setattr(mistakes, "MAX_UNITS_OF_A_MISTAKE", 71)
    for (a, d), printed in answers.items():
        asked = {"kind": "wins", "rules": STANDARD, "attackers": a, "defenders": d}
        assert f"{float(expected_with(mistake, asked)[0]):.4f}" == printed


def test_sums_that_are_compared() -> None:
    """PyPI nevolution-risk 202: 3 v 2 costs the attacker nothing in 6054 of 7776 throws."""
    sums = [sum(throw[:3]) > sum(throw[3:]) for throw in product(range(1, 7), repeat=5)]
    assert sum(sums) == 6054
    asked = {"kind": "wins", "rules": STANDARD, "attackers": 3, "defenders": 1}
    wins = Counter(sum(t[:3]) > t[3] for t in product(range(1, 7), repeat=4))
    fewer = Counter(sum(t[:2]) > t[2] for t in product(range(1, 7), repeat=3))
    p, q, r = Fraction(wins[True], 6**4), Fraction(fewer[True], 6**3), Fraction(5, 12)
    found = expected_with("the dice are added up and the sums are compared", asked)
    assert found == (p + (1 - p) * (q + (1 - q) * r),)
