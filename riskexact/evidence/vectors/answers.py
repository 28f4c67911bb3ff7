"""The questions of the test vectors, and their answers by the public interface.

A question is a kind and its fields; each kind is a function here whose arguments are the fields.
Every answer is one number.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import decimal_text
from riskexact.boards.conquest import conquer
from riskexact.boards.geography import Map
from riskexact.boards.position import Position
from riskexact.odds.states import lost, stopped, won
from riskexact.questions.balanced_blitz import BalancedBlitz
from riskexact.questions.battle import Battle, win_decimal, win_probability
from riskexact.questions.campaign import Campaign
from riskexact.questions.needed import attackers_needed, defenders_takeable, garrison_needed
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.catalogue import known_as
from riskexact.rules.dice import round_distribution

VECTOR_DIGITS = 20
"""Certain digits of every answer."""

GUARD_DIGITS = 40
"""Certain digits that are computed where there is no fraction, to round them once more."""

MAX_UNITS_IN_A_FRACTION = 1900
"""The most units of a battle with a fraction: Python reads no more than 4300 digits at a time."""

ENDS = FrozenMapping({"win": won, "lose": lost, "stopped": stopped})
"""The ends of a battle with stop rules, as payoffs."""

UnitNumbers = Mapping[str, int]
"""Numbers of units: of `attackers` and `defenders`, or by territory."""


class VectorQuestion(NamedTuple):
    """A question: its id, its kind, and its fields by name."""

    id: str
    kind: str
    fields: Mapping[str, Any]

    @property
    def rules(self) -> tuple[Rules, ...]:
        """The rule sets of the question."""
        rules = self.fields["rules"]
        return rules if isinstance(rules, tuple) else (rules,)

    def json(self) -> dict[str, object]:
        """Return the kind and the fields, in the types of JSON; rules with their name and parts.

        >>> VectorQuestion("", "wins", {"rules": Rules(), "attackers": 3}).json()["rules"]["name"]
        'standard'
        """
        return {"kind": self.kind} | {name: _plain(value) for name, value in self.fields.items()}


class VectorAnswer(NamedTuple):
    """An exact number: its fraction, None where there is none, its digits, and the nearest double.

    - `digits`: `VECTOR_DIGITS` certain digits, or a whole number.
    """

    fraction: Fraction | None
    digits: str
    double: float

    @property
    def value(self) -> Fraction:
        """The number itself, or what its certain digits say."""
        return Fraction(self.digits) if self.fraction is None else self.fraction

    @classmethod
    def of(cls, value: Fraction | int | str) -> "VectorAnswer":
        """Return the answer that is an exact number, or of which there are certain digits.

        Raises `RiskError` for digits that are too few.

        >>> VectorAnswer.of(Fraction(2, 3))
        VectorAnswer(fraction=Fraction(2, 3), digits='0.66666666666666666667', \
double=0.6666666666666666)
        >>> VectorAnswer.of("0.66666666666666666666666667").digits
        '0.66666666666666666667'
        """
        exact = not isinstance(value, str) or value in ("0", "1")
        middle, half = Fraction(value), Fraction(0) if exact else _half_a_unit(value)
        first, last = (_rounded(middle + sign * half) for sign in (-1, 1))
        if first != last:
            raise RiskError(f"digits must be enough to be rounded once more, not {shown(value)}")
        return cls(None if isinstance(value, str) else middle, *first)


def answer(question: VectorQuestion) -> VectorAnswer:
    """Return the exact answer.

    Equals `definition.answer_by_definition`.

    >>> answer(VectorQuestion("", "wins", {"rules": Rules(), "attackers": 3, "defenders": 2}))[0]
    Fraction(6610505, 10077696)
    """
    return VectorAnswer.of(ANSWERS[question.kind](**question.fields))


def rounds(rules: Rules, attack_dice: int, defence_dice: int, lost: UnitNumbers) -> Fraction:
    """Return the chance that one round costs both sides just this many units."""
    return round_distribution(attack_dice, defence_dice, rules).pmf(_sides(lost))


def wins(rules: Rules, attackers: int, defenders: int) -> Fraction | str:
    """Return the chance that the attacker wins; certain digits where the fraction is long."""
    if attackers + defenders > MAX_UNITS_IN_A_FRACTION:
        return win_decimal(attackers, defenders, GUARD_DIGITS, rules)
    return win_probability(attackers, defenders, rules)


def outcomes(rules: Rules, attackers: int, defenders: int, left: UnitNumbers) -> Fraction:
    """Return the chance that just this many units are left."""
    return Battle(attackers, defenders, rules).outcomes.pmf(_sides(left))


def campaigns(
    rules: Sequence[Rules],
    attackers: int,
    defenders: Sequence[int],
    leave_behind: Sequence[int],
    taken: int,
) -> Fraction:
    """Return the chance that just this many territories are taken."""
    return Campaign(attackers, defenders, rules, leave_behind).conquered.pmf(taken)


def stops(
    rules: Rules,
    attackers: int,
    defenders: int,
    retreat_at: int,
    stop_at_defenders: int,
    stop_after: int | None,
    stop_below: str,
    end: str,
) -> Fraction:
    """Return the chance of one of the `ENDS` of a battle with stop rules."""
    battle = Battle(
        attackers,
        defenders,
        rules,
        retreat_at,
        stop_at_defenders=stop_at_defenders,
        stop_after=stop_after,
        stop_below=stop_below,
    )
    return battle.expected_value(ENDS[end])


def needs(rules: Rules, find: str, against: int, chance: str) -> int:
    """Return the number of units to be found, by the name of the function that finds it."""
    return NEEDS[find](against, chance, rules)


def luck(
    rules: Rules, attackers: int, defenders: int, left: UnitNumbers, at_least_this: str
) -> Fraction:
    """Return the chance of an outcome at least this bad, or at least this good."""
    chances = Battle(attackers, defenders, rules).luck(*_sides(left))
    return {"bad": chances.at_least_this_bad, "good": chances.at_least_this_good}[at_least_this]


def balanced_blitz(
    rules: Rules, attackers: int, defenders: int, version: BlitzVersion, left: UnitNumbers | None
) -> str:
    """Return digits of the chance that the attacker wins, or that just this many units are left."""
    battle = BalancedBlitz(attackers, defenders, rules, GUARD_DIGITS, version)
    return battle.win_decimal if left is None else battle.outcome_decimals.get(_sides(left), "0")


def maps(
    rules: Rules,
    borders: Sequence[tuple[str, str]],
    mine: UnitNumbers,
    enemy: UnitNumbers,
    take: Sequence[str],
    move: str,
    dice: str,
) -> Fraction:
    """Return the highest chance to take these territories in one turn."""
    position = Position(Map(borders), mine, enemy, rules)
    best = conquer(position, take, tuple(enemy), move=move, dice=dice)
    if not best.proved:
        raise RiskError(f"the position must be one whose best play is proved, not {position!r}")
    return best.lower


ANSWERS: Mapping[str, Callable[..., Fraction | int | str]] = FrozenMapping(
    {
        "rounds": rounds,
        "wins": wins,
        "outcomes": outcomes,
        "campaigns": campaigns,
        "stops": stops,
        "needs": needs,
        "luck": luck,
        "balanced-blitz": balanced_blitz,
        "maps": maps,
    }
)
"""The kinds of questions."""

BLITZ_CONSTANTS = BlitzVersion.__match_args__
"""The name and the constants of a version of Balanced Blitz."""

NEEDS: Mapping[str, Callable[[int, str, Rules], int]] = FrozenMapping(
    {
        "attackers": attackers_needed,
        "defenders": defenders_takeable,
        "garrison": garrison_needed,
    }
)


def _rounded(value: Fraction) -> tuple[str, float]:
    """Return the digits, and the double nearest to the value."""
    whole = value.denominator == 1
    text = str(value) if whole else decimal_text(value, VECTOR_DIGITS)
    return text, float(value)


def _half_a_unit(digits: object) -> Fraction:
    """Return how far a value may be from its digits.

    >>> _half_a_unit("0.67"), _half_a_unit("6.7e-9")
    (Fraction(1, 200), Fraction(1, 20000000000))
    """
    exponent = Decimal(str(digits)).as_tuple().exponent
    return Fraction(10) ** int(exponent) / 2


def _sides(units: UnitNumbers) -> tuple[int, int]:
    return units["attackers"], units["defenders"]


def _plain(value: object) -> object:
    if isinstance(value, Rules):
        return {"name": known_as(value)} | value.parts
    if isinstance(value, BlitzVersion):
        return {name: str(getattr(value, name)) for name in BLITZ_CONSTANTS}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
