"""`riskexact verify` of one battle: every method, and the steps of the recursion."""

import re
from fractions import Fraction

import pytest

from riskexact.base.text import decimal_text, fraction_text
from riskexact.engine import cell
from riskexact.odds.recursion import win_probability
from riskexact.rules.catalogue import RULES
from tests.commands import Capture, answer, in_json, run

METHODS = ["recursion", "first-exit", "trinomial", "sweep", "engine", "certain digits"]


def test_every_method_agrees(capsys: Capture) -> None:
    data = answer(capsys, "verify", "17", "6")
    win = win_probability(17, 6)
    assert (data["attackers"], data["defenders"], data["rules"]) == (17, 6, "standard")
    assert [each["method"] for each in data["methods"]] == METHODS
    *exact, digits = data["methods"]
    for each in exact:
        assert each.pop("seconds") >= 0
        assert each == {"method": each["method"], **in_json(win)}
    assert (digits["fraction"], digits["decimal"]) == (None, decimal_text(win))
    assert data["agree"] is True
    assert data["win"] == in_json(win)
    out = run(capsys, "verify", "17", "6")[1]
    rows = out.splitlines()[3:9]
    assert [row.split("  ")[0] for row in map(str.strip, rows)] == METHODS


@pytest.mark.parametrize("off", [Fraction(1, 10**30), Fraction(-1, 10**30)])
def test_a_method_that_is_wrong(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, off: Fraction
) -> None:
    right = cell.win_probability
    monkeypatch.setattr(cell, "win_probability", lambda *battle: right(*battle) + off)
    status, out, err = run(capsys, "verify", "3", "2")
    assert (status, err) == (1, "")
    rows = {line.split("  ")[0].strip(): line for line in map(str.strip, out.splitlines())}
    assert " 6610505/10077696 " in rows["recursion"]
    assert f" {fraction_text(win_probability(3, 2) + off)} " in rows["engine"]
    assert "\nthey do not agree\n" in out
    status, out, err = run(capsys, "verify", "3", "2", "--json")
    assert (status, err) == (1, "")
    assert '"agree": false' in out


def test_wrong_digits(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds are compared, not the digits that are printed."""
    monkeypatch.setattr("riskexact.odds.recursion.win_probability", lambda *_: Fraction(1, 2))
    assert run(capsys, "verify", "1", "2")[0] == 1


@pytest.mark.parametrize("rules", ["standard", "risiko", "2210-commander"])
def test_the_equations_hold(capsys: Capture, rules: str) -> None:
    """In text and in JSON, and no line is longer than 80 columns."""
    asked = "verify", "7", "6", "--steps", "--rules", rules
    _, out, _ = run(capsys, *asked)
    lines = out.partition("chance:\n")[2].splitlines()
    assert max(map(len, lines)) <= 80
    values: dict[tuple[int, int], Fraction] = {}

    def value(a: int, d: int) -> Fraction:
        return values[a, d] if a and d else Fraction(d == 0)

    printed = " ".join(lines)
    for step in answer(capsys, *asked)["steps"]:
        state = step["attackers"], step["defenders"]
        win = Fraction(step["win"]["fraction"])
        assert win == win_probability(*state, RULES[rules])
        left, sums = step["equation"].split(" = ")
        assert left == f"P({state[0]},{state[1]})"
        total = Fraction(0)
        for term in sums.split(" + "):
            part, x, y = re.fullmatch(r"(\d+/\d+) P\((\d+),(\d+)\)", term).groups()  # type: ignore[union-attr]
            total += Fraction(part) * value(int(x), int(y))
        assert total == win
        values[state] = win
        assert step["equation"] in printed
    said = re.findall(r"^P\((\d+),(\d+)\): ", out, re.MULTILINE)
    assert [(int(a), int(d)) for a, d in said] == list(values)
