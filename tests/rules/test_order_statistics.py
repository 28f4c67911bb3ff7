from collections import Counter
from itertools import product
from math import prod

from hypothesis import assume, given

from riskexact.rules import Rules
from riskexact.rules.dice import round_counts_by_enumeration
from riskexact.rules.hand import Die, Hand
from riskexact.rules.order_statistics import OrderStatistics, Ranked, count_losses
from tests.reference import sides
from tests.strategies import any_rules, hands


def every_number(hand: Hand, faces: int | Die = 4) -> OrderStatistics:
    return OrderStatistics(hand, faces, range(1, hand.max_dice + 1))


@given(hands())
def test_every_throw_is_counted_once_with_the_pairs_it_reaches(hand: Hand) -> None:
    """For each number of dice and value, the kept dice that count it or more, along every way."""
    assume(prod(die.total for die in hand.thrown(hand.max_dice, 4)) <= 2000)
    statistics = every_number(hand)
    values = sorted(statistics.values, reverse=True)
    ways: Counter[tuple[Ranked, tuple[int, ...]]]
    ways = Counter({(start, ()): 1 for start in statistics.starts})
    for value in values:
        steps = statistics.steps(value, {ranked for ranked, _ in ways})
        after: Counter[tuple[Ranked, tuple[int, ...]]] = Counter()
        for (ranked, reached), count in ways.items():
            for step in steps[ranked]:
                assert step.got & step.have == step.got
                after[step.ranked, (*reached, step.have.bit_count())] += count * step.ways
        ways = after
    expected: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for kept in range(1, hand.max_dice + 1):
        thrown = hand.thrown(kept, 4)
        for shows in product(*map(sides, thrown)):
            counts = hand.counted(shows, thrown, kept)
            expected[kept, tuple(sum(c >= value for c in counts) for value in values)] += 1
    assert {(ranked.kept, reached): n for (ranked, reached), n in ways.items()} == expected
    assert not any(any(ranked.left) or ranked.early or ranked.late for ranked, _ in ways)


@given(any_rules)
def test_one_pass_counts_every_pair_of_hands(rules: Rules) -> None:
    hands = every_number(rules.attack, rules.faces), every_number(rules.defence, rules.faces)
    counted = count_losses(*hands, rules.scoring_pairs(*rules.max_dice), rules.ties)
    most_x, most_y = rules.max_dice
    assert counted == {
        (x, y): round_counts_by_enumeration(x, y, rules)
        for x, y in product(range(1, most_x + 1), range(1, most_y + 1))
    }


def steps_there_are(statistics: OrderStatistics) -> dict[int, int]:
    """Steps at each value, from everything that may have been ranked before."""
    reached, number = {*statistics.starts}, {}
    for value in sorted(statistics.values, reverse=True):
        found = [step for each in statistics.steps(value, reached).values() for step in each]
        reached, number[value] = {step.ranked for step in found}, len(found)
    return number


@given(hands())
def test_the_work_is_enough(hand: Hand) -> None:
    statistics = every_number(hand)
    for value, steps in steps_there_are(statistics).items():
        assert steps <= statistics.work(value)


def test_the_work_of_plain_dice() -> None:
    """What is left of each kind before and after: all steps, but at the least value of a die."""
    statistics = OrderStatistics(Hand((8, 6, 6)), 6, [3])
    steps = steps_there_are(statistics)
    # at 8 and 7 only one die can have been ranked, and at 8 none before
    assert steps == {8: 2, 7: 3, 6: 3 * 3, 5: 3 * 6, 4: 3 * 6, 3: 3 * 6, 2: 3 * 6, 1: 2 * 3}
    assert [statistics.work(value) for value in (8, 5, 1)] == [3, 18, 18]
