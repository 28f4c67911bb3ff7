"""`--blitz`: the commands say what the library does, in certain digits alone."""

from typing import Any

import pytest

from riskexact.base.text import DIGITS, decimal_text
from riskexact.battle.battle import Battle
from riskexact.battle.blitz import Fight
from riskexact.battle.campaign import Campaign
from riskexact.rules.catalogue import RULES
from riskexact.strategy import Strategy
from tests.commands import Capture, answer, in_json, run


def no_fractions(data: Any) -> bool:
    """Whether no fraction is known, anywhere."""
    if isinstance(data, dict):
        return data.get("fraction") is None and all(map(no_fractions, data.values()))
    return all(map(no_fractions, data)) if isinstance(data, list) else True


def certain(value: object, digits: int = DIGITS) -> Any:
    """Return a chance as JSON has it here, where even 0 has no fraction."""
    return in_json(value, digits) | {"fraction": None}


def fight(attackers: int, defenders: int, rules: str = "standard", **stops: int) -> Battle:
    return Battle(attackers, defenders, rules, blitz=True, **stops)  # type: ignore[arg-type]


def asked(capsys: Capture, *words: str) -> dict[str, Any]:
    data: dict[str, Any] = answer(capsys, *words, "--blitz")
    assert data["balanced_blitz"] == "3.3"
    assert no_fractions(data)
    return data


@pytest.mark.parametrize("sides", [("20", "18"), ("0", "3"), ("8537", "10000")])
def test_odds(capsys: Capture, sides: tuple[str, str]) -> None:
    data = asked(capsys, "odds", *sides, "--digits", "12")
    battle = fight(int(sides[0]), int(sides[1]))
    for name in ("win", "lose"):
        assert data[name] == certain(getattr(battle, f"{name}_probability"), 12)
    assert "stopped" not in data


def test_outcomes_with_units_kept_out(capsys: Capture) -> None:
    words = "outcomes", "4", "3", "--stop-until", "1"
    listed = asked(capsys, *words)["outcomes"]
    status, out, _ = run(capsys, *words, "--blitz")
    assert status == 0
    assert "Balanced Blitz of version 3.3, stop until 1 attacker\n" in out
    rows = [line.split() for line in out.splitlines()[3:]]
    ends = fight(4, 3, stop_until=1).outcomes.items()
    assert {(int(a), int(d)): p for a, d, p in rows} == {k: decimal_text(p) for k, p in ends}
    assert listed == [{"attackers": a, "defenders": d, **certain(p)} for (a, d), p in ends]


def test_a_campaign(capsys: Capture) -> None:
    words = "12", "3", "2:capital", "3", "--armies", "--leave-behind", "2", "--stop-until", "2"
    data = asked(capsys, "campaign", *words)
    rules = tuple(RULES[name] for name in ("standard", "capital", "standard"))
    campaign = Campaign(11, (3, 2, 3), rules, 2, blitz=True, stop_until=1)
    assert data["win"] == certain(campaign.win_probability)
    taken = campaign.conquered.items()
    assert data["conquered"] == {"chances": [{"territories": n, **certain(p)} for n, p in taken]}
    assert data["outcomes"] == [
        {"attackers": a, "territory": n, "defenders": d, **certain(p)}
        for (a, n, d), p in campaign.outcomes.items()
    ]
    status, out, _ = run(capsys, "campaign", *words, "--blitz")
    assert status == 0
    title = " ".join(out.splitlines()[:2])
    assert title.endswith("rules: standard, capital, standard, Balanced Blitz of version 3.3")


@pytest.mark.parametrize(
    "command",
    [
        "odds 3 2", "outcomes 3 2", "luck 3 2 --left 0 2", "strategy 3 2", "campaign 3 2 1",
        "need 3", "need 3 90%", "need 3 2", "table 2 2",
    ],
)  # fmt: skip
def test_more_digits_than_python_reads_at_once(capsys: Capture, command: str) -> None:
    status, out, err = run(capsys, *command.split(), "--digits", "4500", "--blitz")
    assert (status, err) == (0, "")
    assert out
    few = run(capsys, *command.split(), "--blitz")[1].splitlines()
    if command.split()[0] in ("odds", "luck", "strategy", "campaign"):
        assert out.splitlines()[:3] == few[:3]


def test_when_to_blitz(capsys: Capture) -> None:
    data = asked(capsys, "strategy", "13", "10", "--armies", "--rules", "capital", "--digits", "6")
    strategy = Strategy(12, 10, rules="capital", blitz=True)
    opening = strategy.opening
    assert data["blitz_at_once"] is not opening.attack
    assert opening.attack
    by_hand = Fight(12, 10, RULES["capital"]).sides[0]
    for key, chance in (("win", opening.value), ("blitz", opening.stop), ("by_hand", by_hand)):
        assert data[key] == certain(chance, 6)
    for state, ((a, d), decision) in zip(data["states"], strategy.decisions.items(), strict=True):
        told = {"blitz": not decision.attack, "win": certain(decision.value, 6)}
        assert state == {"attackers": a, "defenders": d} | told


def test_when_to_blitz_in_words(capsys: Capture) -> None:
    status, out, _ = run(capsys, "strategy", "12", "10", "--blitz")
    assert status == 0
    assert "\n84.9 %  Throw by hand first\n" in out
    decisions = Strategy(12, 10, blitz=True).decisions
    for line in out.splitlines()[-10:]:
        d, ranges = line.split(maxsplit=1)
        blitz = [a for a in range(1, 13) if not decisions[a, int(d)].attack]
        assert ranges == (f"{blitz[0]}..12" if len(blitz) > 1 else "12" if blitz else "never")
    assert "100 %  Blitz at once\n" in run(capsys, "strategy", "9", "2", "--blitz")[1]
    assert "\nover\n" in run(capsys, "strategy", "9", "0", "--blitz")[1]


def test_what_is_certain_has_no_fraction_and_is_said_so(capsys: Capture) -> None:
    """A chance of 0 has no line of its own below it, and is not a small one in the headline."""
    _, out, _ = run(capsys, "odds", "15", "13", "--blitz", "--stop-until", "1")
    assert " (23.8 % broken off, 0 % lost)\n" in out
    assert "  = " not in out
