"""What a certificate says, of which battles, and which files it requires."""

import pytest

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.certificates import coq
from riskexact.certificates.certificates import OVER_ROUNDS, certificate, of_battle
from riskexact.certificates.turn import of_turn
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Hand
from riskexact.turn.geography import Map
from riskexact.turn.position import Position


def test_what_is_too_large_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Battle, "win_probability", property(lambda battle: pytest.fail("computed")))
    with pytest.raises(RiskError, match="at most 2000 in all"):
        certificate(1_000_000, 1_000_000)
    with pytest.raises(RiskError, match="at most 200000 throws in all for Coq to count"):
        certificate(9, 9, Rules(9))
    with pytest.raises(RiskError, match="^defence_dice must be without at_most_attack in a cert"):
        certificate(2, 2, Rules(3, Hand(2, at_most_attack=True)))


@pytest.mark.parametrize("n", [97, 98])
def test_large_battles_under_the_standard_rules_are_sums(n: int) -> None:
    """The names and the other rules do not matter; a stop rule does."""
    sums = n == 98
    other_words = Rules(Hand((6, 6, 6)), Hand(2, needs=(1, 2)))
    for said in (certificate(n, n), certificate(n, n, other_words)):
        assert ("apply standard_certified." in said) == sums
        assert ("as sums over the rounds" in said) == sums
        assert ("RealHands" in said) == sums
    for said in (certificate(n, n, "capital"), certificate(n, n, retreat_at=1)):
        assert "apply (win_certified" in said
    said = certificate(campaign_attackers_needed([98], "1/2"), [98], need="1/2")
    assert "apply (least_for_campaign_certified 432)" in said


def test_a_turn_that_the_theory_cannot_say_is_refused() -> None:
    world = Map([("A", "B")], one_way=[("B", "C")])
    with pytest.raises(RiskError, match="no border in play that leads one way, not B to C"):
        of_turn(Position(world, {"A": 4}, {"B": 1, "C": 1}))
    assert of_turn(Position(world, {"A": 4}, {"B": 1})).chance
    with pytest.raises(RiskError, match="must be one of any, dice, all, not 2"):
        of_turn(Position(world, {"A": 4}, {"B": 1}), move=2)


def test_every_rule_set_of_the_catalogue_has_certificates() -> None:
    for name in RULES:
        assert f"{name} rules" in certificate(5, 4, name) or name == "standard"


def test_certificates_name_the_files_that_they_require() -> None:
    """Each after those that it requires, and none besides."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in coq.theory().glob("*.v")}
    for method in (
        of_battle(Battle(3, 2)).method,
        OVER_ROUNDS,
        of_turn(Position("classic", {"Siam": 2}, {"India": 1})).method,
    ):
        wanted, seen = ["Hands", "Certify", method.files[-1]], set[str]()
        while wanted:
            file = wanted.pop()
            seen.add(file)
            before = method.files[: method.files.index(file)]
            assert set(coq.required(texts[file])) <= set(before), file
            wanted += coq.required(texts[file])
        assert seen == set(method.files)
