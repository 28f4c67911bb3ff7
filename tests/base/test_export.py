"""What is written for files is what the command line prints, and is read back exactly."""

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskexact as rx
from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.base.export import parsed, strict_json
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.tables import Table, win_table
from riskexact.odds.states import Stops
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.distribution import Distribution
from tests.commands import Capture, run
from tests.strategies import any_rules, blitz_versions, fights, lines, probabilities, tries

CHANCE = {"fraction", "decimal", "complement", "double"}

WORDS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=5).filter(
    lambda text: not text[:1].isdecimal() and text[:1] != "-"
)


@given(probabilities() | probabilities().map(lambda p: {Fraction(x, 3): q for x, q in p.items()}))
def test_a_distribution_is_read_back(given_: dict[Any, Fraction]) -> None:
    left = Distribution(given_)
    for again in Distribution.from_csv(left.to_csv()), Distribution.from_json(left.to_json()):
        assert list(again.items()) == list(left.items())
        assert all(type(p) is Fraction for p in again.values())
        assert again.to_csv() == left.to_csv()


@given(st.lists(st.tuples(st.integers(-9, 9), WORDS), min_size=1, max_size=5, unique=True))
def test_outcomes_with_names(outcomes: list[tuple[int, str]]) -> None:
    """Whatever is in the words: commas, quotes, letters of any kind."""
    named = Distribution({each: Fraction(1, len(outcomes)) for each in outcomes}, ("n", "word"))
    assert parsed(named.to_csv())[0].keys() == {"n", "word", *CHANCE}
    for again in Distribution.from_csv(named.to_csv()), Distribution.from_json(named.to_json()):
        assert again == named
        assert again.to_rows() == named.to_rows()


@given(st.integers(1, 4), st.integers(0, 4), any_rules, st.booleans())
@tries(10)
def test_a_table_is_read_back(rows: int, columns: int, rules: Rules, named: bool) -> None:
    if named:
        rules = rules.replace(name="ours")
    table = win_table(range(rows, rows + 2), [columns, columns + 2], rules)
    assert Table.from_json(table.to_json()) == table
    assert Table.from_csv(table.to_csv(), rules) == table


@given(blitz_versions | st.just(rx.BLITZ_3_3))
@tries(5)
def test_a_table_in_balanced_blitz_is_read_back(version: BlitzVersion) -> None:
    table = win_table([2, 4], [1, 3], blitz=version)
    assert Table.from_json(table.to_json()) == table
    assert Table.from_csv(table.to_csv(), blitz=version) == table


@given(fights, any_rules, lines)
def test_a_battle_is_read_back(sides: tuple[int, int], rules: Rules, stops: Stops) -> None:
    """The question; its answers stand in CSV and in JSON, and are its outcomes."""
    battle = Battle(*sides, rules, stops.retreat_at, stop_at_defenders=stops.stop_at_defenders)
    assert Battle.from_json(battle.to_json()) == battle
    assert Distribution.from_csv(battle.to_csv()) == battle.outcomes
    data = json.loads(battle.to_json())
    assert Fraction(data["win"]["fraction"]) == battle.win_probability
    assert {
        (each["attackers"], each["defenders"]): Fraction(each["fraction"])
        for each in data["outcomes"]
    } == dict(battle.outcomes)


def test_questions_without_fractions_are_read_back() -> None:
    """No fraction stands in what Balanced Blitz answers."""
    for question in (
        Battle(5, 3, blitz=True, stop_until=1),
        Battle(3, 0, blitz=True),
        Campaign(9, (2, 1), ("capital", "standard"), (2, 1), blitz=True),
    ):
        assert type(question).from_json(question.to_json()) == question
        data = json.loads(question.to_json())
        assert {each["fraction"] for each in [data["win"], *data["outcomes"]]} == {None}
        assert {row["fraction"] for row in csv.DictReader(io.StringIO(question.to_csv()))} == {""}
    with pytest.raises(RiskError, match="must be exact, a Fraction or an int, not ''"):
        Distribution.from_csv(Battle(5, 3, blitz=True).to_csv())
    assert isinstance(Battle(5, 3, blitz=True).outcomes[5, 0], Certain)


def test_long_fractions_are_read_back() -> None:
    """Also those with more digits than Python reads."""
    tiny = Fraction(1, 7**6000)
    rare: Distribution[Any] = Distribution({tiny: tiny, 1: 1 - tiny})
    assert Distribution.from_csv(rare.to_csv()) == Distribution.from_json(rare.to_json()) == rare


@pytest.mark.parametrize("words", ["9 7", "4 2 --retreat-at 2", "5 0", "4 3 --rules risiko"])
def test_the_command_line_prints_the_same_outcomes(capsys: Capture, words: str) -> None:
    a, d, *more = words.split()
    terms: Any = {"rules": more[1]} if "--rules" in more else {}
    terms |= {"retreat_at": int(more[1])} if "--retreat-at" in more else {}
    battle = Battle(int(a), int(d), **terms)
    for format_ in ("csv", "markdown", "latex"):
        printed = run(capsys, "outcomes", *words.split(), "--format", format_)[1]
        assert getattr(battle, f"to_{format_}")() == printed
    data = json.loads(run(capsys, "outcomes", *words.split(), "--json")[1])
    assert data["outcomes"] == json.loads(battle.to_json())["outcomes"]
    assert Distribution.from_json(json.dumps(data)) == battle.outcomes


@pytest.mark.parametrize("words", ["4 3", "3 3 --rules capital", "3 3 --blitz"])
def test_the_command_line_prints_the_same_table(capsys: Capture, words: str) -> None:
    rows, columns, *more = words.split()
    terms: Any = {"rules": more[1]} if "--rules" in more else {"blitz": bool(more)}
    table = win_table(range(1, int(rows) + 1), range(1, int(columns) + 1), **terms)
    for format_ in ("csv", "json", "markdown", "latex"):
        printed = run(capsys, "table", *words.split(), "--format", format_)[1]
        assert getattr(table, f"to_{format_}")() == printed
    assert Table.from_json(printed_json := table.to_json()) == table
    assert json.loads(printed_json)["attackers"] == list(table.attackers)


def test_a_table_of_armies_is_read_back(capsys: Capture) -> None:
    for format_, read in (("csv", Table.from_csv), ("json", Table.from_json)):
        printed = run(capsys, "table", "4", "2", "--armies", "--format", format_)[1]
        assert read(printed) == win_table(range(1, 4), range(1, 3))


def test_what_a_spreadsheet_saves_is_read() -> None:
    """With a byte order mark, and line ends of Windows."""
    outcomes, table = Battle(5, 3).outcomes, win_table([1, 2], [3, 4])
    for value in outcomes, table:
        saved = "\ufeff" + value.to_csv().replace("\n", "\r\n")
        assert type(value).from_csv(saved) == value
        assert type(value).from_json("\ufeff" + value.to_json()) == value
    assert Battle.from_json("\ufeff" + Battle(5, 3).to_json()) == Battle(5, 3)


def test_what_follows_from_exact_values_is_not_read_but_computed_again() -> None:
    battle = Battle(2, 1)
    assert Battle.from_json(battle.to_json().replace("1955/2592", "1955/2593")) == battle
    for read, text in (
        (Distribution.from_csv, battle.to_csv()),
        (Distribution.from_json, battle.to_json()),
    ):
        again = read(text.replace("0.5787037037", "0.6"))
        assert again == battle.outcomes
        assert "125/216,0.5787037037," in again.to_csv()


def test_markdown_and_latex_have_the_title() -> None:
    campaign = Campaign(5, (2, 1))
    assert campaign.to_markdown().startswith(f"{campaign.title()}\n\n| attackers left | territory")
    assert campaign.to_latex().startswith(campaign.title())
    assert "\\frac" in campaign.conquered.to_latex()


OUTCOMES, CELLS = Distribution.from_csv, Table.from_csv
BATTLE: Callable[[Any], Battle] = Battle.from_json


@pytest.mark.parametrize(
    ("read", "text", "allowed"),
    [
        (OUTCOMES, "outcome,fraction\n1,1/3\n", "probabilities must add up to 1, not 1/3"),
        (OUTCOMES, "outcome,fraction\n1,1/2\n1,1/2\n2,1/2\n", "outcomes must be different"),
        (OUTCOMES, "outcome,fraction\n1,-1\n2,2\n", "probabilities must be 0 or more, not -1"),
        (OUTCOMES, "outcome,fraction\n1,0.5\n2,0.5\n", "must be exact, a Fraction or an int"),
        (OUTCOMES, "outcome,fraction\n1,1/0\n", "must be exact, a Fraction or an int, not '1/0'"),
        (OUTCOMES, "outcome,decimal\n1,1\n", "with the same names and a fraction"),
        (OUTCOMES, "fraction\n1\n", "with the same names and a fraction"),
        (OUTCOMES, "a,a,fraction\n1,2,1\n", "text must be as to_json or to_csv writes it"),
        (OUTCOMES, "a,b,fraction\n1,1\n", "text must be as to_json or to_csv writes it"),
        (OUTCOMES, '{"outcomes": [{"a": 1, "fraction": "1/2"}, {"b": 1, "fraction": "1/2"}]}',
         "with the same names"),
        (OUTCOMES, '{"outcomes": [{"a": 1, "fraction": "1"}, {"a": 2, "b": 1, "fraction": "0"}]}',
         "with the same names"),
        (OUTCOMES, '{"outcomes": ["fraction"]}', "with the same names"),
        (OUTCOMES, '{"outcomes": [{"outcome": [1], "fraction": "1"}]}', "must be different"),
        (OUTCOMES, '{"outcomes": [{"outcome": 1, "fraction": 1.0}]}', "must be exact"),
        (OUTCOMES, '{"outcomes": 5}', "outcomes must be"),
        (OUTCOMES, "odds.csv", "not 'odds.csv'"),
        *((read, text, f"{name} must be") for text in (b"x", b"{}", bytearray(b"x"), 1, None)
          for read, name in ((OUTCOMES, "text"), (CELLS, "text"), (BATTLE, "question"))),
        (OUTCOMES, "", "text must be as to_json or to_csv writes it, not ''"),
        (OUTCOMES, '{"a":' * 100_000, "text must be as to_json or to_csv writes it"),
        (OUTCOMES, f"outcome,fraction\n{'9' * 10**6}x,1/{'1' * 10**6}x\n", "text must be"),
        (CELLS, "attackers,1\n1,5/13\n", "cells must be the exact chances, standard rules"),
        (CELLS, "attackers,1\n1,10/24\n", "cells must be the exact chances"),
        (CELLS, "attackers,1\n1,41.7\n", "cells must be the exact chances"),
        (CELLS, "1,attackers\n5/12,1\n", "defenders must be a whole number, 0 or more"),
        (CELLS, "armies,1\n1,5/12\n", "cells must be the exact chances"),
        (CELLS, "armies,1\n0,0\n", "armies must be a whole number, 1 or more, not 0"),
        (CELLS, "units,1\n1,5/12\n", "attackers must be a whole number, 0 or more, not None"),
        (CELLS, "attackers,1\n-1,5/12\n", "attackers must be a whole number, 0 or more, not -1"),
        (CELLS, "{}", "whole numbers, such as range(1, 41), not None"),
        (CELLS, '{"attackers": [1], "defenders": [1], "rules": 5}', "rules must be"),
        (CELLS, win_table([1], [3]).to_json().replace('"armies": false', '"armies": true'),
         "cells must be the exact chances"),
        (CELLS, win_table([1], [3]).to_json().replace("standard", "zombies"), "rules must be"),
        (CELLS, win_table([2], [3], "capital").to_csv(), "cells must be the exact chances"),
        (BATTLE, "{}", "kind must be battle, not None: the JSON of commands has none"),
        (BATTLE, '{"kind": "campaign"}', "kind must be battle, not 'campaign'"),
        (BATTLE, "attackers,1\n1,5/12\n", "question must be a JSON object, not 'attackers"),
        (BATTLE, Battle(1, 2).to_json().replace('"win"', '"wins"'), "not 'wins'"),
    ],
)  # fmt: skip
def test_what_is_not_read(read: Callable[[Any], object], text: object, allowed: str) -> None:
    with pytest.raises(RiskError) as refused:
        read(text)
    assert allowed in str(refused.value)
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


def test_a_name_that_a_file_has_is_no_field() -> None:
    for name in ("decimal", "outcome"):
        with pytest.raises(RiskError, match="fields must be different, and other than"):
            Distribution({(1, 2): 1}, ("a", name))


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 1}', '{"b": [{"a": 1, "c": 2, "a": 3}]}', '{"": 0, "": 1}']
)
def test_a_key_that_is_there_twice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^a key must be there once, not '.?' again$"):
        strict_json(text)
    with pytest.raises(RiskError, match="text must be as to_json or to_csv writes it"):
        parsed(text)
    assert strict_json('{"b": [{"a": 1}, {"a": 3}]}') == {"b": [{"a": 1}, {"a": 3}]}


def test_a_question_with_a_key_twice_is_refused() -> None:
    text = Battle(3, 2).to_json()
    assert Battle.from_json(text) == Battle(3, 2)
    with pytest.raises(RiskError):
        Battle.from_json(text.replace('"defenders": 2', '"defenders": 9, "defenders": 2'))
