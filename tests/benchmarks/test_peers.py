"""Distributions go to other libraries, and come back."""

from fractions import Fraction

import dyce
import icepool

import riskexact as rx


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
