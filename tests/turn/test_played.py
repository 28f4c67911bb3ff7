"""The review of battles and campaigns as played, against the definition of a plan's value."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.odds.recursion import win_probability
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_distribution
from riskexact.strategy import Strategy
from riskexact.turn.played import Between, Review
from riskexact.turn.review import review

Line = dict[str, Any]
Ways = dict[tuple[Any, ...], Fraction]

VALUES = ("territory", "attacker_unit", "defender_unit")

TIES = Rules(ties="nobody")
"""Rules under which a round may cost nobody a unit; in a record, by their parts."""

chance_of, round_of = cache(win_probability), cache(round_distribution)

NAMES = ["standard", "single-loss", "risiko", "capital", {"ties": "nobody"}]


class At(NamedTuple):
    """The number of the territory, the units on both sides, and the rounds thrown."""

    n: int
    a: int
    d: int
    rounds: int = 0


class Definition:
    """The value of a plan, by the recursion over all rounds."""

    def __init__(self, first: Line) -> None:
        self.first, garrisons = first, first["defenders"]
        self.garrisons = garrisons if isinstance(garrisons, list) else [garrisons]
        size = len(self.garrisons)
        rules, stays = first.get("rules", "standard"), first.get("leave_behind", 1)
        rules = rules if isinstance(rules, list) else [rules] * size
        self.rules = [RULES[each] if isinstance(each, str) else TIES for each in rules]
        self.stays = stays if isinstance(stays, list) else [stays] * size
        self.has_values = any(name in first for name in VALUES)
        self.value = cache(self._value)

    def ended(self, at: At) -> Fraction:
        """The value of the end here."""
        won = at.n == len(self.garrisons)
        if not self.has_values:
            return Fraction(won)
        territory, attacker, defender = (Fraction(self.first.get(name, 1)) for name in VALUES)
        return won * territory + at.a * attacker - at.d * defender

    def stops(self, at: At) -> bool:
        """Whether a rule says to stop."""
        first, after = self.first, self.first.get("stop_after")
        return (
            at.a <= first.get("retreat_at", 0)
            or at.d <= first.get("stop_at_defenders", 0)
            or (after is not None and at.rounds >= after)
            or (
                "stop_below" in first
                and chance_of(at.a, at.d, self.rules[at.n]) < Fraction(first["stop_below"])
            )
        )

    def most(self, at: At) -> int:
        """The most dice; 0 where nobody fights."""
        return self.rules[at.n].dice(at.a, at.d)[0] if at.a and at.d else 0

    def _value(self, at: At) -> Fraction:
        if not self.most(at):
            return self.ended(at)
        if not self.has_values and self.stops(at):
            return self.ended(at)
        chances, total = self.throw(at, self.most(at)), Fraction(1)
        if "stop_after" not in self.first:  # a round without a loss leads back here
            total -= chances.pop((0, 0), Fraction(0))
        ends = (p * self.value(self.fought(at, *lost)) for lost, p in chances.items())
        going_on = sum(ends, Fraction(0)) / total
        return max(self.ended(at), going_on) if self.has_values else going_on

    def throw(self, at: At, dice: int) -> dict[tuple[int, int], Fraction]:
        """The chance of each loss."""
        rules = self.rules[at.n]
        return dict(round_of(dice, rules.dice(at.a, at.d)[1], rules))

    def attacked(self, at: At, dice: int) -> Fraction:
        """The value before a throw."""
        ends = (p * self.value(self.fought(at, *lost)) for lost, p in self.throw(at, dice).items())
        return sum(ends, Fraction(0))

    def fought(self, at: At, mine: int, theirs: int) -> At:
        """What a round leaves, all survivors moved in."""
        after = At(at.n, at.a - mine, at.d - theirs, at.rounds + 1)
        return after if after.d else self.moved(after, after.a)

    def moved(self, at: At, armies: int) -> At:
        """Where those stand who move in and go on."""
        if at.n + 1 == len(self.garrisons):
            return At(at.n + 1, at.a, 0)
        free, garrison = max(0, armies - self.stays[at.n]), self.garrisons[at.n + 1]
        after = At(at.n + 1, free, garrison)
        walks_on = not garrison and free > self.first.get("retreat_at", 0)
        return self.moved(after, free) if walks_on else after


def first_line(random: Random) -> Line:
    """A battle, a campaign or a battle with values."""
    first: Line = {"attackers": random.randint(1, 9), "defenders": random.randint(1, 5)}
    if random.random() < 0.5:
        first["rules"] = random.choice(NAMES)
    kind, terms = random.choice(["battle", "campaign", "strategy"]), Line()
    if kind == "battle":
        terms = {
            "retreat_at": random.randint(0, 4),
            "stop_at_defenders": random.randint(0, 2),
            "stop_after": random.randint(0, 5),
            "stop_below": random.choice(["1/2", "1/4", "2/5"]),
        }
    elif kind == "campaign":
        size = random.randint(1, 4)
        first["defenders"] = [random.choice([0, 1, 1, 2, 3]) for _ in range(size)]
        terms = {
            "retreat_at": random.randint(0, 3),
            "leave_behind": random.choice([0, 2, [random.randint(0, 2) for _ in range(size)]]),
            "rules": [random.choice(NAMES) for _ in range(size)],
        }
    else:
        terms = {name: random.choice([0, 1, "5/2", 4]) for name in VALUES}
    least = int(kind == "strategy")
    return first | dict(random.sample([*terms.items()], random.randint(least, len(terms))))


class Decided(NamedTuple):
    """A decision at a place, the value of each that is possible, and the value thereafter."""

    line: Line
    before: Fraction
    ways: Ways
    after: Fraction


def played(definition: Definition, random: Random) -> list[Decided]:
    """A random play, decision by decision."""
    found: list[Decided] = []
    at = At(0, definition.first["attackers"], definition.garrisons[0])
    at = at if at.d else definition.moved(at, at.a)
    while True:
        dice = range(1, definition.most(at) + 1)
        ways: Ways = {("attack", x): definition.attacked(at, x) for x in dice}
        ways["end",] = definition.ended(at)
        before = definition.value(at)
        if not dice or random.random() < 0.1:
            if random.random() < 0.7:
                found.append(Decided({"end": True}, before, ways, ways["end",]))
            return found
        x = random.choice(dice)
        mine, theirs = random.choice([*definition.throw(at, x)])
        fell, survivors = theirs == at.d, at.a - mine
        stood, at = At(at.n, survivors, 0), definition.fought(at, mine, theirs)
        line: Line = {"attack": True, "dice": x, "lost": [mine, theirs]}
        found.append(Decided(line, before, ways, definition.value(at)))
        if fell and isinstance(definition.first["defenders"], list) and random.random() < 0.6:
            before = definition.value(at)
            moves = range(1, survivors + 1)
            ways = {("move_in", m): definition.value(definition.moved(stood, m)) for m in moves}
            at = definition.moved(stood, m := random.choice(moves))
            found.append(Decided({"move_in": m}, before, ways, definition.value(at)))


def exactly(value: Fraction) -> Between:
    return Between(value, value)


def test_a_thousand_battles_and_campaigns_add_up() -> None:
    """Each step has the values of the definition; luck and mistakes add up with difference 0."""
    steps = 0
    for seed in range(1000):
        random = Random(seed)
        first = first_line(random)
        definition = Definition(first)
        decided = played(definition, random)
        found = review([first, *(each.line for each in decided)])
        assert found.luck.plus(found.mistakes) == found.end.less(found.start)
        start = At(0, first["attackers"], definition.garrisons[0])
        start = start if start.d else definition.moved(start, start.a)
        assert found.start == exactly(definition.value(start))
        assert found.end == exactly(decided[-1].after) if decided else found.start
        for step, (line, before, ways, after) in zip(found.steps, decided, strict=True):
            value = ways[step.played]
            assert step.chance == exactly(before)
            assert step.mistake == exactly(value - before)
            assert step.luck == exactly(after - value if "attack" in line else Fraction(0))
            assert step.best == tuple(way for way in ways if ways[way] == before) != ()
            assert step.lost == (tuple(line["lost"]) if "attack" in line else None)
        steps += len(decided)
    assert steps > 3000


BATTLE: Line = {"attackers": 12, "defenders": 7, "retreat_at": 4}
ATTACK: Line = {"attack": True, "dice": 3, "lost": [1, 1]}
END: Line = {"end": True}


def test_the_values_are_those_of_the_questions() -> None:
    found = review([BATTLE, ATTACK])
    assert isinstance(found, Review)
    assert found.question == Battle(12, 7, retreat_at=4)
    assert found.start == exactly(Battle(12, 7, retreat_at=4).win_probability)
    assert found.end == exactly(Battle(11, 6, retreat_at=4).win_probability)
    rules, terms = ["standard", "capital"], {"leave_behind": [2, 1], "retreat_at": 1}
    found = review([{"attackers": 9, "defenders": [3, 2], "rules": rules} | terms, ATTACK])
    campaign = Campaign(9, (3, 2), ("standard", "capital"), (2, 1), 1)
    assert found.question == campaign
    assert found.end == exactly(campaign.replace(attackers=8, garrisons=(2, 2)).win_probability)
    found = review([{"attackers": 12, "defenders": 9, "territory": "5/2"}, ATTACK, END])
    assert found.question == Strategy(12, 9, Fraction(5, 2))
    assert found.start == exactly(Strategy(12, 9, Fraction(5, 2)).value)
    assert found.end == exactly(Strategy(12, 9, Fraction(5, 2)).worth(11, 8))


def test_empty_territories_are_taken_on_the_way() -> None:
    found = review([{"attackers": 5, "defenders": [0, 0, 2]}, ATTACK | {"dice": 3, "lost": [0, 2]}])
    assert found.start == exactly(Campaign(3, [2]).win_probability)
    assert found.end == exactly(Fraction(1))
    many = review([{"attackers": 2000, "defenders": [0] * 999 + [1]}, ATTACK | {"lost": [0, 1]}])
    assert many.start == exactly(Campaign(1001, [1]).win_probability)
    # with no more than two free, the campaign stops before the second
    stops = {"attackers": 4, "defenders": [1, 0], "retreat_at": 2, "leave_behind": 2}
    assert review([stops, ATTACK | {"lost": [0, 1]}, END]).end == exactly(Fraction(0))


def test_a_file_a_text_and_lines_say_the_same(tmp_path: Path) -> None:
    record = [BATTLE, ATTACK, END]
    text = "\n\n".join(map(json.dumps, record))
    (tmp_path / "battle.jsonl").write_text(text, encoding="utf-8")
    assert review(record) == review(text) == review(tmp_path / "battle.jsonl")


def test_what_a_prompt_shows() -> None:
    record: list[Line] = [{"attackers": 12, "defenders": 9, "territory": 5}, ATTACK, END]
    shown = "<Review 12 v 9, standard, territory=5: 8.217 to 3.000, luck −0.1219, mistakes −5.095>"
    assert repr(review(record)) == shown
    nobody: Line = {"attackers": 0, "defenders": 6, "territory": 5}
    assert repr(review([nobody, END])).endswith(": −6.000 to −6.000, luck 0, mistakes 0>")


CAMPAIGN: Line = {"attackers": 9, "defenders": [2, 3]}
TOOK: Line = ATTACK | {"lost": [0, 2]}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("", "the record '' cannot be read"),
        ([], "record must have a line with the position, or both sides, not none"),
        ([{}], "the first line must have mine and enemy, or attackers and defenders, not []"),
        ([ATTACK], "mine and enemy, or attackers and defenders, not ['attack', 'dice', 'lost']"),
        ([{"attackers": 3}], "defenders must be given, beside attackers, defenders"),
        (
            [BATTLE | {"blitz": True}],
            "key must be one of attackers, defenders, rules, retreat",
        ),
        (
            [BATTLE | {"territory": 1}],
            "key must be one of attackers, defenders, rules, territ",
        ),
        ([CAMPAIGN | {"stop_after": 1}], "rules, leave_behind, retreat_at, not 'stop_after'"),
        ([BATTLE | {"attackers": True}], "attackers must be a whole number, 0 or more, not True"),
        ([BATTLE | {"attackers": 2.5}], "attackers must be a whole number, 0 or more, not 2.5"),
        ([BATTLE | {"defenders": "7"}], "defenders must be a whole number, 0 or more, not '7'"),
        (
            [BATTLE | {"attackers": 10**9}],
            "attackers and defenders must be at most 100000 together",
        ),
        ([BATTLE | {"attackers": 0, "defenders": 0}], "attackers and defenders must not both be 0"),
        ([BATTLE | {"retreat_at": -1}], "retreat_at must be a whole number, 0 or more, not -1"),
        ([BATTLE | {"rules": "chess"}], "rules must be a Rules value or a name in"),
        ([CAMPAIGN | {"defenders": []}], "garrisons must have a number for each territory, one o"),
        ([CAMPAIGN | {"defenders": [2, True]}], "garrisons: each must be a whole number, 0 or mo"),
        ([CAMPAIGN | {"leave_behind": [1]}], "leave_behind must be one for all 2 territories, or"),
        ([{"attackers": 3, "defenders": 2, "territory": 0.5}], "territory must be exact, a Fract"),
        ([BATTLE, {"dice": 3, "lost": [1, 1]}], "line 2: attack must be given, beside attack, di"),
        ([BATTLE, ATTACK | {"attack": 1}], "line 2: attack must be true, not 1"),
        ([BATTLE, ATTACK | {"attack": ["Siam", "India"]}], "line 2: attack must be true, not ['S"),
        ([BATTLE, ATTACK | {"dice": 4}], "line 2: dice must be a number that may be thrown there"),
        ([BATTLE, ATTACK | {"dice": 0}], "line 2: dice must be a whole number, 1 or more, not 0"),
        ([BATTLE, ATTACK | {"dice": True}], "line 2: dice must be a whole number, 1 or more, not"),
        ([BATTLE, ATTACK | {"lost": [0, 0]}], "line 2: lost must be what such a round may cost, "),
        ([BATTLE, ATTACK | {"lost": [True, 1]}], "line 2: lost must be a whole number, 0 or more"),
        ([BATTLE, ATTACK | {"lost": 2}], "line 2: lost must be a list of two, mine and theirs, n"),
        ([BATTLE, ATTACK | {"rolls": 2}], "line 2: key must be one of attack, dice, lost, not 'r"),
        ([BATTLE, {"move_in": 1}], "line 2: move_in must come after an attack that took its targ"),
        ([CAMPAIGN, TOOK, {"move_in": 10}], "line 3: move_in must be a whole number, from 1 to 9"),
        ([CAMPAIGN, TOOK, {"move_in": 0}], "line 3: move_in must be a whole number, from 1 to 9"),
        ([CAMPAIGN, TOOK, {"move_in": 9}, {"move_in": 9}], "line 4: move_in must come after an a"),
        ([BATTLE | {"defenders": 2}, TOOK, ATTACK], "line 3: dice must be a number that may be t"),
        ([BATTLE | {"defenders": 2}, TOOK, {"move_in": 9}], "line 3: move_in must come after an "),
        ([BATTLE, END, ATTACK], "line 2: end must be true, on the last line"),
        ([BATTLE, {"end": 1}], "line 2: end must be true, on the last line"),
    ],
)
def test_bad_records(record: Any, message: str) -> None:
    with pytest.raises(RiskError) as caught:
        review(record)
    assert message in str(caught.value)
