"""Balanced Blitz in the calculator: its floating point against Python's certain digits."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import count, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.app import blitz_data
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.needed import attackers_needed, garrison_needed
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BLITZ_3_3, BlitzVersion
from riskexact.rules.catalogue import RULES
from tests.app.test_arithmetic import CAMPAIGNS, campaign_costs
from tests.node import THREE, Node, fight, outcomes
from tests.programs import needs
from tests.strategies import any_rules, tries

pytestmark = needs("node")

GOALS = tuple(Fraction(n, 100) for n in (50, 75, 90, 95))

EVEN = Rules(1, 1, ties="nobody")
"""Each unit that is lost is the one side's or the other's, like heads or tails."""

ERROR = 1e-11
"""What the calculator promises."""

Ends = Mapping[tuple[int, int, int], float]
"""The chance of each outcome: attackers left, territories taken, defenders left."""


def blitz_fight(
    attackers: int,
    garrisons: Sequence[int],
    stay: int = 1,
    out: int = 0,
    version: BlitzVersion = BLITZ_3_3,
) -> dict[str, Any]:
    return fight(attackers, garrisons, stay, retreat_at=out) | {"blitz": blitz_data(version)}


def shown(page: Node, rules: Rules | Sequence[Rules], asked: object) -> Ends:
    """The outcomes on the page, whose chances add up to exactly 1."""
    return {end: float(chance) for end, chance in outcomes(page, rules, asked).items()}


def by_battle(a: int, d: int, rules: Rules = STANDARD, version: BlitzVersion = BLITZ_3_3) -> Ends:
    ends = Battle(a, d, rules, blitz=version).outcomes.items()
    return {(a, int(d == 0), d): float(p) for (a, d), p in ends}


def near(ends: Ends) -> object:
    return pytest.approx(ends, rel=0, abs=ERROR)


SIDES = [(1, 1), (3, 2), (2, 7), (9, 7), (13, 10), (25, 31)]


@pytest.mark.parametrize("rules", THREE)
def test_outcomes_under_a_rule_set(page: Node, rules: Rules) -> None:
    for a, d in SIDES:
        assert shown(page, rules, blitz_fight(a, [d])) == near(by_battle(a, d, rules))


def test_the_colours_of_the_map(page: Node) -> None:
    shades = page("shades", STANDARD.parts, 12, blitz_data(BLITZ_3_3))
    for a, d in product(range(1, 13), repeat=2):
        win = Battle(a, d, blitz=True).win_probability
        assert shades[13 * a + d] == pytest.approx(float(win), abs=ERROR)


below_half = st.integers(0, 48).map(lambda n: Fraction(n, 97))
powers = st.builds(Fraction, st.integers(1, 20), st.integers(5, 10))
versions = st.builds(BlitzVersion, st.just("ours"), below_half, below_half, powers, powers)


@tries(50)
@given(any_rules, st.integers(1, 9), st.integers(1, 9), versions | st.just(BLITZ_3_3))
def test_outcomes_under_any_rules_and_in_any_version(
    page: Node, rules: Rules, a: int, d: int, version: BlitzVersion
) -> None:
    win = win_probability(a, d, rules)
    assume(all(abs(version.negligible - p) > 1e-9 for p in (win, 1 - win)))
    expected = by_battle(a, d, rules, version)
    assume(all(p > 1e-9 for p in expected.values()))
    assert shown(page, rules, blitz_fight(a, [d], version=version)) == near(expected)


@pytest.mark.parametrize("a", range(3, 9))
def test_a_cut_that_meets_an_outcome_leaves_nothing_of_it(page: Node, a: int) -> None:
    """It is met exactly where the odds are even; floating point misses it by a little."""
    rules = Rules(2, 2, faces=3, ties="nobody")
    best = Battle(a, a, rules).outcomes[a, 0]
    version = BlitzVersion("ours", cut=best, sharper=Fraction(1, 5))
    left = by_battle(a, a, rules, version)
    assert (a, 1, 0) not in left
    assert (a - 1, 1, 0) in left
    assert shown(page, rules, blitz_fight(a, [a], version=version)) == near(left)


def bent(win: Fraction | str, version: BlitzVersion = BLITZ_3_3) -> Decimal:
    """The chance to win, from the unbent one."""
    with localcontext() as context:
        context.prec = 60
        chance = Decimal(win) if isinstance(win, str) else Decimal(win.numerator) / win.denominator
        negligible, cut, power = (
            Decimal(x.numerator) / x.denominator
            for x in (version.negligible, version.cut, version.sharper)
        )
        if min(chance, 1 - chance) <= negligible:
            return round(chance)  # type: ignore[return-value]
        share = 1 / (1 + (1 / chance - 1) ** power)
        return min(Decimal(1), max(Decimal(0), (share - cut) / (1 - 2 * cut)))


@pytest.mark.parametrize(
    "win",
    ["0", "0.05", "0.0500000001", "0.1557", "0.15577", "0.16", "0.4999999", "0.5", "0.75", "0.8442",
     "0.8443", "0.95", "1"],
)  # fmt: skip
def test_the_chance_to_win_is_a_function_of_the_unbent_one(page: Node, win: str) -> None:
    found = page("bent", float(win), blitz_data(BLITZ_3_3))
    assert found == pytest.approx(float(bent(win)), abs=ERROR)
    assert (found in (0, 1)) == (bent(win) in (0, 1))
    assert page("bent", 1 - float(win), blitz_data(BLITZ_3_3)) == pytest.approx(1 - found)


def test_what_is_negligible_in_a_version_that_cuts_nothing(page: Node) -> None:
    version = BlitzVersion("ours", negligible="1/4", cut=0, sharper=1)
    wins = [page("bent", win, blitz_data(version)) for win in (0.25, 0.26, 0.74, 0.75)]
    assert wins == pytest.approx([0, 0.26, 0.74, 1])
    for a, d in (2, 3), (1, 2):
        expected = by_battle(a, d, EVEN, version)
        assert shown(page, EVEN, blitz_fight(a, [d], version=version)) == near(expected)


@pytest.mark.parametrize(
    ("a", "d", "name"),
    [(275, 320, "standard"), (1000, 1170, "standard"), (340, 1000, "ties-to-attacker"),
     (1700, 990, "capital"), (900, 300, "capital-behind-a-wall"), (1580, 1000, "two-dice-attack")],
)  # fmt: skip
def test_large_battles(page: Node, a: int, d: int, name: str) -> None:
    """The whole algorithm on the page, and digits of the chance to win, which need no outcome."""
    rules = RULES[name]
    win = Battle(a, d, rules, blitz=True).win_probability
    assert 0 < win < 1
    ends = shown(page, rules, blitz_fight(a, [d]))
    assert sum(p for (_, taken, _), p in ends.items() if taken) == pytest.approx(
        float(win), abs=ERROR
    )


def by_campaign(
    attackers: int, garrisons: Sequence[int], rules: Sequence[Rules], stay: int, out: int
) -> Ends:
    campaign = Campaign(attackers, garrisons, rules, stay, blitz=True, stop_until=out)
    return {end: float(p) for end, p in campaign.outcomes.items()}


STAYING_OUT = [(10, [9], 1, 4), (2, [3], 1, 4), (9, [2, 0, 3], 1, 4)]


@pytest.mark.parametrize("campaign", [*CAMPAIGNS, *STAYING_OUT])
def test_campaigns_and_who_stays_out(page: Node, campaign: tuple[int, list[int], int, int]) -> None:
    a, garrisons, stay, out = campaign
    for name in ("standard", "capital", "ties-to-attacker"):
        rules = [RULES[name], *[RULES["capital-behind-a-wall"]] * (len(garrisons) - 1)]
        asked = blitz_fight(a, garrisons, stay, out)
        assert shown(page, rules, asked) == near(by_campaign(a, garrisons, rules, stay, out)), name


def test_expected_losses_of_a_campaign(page: Node) -> None:
    a, garrisons, stay = 12, [3, 4, 3], 2
    answer = page("answer", STANDARD.parts, blitz_fight(a, garrisons, stay))

    def ends_of(attackers: int, garrison: int) -> Mapping[tuple[int, int], float]:
        return {(a, d): p for (a, _, d), p in by_battle(attackers, garrison).items()}

    lost = [float(Fraction(each)) for each in answer["lost"][:2]]
    assert lost == pytest.approx(campaign_costs(a, garrisons, stay, 0, ends_of), abs=1e-7)


@pytest.mark.parametrize("name", ["standard", "capital", "ties-to-attacker", "2210-commander"])
def test_how_many_are_needed(page: Node, name: str) -> None:
    rules = RULES[name]
    for d in (1, 2, 9, 14, 130):
        assert page("needed", rules.parts, blitz_fight(1, [d])) == [
            attackers_needed(d, goal, rules, blitz=BLITZ_3_3) for goal in GOALS
        ]
    assert page("needed", rules.parts, blitz_fight(1, [0])) == [1, 1, 1, 1]


@pytest.mark.parametrize(("garrisons", "stay"), [([3, 1, 2], 2), ([2, 0, 3], 0)])
def test_how_many_a_campaign_needs(page: Node, garrisons: list[int], stay: int) -> None:
    for name in ("standard", "capital"):
        rules = RULES[name]

        @cache
        def taken(a: int, rules: Rules = rules) -> Any:
            return Campaign(a, garrisons, rules, stay, blitz=True).win_probability

        assert page("needed", rules.parts, blitz_fight(1, garrisons, stay)) == [
            next(a for a in count(1) if taken(a) >= goal) for goal in GOALS
        ]


@pytest.mark.parametrize("rules", THREE)
def test_how_many_hold(page: Node, rules: Rules) -> None:
    """With dice, and under Balanced Blitz."""
    for a in (1, 4, 9, 60):
        for version in (None, BLITZ_3_3):
            asked = blitz_fight(a, []) | {"blitz": version and blitz_data(version)}
            assert page("holding", rules.parts, asked) == [
                garrison_needed(a, goal, rules, blitz=version) for goal in GOALS
            ]


def test_even_odds_are_enough_for_an_even_chance(page: Node) -> None:
    rules = Rules(3, 3, ties="nobody")
    for each in range(1, 30):
        assert page("needed", rules.parts, blitz_fight(1, [each]))[0] == each
        assert page("holding", rules.parts, blitz_fight(each, []))[0] == each
