from collections import Counter
from itertools import product
from math import prod

from hypothesis import assume, given

from riskexact.rules.dice import NONE, Placed, Placing
from riskexact.rules.hand import Hand
from tests.strategies import hands


@given(hands())
def test_every_throw_is_counted_once_with_the_pairs_it_reaches(hand: Hand) -> None:
    """For each value, the number of kept dice that count it or more, along every way."""
    thrown = hand.thrown(hand.max_dice, 4)
    assume(prod(thrown) <= 2000)
    placing = Placing(hand, thrown, hand.max_dice)
    values = sorted(placing.values, reverse=True)
    ways: Counter[tuple[Placed, tuple[int, ...]]] = Counter({(NONE, ()): 1})
    for value in values:
        after: Counter[tuple[Placed, tuple[int, ...]]] = Counter()
        for (placed, reached), count in ways.items():
            for step in placing.steps(placed, value):
                assert step.got & step.have == step.got
                after[step.placed, (*reached, step.have.bit_count())] += count * step.ways
        ways = after
    expected: Counter[tuple[int, ...]] = Counter()
    for shows in product(*(range(1, faces + 1) for faces in thrown)):
        counts = hand.counted(shows, thrown, hand.max_dice)
        expected[tuple(sum(c >= value for c in counts) for value in values)] += 1
    assert {
        reached: n for (placed, reached), n in ways.items() if placed == placing.all
    } == expected


def test_the_work_is_that_of_the_steps_there_can_be() -> None:
    """Dice placed before and after, 0 to 3 each; and two values of the highest, or none."""
    assert Placing(Hand(3, to_highest=2), (6, 6, 6), 3).work == 4 * 4 * 3
