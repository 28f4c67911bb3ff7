"""`riskexact strategy` as its users meet it."""

from fractions import Fraction

import pytest

from riskexact.base.text import fraction_text
from riskexact.rules.catalogue import RULES
from riskexact.strategy import Strategy
from riskexact.strategy.commands.strategy import WORTH
from tests.commands import Capture, answer, in_json, run

TO_WIN = ("--attacker-unit", "0", "--defender-unit", "0")


def text(capture: Capture, *arguments: str) -> str:
    status, out, err = run(capture, "strategy", *arguments)
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize(
    ("rules", "dice"),
    [("risiko", "most"), ("2210-commander", "defender-first"), ("standard", "after-the-throw")],
)
def test_json(capsys: Capture, rules: str, dice: str) -> None:
    values = ("--territory", "3", "--attacker-unit", "1/2", "--defender-unit", "0.75")
    data = answer(capsys, "strategy", "4", "3", *values, "--order", dice, "--rules", rules)
    strategy = Strategy(4, 3, 3, Fraction(1, 2), Fraction(3, 4), RULES[rules], dice)  # type: ignore[arg-type]
    units = (Fraction(1, 2), Fraction(3, 4))
    assert (data["attackers"], data["defenders"], data["rules"]) == (4, 3, rules)
    assert (data["territory"], data["attacker_unit"], data["defender_unit"]) == ("3", "1/2", "3/4")
    assert data["order"] == dice
    assert data["attack"] is strategy.opening.attack
    for name, exact in (
        ("value", strategy.value),
        ("value_with_most_dice", Strategy(4, 3, 3, *units, RULES[rules]).value),
        ("stop", strategy.worth(4, 3)),
        ("win", strategy.win_probability),
        ("lose", strategy.lose_probability),
        ("stopped", strategy.stop_probability),
    ):
        assert Fraction(data[name]["fraction"]) == exact
    assert data["stop"]["decimal"] == "-0.2500000000"
    states = {(s["attackers"], s["defenders"]): s for s in data["states"]}
    assert set(states) == set(strategy.decisions)
    for state, decision in strategy.decisions.items():
        printed = states[state]
        assert printed["attack"] is decision.attack
        assert printed["value"] == in_json(Fraction(decision.value))
        for side, numbers in (
            ("attack_dice", decision.play.attack),
            ("defence_dice", decision.play.defence),
        ):
            shown = [(n["dice"], Fraction(n["chance"]["fraction"])) for n in printed[side]]
            assert shown == list(numbers)
        assert [(tuple(a["throw"]), a["dice"]) for a in printed.get("answers", [])] == [
            (a.throw, a.dice) for a in decision.play.answers
        ]
    assert data["opening"] == {k: v for k, v in states[4, 3].items() if not k.endswith("ers")} | (
        {"answers": states[4, 3]["answers"]} if dice == "after-the-throw" else {}
    )
    assert [(f["attackers"], f["defenders"], f["side"], f["gain"]) for f in data["fewer_dice"]] == [
        (f.attackers, f.defenders, f.side, in_json(f.gain)) for f in strategy.fewer_dice
    ]


def test_stop_and_never(capsys: Capture) -> None:
    out = text(capsys, "1", "3", "--attacker-unit", "2", "--defender-unit", "0")
    assert out.splitlines()[1] == "stop at once"
    assert "\n\nstop: worth 2.000000000; stopping at once: 2.000000000\n  = 2\n" in out
    assert out.endswith("\n        1  never\n        2  never\n        3  never\n")
    out = text(capsys, "3", "0", "--territory", "5", "--attacker-unit", "0")
    assert "\nover: worth 5.000000000; stopping at once: 5.000000000\n  = 5\n" in out
    assert out.endswith("\nwin: 1\nlose: 0\nstopped: 0\n")
    out = text(capsys, "1", "1", "--attacker-unit", "0", "--digits", "3")
    assert "rules\nattack while you have attackers, stop at none: fight to the end\n" in out
    assert "\nattack: worth -0.167; stopping at once: -1\n  = -1/6\n" in out
    out = text(capsys, "0", "2", "--defender-unit", "1/2", "--digits", "3")
    assert "over: worth -1; stopping at once: -1\n  = -1\n" in out


def test_the_defender_who_sees_the_throw(capsys: Capture) -> None:
    out = text(capsys, "2", "2", *TO_WIN, "--order", "after-the-throw", "--digits", "5")
    assert out == (
        "2 attackers against 2 defenders, standard rules, "
        "the defender chooses his dice after the attacker's throw\n"
        "attack while you have attackers, stop at none: fight to the end\n"
        "the territory is worth 1, each attacker left 0, and each defender left costs 0\n"
        "\n"
        "attack: worth 0.34331; stopping at once: 0\n"
        f"  = {fraction_text(Strategy(2, 2, 1, 0, 0, dice='after-the-throw').value)}\n"
        "win: 0.34331\n"
        "lose: 0.65669\n"
        "stopped: 0\n"
        "\n"
        "defenders  attack while the attackers are\n"
        "        1  1..2\n"
        "        2  1..2\n"
        "\n"
        "worth with the maximum number of dice on both sides: 0.36265\n"
        "attack with 2 dice\n"
        "defend with 1 die against 4-4 5-4 5-5 6-4 6-5 6-6\n"
        "defend with 2 dice against 1-1 2-1 2-2 3-1 3-2 3-3 4-1 4-2 4-3 5-1 5-2 5-3 6-1 6-2 6-3\n"
        "\n"
        "where fewer dice are better, up to 2 v 2:\n"
        "  the defender: 1 of 2 dice against 4-4 5-4 5-5 6-4 6-5 6-6: 1 state, 2 v 2\n"
    )


def test_fewer_dice(capsys: Capture) -> None:
    out = text(capsys, "3", "7", *TO_WIN, "--order", "attacker-first", "--rules", "bonus-die")
    assert "the numbers of dice are chosen one after the other, the attacker's first\n" in out
    assert "\nattack with 3 dice\ndefend with 1 die\n\n" in out
    assert out.endswith(
        "\nwhere fewer dice are better, up to 3 v 7:\n"
        "  the defender: 1 of 2 dice: 5 states, 2 v 3, 5, 7; 3 v 5, 7\n"
    )
    out = text(capsys, "3", "3", "--order", "defender-first")
    assert out.endswith("up to 3 v 3:\n  nowhere\n")


def test_most_dice(capsys: Capture) -> None:
    assert text(capsys, "--most-dice", "5", *TO_WIN) == (
        "where fewer dice are better, in all battles up to 5 v 5\n"
        "the territory is worth 1, each attacker left 0, and each defender left costs 0\n"
        "\n"
        "standard\n"
        "  attacker-first, defender-first:\n"
        "    nowhere\n"
        "  after-the-throw:\n"
        "    the defender: 1 of 2 dice against some throws: 16 states, 2..5 v 2..5\n"
    )
    assert text(
        capsys, "--most-dice", "3", "--rules", "2210-commander", "--order", "defender-first"
    ) == (
        "where fewer dice are better, in all battles up to 3 v 3\n"
        "the territory is worth 1, each attacker left 1, and each defender left costs 1\n"
        "\n"
        "2210-commander\n"
        "  defender-first:\n"
        "    the attacker: 1 of 2 dice: 1 state, 2 v 2\n"
    )
    every = answer(
        capsys, "strategy", "--most-dice", "1", "--rules", "all", "--order", "attacker-first"
    )
    assert [each["rules"] for each in every["checked"]] == list(RULES)


def test_what_things_are_worth_unless_it_is_said(capsys: Capture) -> None:
    """One each, in Python too, and the title says so, however the dice are chosen."""
    ones = [word for name in WORTH for word in (f"--{name.replace('_', '-')}", "1")]
    for more in ([], ["--order", "after-the-throw"], ["--armies"]):
        assert answer(capsys, "strategy", "5", "4", *more) == (
            answer(capsys, "strategy", "5", "4", *more, *ones)
        )
    title = run(capsys, "strategy", "5", "4")[1].splitlines()[2:4]
    assert title == [
        "the territory is worth 1, each attacker left 1, and each defender left costs 1",
        "(--territory V, --attacker-unit V, --defender-unit V say otherwise)",
    ]
    assert "say otherwise" not in run(capsys, "strategy", "5", "4", *ones)[1]
    alone = answer(capsys, "strategy", "5", "4", "--territory", "3")
    assert [alone[name] for name in WORTH] == ["3", "1", "1"]
    for found, asked in ((Strategy(5, 4), []), (Strategy(5, 4, 3), ["--territory", "3"])):
        value = answer(capsys, "strategy", "5", "4", *asked)["value"]
        assert Fraction(value["fraction"]) == found.value
