"""The duel against the chain of all its positions, capped play, the theorem and simulation."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskexact as rx
from riskexact.base.fractions import exact_sum
from riskexact.engine.linear import fixed_point
from riskexact.game import bellman
from riskexact.game.bellman import DuelPolicy, DuelValues, applies, certified
from riskexact.game.duel import Duel
from riskexact.odds.states import State
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts

LAST = {
    1: (0, 1), 2: (0, 1), 3: (1, 3), 4: (2, 5), 5: (2, 8), 6: (3, 11), 7: (4, 14), 8: (5, 17),
    9: (5, 21), 10: (6, 25), 11: (7, 28), 12: (8, 31), 20: (14, 65),
}  # fmt: skip
"""By reinforcements, the most armies against which 2 and 3 attack: an independent program."""

VALUES = {
    1: Fraction(187950439, 296078095), 2: Fraction(142115477263, 175195931551),
    3: Fraction(373248, 404461), 4: Fraction(53747712, 55277149),
    5: Fraction(7739670528, 7814612941), 6: Fraction(1114512556032, 1118184734269),
}  # fmt: skip
"""By reinforcements, one army against one: the same program."""

COVERED = [name for name in RULES if applies(RULES[name])]


def after(x: int, y: int, dice: int, rules: Rules) -> dict[State, Fraction]:
    """The positions after a round, with their chances."""
    counts = round_counts(dice, rules.defence.dice_of(y), rules)
    total = sum(counts.values())
    return {(x - i, y - j): Fraction(n, total) for (i, j), n in counts.items()}


def policy_of(found: Duel) -> DuelPolicy:
    """Return the policy, which is proved best."""
    assert found.policy is not None
    return found.policy


def by_chain(policy: DuelPolicy, start: State, r: int, rules: Rules = STANDARD) -> Fraction:
    """The value of a position in mid-turn, from one system of all positions that may follow."""
    forms: dict[State, dict[State | None, Fraction]] = {}
    ahead = [start]
    while ahead:
        x, y = ahead.pop()
        if (x, y) in forms:
            continue
        dice = policy.dice(x, y)
        if dice:
            ends = after(x, y, dice, rules)
            won = sum(p for (_, d), p in ends.items() if not d)
            forms[x, y] = {None: Fraction(won)} | {c: p for c, p in ends.items() if c[1]}
        else:
            forms[x, y] = {None: Fraction(1), (y + r, x): Fraction(-1)}
        ahead += [cell for cell in forms[x, y] if cell]
    return fixed_point(forms)[start]


@pytest.mark.tools
@pytest.mark.parametrize("r", range(1, 21))
def test_the_standard_rules_are_solved(r: int) -> None:
    found = rx.duel(1, 1, reinforcements=r)
    assert found.proved
    assert type(found.lower) is Fraction
    two, three = (
        max((y for y in range(1, 99) if policy_of(found).dice(x, y)), default=0) for x in (2, 3)
    )
    assert (two, three) == LAST.get(r, (two, three))
    assert found.lower == VALUES.get(r, found.lower)
    power = Fraction(7, 12) * Fraction(91, 216) * Fraction(49, 144) ** (r - 2)
    assert (found.lower == 1 / (1 + power)) == (r >= 3)
    assert found.lower == by_chain(policy_of(found), (1 + r, 1), r)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 6), st.sampled_from(COVERED))
def test_every_value_is_that_of_the_chain(mine: int, enemy: int, r: int, name: str) -> None:
    certificate = certified(RULES[name], r)
    if certificate is None:
        return
    values = DuelValues(RULES[name], r, certificate.policy)
    expected = by_chain(certificate.policy, (mine + r, enemy), r, RULES[name])
    assert values.far(mine + r, enemy) == values(mine + r, enemy) == expected


@pytest.mark.parametrize(
    ("name", "r"),
    [*product(["standard", "ties-to-attacker"], (1, 3)), ("four-dice", 1), ("four-dice", 2)],
)
def test_no_move_is_better_anywhere_in_a_box(name: str, r: int) -> None:
    """Bellman's equation, cell by cell, of all that may be done instead."""
    rules = RULES[name]
    certificate = certified(rules, r)
    assert certificate is not None
    W = DuelValues(rules, r, certificate.policy)
    for x, y in product(range(1, 25), repeat=2):
        others: list[Fraction] = [1 - W(y + r, x)]
        for dice in range(1, rules.attack.dice_of(x - 1) + 1):
            ends = after(x, y, dice, rules).items()
            others.append(exact_sum(p * W(*cell) for cell, p in ends))
        assert W(x, y) == max(others)


@pytest.mark.parametrize("rows", [
    ((0,), (1, 1, 0), (2, 2, 2, 0), (3,)), ((0,), (0,), (2, 2, 2, 0), (3,)),
    ((0,), (1, 0), (2, 2, 0), (3,)), ((0,), (1, 0), (2, 2, 2, 2, 0), (3,)),
    ((0,), (1, 0), (1, 2, 2, 0), (3,)),
])  # fmt: skip
def test_no_other_policy_passes_the_check(
    rows: tuple[tuple[int, ...], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DuelValues, "improved", lambda self: DuelPolicy(rows))
    assert certified.__wrapped__(STANDARD, 3) is None


def test_a_claim_can_be_checked_by_hand() -> None:
    certificate = rx.duel(1, 1).certificate
    assert certificate is not None
    assert len(certificate.core) == 9
    claim = certificate.claims[0]
    assert (claim.says, claim.x, claim.first) == ("W(x + 1, y) >= W(x, y)", 1, 1)
    # λ of columns 1, 2, 3: the attacker alone loses in all rounds of a step of two armies
    assert claim.factors == (Fraction(441, 1296) ** 2, *[Fraction(2275, 7776)] * 2)
    assert all(
        set(each.factors) <= {*claim.factors, Fraction(2890, 7776)} for each in certificate.claims
    )


def test_the_advantage_of_the_attacker_decides() -> None:
    assert {"standard", "ties-to-attacker", "four-dice"} <= set(COVERED)
    assert not {"risiko", "single-loss", "two-dice-attack", "bonus-die"} & set(COVERED)
    assert not applies(Rules(ties="nobody"))
    assert applies(Rules(attack_dice=bellman.MAX_EDGE))
    assert not applies(Rules(attack_dice=bellman.MAX_EDGE + 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mine": 0}, "mine must be a whole number, from 1 to 1000, not 0"),
        ({"enemy": -1}, "enemy must be a whole number, from 1 to 1000, not -1"),
        ({"mine": 1.5}, "mine must be a whole number, from 1 to 1000, not 1.5"),
        ({"reinforcements": 0}, "reinforcements must be a whole number, from 1 to 80, not 0"),
        ({"reinforcements": True}, "reinforcements must be a whole number"),
        ({"rules": "chess"}, "not 'chess'"),
    ],
)
def test_hostile_input_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(rx.RiskError) as caught:
        rx.duel(**{"mine": 1, "enemy": 1} | arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_the_readme_tells_when_to_wait() -> None:
    text = " ".join((Path(bellman.__file__).parent / "README.md").read_text("utf-8").split())
    policy = policy_of(rx.duel(1, 1))
    assert "four armies or more one never waits" in text
    assert all(policy.dice(x, y) == 3 for x, y in product(range(4, 40), range(1, 200)))
    assert "three, two dice are thrown against three armies or fewer" in text
    assert [policy.dice(3, y) for y in (1, 2, 3, 4, 99)] == [2, 2, 2, 0, 0]
    assert "two armies one die against one;" in text
    assert [policy.dice(2, y) for y in (1, 2, 99)] == [1, 0, 0]
    assert f"higher: {LAST[12][1]} and {LAST[12][0]} for twelve" in text
    certificate = rx.duel(1, 1).certificate
    assert certificate is not None
    assert f"of some {len(certificate.claims)} lines" in text


@pytest.mark.tools
@pytest.mark.parametrize("name", ["single-loss", "legacy-bunker"])
def test_without_the_advantage_the_claims_prove_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The differences are fine near the edges; the advantage alone carries them inside."""
    assert rx.duel(1, 1, rules=name).policy is None
    assert certified(RULES[name], 3) is None
    monkeypatch.setattr(bellman, "applies", lambda rules: True)
    assert certified.__wrapped__(RULES[name], 3) is not None


@pytest.mark.tools
@pytest.mark.parametrize(
    ("rules", "armies", "lower", "upper"),
    [
        ("risiko", 1, "0.92283", "0.92283"),
        ("risiko", 2, "0.79533", "0.83463"),
        ("two-dice-attack", 5, "0.52370", "0.76780"),
    ],
)
def test_stand_offs_leave_bounds(rules: str, armies: int, lower: str, upper: str) -> None:
    """What the mover can force, and what the other cannot prevent, of the capped game."""
    found = rx.duel(armies, armies, rules=rules)
    assert (f"{float(found.lower):.5f}", f"{float(found.upper):.5f}") == (lower, upper)
    assert found.proved == (lower == upper)
    assert found.policy is None
    assert found.certificate is None
    with pytest.raises(rx.RiskError, match="^position must have at most 60 armies in all, not 80"):
        rx.duel(40, 40, rules=rules)


def test_bounds_of_the_capped_game_hold_the_exact_values() -> None:
    game = rx.Game("line-2")
    for x, y in product(range(1, 12), repeat=2):
        lower, upper = game.value(rx.Position("line-2", {"A": x}, {"B": y}))
        assert lower <= rx.duel(x, y).lower <= upper


@pytest.mark.parametrize("r", [3, 4, 5, 6])
def test_fewer_dice_never_help_the_defender_on_two_countries(r: int) -> None:
    """In no position of 2 to 12 armies each: the theorem has a defender who throws the most."""
    found = certified(STANDARD, r)
    assert found is not None
    values = DuelValues(STANDARD, r, found.policy)

    def mean(x: int, y: int, dice: int, defence: int) -> Fraction:
        left = rx.round_distribution(dice, defence).items()
        return sum(
            (p * (values.far(x - i, y - j) if y > j else 1) for (i, j), p in left), Fraction()
        )

    for x, y in product(range(2, 13), repeat=2):
        for dice in range(1, min(3, x - 1) + 1):
            assert mean(x, y, dice, 1) > mean(x, y, dice, 2)
