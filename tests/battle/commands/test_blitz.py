"""`--blitz`: the commands say what the library does, in certain digits alone."""

from typing import Any

import pytest

from riskexact.base.text import DIGITS
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.rules.catalogue import RULES
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
    ends = fight(4, 3, stop_until=1).outcomes.items()
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
