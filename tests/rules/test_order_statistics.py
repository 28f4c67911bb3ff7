from collections import Counter
from itertools import product
from math import prod

from hypothesis import assume, given

from riskexact.rules.die import Die
from riskexact.rules.hand import Hand
from riskexact.rules.order_statistics import OrderStatistics, Ranked
from tests.reference import sides
from tests.strategies import hands


@given(hands())
def test_every_throw_is_counted_once_with_the_pairs_it_reaches(hand: Hand) -> None:
    """For each value, the number of kept dice that count it or more, along every way."""
    thrown = hand.thrown(hand.max_dice, 4)
    assume(prod(die.total for die in thrown) <= 2000)
    statistics = OrderStatistics(hand, thrown, hand.max_dice)
    values = sorted(statistics.values, reverse=True)
    ways: Counter[tuple[Ranked, tuple[int, ...]]] = Counter({(statistics.start, ()): 1})
    for value in values:
        after: Counter[tuple[Ranked, tuple[int, ...]]] = Counter()
        for (ranked, reached), count in ways.items():
            for step in statistics.steps(ranked, value):
                assert step.got & step.have == step.got
                after[step.ranked, (*reached, step.have.bit_count())] += count * step.ways
        ways = after
    expected: Counter[tuple[int, ...]] = Counter()
    for shows in product(*map(sides, thrown)):
        counts = hand.counted(shows, thrown, hand.max_dice)
        expected[tuple(sum(c >= value for c in counts) for value in values)] += 1
    assert {
        reached: n for (ranked, reached), n in ways.items() if ranked == statistics.end
    } == expected


def steps_there_are(statistics: OrderStatistics) -> dict[int, int]:
    """Steps at each value, from everything that may have been ranked before."""
    reached, steps = {statistics.start}, {}
    for value in sorted(statistics.values, reverse=True):
        found = [step for ranked in reached for step in statistics.steps(ranked, value)]
        reached, steps[value] = {step.ranked for step in found}, len(found)
    return steps


@given(hands())
def test_the_work_is_enough(hand: Hand) -> None:
    statistics = OrderStatistics(hand, hand.thrown(hand.max_dice, 4), hand.max_dice)
    for value, steps in steps_there_are(statistics).items():
        assert steps <= statistics.work(value)


def test_the_work_of_plain_dice() -> None:
    """What is left of each kind before and after: all steps, but at the least value of a die."""
    statistics = OrderStatistics(Hand((8, 6, 6)), (Die(8), Die(6), Die(6)), 3)
    steps = steps_there_are(statistics)
    # at 8 and 7 only one die can have been ranked, and at 8 none before
    assert steps == {8: 2, 7: 3, 6: 3 * 3, 5: 3 * 6, 4: 3 * 6, 3: 3 * 6, 2: 3 * 6, 1: 2 * 3}
    assert [statistics.work(value) for value in (8, 5, 1)] == [3, 18, 18]
