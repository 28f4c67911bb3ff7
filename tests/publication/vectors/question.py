"""A question of the test vectors as a value, of a class for each kind, and its two answers."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from riskexact.base.certain import Certain
from riskexact.base.frozen import Frozen, FrozenMapping, NamedTuple
from riskexact.publication.vectors.question import computed, forms_of
from riskexact.rules import Rules
from riskexact.rules.blitz import BlitzVersion
from riskexact.rules.catalogue import RULES, known_as
from riskexact.rules.hand import Die

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
"""A number: exact, or between bounds, or far more digits of it than the vectors have."""


def forms(number: VectorNumber, kind: str = "") -> dict[str, Any]:
    """The forms of an answer; one in digits has no fraction."""
    if isinstance(number, Decimal):
        return forms_of(Fraction(number)) | {"fraction": None}
    return forms_of(number, kind)


class AskedQuestion(Frozen):
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
        """Return the answer, by the package unless a kind has another way."""
        return computed(self.json())

    def by_definition(self) -> VectorNumber:
        """Return the answer by the definition of the question, slowly, as a check of the other."""
        return computed(self.json())

    @property
    def fields(self) -> dict[str, Any]:
        """The fields without the id."""
        return {name: value for name, value in self._named().items() if name != "id"}

    def json(self) -> dict[str, object]:
        """Return the kind and the fields, in the types of JSON; rules with their name and parts."""
        return {"kind": self.kind} | {name: _plain(value) for name, value in self.fields.items()}


def _plain(value: object) -> object:
    if isinstance(value, Rules):
        return {"name": known_as(value)} | value.parts
    if isinstance(value, BlitzVersion):
        return {name: str(getattr(value, name)) for name in BlitzVersion.__match_args__}
    if isinstance(value, SideUnits):
        return value._asdict()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
