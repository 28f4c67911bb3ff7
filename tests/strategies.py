"""What the property tests draw: rule sets, battles, terminal values, distributions.

The bounds keep a whole run fast; what matters is that every border, corner and parity is met.
"""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from riskexact.rules import Rules

Terminal = Callable[[int, int], Fraction]


def rule_sets(ties: tuple[str, ...] = ("defender", "attacker")) -> st.SearchStrategy[Rules]:
    """Rule sets with a fixed cost; with "nobody" among the ties, others too."""
    return st.builds(
        Rules,
        attack_dice=st.integers(1, 4),
        defence_dice=st.integers(1, 4),
        faces=st.integers(2, 7) if "nobody" in ties else st.integers(1, 7),
        pairs=st.none() | st.integers(1, 4),
        ties=st.sampled_from(ties),
    )


any_rules = rule_sets(("defender", "attacker", "nobody"))

battles = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any)
"""(attackers, defenders), small enough for every border and both parities."""

fights = st.tuples(st.integers(1, 9), st.integers(1, 9))
"""Battles in which both sides have somebody."""

retreats = st.sampled_from([0, 0, 0, 1, 2, 3, 5, 12])
fractions = st.fractions(min_value=-5, max_value=5, max_denominator=60)


@st.composite
def terminals(draw: st.DrawFn) -> Terminal:
    """Arbitrary values of the states in which a battle can end."""
    values = draw(st.lists(fractions, min_size=7, max_size=7))
    across, down = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return lambda a, d: values[(across * a + down * d + a * d) % len(values)]


@st.composite
def probabilities(draw: st.DrawFn) -> dict[int, Fraction]:
    """An exact distribution over a few whole numbers."""
    weights = draw(st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1, max_size=8))
    total = sum(weights.values())
    return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}
