"""How a line is held best: the few candidates of the theorem against all spreads."""

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofs import kernel
from proofs.catalogue import identifier
from proofs.vernacular import CATALOGUE, sentences
from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.battle.campaign import Campaign, checked_territories
from riskexact.battle.campaign.garrisons import (
    TWO_EACH,
    Line,
    best_garrisons,
    candidates,
    is_shown,
    searched,
)
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from tests.battle import lines
from tests.readme import ROOT
from tests.strategies import tries


@pytest.mark.tools
@tries(60)
@example("standard", 60, 60, 3)
@example("standard", 5, 7, 3)
@example("standard", 3, 9, 6)
@example("standard", 4, 3, 2)
@given(
    st.sampled_from([*TWO_EACH, "single-loss", "standard", "standard"]),
    st.integers(0, 24),
    st.integers(1, 24),
    st.integers(1, 6),
)
def test_the_theorem_agrees_with_the_search(name: str, a: int, units: int, n: int) -> None:
    units = max(units, n)
    best = best_garrisons(a, units, n, name)
    slow = searched(a, units, checked_territories([1] * n, name, 1))
    assert best == slow
    assert type(best.win_probability) is Fraction


@pytest.mark.tools
@tries(20)
@given(
    st.sampled_from([RULES[name] for name in (*TWO_EACH, "single-loss")]),
    st.integers(4, 150),
    st.lists(st.integers(1, 2), max_size=3),
    st.integers(1, 40),
    st.integers(1, 70),
)
def test_a_line_is_the_campaign(
    rules: Rules, a: int, first: list[int], last: int, bits: int
) -> None:
    garrisons = (*first, last)
    line, win = Line(a, garrisons, rules), Campaign(a, garrisons, rules).win_probability
    low, high = line.enclosed(None, bits)
    assert low <= win <= high
    assert high - low <= Fraction(1, 2**bits)
    assert line.text(None, 3) == decimal_text(win, 3)


def test_a_long_line_is_known_from_few_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    line, arriving, asked = Line(260, (2, 300), STANDARD), Line._arriving, list[int]()
    of_all = dict(line._arriving(260))
    assert 0 < len(of_few := dict(line._arriving(9))) < len(of_all)
    assert of_few.items() <= of_all.items()

    def noted(self: Line, few: int) -> Iterator[tuple[int, Fraction]]:
        asked.append(few)
        return arriving(self, few)

    monkeypatch.setattr(Line, "_arriving", noted)
    for bits in (8, 100):  # what 13 leave out is little enough, and of 69 it is not
        low, high = line.enclosed(None, bits)
        assert high - low <= Fraction(1, 2**bits)
    assert asked == [13, 69, 138]


@pytest.mark.tools
@pytest.mark.parametrize(
    ("a", "garrisons"), [(500, (2, 2, 200)), (600, (2, 400)), (250, (1, 2, 2, 500))]
)
def test_chances_near_0_and_1_have_digits(a: int, garrisons: tuple[int, ...]) -> None:
    for rules in (STANDARD, SINGLE_LOSS, RULES["lotr-leader"]):
        line = Line(a, garrisons, rules)
        assert line.text(None, 12) == decimal_text(line.exact, 12)


def test_digits_of_long_lines() -> None:
    win = best_garrisons(10**6, 10**6, 5).win_probability
    assert repr(win) == "Certain(1 - 4.214556275e-2060…)"
    assert decimal_text(win, 1) == "1 - 4e-2060"
    assert 0 < win < 1
    with pytest.raises(RiskError, match=r"^win_probability must be 2\^-131072 or more away"):
        decimal_text(best_garrisons(10, 10**6, 5).win_probability)


def test_coq_has_the_rule_sets_of_the_theorem() -> None:
    said = " ".join(sentences(kernel.sources()[CATALOGUE]))
    names = re.findall(r"ones_twos_rest_in_catalogue_says .*?\[ *(.*?)\]", said)[0].split("; ")
    assert sorted(names) == sorted(map(identifier, (*TWO_EACH, "bonus-attack-die")))


@pytest.mark.tools
def test_long_lines_at_once() -> None:
    for n in (2, 5, 100):
        garrisons = (2,) * (n - 1) + (10**6 - 2 * (n - 1),)
        best = best_garrisons(853_500, 10**6, n)
        assert best.garrisons == garrisons
        assert isinstance(best.win_probability, Certain)
    single = best_garrisons(10**6, 10**6, 5, SINGLE_LOSS)
    assert single.garrisons == (1, 1, 1, 1, 999_996)
    wins = best_garrisons(853_500, 10**6, 5).win_probability
    assert Fraction(52, 100) < wins < Fraction(53, 100)
    worse = Certain(Line(853_500, (1, 1, 1, 1, 999_996), STANDARD))
    assert wins < worse


def test_what_the_theorem_does_not_say_is_searched() -> None:
    assert not is_shown(checked_territories([1, 1], "risiko", 1))
    assert not is_shown(checked_territories([1, 1], ("standard", "legacy-bear"), 1))
    assert not is_shown(checked_territories([1, 1], "standard", 2))
    assert best_garrisons(9, 8, 3, retreat_at=2) == searched(
        9, 8, checked_territories([1] * 3, "standard", 1), 2
    )
    with pytest.raises(RiskError, match="attackers and units must be 10 or more each, twice the "):
        best_garrisons(9, 10**6, 5)


def test_the_questions_of_players() -> None:
    """20 armies on 4 connected territories."""
    assert best_garrisons(20, 20, 4).garrisons == (2, 2, 2, 14)
    campaign = {
        stand: Campaign(20, stand).win_probability for stand in ((1, 1, 1, 17), (14, 2, 2, 2))
    }
    assert best_garrisons(20, 20, 4).win_probability < min(campaign.values())


def test_the_readme_says_where_two_on_each_fails_first() -> None:
    text = (ROOT / "riskexact" / "turn" / "README.md").read_text(encoding="utf-8")
    for row in lines.rows("two on each", lines.NEAR):
        assert f"{row}\n" in text


@pytest.mark.parametrize("name", lines.OTHERS)
def test_the_readme_says_where_ones_twos_and_the_rest_fail(name: str) -> None:
    """That nothing is before is for `python -m tests.battle.lines`, but for few units."""
    text = (ROOT / "riskexact" / "turn" / "README.md").read_text(encoding="utf-8")
    _, line = re.findall(rf"^\|.*`{name}`.*", text.rpartition("### Under")[2], re.MULTILINE)
    row = line.partition("` | ")[2].removesuffix(" |")
    first = int(row.split(" | ")[0]) if row[0].isdigit() else 2
    box = max(first, lines.NEAR[0]), 2 if first > 2 else 3, lines.NEAR[2]
    found = next(lines.exceptions(RULES[name], "ones, twos, the rest", box, first), None)
    assert row == found.cells() if found else row.startswith("none found")


@given(st.integers(0, 40), st.integers(1, 40), st.integers(1, 8))
def test_candidates_are_spreads_in_lexicographic_order(a: int, units: int, n: int) -> None:
    units = max(units, n)
    stands = candidates(a, units, n, STANDARD)
    assert stands == sorted(stands)
    for stand in stands:
        assert (len(stand), sum(stand)) == (n, units)
        assert min(stand) >= 1
