"""A question of the test vectors, and its answer: one number."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from riskexact.base.certain import Certain
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple
from riskexact.base.text import decimal_text, fraction_text
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.catalogue import RULES, known_as
from riskexact.rules.hand import Die

VECTOR_DIGITS = 20
"""Certain digits of every answer."""

HOUSE_RULES = FrozenMapping(
    {
        "eight-faces": Rules(faces=8),
        "nobody-loses-a-tie": Rules(ties="nobody"),
        "a-loaded-die": Rules(faces=Die((1, 2, 3, 4, 5, 6, 6))),
        "one-die-each": Rules(1, 1),
        "dice-of-many-kinds": Rules((10, 8, 6), (6, 8)),
    }
)
"""Rules that have no name in the catalogue."""

EVERY_RULES = FrozenMapping({**RULES, **HOUSE_RULES})


class SideUnits(NamedTuple):
    """Numbers of units on both sides."""

    attackers: int
    defenders: int


VectorNumber = Fraction | int | Certain | Decimal
"""A number: exact, or between bounds, or far more digits of it than `VECTOR_DIGITS`."""


class VectorQuestion(Frozen):
    """A question: its id, and the fields of its kind, which is a class of its own.

    - `kind`, `about`: the name of the kind, and what its answers are.
    """

    kind = about = ""
    id: str

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Yield the questions of the vectors, in their order."""
        raise NotImplementedError

    def answer(self) -> VectorNumber:
        """Return the answer by the public interface."""
        raise NotImplementedError

    def by_definition(self) -> VectorNumber:
        """Return the answer by the definition of the question, slowly, as a check."""
        raise NotImplementedError

    @property
    def fields(self) -> dict[str, Any]:
        """The fields without the id."""
        return {name: value for name, value in self._named().items() if name != "id"}

    @property
    def every_rules(self) -> tuple[Rules, ...]:
        """The rule sets, of which a campaign may have several."""
        rules: Rules | tuple[Rules, ...] = self.fields["rules"]
        return (rules,) if isinstance(rules, Rules) else rules

    def json(self) -> dict[str, object]:
        """Return the kind and the fields, in the types of JSON; rules with their name and parts."""
        return {"kind": self.kind} | {name: _plain(value) for name, value in self.fields.items()}


class VectorAnswer(NamedTuple):
    """The answer to a question, in the forms that the vectors have.

    >>> VectorAnswer(Fraction(2, 3)).json()
    {'fraction': '2/3', 'decimal': '0.66666666666666666667', 'double': 0.6666666666666666}
    >>> VectorAnswer(Decimal("0.66666666666666666666666667")).json()["fraction"]
    """

    number: VectorNumber

    @property
    def value(self) -> Fraction:
        """The number itself, or one at most 2^-64 below it."""
        return self.number.low if isinstance(self.number, Certain) else Fraction(self.number)

    def text(self, digits: int) -> str:
        """Return certain digits, or a whole number."""
        if isinstance(self.number, Certain):
            return self.number.text(digits)
        exact = Fraction(self.number)
        return str(exact) if exact.denominator == 1 else decimal_text(exact, digits)

    def json(self) -> dict[str, object]:
        """Return the fraction, None where there is none, the decimal, and the nearest double."""
        known = isinstance(self.number, Fraction | int)
        return {
            "fraction": fraction_text(self.value) if known else None,
            "decimal": self.text(VECTOR_DIGITS),
            "double": float(self.number),
        }


def _plain(value: object) -> object:
    if isinstance(value, Rules):
        return {"name": known_as(value)} | value.parts
    if isinstance(value, BlitzVersion):
        return {name: str(getattr(value, name)) for name in BlitzVersion.__match_args__}
    if isinstance(value, SideUnits):
        return value._asdict()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
