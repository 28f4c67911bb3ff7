"""Throws of dice in every form, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.logs import DiceLog, dice_log, log_of_text
from riskexact.logs.rows import WANTED
from riskexact.logs.throws import Throw
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import resolve

SHOWN = [((6, 4, 2), (5, 3)), ((6, 6), (2,)), ((1,), (4, 4))]


def of(log: DiceLog) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(each.attack, each.defence) for each in log.throws]


@pytest.mark.parametrize(
    "text",
    [
        'Attack,Defence,player\n"6,4,2","5,3",Ann\n"6,6",2,Ann\n1,"4,4",',
        "attack;defence\n6,4,2;5,3\n6,6;2\n1;4,4",
        "attack,defence\n642,53\n66,2\n1,44",
        "attack\tdefence\n[6,4,2]\t[5,3]\n[6, 6]\t[2]\n[1]\t[4,4]",
        "rules,attack,defence\nstandard,2 4 6,3 5\nstandard,6 6,2\nstandard,1,4 4",
        json.dumps([{"attack": x, "defence": y} for x, y in SHOWN]),
        '[{"attack": 642, "defence": "35"}, {"attack": "66", "defence": 2}, '
        '{"attack": 1, "defence": "[4, 4]"}]',
        "6 4 2 - 5 3\n\n6,6 v 2\n1 vs. 44\n",
        "[6,4,2] against [5,3]\n[66]:2\r\n1 - 4 4",
        "pais=3,1,2\ndados=9,6,4,2,7,5,3,0\nx dados=1,6,6,0,2,2,0,0 y\nok\ndados=0,1,0,0,6,4,4,0\n",
    ],
)
def test_the_same_throws_in_every_form(text: str) -> None:
    log = log_of_text(text)
    assert of(log) == SHOWN
    assert log.entries == tuple(
        entry._replace(losses=(resolve(x, y),))
        for entry, (x, y) in zip(log.entries, SHOWN, strict=True)
    )
    assert [entry.kind.title for entry in log.entries] == [
        f"a round of {n} dice" for n in ("3 v 2", "2 v 1", "1 v 2")
    ]


@given(st.sampled_from(sorted(RULES)), st.data())
def test_what_a_throw_costs_is_what_the_rules_say(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    x, y = data.draw(st.sampled_from(list(rules.dice_numbers())))
    attack, defence = (
        data.draw(st.tuples(*(st.sampled_from(die.faces) for die in hand)))
        for hand in rules.thrown(x, y)
    )
    rows = [{"attack": list(attack), "defence": list(defence), "rules": name}]
    if any(len(set(hand)) > 1 for hand in rules.thrown(*rules.max_dice)):
        with pytest.raises(RiskError, match="must be equal dice where a log has throws, not"):
            dice_log(rows)
        return
    (throw,) = dice_log(rows).throws
    assert (throw.dice, throw.losses) == ((x, y), resolve(attack, defence, rules))
    assert dice_log([{**rows[0], "attack": list(attack)[::-1]}]).throws == (throw,)


def test_a_number_that_is_on_no_die() -> None:
    log = log_of_text("dados=1,7,6,4,2,6,5,0", rules="risiko")
    assert log.throws[0].losses == (0, 2)  # 7 beats 6
    (odd,) = (each for each in log.faces if not each.expected)
    assert (odd.name, odd.face, odd.least, odd.p_value) == ("attack dice", 7, 1, Fraction(0))
    assert [test.face for test in log.tests if test.p_value == 0] == [7]


COMMAS = "a cell with commas needs quotation marks"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack,defence\n6,4\n6,4,2,5,3", f"log, line 3: must have 2 cells, not 5: {COMMAS}"),
        ("attackers,defenders,attackers_left,defenders_left\n5,4,0",
         "log, line 2: must have 4 cells, not 3: a cell that is unknown is empty"),
        ("attackers,defenders,attackers_left,defenders_left,mode\n5,4,0,4,\n5,4,0,4",
         "log, line 3: must have 5 cells, not 4: a cell that is unknown is empty"),
        ("6 4 - 2\nhello", "log, line 2: attack must be 1 to 3 dice such as 6,4,2, not 'hello'"),
        ("6 4 - 2 1 1", "log, line 1: defence must be 1 to 2 dice such as 6,4,2, not '2 1 1'"),
        ("dados=9,6\n", "log, line 1: attack must be 1 to 3 dice such as 6,4,2, not 'dados=9,6'"),
        ("dados=9,6,4,2,7,5,3,0\ndados=9,0,0,0,7,5,3,0",
         "log, line 2: attack must be 1 to 3 dice such as 6,4,2, not 'dados=9,0,0,0,7,5,3,0'"),
        ("rules,attack,defence\nksirk,3,42",
         "log, line 2: defence must be no more dice than the attacker's, not 2"),
        ('[{"attack": 6.5, "defence": 1}]',
         "log, row 1: attack must be 1 to 3 dice such as 6,4,2, not '6.5'"),
        ("attack,defence,count\n6,4,2",
         "log, line 2: count must be a whole number, from 1 to 1, not 2"),
        ("attack,defence,least_lost\n6,4,2",
         "log, line 2: least_lost must be a whole number, from 0 to 0, not 2"),
        ("attack,losses\n6,4", "log, line 2: a log must have the columns attack, defence"),
        ("6,4,2,5,3\n1,1,1,1,1", f"log, line 2: {WANTED}"),
        ("[6,4,2]", "log, row 1: must have named values, not int"),
        ("", f"a log must have rows; {WANTED}"),
        ("[[[", f"log must be valid JSON, as it begins like JSON; {WANTED}"),
    ],
)  # fmt: skip
def test_refused(text: str, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        log_of_text(text)
    assert str(caught.value) == message


def test_what_is_unknown_or_cannot_be_is_counted() -> None:
    text = "attack,defence\n642,53\n?,5\n6,6666\n6,\n7,1"
    with pytest.raises(RiskError, match="^log, line 4: defence must be 1 to 2 dice"):
        log_of_text(text)
    log = log_of_text(text, skip_bad=True)
    assert (len(log.throws), dict(log.left_out)) == (2, {"dice": 2})
    assert log.skipped == ("log, line 4: defence must be 1 to 2 dice such as 6,4,2, not '6666'",)
    assert log.throws[1] == Throw(STANDARD, (7,), (1,))
    one: Any = 1
    for bad in ("attackers,defenders,attackers_left,defenders_left\n5,4,6,0", "6 - 1 1 1"):
        with pytest.raises(RiskError, match=r"^log, line \d: .* must be"):
            log_of_text(bad, skip_bad=True)  # nothing is left
    with pytest.raises(RiskError, match="^skip_bad must be True or False, not 1"):
        dice_log([], skip_bad=one)


def test_no_army_is_left_nowhere(tmp_path: Path) -> None:
    """One armies stays behind, whatever happens."""
    row = {"attackers": 6, "defenders": 4, "attackers_left": 0, "defenders_left": 2}
    with pytest.raises(
        RiskError, match="attackers_left must be a whole number, from 1 to 6, not 0"
    ):
        dice_log([row], armies=True)
    assert dice_log([{**row, "attackers_left": 1}], armies=True) == dice_log(
        [{**row, "attackers": 5}]
    )
