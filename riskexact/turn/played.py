"""The review of what was played, line by line: what mistakes cost, and what the dice were worth.

At each decision, the *mistake* is the chance with what was played less the chance with the best;
after each throw, the *luck* is the chance now less the chance before the dice fell.  So they add up
to the chance at the end less the chance at the start.  Where only bounds of a chance are known,
they are intervals that enclose the numbers.

A battle or a campaign has a plan: to fight with all dice until a stop rule holds, for the chance to
win; or, of a `Strategy`, its best policy, for the expected payoff.  What departs from the plan is a
mistake, which gains where the plan is not the best there is, as stop rules are not.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from operator import add, attrgetter
from typing import Any, Generic, TypeVar

from riskexact.base.arguments import items_of, one_of, shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import NamedTuple
from riskexact.base.text import chance_text, decimal_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.question import Question
from riskexact.rules.dice import round_distribution
from riskexact.rules.files import text_of_file
from riskexact.strategy import Strategy

MAX_RECORD_BYTES = 1 << 20

Played = tuple[Any, ...]
"""A decision: its name and its numbers, such as ("move_in", 3)."""

END: Played = ("end",)

S = TypeVar("S")
Options = dict[Played, dict[tuple[int, ...], tuple[Fraction, S]]]
"""For each decision the chances and states that follow, by what a throw costs; () without one."""


class Between(NamedTuple):
    """A chance, or a difference of chances, which lies between two bounds, or is both of them."""

    lower: Fraction
    upper: Fraction

    def plus(self, other: "Between") -> "Between":
        """Return the sum."""
        return Between(self.lower + other.lower, self.upper + other.upper)

    def less(self, other: "Between") -> "Between":
        """Return the difference.

        >>> Between(Fraction(1, 2), Fraction(3, 4)).less(Between(Fraction(0), Fraction(1, 4)))
        Between(lower=Fraction(1, 4), upper=Fraction(3, 4))
        """
        return Between(self.lower - other.upper, self.upper - other.lower)


NO_CHANCE, SURE = Between(Fraction(0), Fraction(0)), Between(Fraction(1), Fraction(1))


def total(numbers: Iterable[Between]) -> Between:
    """Return the sum of all.

    >>> total([SURE, SURE, NO_CHANCE]).upper
    Fraction(2, 1)
    """
    return reduce(Between.plus, numbers, NO_CHANCE)


class ReviewStep(NamedTuple):
    """A line of the record, and what it was worth.

    - `played`, and `best`: what would have been as good as any;
    - `lost`: what the throw of an attack cost both sides, else None;
    - `chance`: before it, with best play or by the plan, or the expected payoff of a strategy;
    - `mistake`: 0 or less, but by a plan that is not the best; `luck`: of the throw;
    - `enemy`: whether it is a decision of the enemy's in a whole game, who loses what I gain.
    """

    played: Played
    best: tuple[Played, ...]
    lost: tuple[int, ...] | None
    chance: Between
    mistake: Between
    luck: Between
    enemy: bool = False


class Review(NamedTuple):
    """What was played: its luck and its mistakes add up to `end` less `start`."""

    question: Question
    start: Between
    end: Between
    luck: Between
    mistakes: Between
    steps: tuple[ReviewStep, ...]

    def __repr__(self) -> str:
        luck, mistakes = (self.text(each, "+") for each in (self.luck, self.mistakes))
        start, end = (self.text(Between(each.lower, each.lower)) for each in (self.start, self.end))
        what = f"{start} to {end}, luck {luck}, mistakes {mistakes}"
        return f"<{type(self).__name__} {self.question.brief}: {what}>"

    def text(self, number: Between, plus: str = "") -> str:
        """Return a chance in percent, or a payoff; `plus` is the sign of a difference above 0."""
        payoff = isinstance(self.question, Strategy)
        signs = ("−" if bound < 0 else plus * (bound > 0) for bound in number)
        sizes = (decimal_text(abs(b), 4) if payoff else chance_text(abs(b)) for b in number)
        return " to ".join(dict.fromkeys(map(add, signs, sizes)))


class Playing(Generic[S]):
    """What is being played, from state to state: the base of a turn on a map, and of a battle.

    `value` is the chance from a state; `options` are all decisions there, or only those of armies
    that move in; `attack` is that of a line.  The first key of a line names its kind; `goes_on`
    says whether play goes on after an end.
    """

    question: Question
    state: S
    value: Callable[[S], Between]
    options: Callable[[S], Options[S]]
    attack: Callable[[Mapping[str, Any]], Played]
    kinds: tuple[tuple[str, ...], ...] = ("attack", "dice", "lost"), ("move_in",), ("end",)
    goes_on = False

    def settle(self) -> None:
        """Move armies in where the rules leave no choice, which a record need not say."""
        if END not in (options := self.options(self.state)):
            if len(options) > 1:
                raise RiskError("move_in must come first, as a territory has fallen")
            ((_, self.state),) = next(iter(options.values())).values()

    def decision(self, line: Mapping[str, Any]) -> Played:
        """Return the decision of a line."""
        if "move_in" in line:
            numbers = [each[1] for each in self.options(self.state) if each[0] == "move_in"]
            if not numbers:
                raise RiskError("move_in must come after an attack that took its target")
            return "move_in", whole(line["move_in"], "move_in", numbers[0], numbers[-1])
        self.settle()
        return self.attack(line) if "attack" in line else END

    def step(self, line: Mapping[str, Any]) -> ReviewStep:
        """Play a line, and return what it was worth."""
        played = self.decision(line)
        options, before = self.options(self.state), self.value(self.state)
        if played not in options:
            raise RiskError(f"dice must be a number that may be thrown there, not {played[-1]}")
        pair = two(line["lost"], "lost", "mine and theirs") if "lost" in line else ()
        lost = tuple(whole(each, "lost") for each in pair)
        if lost not in options[played]:
            raise RiskError(f"lost must be what such a round may cost, not {shown([*lost])}")
        ways = {}
        for each, ends in options.items():
            parts = [(p, self.value(state)) for p, state in ends.values()]
            ways[each] = Between(*(exact_sum(p * chance[i] for p, chance in parts) for i in (0, 1)))
        _, self.state = options[played][lost]
        luck = self.value(self.state).less(ways[played]) if lost else NO_CHANCE
        best, mistake = max(each.lower for each in ways.values()), ways[played].less(before)
        if before.lower == before.upper:  # a plan need not be the best there is
            best = min(best, before.lower)
        if mistake.lower < mistake.upper:
            mistake = Between(min(mistake.lower, Fraction(0)), min(mistake.upper, Fraction(0)))
        good = tuple(each for each, chance in ways.items() if chance.lower == best)
        return ReviewStep(played, good, lost or None, before, mistake, luck)


def reviewed(playing: Playing[Any], lines: Sequence[tuple[str, Mapping[str, Any]]]) -> Review:
    """Return what each decision cost, and the luck of each throw."""
    playing.value = cache(playing.value)
    start, steps = playing.value(playing.state), list[ReviewStep]()
    for n, (where, line) in enumerate(lines, 1):
        try:
            kind = next((kind for kind in playing.kinds if kind[0] in line), playing.kinds[0])
            check_keys(line, kind, kind)
            last = n == len(lines) or playing.goes_on
            if kind == END and not (line["end"] is True and last):
                raise RiskError("end must be true" + ", on the last line" * (not playing.goes_on))
            step = playing.step(line)
        except RiskError as error:
            raise RiskError(f"{where}: {error}") from None
        steps.append(step)
    luck, mistakes = (total(map(attrgetter(name), steps)) for name in ("luck", "mistake"))
    return Review(playing.question, start, playing.value(playing.state), luck, mistakes, (*steps,))


def lines_of(record: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the lines of a record: of a file of JSON lines, their text, or dictionaries.

    >>> lines_of('{"end": true}')
    [('line 1', {'end': True})]
    """
    if isinstance(record, str | os.PathLike):
        text = os.fspath(record)
        if not text.lstrip().startswith("{"):
            text = text_of_file(text, "the record", MAX_RECORD_BYTES)
        record = text.splitlines()
    if not isinstance(record, Iterable):
        raise RiskError(f"record must be a file, a text or a list of lines, not {shown(record)}")
    found = []
    for n, line in enumerate(record, 1):
        try:
            data = json.loads(line) if isinstance(line, str) else line
        except (ValueError, RecursionError):
            data = line
        if isinstance(data, Mapping):
            found.append((f"line {n}", data))
        elif not isinstance(line, str) or line.strip():
            raise RiskError(f"line {n} must be a JSON object, not {shown(line)}")
    if not found:
        raise RiskError("record must have a line with the position, or both sides, not none")
    return found


def check_keys(line: Mapping[str, Any], allowed: Sequence[str], needed: Sequence[str]) -> None:
    """Raise `RiskError` if a line lacks a key that it needs, or has one that is not allowed."""
    for key in needed:
        if key not in line:
            raise RiskError(f"{key} must be given, beside {', '.join(needed)}")
    for key in line:
        one_of(key, "key", allowed)


def two(value: object, name: str, what: str) -> tuple[Any, Any]:
    """Return the items of a list of two.

    >>> two([1, 0], "lost", "mine and theirs")
    (1, 0)
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise RiskError(f"{name} must be a list of two, {what}, not {shown(value)}")
    return value[0], value[1]


BattlePlan = Battle | Campaign | Strategy

FIRST_KEYS: dict[type[BattlePlan], tuple[str, ...]] = {
    Battle: ("retreat_at", "stop_at_defenders", "stop_after", "stop_below"),
    Campaign: ("leave_behind", "retreat_at"),
    Strategy: ("territory", "attacker_unit", "defender_unit"),
}
"""What the first line of a record may have, beside both sides and the rules."""


class _Planned(Playing[BattlePlan | Fraction]):
    """The battle or the campaign so far, by the value of its plan.

    A state is what is left to fight, or what it has come to.  The first territory of a campaign is
    empty where it has just fallen.
    """

    def __init__(self, plan: BattlePlan) -> None:
        self.question = self.state = plan
        self._decisions = plan.decisions if isinstance(plan, Strategy) else {}

    def value(self, left: BattlePlan | Fraction) -> Between:
        if isinstance(left, Strategy):
            decision = self._decisions.get((left.attackers, left.defenders))
            value = decision.value if decision else left.worth(left.attackers, left.defenders)
        else:
            value = left if isinstance(left, Fraction) else left.win_probability
        return Between(value, value)

    def options(self, left: BattlePlan | Fraction) -> Options[BattlePlan | Fraction]:
        a, one = getattr(left, "attackers", 0), Fraction(1)
        if isinstance(left, Fraction):
            return {END: {(): (one, left)}}
        if not isinstance(left, Campaign):
            d, rules = left.defenders, left.rules
        elif left.garrisons[0]:
            d, rules, _ = left.territories[0]
        else:
            moved = {m: _settled(left.replace(attackers=m)) for m in range(1, a + 1)}
            return {("move_in", m): {(): (one, after)} for m, after in moved.items()}
        most, against = rules.dice(a, d) if a and d else (0, 0)
        found: Options[BattlePlan | Fraction] = {
            ("attack", x): {
                (i, j): (p, _fought(left, a - i, d - j))
                for (i, j), p in round_distribution(x, against, rules).items()
            }
            for x in range(1, most + 1)
        }
        ended = left.worth(a, d) if isinstance(left, Strategy) else Fraction(d == 0)
        return found | {END: {(): (one, ended)}}

    def attack(self, line: Mapping[str, Any]) -> Played:
        if line["attack"] is not True:
            raise RiskError(f"attack must be true, not {shown(line['attack'])}")
        return "attack", whole(line["dice"], "dice", 1)

    def settle(self) -> None:
        """Move all survivors in, as campaigns do."""
        if isinstance(self.state, Campaign):
            self.state = _settled(self.state)


def _fought(left: BattlePlan, a: int, d: int) -> BattlePlan:
    """Return what is left to fight after a round that leaves these units."""
    if isinstance(left, Campaign):
        return left.replace(attackers=a, garrisons=(d, *left.garrisons[1:]))
    rounds = getattr(left, "stop_after", None)
    return left.replace(attackers=a, defenders=d, **{"stop_after": rounds - 1} if rounds else {})


def _settled(left: Campaign) -> Campaign | Fraction:
    """Return what is left for those who go on from empty territories, or 0 where they stop."""
    while not left.garrisons[0]:
        here, *rest = left.territories
        free = max(0, left.attackers - here.leave_behind)
        if not rest or (not rest[0].garrison and free <= left.retreat_at):
            return Fraction(not rest)
        garrisons, rules, stays = zip(*rest, strict=True)
        left = Campaign(free, garrisons, rules, stays, left.retreat_at)
    return left


def planned(first: Mapping[str, Any]) -> Playing[Any]:
    """Return the battle or the campaign that the first line of a record describes.

    >>> planned({"attackers": 9, "defenders": [3, 2], "retreat_at": 1}).question
    <Campaign 9 v 3, 2, standard, retreat at 1: 81.5 %>
    """
    sides, several = ("attackers", "defenders"), items_of(first.get("defenders"), 1) is not None
    values = any(key in first for key in FIRST_KEYS[Strategy])
    kind: type[BattlePlan] = Campaign if several else Strategy if values else Battle
    check_keys(first, (*sides, "rules", *FIRST_KEYS[kind]), sides)
    data = {"garrisons" if several and key == "defenders" else key: first[key] for key in first}
    return _Planned(kind.from_json(data | {"kind": kind.__name__.lower()}))
