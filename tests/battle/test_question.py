"""Questions in words and in JSON."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from riskexact.battle.price import Price
from riskexact.battle.question import Question
from riskexact.odds.states import Stops
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.catalogue import RULES
from riskexact.strategy import Strategy
from riskexact.strategy.dice_choice import ORDERS
from riskexact.turn.geography import Map
from riskexact.turn.position import Position
from tests.strategies import (
    FIXED,
    all_stops,
    any_rules,
    battles,
    blitz_versions,
    rule_sets,
    territories,
)

SQUARE = Map({"A": ["B", "D"], "C": ["B", "D"]}, {"North": (["B", "A"], 2)}, "a square")

own_rules = st.builds(
    Rules, faces=st.integers(2, 9), name=st.sampled_from(["mine", "Risiko", None])
)
versions = st.just(BLITZ_3_3) | blitz_versions
some_rules = st.sampled_from([*RULES.values()]) | own_rules | any_rules


@st.composite
def fought(draw: st.DrawFn) -> Battle:
    """Battles with any stop rules, or in Balanced Blitz."""
    sides, rules = draw(battles), draw(some_rules)
    if draw(st.booleans()):
        return Battle(*sides, rules, blitz=draw(versions), stop_until=draw(st.integers(0, 3)))
    stops: Stops = draw(all_stops)
    return Battle(*sides, rules, **stops._named())


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    """Campaigns of one to three territories, of any rules."""
    garrisons, rules, stays = zip(*draw(st.lists(territories, min_size=1, max_size=3)), strict=True)
    return Campaign(draw(st.integers(1, 9)), garrisons, rules, stays, draw(st.integers(0, 2)))


values = st.integers(0, 5) | st.fractions(0, 5, max_denominator=9)
strategies = st.builds(
    lambda units, *more: Strategy(*units, *more),
    battles,
    values,
    values,
    values,
    some_rules,
    st.sampled_from(ORDERS),
)
prices = st.builds(Price, st.lists(st.integers(0, 3), min_size=1, max_size=3), rule_sets(FIXED[:1]))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions on the classic map and on one of its own."""
    worlds: list[Map | str] = ["classic", SQUARE]
    world = draw(st.sampled_from(worlds))
    names = "Siam India China Ural" if world == "classic" else "A B C D"
    held = draw(st.permutations(names.split()))
    enemy = {t: draw(st.integers(1, 9)) for t in held[1 : draw(st.integers(1, 4))]}
    rules = draw(some_rules | st.dictionaries(st.sampled_from(held), some_rules))
    return Position(world, {held[0]: draw(st.integers(1, 9))}, enemy, rules)


questions = fought() | campaigns() | strategies | prices | positions()


@given(questions)
def test_every_question_is_read_back_from_json(question: Question) -> None:
    again = type(question).from_json(json.loads(json.dumps(question.json())))
    assert again == question
    assert again.json() == question.json()
    for armies in (False, True):
        assert again.words(armies) == question.words(armies)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just("1/0"),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside),
    max_leaves=4,
)


@given(questions, st.data())
def test_nothing_else_is_read(question: Question, data: st.DataObject) -> None:
    fields = question.json()
    key = data.draw(st.sampled_from(["kind", "rules", *type(question).__match_args__, "more"]))
    fields[key] = data.draw(anything)
    try:
        read = type(question).from_json(fields)
    except RiskError as error:
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert type(question).from_json(read.json()) == read


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "question must be a JSON object, not []"),
        ({}, "kind must be battle, not None: the JSON of commands has none"),
        ({"kind": "campaign"}, "kind must be battle, not 'campaign'"),
        ({"kind": "battle", "attackers": 3}, "defenders must be given"),
        (
            {"kind": "battle", "attackers": 3, "defenders": 2, "retreat": 1},
            "key must be one of kind, attackers, defenders, rules, retreat_at, method, "
            "stop_at_defenders, stop_after, stop_below, blitz, stop_until, not 'retreat'; did you "
            "mean retreat_at?",
        ),
        (
            {"kind": "battle", "attackers": 3, "defenders": "2"},
            "defenders must be a whole number, 0 or more, not '2'",
        ),
        (
            {"kind": "battle", "attackers": 3, "defenders": 2, "rules": {"faces": 0}},
            "faces must be a whole number, from 1 to 100, not 0",
        ),
    ],
)
def test_what_is_wrong_is_named(data: Any, message: str) -> None:
    with pytest.raises(RiskError) as error:
        Battle.from_json(data)
    assert str(error.value) == message


def test_json_has_what_is_not_as_by_default() -> None:
    stops: dict[str, Any] = {"stop_after": 3, "stop_below": Fraction(1, 3)}
    assert Battle(9, 4, **stops).json() == {
        "kind": "battle",
        "attackers": 9,
        "defenders": 4,
        "stop_after": 3,
        "stop_below": "1/3",
    }
    rules = Rules(faces=8, name="octahedra")
    assert Campaign(9, (3, 2), ("risiko", rules), retreat_at=2).json() == {
        "kind": "campaign",
        "attackers": 9,
        "garrisons": [3, 2],
        "rules": ["risiko", rules.parts | {"name": "octahedra"}],
        "retreat_at": 2,
    }
    assert Position("classic", {"siam": 9}, {"India": 2}).json() == {
        "kind": "position",
        "map": "classic",
        "mine": {"Siam": 9},
        "enemy": {"India": 2},
    }


@pytest.mark.parametrize(("ask", "others"), [(Battle, 9), (win_probability, 9), (Campaign, (3, 3))])
def test_attackers_may_be_given_by_their_armies(ask: Any, others: Any) -> None:
    name = "garrisons" if ask is Campaign else "defenders"
    against = {name: others}
    assert ask(armies=13, **against) == ask(12, others)
    assert ask(**against, armies=np.int64(13), rules="risiko") == ask(12, others, "risiko")
    for wrong in ({}, {"attackers": 3, "armies": 4}):
        with pytest.raises(RiskError, match="^attackers must be given, or armies, not both or nei"):
            ask(**wrong, **against)
    with pytest.raises(RiskError, match="^armies must be a whole number, 1 or more, not 0$"):
        ask(armies=0, **against)
    with pytest.raises(RiskError, match=f"^{name} must"):
        ask(3)
