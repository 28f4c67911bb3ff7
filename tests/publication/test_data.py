"""The data sets: every column is what it says, and every row is found by its key."""

from fractions import Fraction
from itertools import chain, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text, fraction_text
from riskexact.odds import recursion
from riskexact.publication.data import CONVENTIONS, ROWS_OF_A_FILE, DataSet
from riskexact.publication.data_sets import CHANCES, DATA_SETS
from riskexact.publication.plan import Edition
from riskexact.publication.values import ByClosedForm, ByRecursion
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts
from tests.strategies import ANY, plain_rules

editions = st.builds(Edition, plain_rules(ANY), st.integers(1, 4))
each = pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)


def rows_of(name: str, edition: Edition) -> list[dict[str, Any]]:
    data_set = DATA_SETS[name]
    names = [column.name for column in data_set.columns]
    return [
        dict(zip(names, row, strict=True))
        for attackers in data_set.parts(edition)
        for row in data_set.table(edition, attackers, ByRecursion()).rows
    ]


def is_shown(row: dict[str, Any], chance: Fraction) -> bool:
    shown = row["fraction"], row["decimal"], row["double"]
    return shown == (fraction_text(chance), decimal_text(chance, 10), float(chance))


def test_the_columns_of_the_contract() -> None:
    chance = ["fraction", "decimal", "double"]
    assert {name: [c.name for c in data_set.columns] for name, data_set in DATA_SETS.items()} == {
        "win": ["attackers", "defenders", *chance],
        "outcomes": ["attackers", "defenders", "attackers_left", "defenders_left", *chance],
        "needed": ["defenders", "chance", "attackers", *chance],
        "rounds": [
            "attack_dice", "defence_dice", "attacker_losses", "defender_losses", "count", "total",
        ],
        "blitz-3.3": ["attackers", "defenders", *chance],
    }  # fmt: skip
    assert list(map(str, CHANCES)) == ["1/2", "3/4", "9/10", "19/20", "99/100"]


@each
@given(edition=editions)
@settings(max_examples=25)
def test_rows_are_in_the_order_of_their_key(data_set: DataSet, edition: Edition) -> None:
    rows = rows_of(data_set.name, edition)
    keys = [tuple(row[name] for name in data_set.key) for row in rows]
    assert len(set(keys)) == len(keys)
    assert [key[0] for key in keys] == sorted(key[0] for key in keys)
    types = {"integer": int, "string": str, "number": float}
    for row in rows:
        for column in data_set.columns:
            kind = type(None) if column.is_empty else types[column.type]
            assert type(row[column.name]) is kind
    other = data_set.table(edition, range(1, edition.most + 1), ByClosedForm()).rows
    assert [tuple(row.values()) for row in rows] == other


@given(editions)
@settings(max_examples=25)
def test_win_and_outcomes(edition: Edition) -> None:
    side = range(1, edition.most + 1)
    wins = {(row["attackers"], row["defenders"]): row for row in rows_of("win", edition)}
    assert list(wins) == list(product(side, side))
    outcomes = rows_of("outcomes", edition)
    for (a, d), row in wins.items():
        ends = recursion.outcomes(a, d, edition.rules)
        assert is_shown(row, recursion.win_probability(a, d, edition.rules))
        here = [row for row in outcomes if (row["attackers"], row["defenders"]) == (a, d)]
        assert [(row["attackers_left"], row["defenders_left"]) for row in here] == list(ends)
        assert all(is_shown(row, p) for row, p in zip(here, ends.values(), strict=True))


def test_needed() -> None:
    for row in rows_of("needed", Edition(SINGLE_LOSS, 3)):
        a, d = row["attackers"], row["defenders"]
        assert is_shown(row, recursion.win_probability(a, d, SINGLE_LOSS))
        assert Fraction(row["fraction"]) >= Fraction(row["chance"])
        assert a == 1 or recursion.win_probability(a - 1, d, SINGLE_LOSS) < Fraction(row["chance"])


def test_rounds() -> None:
    rows = rows_of("rounds", Edition(STANDARD, 1))
    assert len(rows) == 3 + 2 * 3 + 3 * 2 - 1
    for row in rows:
        dice = row["attack_dice"], row["defence_dice"]
        losses = row["attacker_losses"], row["defender_losses"]
        assert row["count"] == round_counts(*dice)[losses]
        assert row["total"] == 6 ** sum(dice)


@pytest.mark.parametrize("most", [1, 40, 50, 60, 100, 200])
def test_the_files_of_a_data_set_have_every_attacker_once(most: int) -> None:
    edition = Edition(STANDARD, most)
    for data_set in DATA_SETS.values():
        parts = data_set.parts(edition)
        assert [a for part in parts for a in part] == list(range(1, most + 1))
        if data_set.name == "outcomes" and most > 50:
            for part in parts:
                assert len(part) * most * (part[-1] + most) < 3 * ROWS_OF_A_FILE
        else:
            assert len(parts) == 1


def test_the_parts_of_a_data_set_are_that_data_set() -> None:
    edition, outcomes = Edition(Rules(1, 1), 8), DATA_SETS["outcomes"]
    whole, *parts = (
        outcomes.table(edition, part, ByRecursion()).rows
        for part in (range(1, 9), range(1, 4), range(4, 5), range(5, 9))
    )
    assert whole == list(chain(*parts))


@pytest.mark.parametrize(
    ("rules", "most"),
    [(STANDARD, 394), (RULES["four-dice"], 363), (Rules(4, 3, ties="nobody"), 92)],
)
def test_what_does_not_fit_in_memory_is_refused_with_the_size_that_does(
    rules: Rules, most: int
) -> None:
    for data_set in DATA_SETS.values():
        parts = data_set.parts(Edition(rules, most))
        assert [a for part in parts for a in part] == list(range(1, most + 1))
    for larger in (most + 1, 1000):
        with pytest.raises(RiskError, match=f"max must be at most {most} .* 1 GiB, not {larger}$"):
            DATA_SETS["outcomes"].parts(Edition(rules, larger))


def test_everything_is_explained() -> None:
    for data_set in DATA_SETS.values():
        assert data_set.description.endswith(".")
        assert all(column.description for column in data_set.columns)
        assert set(data_set.key) < {column.name for column in data_set.columns}
    said = " ".join(CONVENTIONS.values())
    assert "armies on the attacking territory = attackers + 1" in said
    assert "1 - 3.1e-21" in said
