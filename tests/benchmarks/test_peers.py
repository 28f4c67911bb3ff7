"""Other programs on the same questions; distributions go to them, and come back."""

from fractions import Fraction

import dyce
import icepool
import pytest
from dyce.evaluation import TruncationWarning

import riskexact as rx
from tests.benchmarks import peers
from tests.benchmarks.yardsticks import lea_cell


def test_distributions_are_histograms_of_dyce_and_dice_of_icepool() -> None:
    left = rx.Battle(12, 9).attackers_left
    histogram, die = dyce.H(left.counts), icepool.Die(left.counts)
    assert histogram.total == die.denominator() == sum(left.counts.values())
    assert die.mean() == left.mean
    assert all(
        die.probability(x) == Fraction(histogram[x], histogram.total) == p for x, p in left.items()
    )
    assert rx.Distribution.from_counts(histogram) == rx.Distribution.from_counts(die) == left


def test_sums_of_guests_are_ours() -> None:
    die = rx.Distribution.from_counts(icepool.d6)
    assert die.independent_sum(die) == rx.Distribution.from_counts(2 @ dyce.H(6))
    assert rx.Distribution.from_counts(2 @ icepool.d6) == rx.Distribution.from_counts(2 @ dyce.H(6))


def test_the_table_says_who_has_the_fraction(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "QUESTIONS", peers.QUESTIONS[1:2])
    peers.main(["--quick"])
    told = [line.split(" | ")[1:3] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [program for program, _ in told] == [
        "riskexact",
        "Storm 2.0, exact",
        "Storm 2.0, double (its default)",
    ]
    assert [value == "the fraction" for _, value in told] == [True, True, False]


def test_lea_has_the_fraction() -> None:
    assert lea_cell(6) == rx.win_probability(6, 6)


@pytest.mark.filterwarnings("ignore:.expand. is experimental")
def test_expand_of_dyce_drops_rare_branches() -> None:
    def battle(a: int, d: int) -> dyce.H[int]:
        if a == 0 or d == 0:
            return dyce.H({int(d == 0): 1})
        x, y = min(a, 3), min(d, 2)
        counts = rx.loss_counts(x, y)
        fallen = dyce.H(dict(enumerate(counts)))
        lost = len(counts) - 1
        return dyce.expand(lambda n: battle(a - lost + n.outcome, d - n.outcome), fallen)

    with pytest.warns(TruncationWarning):
        found = battle(10, 10)
    win = Fraction(found[1], found.total)
    assert [rx.decimal_text(p, 6) for p in (win, rx.win_probability(10, 10))] == [
        "0.567588",
        "0.567593",
    ]
