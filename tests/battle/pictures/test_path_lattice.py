"""The lattice: what its cells are, and what it says of the paths from A to B."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.drawing.labels import percent
from riskexact.base.errors import RiskError
from riskexact.battle.pictures import lattice
from riskexact.battle.pictures.graph import States
from riskexact.battle.pictures.path_lattice import half_way, is_interior, leading_to, path
from riskexact.odds.recursion import path_counts, visits
from riskexact.odds.states import State
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_with_loss
from tests.drawn import axes_of, crowded, texts
from tests.strategies import ANY, rule_sets


def test_the_picture_of_the_source() -> None:
    picture = lattice(rules=SINGLE_LOSS)
    assert picture.title == (
        "70 paths lead from 9 v 8 to 5 v 4, in 27.0 % of all battles "
        "(Single loss: only the highest dice count)"
    )
    p = Fraction(3667, 7776)
    assert percent(comb(8, 4) * p**4 * (1 - p) ** 4) == "27.0 %"
    assert "C(8, 4) p⁴ q⁴ with p = 3667/7776" in picture.alternative
    assert "in 7 rounds, is C(7, 5) p⁵ q² with" in lattice((9, 8), (7, 3), SINGLE_LOSS).alternative
    shown = Counter(texts(picture))
    assert (shown["won"], shown["lost"], shown["A"], shown["B"]) == (9, 8, 1, 1)
    assert (shown["3v1"], shown["2v2"], shown["1v2"], shown["1v1"]) == (7, 7, 7, 1)
    assert shown["70"] == 1
    assert shown["35"] == 2
    assert not crowded(picture)


def test_standard() -> None:
    picture = lattice((9, 8), armies=True, dark=True)
    assert picture.title == (
        "19 paths lead from 10 armies v 8 to 6 armies v 4, in 23.1 % of all battles"
    )
    assert "the coefficient of x⁴ in (2275 + 2611x + 2890x²)⁴, over 7776⁴" in picture.alternative
    chance = {visit.state: visit.probability for visit in visits(9, 8)}[5, 4]
    assert f"(exactly {chance})" in picture.alternative
    assert "10 v 8, 9 v 7, 8 v 6, 7 v 5, 6 v 4" in picture.alternative
    assert not crowded(picture)


@given(st.tuples(st.integers(1, 12), st.integers(1, 12)), rule_sets(ANY))
def test_where_paths_end_by_default(start: State, rules: Rules) -> None:
    reached = path_counts(start, rules)
    end = half_way(States(start, rules), reached)
    assert end in reached
    assert end != start
    others = [state for state in reached if state != start and is_interior(state, rules)]
    assert is_interior(end, rules) or not others


@pytest.mark.parametrize("name", ["standard", "risiko", "capital-behind-a-wall"])
def test_rules_are_drawn(name: str) -> None:
    rules = RULES[name]
    picture, counts = lattice((7, 6), rules=rules), path_counts((7, 6), rules)
    number = counts[half_way(States((7, 6), rules), counts)]
    assert picture.title.startswith(("1 path leads", f"{number} paths"))
    border = sum(not is_interior((a, d), rules) for a in range(1, 8) for d in range(1, 7))
    assert sum("v" in text and len(text) == 3 for text in texts(picture)) == border


def test_paths_to_a_border_or_an_end() -> None:
    won = lattice((5, 4), (1, 0), SINGLE_LOSS)
    assert won.title.startswith("35 paths lead from 5 v 4 to 1 v 0")
    assert not crowded(won)
    assert "The chance to get from A to B is" in lattice((5, 4), (2, 1), SINGLE_LOSS).alternative
    # attackers are rows, and defenders columns
    place = {t.get_text(): t.get_position() for t in axes_of(lattice((5, 4))).texts}
    assert place["A"][0] > place["B"][0]
    assert place["A"][1] < place["B"][1]
    assert place["won"][0] < place["lost"][0]
    assert place["won"][1] < place["lost"][1]


@pytest.mark.parametrize("start", [(20, 20), (1, 1), (20, 1), (1, 20)])
def test_sizes(start: State) -> None:
    picture = lattice(start, rules=SINGLE_LOSS)
    assert not crowded(picture)
    assert ("Numbers at the top" in picture.alternative) == (start != (20, 20))  # they are too long


@pytest.mark.parametrize(
    ("start", "end", "rules", "message"),
    [
        ((21, 3), None, "single-loss", "attackers at the start must be a whole .*, from 1 to 20,"),
        ((3, 0), None, "single-loss", "defenders at the start must be a whole number, from 1 to"),
        ((3, 3), (3, 3), "single-loss", "must be a state to which rounds lead from 3 v 3, not 3"),
        ((3, 3), (-1, 2), "single-loss", "attackers at the end must be"),
        ((3, 3), 5, "single-loss", r"end must be \(attackers, defenders\), not 5"),
        ("33", None, "single-loss", "start must be"),
        ((5, 4), (5, 3), "standard", "end must be a state"),  # no round costs one unit there
    ],
)
def test_what_cannot_be_drawn(start: State, end: State | None, rules: str, message: str) -> None:
    with pytest.raises(RiskError, match=message):
        lattice(start, end, rules)


# ---- the path that is drawn


def every_path(start: State, rules: Rules) -> list[list[State]]:
    """Walk every path from a state to wherever it leads."""
    found = [[start]]
    for taken in found:
        a, d = taken[-1]
        if a and d:
            changes, _ = round_with_loss(*rules.dice(a, d), rules)
            found += [[*taken, (a - i, d - j)] for (i, j), _ in changes]
    return found


small = st.tuples(st.integers(1, 4), st.integers(1, 4))


@given(small, rule_sets(ANY))
def test_a_drawn_path_is_one_that_can_be_walked(start: State, rules: Rules) -> None:
    walked = every_path(start, rules)
    for end in path_counts(start, rules):
        onward = leading_to(States(start, rules), end)
        assert {s for taken in walked if taken[-1] == end for s in taken} <= onward
        assert path(States(start, rules), end) in walked


@given(st.tuples(st.integers(1, 9), st.integers(1, 9)), rule_sets(ANY), st.data())
def test_every_step_is_a_round(start: State, rules: Rules, data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(sorted(path_counts(start, rules))))
    taken = path(States(start, rules), end)
    assert (taken[0], taken[-1]) == (start, end)
    for (a, d), (b, e) in pairwise(taken):
        assert min(a, d) > 0
        assert (a - b, d - e) in dict(round_with_loss(*rules.dice(a, d), rules)[0])


@given(st.integers(3, 12), st.integers(2, 12), st.integers(1, 5))
def test_a_drawn_path_is_close_to_the_straight_line(a: int, d: int, n: int) -> None:
    for rules in (SINGLE_LOSS, STANDARD):
        assume(a > n and d > n)
        assert all(
            abs((a - x) - (d - y)) <= 1 for x, y in path(States((a + n, d + n), rules), (a, d))
        )
