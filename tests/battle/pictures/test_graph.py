"""The outcome graph: every arrow is exact, and every text can be read."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.patches import PathPatch, Polygon

from riskexact.base.drawing.labels import percent
from riskexact.base.drawing.picture import Picture, look
from riskexact.base.errors import RiskError
from riskexact.battle.pictures import outcome_graph
from riskexact.battle.pictures.graph import THICKEST, States
from riskexact.odds.closed_form import win_probability
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts_by_enumeration
from tests.drawn import axes_of, crowded, texts
from tests.strategies import ANY, rule_sets

BLOG = States((5, 4), STANDARD).arrows()


@pytest.fixture(scope="module")
def blog() -> Picture:
    """The picture of the blog: 2 to 6 armies against 1 to 4."""
    return outcome_graph(5, 4, armies=True)


@given(st.integers(1, 4), st.integers(1, 4), rule_sets(ANY))
def test_arrows_are_the_throws_that_change_something(a: int, d: int, rules: Rules) -> None:
    arrows = States((a, d), rules).arrows()
    for x in range(1, a + 1):
        for y in range(1, d + 1):
            counts = dict(round_counts_by_enumeration(*rules.dice(x, y), rules))
            counts.pop((0, 0), None)
            assert {(x - end[0], y - end[1]): p for start, end, p in arrows if start == (x, y)} == {
                losses: Fraction(count, sum(counts.values())) for losses, count in counts.items()
            }
    assert {start for start, _, _ in arrows} == {
        (x, y) for x in range(1, a + 1) for y in range(1, d + 1)
    }


def test_arrows_are_as_thick_as_their_probability(blog: Picture) -> None:
    """Those of the blog's comment of 2017-11-21 are among them."""
    from_four = {end: p for start, end, p in BLOG if start == (3, 2)}
    assert from_four == {
        (3, 0): Fraction(1445, 3888), (1, 2): Fraction(2275, 7776), (2, 1): Fraction(2611, 7776)
    }  # fmt: skip
    assert len(BLOG) == 12 * 3 + 8 * 2  # of 12 states in which two pairs are compared, and 8
    drawn = Counter(
        round(patch.get_linewidth(), 6)
        for patch in axes_of(blog).patches
        if isinstance(patch, PathPatch) and to_hex(patch.get_edgecolor()) != "#ffffff"
    )
    assert drawn == Counter(round(THICKEST * float(arrow.probability), 6) for arrow in BLOG)


def test_labels(blog: Picture) -> None:
    """They stand where the odds do in a table: attackers in rows, defenders in columns."""
    written = Counter(texts(blog))
    wins = Counter(percent(win_probability(a, d)) for a in range(1, 6) for d in range(1, 5))
    once = [(5, 4), (5, 1), (2, 4), (2, 1), (1, 4), (1, 1)]  # for each pair of dice, the largest
    rounds = Counter(percent(p) for start, _, p in BLOG if start in once)
    assert rounds.total() == 3 + 2 + 3 + 2 + 2 + 2
    assert Counter({text: n for text, n in written.items() if text.endswith("%")}) == wins + rounds
    ends = [f"{a} v 0" for a in range(2, 7)] + [f"1 v {d}" for d in range(1, 5)]
    states = [f"{a} v {d}" for a in range(2, 7) for d in range(1, 5)]
    assert all(written[each] == 1 for each in ends + states)
    places = {text.get_text(): text.get_position() for text in axes_of(blog).texts}
    for a in range(2, 6):
        for d in range(1, 4):
            x, y = places[f"{a} v {d}"]
            assert places[f"{a} v {d + 1}"] == pytest.approx((x + 1.8, y))
            assert places[f"{a + 1} v {d}"] == pytest.approx((x, y - 1.4))


def test_no_text_hides_the_head_of_an_arrow(blog: Picture) -> None:
    with look():
        renderer = FigureCanvasAgg(blog.figure).get_renderer()  # type: ignore[no-untyped-call]
        boxes = [text.get_window_extent(renderer) for text in axes_of(blog).texts]
    heads = [patch for patch in axes_of(blog).patches if isinstance(patch, Polygon)]
    assert len(heads) == 52
    for head in heads:
        assert not any(box.overlaps(head.get_window_extent()) for box in boxes)


def test_rounds_that_change_nothing_are_mentioned() -> None:
    picture = outcome_graph(1, 1, Rules(ties="nobody"))
    assert "thrown again" in " ".join(text.get_text() for text in picture.figure.texts)
    assert "1/2" in picture.alternative  # given that it changes something
    again = outcome_graph(1, 1).figure.texts
    assert "thrown again" not in " ".join(text.get_text() for text in again)


def test_every_text_can_be_read(blog: Picture) -> None:
    assert not crowded(blog)
    for name in ("single-loss", "risiko", "capital-behind-a-wall"):
        assert not crowded(outcome_graph(4, 4, RULES[name]))
    for a, d in ((1, 1), (1, 6), (6, 2)):
        assert not crowded(outcome_graph(a, d, Rules(ties="nobody"), armies=True))


@pytest.mark.parametrize(("a", "d"), [(0, 4), (7, 4), (5, 0), (5, 7)])
def test_sizes_that_cannot_be_drawn(a: int, d: int) -> None:
    with pytest.raises(RiskError, match="from 1 to 6"):
        outcome_graph(a, d)
