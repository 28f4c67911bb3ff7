"""A question of the test vectors, in JSON, with one number as its exact answer."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.resources import package_text
from riskexact.base.text import decimal_text, fraction_text
from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.blitz import Fight
from riskexact.battle.campaign import outcomes_by_battles
from riskexact.battle.campaign.sweep import Territory
from riskexact.battle.needed import attackers_needed, defenders_takeable, garrison_needed
from riskexact.odds.states import lost, stopped, won
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.dice import round_counts_by_enumeration
from riskexact.rules.files import rules_of_parts
from riskexact.turn.conquest import conquer
from riskexact.turn.geography import Map
from riskexact.turn.position import Position

VECTOR_DIGITS = 20
"""Certain digits of every answer."""

MAX_UNITS_IN_A_FRACTION = 1900
"""The most units of a battle with a fraction: Python reads no more than 4300 digits at a time."""

MAX_STATES_TRIED = 4000
"""The most states of a battle that the recursion goes through."""

DATA_FOLDER = "publication.vectors"

Asked = Mapping[str, Any]
"""A question as in the files."""

VectorNumber = Fraction | int | Certain


class VectorQuestion(NamedTuple):
    """A question, and the forms of its answer: fraction, decimal, double."""

    id: str
    asked: Asked
    answer: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return str(self.asked["kind"])

    @property
    def rules(self) -> tuple[Rules, ...]:
        """The rule sets, of which a campaign may have several."""
        rules = self.asked["rules"]
        return tuple(map(rules_of, rules if isinstance(rules, list) else [rules]))

    @property
    def exact(self) -> Fraction:
        """The answer, or its certain digits where it is no fraction."""
        return Fraction(self.answer["fraction"] or self.answer["decimal"])


@lru_cache(maxsize=1)
def questions() -> tuple[VectorQuestion, ...]:
    """Return all questions, in the order of their kinds."""
    return tuple(
        VectorQuestion(case.pop("id"), case.pop("question"), case)
        for kind in ANSWERS
        for case in json.loads(package_text(f"{kind}.json", DATA_FOLDER))["cases"]
    )


def forms_of(number: VectorNumber, kind: str = "") -> dict[str, Any]:
    """Return the forms of an answer; a chance of Balanced Blitz has no fraction."""
    exact = None if isinstance(number, Certain) or kind == "balanced-blitz" else Fraction(number)
    return {
        "fraction": None if exact is None else fraction_text(exact),
        "decimal": digits_of(number, VECTOR_DIGITS),
        "double": float(number),
    }


def digits_of(number: VectorNumber, digits: int) -> str:
    if isinstance(number, Certain):
        return number.text(digits)
    return decimal_text(number, digits) if number.denominator > 1 else str(number)


def computed(asked: Asked) -> VectorNumber:
    """Return the answer to a question by the library, by its definition where that is fast."""
    return ANSWERS[asked["kind"]](asked)


def rules_of(given: Rules | Asked) -> Rules:
    if isinstance(given, Rules):
        return given
    return rules_of_parts({key: part for key, part in given.items() if key != "name"})


def _battle(asked: Asked, **more: Any) -> Battle:
    return Battle(asked["attackers"], asked["defenders"], rules_of(asked["rules"]), **more)


def _left(asked: Asked, name: str = "left") -> tuple[int, int]:
    return asked[name]["attackers"], asked[name]["defenders"]


def _round(asked: Asked) -> Fraction:
    dice, rules = (asked["attack_dice"], asked["defence_dice"]), rules_of(asked["rules"])
    counts = round_counts_by_enumeration(*dice, rules)
    return Fraction(counts.get(_left(asked, "lost"), 0), rules.throws(*dice))


def _win(asked: Asked) -> VectorNumber:
    a, d, rules = asked["attackers"], asked["defenders"], rules_of(asked["rules"])
    if a + d > MAX_UNITS_IN_A_FRACTION:
        return Fight(a, d, rules).sides[0]
    return win_probability(a, d, rules, "recursion" if a * d <= MAX_STATES_TRIED else "auto")


def _outcome(asked: Asked) -> Fraction:
    return _battle(asked, method="recursion").outcomes.pmf(_left(asked))


@lru_cache(maxsize=1 << 10)
def _ends(attackers: int, territories: tuple[Territory, ...]) -> Mapping[Any, Fraction]:
    return outcomes_by_battles(attackers, territories)


def _campaign(asked: Asked) -> Fraction:
    each = zip(
        asked["defenders"], map(rules_of, asked["rules"]), asked["leave_behind"], strict=True
    )
    ends = _ends(asked["attackers"], tuple(Territory(*one) for one in each))
    return sum((p for (_, taken, _), p in ends.items() if taken == asked["taken"]), Fraction(0))


def _stop(asked: Asked) -> Fraction:
    names = "retreat_at", "stop_at_defenders", "stop_after", "stop_below"
    battle = _battle(asked, **{name: asked[name] for name in names})
    return battle.expected_value({"win": won, "lose": lost, "stopped": stopped}[asked["end"]])


def _need(asked: Asked) -> int:
    find = {
        "attackers": attackers_needed,
        "defenders": defenders_takeable,
        "garrison": garrison_needed,
    }
    return find[asked["find"]](asked["against"], asked["chance"], rules_of(asked["rules"]))


def _luck(asked: Asked) -> Fraction:
    luck = _battle(asked, method="recursion").luck(*_left(asked))
    bad, good = luck.at_least_this_bad, luck.at_least_this_good
    return bad if asked["at_least_this"] == "bad" else good


def _blitz(asked: Asked) -> VectorNumber:
    name, *powers = asked["version"].values()
    battle = _battle(asked, blitz=BlitzVersion(name, *map(Fraction, powers)))
    return battle.outcomes.pmf(_left(asked)) if asked["left"] else battle.win_probability


def _map(asked: Asked) -> Fraction:
    borders = tuple(map(tuple, asked["borders"]))
    position = Position(Map(borders), asked["mine"], asked["enemy"], rules_of(asked["rules"]))
    take = asked["take"], tuple(asked["enemy"])
    best = conquer(position, *take, move=asked["move"], dice=asked["dice"])
    if not best.proved:
        raise RiskError(f"position must be one whose best play is proved, not {position!r}")
    return best.lower


ANSWERS: Mapping[str, Callable[[Asked], VectorNumber]] = FrozenMapping(
    {
        "rounds": _round,
        "wins": _win,
        "outcomes": _outcome,
        "campaigns": _campaign,
        "stops": _stop,
        "needs": _need,
        "luck": _luck,
        "balanced-blitz": _blitz,
        "maps": _map,
    }
)
"""What answers a question, by its kind: small battles in full, edges, borders, a few large ones."""
