"""The price of a garrison: closed form, recursion, battles of many attackers, the dearest unit."""

from fractions import Fraction
from itertools import islice, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.odds.price import dearest_unit, masses, moments, price
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import base_of, break_even_ratio
from riskexact.rules.hand import Hand
from tests.strategies import ANY, any_rules, tries


def priced(rules: Rules, defenders: int) -> Rules:
    """The rules, if this many defenders have a price under them."""
    try:
        list(islice(moments(rules), defenders + 1))
    except RiskError:
        assume(False)
    return rules


def test_the_closed_form_of_standard_rules() -> None:
    """As the review of the sources has it; the Risk FAQ prints its digits."""
    for d, (mean, _) in enumerate(islice(moments(), 60)):
        swing = Fraction(164501904, 743204855) * (1 - Fraction(-2890, 5501) ** d)
        assert mean == price(d).mean == Fraction(2387, 2797) * d - swing


def test_the_law_for_one_defender() -> None:
    """Three dice against one miss with 441 of 1296 throws: a geometric law."""
    miss = Fraction(441, 1296)
    assert price(1).mean == miss / (1 - miss) == Fraction(49, 95)
    assert price(1).variance == miss / (1 - miss) ** 2


@given(rules=any_rules, d=st.integers(0, 40))
def test_closed_form_is_recursion(rules: Rules, d: int) -> None:
    assert price(d, priced(rules, d)) == next(islice(moments(rules), d, None))


@pytest.mark.parametrize("name", RULES)
def test_closed_form_is_recursion_for_the_catalogue(name: str) -> None:
    assert [price(d, RULES[name]) for d in range(25)] == list(islice(moments(RULES[name]), 25))


def test_many_defenders() -> None:
    assert price(500, RULES["risiko"]) == next(islice(moments(RULES["risiko"]), 500, None))


@given(rules=any_rules, d=st.integers(0, 6), more=st.integers(0, 12))
def test_a_battle_with_many_attackers_costs_as_much(rules: Rules, d: int, more: int) -> None:
    """Exactly as often, as long as the attacker can throw all dice; and nearly as much on average.

    Losses beyond that are at most all attackers, and count more than that in the price.
    """
    full = priced(rules, d).attack.units_for_max_dice
    left = Battle(full + more, d, rules).attackers_left
    base = base_of(rules)
    chances = [
        Fraction(mass, base ** (n + d))
        for n, mass in enumerate(islice(masses([(d, rules)], base), more + 1))
    ]
    assert chances == [left.pmf(full + more - n) for n in range(more + 1)]
    beyond = 1 - sum(chances)
    lost_beyond = price(d, rules).mean - sum(n * p for n, p in enumerate(chances))
    lost = full + more - left.mean
    assert 0 <= lost - sum(n * p for n, p in enumerate(chances)) <= beyond * (full + more)
    assert lost_beyond >= beyond * (more + 1)
    assert abs(lost - price(d, rules).mean) <= lost_beyond


def test_losses_of_more_attackers_tend_to_the_price() -> None:
    for rules in (STANDARD, RULES["risiko"], Rules(ties="nobody")):
        off = [
            abs(n - Battle(n, 4, rules).attackers_left.mean - price(4, rules).mean)
            for n in (30, 60)
        ]
        assert off[1] < off[0] ** 2 * 100 < Fraction(1, 10**3)


@given(rules=any_rules, d=st.integers(1, 4), e=st.integers(0, 4), other=any_rules)
@tries(10)
def test_garrisons_one_after_another(rules: Rules, d: int, e: int, other: Rules) -> None:
    """The law of a sum of independent numbers, though the base is a common one."""
    priced(rules, d), priced(other, e)
    base = base_of(rules) * base_of(other)

    def chances(*garrisons: tuple[int, Rules]) -> list[Fraction]:
        defenders = sum(garrison for garrison, _ in garrisons)
        found = islice(masses(garrisons, base), 8)
        return [Fraction(mass, base ** (n + defenders)) for n, mass in enumerate(found)]

    one, two = chances((d, rules)), chances((e, other))
    assert chances((d, rules), (e, other)) == [
        sum(one[i] * two[n - i] for i in range(n + 1)) for n in range(8)
    ]


def test_no_price_where_no_number_of_attackers_is_enough() -> None:
    never = Rules(1, Hand(2, needs=(1, 3), to_highest=9))
    for ask in (lambda: price(1, never), lambda: price(50, never), lambda: dearest_unit(never)):
        with pytest.raises(
            RiskError, match="^rules of a price must let 1 v [12] dice cost the defender"
        ):
            ask()


def marginal_prices(rules: Rules, most: int) -> list[Fraction]:
    means = (each.mean for each in moments(rules))
    return [after - before for before, after in pairwise(islice(means, most + 1))]


@given(rules=any_rules)
def test_no_unit_costs_more_than_the_dearest(rules: Rules) -> None:
    priced(rules, 3)
    try:
        number, cost = dearest_unit(rules)
    except RiskError:
        assume(False)
    costs = marginal_prices(rules, number + 25)
    assert cost == max(costs)
    assert number == costs.index(cost) + 1
    assert cost >= break_even_ratio(rules)


@pytest.mark.parametrize(
    ("defence", "number"),
    [
        # the weak second die makes all units cheap, until the fourth brings another
        (Hand((8, 1, 6), needs=(1, 2, 4), to_highest=-1), 4),
        # the fifth unit costs more than the first, though that one is above the average already
        (Hand((6, 2, 3), needs=(1, 2, 5)), 5),
    ],
)
def test_a_dear_unit_may_come_after_one_that_is_dear_enough(defence: Hand, number: int) -> None:
    rules = Rules(3, defence, ties="attacker")
    assert dearest_unit(rules).number == number
    assert marginal_prices(rules, 1)[0] > break_even_ratio(rules)


two_dice = st.builds(
    Rules,
    attack_dice=st.integers(2, 4),
    defence_dice=st.just(2) | st.builds(Hand, st.just(2), to_highest=st.integers(-2, 2)),
    faces=st.integers(2, 7),
    ties=st.sampled_from(ANY),
)


@given(rules=two_dice)
@tries(27)
def test_of_two_dice_the_second_unit_is_the_dearest_if_the_first_is_cheap(rules: Rules) -> None:
    try:
        number, _ = dearest_unit(rules)
    except RiskError:
        assume(False)
    assert number == (2 if price(1, rules).mean < break_even_ratio(rules) else 1)


def test_the_unit_that_completes_the_dice_is_the_dearest() -> None:
    """In the whole catalogue: the second unit, unless there are more dice, or a die needs more."""
    for rules in RULES.values():
        assert dearest_unit(rules).number == rules.defence.units_for_max_dice
    others = {name for name, rules in RULES.items() if rules.defence.units_for_max_dice != 2}
    assert others >= {"risiko", "capital", "capital-behind-a-wall", "two-defenders-need-three"}


def test_every_unit_from_the_second_on_costs_as_much_for_single_losses() -> None:
    assert set(marginal_prices(SINGLE_LOSS, 30)[1:]) == {Fraction(4109, 3667)}
    assert dearest_unit(SINGLE_LOSS) == (2, Fraction(4109, 3667))


def test_no_dearest_unit_where_prices_have_no_limit() -> None:
    """Both dice always win: garrisons fall by two."""
    pairs = Rules(2, 2, faces=1, ties="attacker")
    with pytest.raises(RiskError, match="with no common factor, not 2 v 2 dice"):
        dearest_unit(pairs)
