"""Public values in other processes, and copies of them."""

import copy
import pickle
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from threading import Barrier, Thread
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given

import riskexact as rx
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple, cached_property
from riskexact.battle.tables import Table
from riskexact.odds.states import Stops
from riskexact.publication.plan import Edition
from riskexact.rules import Rules
from riskexact.rules.hand import Hand
from tests import patience
from tests.strategies import any_rules

OURS = Rules(Hand(3, extra=1), ties="attacker", name="ours")

LOG = rx.dice_log(
    [
        {"attackers": 3, "defenders": 2, "attackers_left": 3, "defenders_left": 0, "mode": m}
        for m in ("dice", "")
    ]
)

VALUES: dict[str, Any] = {
    "Battle": rx.Battle(5, 4, OURS, stop_below="1/3"),
    "BlitzVersion": rx.BLITZ_3_3.replace(name="ours", cut="1/20"),
    "Battle in Balanced Blitz": rx.Battle(5, 4, blitz=True, stop_until=1),
    "Campaign in Balanced Blitz": rx.Campaign(3, (1, 1), blitz=True),
    "Certain": rx.Battle(5, 4, blitz=True).win_probability,
    "Certain of a campaign": rx.Campaign(3, (1, 1), blitz=True).win_probability,
    "Distribution of Certain": rx.Battle(5, 4, blitz=True).outcomes,
    "Table in Balanced Blitz": rx.win_table([3], [2, 3], blitz=True),
    "Switch": rx.Strategy(3, 3, blitz=True),
    "Certain of a switch": rx.Strategy(3, 3, blitz=True).value,
    "Campaign": rx.Campaign(6, (2, 2), (rx.STANDARD, OURS)),
    "Costs": rx.Battle(2, 2).costs,
    "DiceLog": LOG,
    "Distribution": rx.Battle(3, 3).attackers_left,
    "Distribution of tuples": rx.Campaign(3, (1, 1)).outcomes,
    "Edition": Edition(OURS, 3),
    "Die": rx.Die((2, 3, 3, 4, 4, 5)),
    "Hand": rx.Hand(2, extra=1),
    "LogTest": LOG.tests[0],
    "Luck": rx.Battle(5, 5).luck(0, 2),
    "Map": rx.Map({"North": ["South"]}),
    "Position": rx.Position("classic", {"Siam": 3}, {"India": 2}, OURS),
    "Price": rx.Price((3, 2), (OURS, "capital")),
    "RULES": rx.RULES,
    "Rules": OURS,
    "SINGLE_LOSS": rx.SINGLE_LOSS,
    "STANDARD": rx.STANDARD,
    "Game": rx.Game("line-2", armies=9, bonuses={("A",): 1}),
    "Strategy": rx.Strategy(4, 3, dice="after-the-throw"),
    "Table": rx.win_table(range(1, 4), range(1, 4)),
    "best_garrisons": rx.best_garrisons(4, 3, 2),
    "best_order": rx.best_order(4, (1, 2)),
    "opening": rx.Strategy(4, 3).opening,
    "round_counts": rx.round_counts(3, 2),
    "stops": Stops(stop_below=Fraction(1, 3)),
    "table of integers": rx.win_table(range(1, 90), range(1, 90)),
}
"""A value of every public class, and what public functions return besides numbers and texts."""

NAMES = pytest.mark.parametrize("name", VALUES)

POSITION = rx.Position("classic", {"Siam": 5}, {"Indonesia": 1, "New Guinea": 1})
TWO = rx.Position("line-2", {"A": 1}, {"B": 1})

RECORD: list[dict[str, Any]] = [
    {"map": "classic", "mine": {"Siam": 3}, "enemy": {"Indonesia": 1}},
    {"end": True},
]

ANSWERS: dict[str, Callable[[], Any]] = {
    "best_turn": lambda: rx.best_turn(POSITION, {"Indonesia": 1}),
    "conquer": lambda: rx.conquer(POSITION),
    "dearest_unit": lambda: rx.dearest_unit("standard"),
    "decision": lambda: rx.Game("line-2", armies=9).best(TWO),
    "duel": lambda: rx.duel(1, 1),
    "duel without a policy": lambda: rx.duel(1, 1, rules="capital"),
    "hold": lambda: rx.hold(3, {"Siam": [3], "China": [2]}),
    "place": lambda: rx.place(6, on="Australia", against={"Siam": 5}),
    "reinforce": lambda: rx.reinforce(POSITION, 2),
    "review": lambda: rx.review(RECORD),
    "simulate": lambda: rx.simulate(rx.Battle(5, 4), 20, seed=1),
}
"""What public functions return that need not answer without a computation."""


def used(value: Any) -> Any:
    """Ask a value everything that it can say without an argument."""
    for name in dir(value):
        if not name.startswith("__"):
            with suppress(rx.RiskError):  # tuples have no mean
                getattr(value, name)
    return value


def said(value: Any) -> dict[str, Any]:
    """What a value says without an argument, but for its means: the board of a table, or stages."""
    texts = {}
    for name in sorted(set(dir(value)) - {"board", "stages"}):
        with suppress(rx.RiskError):
            if not name.startswith("_") and not callable(getattr(value, name)):
                texts[name] = getattr(value, name)
    return texts


def copies(value: Any) -> list[Any]:
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(6)]
    return [*pickled, copy.copy(value), copy.deepcopy(value)]


def test_every_public_class_is_here() -> None:
    classes = {name for name in rx.__all__ if isinstance(getattr(rx, name), type)}
    assert classes - {"RiskError"} <= set(VALUES)
    for name, value in VALUES.items():
        if name in classes:
            assert type(value) is getattr(rx, name)


@pytest.mark.tools
@NAMES
def test_copies_are_equal_and_answer_as_before(name: str) -> None:
    value = VALUES[name]
    for again in copies(value) + copies(used(value)):
        assert again == value
        assert type(again) is type(value)
        assert isinstance(value, Mapping) or hash(again) == hash(value)
    assert said(again) == said(value)


@pytest.mark.tools
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_equal_their_copies(name: str) -> None:
    answer = ANSWERS[name]()
    for again in (*copies(answer), ANSWERS[name]()):
        assert again == answer
        with suppress(TypeError):  # some have mappings
            assert hash(again) == hash(answer)


@pytest.mark.parametrize("name", ["best_turn", "conquer", "duel"])
def test_answers_do_not_change(name: str) -> None:
    answer = ANSWERS[name]()
    with pytest.raises(AttributeError, match=r"^\w+ is immutable: lower cannot be changed$"):
        answer.lower = 0
    with pytest.raises(AttributeError, match=r"^\w+ is immutable: lower cannot be deleted$"):
        del answer.lower


def test_answers_of_other_questions_are_not_equal() -> None:
    game = rx.Game("line-2", armies=9)
    decisions = game.best(TWO), game.best(TWO).next(), rx.Game("line-2", armies=8).best(TWO)
    duels = [rx.duel(1, 1), rx.duel(2, 1), rx.duel(1, 2), rx.duel(1, 1, 4)]
    duels += [rx.duel(1, 1, rules="single-loss")]
    conquests = [rx.conquer(POSITION), rx.conquer(POSITION, "Indonesia")]
    conquests += [rx.conquer(POSITION, move="all"), rx.conquer(POSITION, dice="most")]
    turns = [rx.best_turn(POSITION, {each: 1}) for each in ("Indonesia", "New Guinea", "loss")]
    for answers in (decisions, duels, conquests, turns):
        assert len({*answers}) == len(answers)


def test_every_public_function_answers_by_a_value() -> None:
    """Objects of other classes are equal to nothing but themselves."""
    known = {int, str, Fraction, *map(type, VALUES.values())}
    for name in set(rx.__all__) - {"RiskError"}:
        value = getattr(rx, name)
        kind = (
            value
            if isinstance(value, type)
            else getattr(value, "__annotations__", {}).get("return")
        )
        if isinstance(kind, type):
            assert any("__eq__" in vars(each) for each in kind.__mro__[:-1]), name
            reads_files = name in ("check_table", "publish", "verify_publication")
            assert name in ANSWERS or kind in known or reads_files


@pytest.mark.tools
def test_a_hash_is_that_of_the_process_it_is_in() -> None:
    """Texts have other hashes in a process that is spawned, and so have rules."""
    code = """
import pickle, sys
import riskexact as rx
values = pickle.load(sys.stdin.buffer)
rules = values["Rules"]
made = rx.Rules(rx.Hand(3, extra=1), ties="attacker", name="ours")
assert rules == made and hash(rules) == hash(made) and rules in {made}
assert values["STANDARD"] in {rx.STANDARD} and values["Battle"].rules in {made}
from tests.base.test_frozen import used
for value in values.values():
    used(value)
sys.stdout.buffer.write(pickle.dumps(values))
"""
    for value in VALUES.values():
        used(value)
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(VALUES),
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.stderr == b""
    assert pickle.loads(done.stdout) == VALUES


@given(any_rules)
def test_rules_of_any_kind(rules: Rules) -> None:
    for again in copies(used(rules)):
        assert again == rules
        assert {again: 1}[rules] == 1


def test_an_error_keeps_its_message() -> None:
    for again in copies(rx.RiskError("faces must be more")):
        assert (type(again), str(again)) == (rx.RiskError, "faces must be more")


def test_what_was_computed_is_left_behind() -> None:
    for name, value in VALUES.items():
        if isinstance(value, Frozen):
            before = pickle.dumps(copy.copy(value))
            assert pickle.dumps(used(value)) == before, name


def test_a_frozen_mapping_is_as_it_was() -> None:
    source = {2: 4, 3: 9}
    mapping = FrozenMapping(source)
    source[4] = 16
    assert mapping == {2: 4, 3: 9} == MappingProxyType(dict(mapping))
    assert list(mapping.items()) == [(2, 4), (3, 9)]
    assert (list(mapping.keys()), list(mapping.values())) == ([2, 3], [4, 9])
    assert 2 in mapping
    assert 4 not in mapping
    assert mapping.get(4) is None
    with pytest.raises(AttributeError):
        mapping.anything = 1  # type: ignore[attr-defined]


def test_rules_can_be_typed_as_they_are_shown() -> None:
    for each in (rx.Rules(5, 4, 8, 3), rx.Rules(ties="nobody"), *rx.RULES.values()):
        typed = eval(repr(each), {"Rules": rx.Rules, "Hand": rx.Hand, "Die": rx.Die})
        assert (typed, typed.name) == (each, each.name)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (
            rx.Battle(2, 1, retreat_at=10**5000),
            "retreat at an integer of 16610 bits attackers: 0 %>",
        ),
        (
            rx.Battle(2, 1, stop_below=Fraction(1, 10**5000)),
            "stop below a chance of <0.1 %: 75.4 %>",
        ),
        (rx.Campaign(2, (1, 1), leave_behind=(0, 10**5000)), "leave behind a long tuple: "),
        (rx.Campaign(2, (1,), retreat_at=10**5000), "retreat at an integer of 16610 bits: 0 %>"),
        (rx.Strategy(2, 1, territory=10**5000), "territory=an integer of 16610 bits>"),
        (Stops(stop_below=Fraction(1, 10**5000)), "stop_below=<a long Fraction>"),
    ],
)
def test_no_number_is_too_long_for_a_repr(value: Any, shown: str) -> None:
    """Python refuses to print one of more than 4300 digits."""
    assert shown in repr(value)


class Pair(Frozen):
    first: int
    second: int

    def __init__(self, first: int, second: int = 0) -> None:
        self._set(first=first, second=second)


class Other(Pair):
    _fields = ("first", "second")


def test_a_frozen_value() -> None:
    pair = Pair(1, 2)
    assert (pair, repr(pair)) == (Pair(second=2, first=1), "Pair(first=1, second=2)")
    assert repr(Pair(0)) == "Pair(first=0)"
    assert hash(pair) == hash(Pair(1, 2))
    assert pair not in (Pair(2, 1), Other(1, 2), (1, 2))
    assert (pair.replace(first=3), pair) == (Pair(3, 2), Pair(1, 2))
    assert type(Other(1).replace(second=5)) is Other
    match pair:
        case Pair(first, second=second):
            assert (first, second) == (1, 2)
    for change in ("pair.first = 3", "pair.third = 3", "del pair.first"):
        with pytest.raises(AttributeError, match="^Pair is immutable: (first|third) cannot be"):
            exec(change, {"pair": pair})
    with pytest.raises(TypeError):
        pair.replace(third=3)


class Named(NamedTuple):
    """A tuple with names."""

    left: int
    right: int = 2

    @property
    def total(self) -> int:
        """Both."""
        return self.left + self.right


def test_a_subclass_has_the_fields_of_its_base() -> None:
    class Named(rx.Battle):
        pass

    assert repr(Named(3, 2)) == "<Named 3 v 2, standard: 65.6 %>"
    assert Named(3, 2) != Named(3, 1)
    assert Named(3, 2).replace(defenders=1) == Named(3, 1)


@pytest.mark.parametrize("kind", [rx.Battle, rx.Campaign, rx.Strategy, Table, rx.Distribution])
def test_help_has_no_private_names(kind: type) -> None:
    text = pydoc.plain(pydoc.render_doc(kind))
    assert re.findall(r"^ \|  (_[a-z]\w+)", text, re.MULTILINE) == []
    assert "object at 0x" not in text
    assert "dataclass" not in text


def test_named_tuples_are_those_of_typing() -> None:
    named = Named(1)
    assert (named, named.total, repr(named)) == ((1, 2), 3, "Named(left=1, right=2)")
    assert (Named.__doc__, Named.__module__) == ("A tuple with names.", __name__)
    assert pickle.loads(pickle.dumps(named)) == named
    assert named._replace(left=5) == Named(left=5)
    assert (Named._fields, Named._field_defaults) == (("left", "right"), {"right": 2})
    assert Named.__annotations__ == {"left": int, "right": int}


# ---- properties that are computed once


class Asked:
    """Counts how often it is asked."""

    times = 0
    together: Barrier | None = None

    @cached_property
    def value(self) -> list[int]:
        """A new list each time."""
        if self.together:
            self.together.wait(patience.SECONDS)
        self.times += 1
        return [self.times]


def test_it_is_computed_once_and_can_be_pickled() -> None:
    asked = Asked()
    assert asked.value is asked.value
    assert asked.times == 1
    assert Asked().value is not asked.value
    assert pickle.loads(pickle.dumps(asked)).value == [1]
    assert vars(Asked)["value"].__doc__ == "A new list each time."


def test_an_error_is_not_kept() -> None:
    class Fails(Asked):
        @cached_property
        def value(self) -> list[int]:
            self.times += 1
            return [1 // (self.times - 1)]

    asked = Fails()
    with pytest.raises(ZeroDivisionError):
        asked.value  # noqa: B018
    assert asked.value == [1]


def test_two_threads_compute_at_once_and_share_one_value() -> None:
    asked = Asked()
    asked.together = Barrier(2)
    seen: list[list[int]] = []
    threads = [Thread(target=lambda: seen.append(asked.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] is seen[1] is asked.value
