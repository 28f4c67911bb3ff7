from collections import Counter
from itertools import product
from math import prod

from hypothesis import assume, given

from riskexact.rules.dice import UNRANKED, OrderStatistics, Ranked
from riskexact.rules.hand import Hand
from tests.strategies import hands


@given(hands())
def test_every_throw_is_counted_once_with_the_pairs_it_reaches(hand: Hand) -> None:
    """For each value, the number of kept dice that count it or more, along every way."""
    thrown = hand.thrown(hand.max_dice, 4)
    assume(prod(thrown) <= 2000)
    statistics = OrderStatistics(hand, thrown, hand.max_dice)
    values = sorted(statistics.values, reverse=True)
    ways: Counter[tuple[Ranked, tuple[int, ...]]] = Counter({(UNRANKED, ()): 1})
    for value in values:
        after: Counter[tuple[Ranked, tuple[int, ...]]] = Counter()
        for (ranked, reached), count in ways.items():
            for step in statistics.steps(ranked, value):
                assert step.got & step.have == step.got
                after[step.ranked, (*reached, step.have.bit_count())] += count * step.ways
        ways = after
    expected: Counter[tuple[int, ...]] = Counter()
    for shows in product(*(range(1, faces + 1) for faces in thrown)):
        counts = hand.counted(shows, thrown, hand.max_dice)
        expected[tuple(sum(c >= value for c in counts) for value in values)] += 1
    assert {
        reached: n for (ranked, reached), n in ways.items() if ranked == statistics.all
    } == expected


def test_the_work_is_that_of_the_steps_there_can_be() -> None:
    """Dice ranked before and after, 0 to 3 each; and two values of the highest, or none."""
    assert OrderStatistics(Hand(3, to_highest=2), (6, 6, 6), 3).work == 4 * 4 * 3
