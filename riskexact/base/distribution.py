"""Exact probability distributions, as immutable mappings outcome → Fraction."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, islice

from riskexact.base.arguments import ExactChance, chance, exact, shown
from riskexact.base.errors import RiskError, require
from riskexact.base.fractions import exact_sum
from riskexact.base.grid import MORE, Grid
from riskexact.base.text import decimal_text, fraction_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    import numpy as np

    T = TypeVar("T", bound=Hashable)
    S = TypeVar("S", bound=Hashable)

LONGEST_CELL = 60
"""Characters of a fraction that notebooks show in full."""

MAX_OUTCOMES_SHOWN = 60
"""Outcomes that notebooks show."""


class Distribution(Mapping["T", Fraction]):
    """The outcomes with positive probability, each with its exact Fraction; they add up to 1.

    `probabilities` maps outcomes to `Fraction` or `int`, none negative; outcomes of probability 0
    are dropped; any other key raises `KeyError`.  `fields` names the parts of outcomes that
    are tuples.  A sum other than exactly 1 raises `RiskError`: nothing is renormalised.

    >>> coin = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2), "edge": 0})
    >>> coin["heads"], len(coin)
    (Fraction(1, 2), 2)
    >>> Distribution({0: Fraction(1, 3)})
    Traceback (most recent call last):
        ...
    riskexact.RiskError: probabilities must add up to 1, not 1/3
    """

    __slots__ = ("_fields", "_probabilities")

    def __init__(
        self, probabilities: "Mapping[T, Fraction | int]", fields: Sequence[str] = ()
    ) -> None:
        """Keep the positive probabilities, after checking that they are exact and add up to 1."""
        if not isinstance(probabilities, Mapping):
            raise RiskError(
                f"probabilities must be a mapping from outcomes, not {shown(probabilities)}"
            )
        kept: dict[T, Fraction] = {}
        for outcome, given in probabilities.items():
            value = exact(given, "probabilities")
            probability = value if type(value) is Fraction else Fraction(value)
            if probability < 0:
                raise RiskError(f"probabilities must be 0 or more, not {shown(given)}")
            if probability:
                kept[outcome] = probability
        total = exact_sum(kept.values())
        if total != 1:
            text = fraction_text(total)
            if len(text) > LONGEST_CELL:
                text = f"1 {'+' if total > 1 else '-'} about {decimal_text(abs(total - 1))}"
            raise RiskError(f"probabilities must add up to 1, not {text}")
        self._probabilities = kept
        self._fields = _checked_fields(fields, kept)

    @classmethod
    def of_checked(
        cls, probabilities: "Mapping[T, Fraction]", fields: Sequence[str] = ()
    ) -> "Distribution[T]":
        """Return the distribution of positive Fractions that the caller knows to add up to 1.

        Equals `Distribution(probabilities, fields)`, whose sum takes longer than all the rest
        where fractions are long: for methods that make it in whole numbers.

        >>> Distribution.of_checked({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
        Distribution({'heads': 1/2, 'tails': 1/2})
        """
        made = cls.__new__(cls)
        made._probabilities, made._fields = dict(probabilities), tuple(fields)
        return made

    def __getitem__(self, outcome: "T") -> Fraction:
        """Return the probability of an outcome that is possible; else `KeyError`."""
        try:
            return self._probabilities[outcome]
        except TypeError:  # a list has no hash
            raise KeyError(outcome) from None

    def __iter__(self) -> "Iterator[T]":
        """Iterate over the possible outcomes, in the order in which they were given."""
        return iter(self._probabilities)

    def __len__(self) -> int:
        """Return the number of possible outcomes."""
        return len(self._probabilities)

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(frozenset(self._probabilities.items()))

    def __repr__(self) -> str:
        """Return the first outcomes, and how many there are."""
        first = ", ".join(f"{shown(x)}: {_short(p)}" for x, p in list(self.items())[:3])
        more = f", … {len(self)} outcomes" if len(self) > 3 else ""
        return f"Distribution({{{first}{more}}})"

    @property
    def mean(self) -> Fraction:
        """The exact mean; outcomes must be numbers (of tuples, take a marginal).

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).mean
        Fraction(7, 4)
        """
        return self._moment("mean", lambda x: x)

    @property
    def variance(self) -> Fraction:
        """The exact variance; outcomes must be numbers (of tuples, take a marginal).

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).variance
        Fraction(3, 16)
        """
        mean = self._moment("variance", lambda x: x)
        return self._moment("variance", lambda x: (x - mean) ** 2)

    @property
    def mode(self) -> "T":
        """The most probable outcome; of several, the least.

        >>> Distribution({2: Fraction(1, 2), 1: Fraction(1, 2)}).mode
        1
        """
        most = max(self._probabilities.values())
        least: T = self._sorted(x for x, p in self.items() if p == most)[0]
        return least

    def quantile(self, p: ExactChance) -> "T":
        """Return the least outcome x with P(X <= x) >= p, for p from 0 to 1 (a float is refused).

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).quantile("25%")
        1
        """
        wanted = chance(p, "p")
        outcomes = self._sorted(self)
        reached = accumulate(self[outcome] for outcome in outcomes)
        found: T = next(x for x, total in zip(outcomes, reached, strict=True) if total >= wanted)
        return found

    def probability(self, predicate: "Callable[[T], bool]") -> Fraction:
        """Return the probability of the outcomes for which `predicate` holds.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).probability(lambda x: x > 1)
        Fraction(3, 4)
        """
        return exact_sum(p for outcome, p in self.items() if predicate(outcome))

    def given(self, predicate: "Callable[[T], bool]") -> "Distribution[T]":
        """Return the conditional distribution, given `predicate`; `RiskError` if that never holds.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).given(lambda x: x < 2)
        Distribution({1: 1})
        """
        mass = self.probability(predicate)
        if not mass:
            raise RiskError("predicate must hold for some possible outcome, not for none")
        return Distribution(
            {outcome: p / mass for outcome, p in self.items() if predicate(outcome)}, self._fields
        )

    def map(self, function: "Callable[[T], S]") -> "Distribution[S]":
        """Return the distribution of `function(outcome)`.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).map(lambda x: x % 2)
        Distribution({1: 1/4, 0: 3/4})
        """
        groups: dict[S, list[Fraction]] = {}
        for outcome, p in self.items():
            groups.setdefault(function(outcome), []).append(p)
        return Distribution({outcome: exact_sum(group) for outcome, group in groups.items()})

    def to_rows(self) -> "list[dict[str, Any]]":
        """Return a dictionary for each outcome, from which any data frame can be made.

        The keys are `fields`, or "outcome", and "fraction" for the exact probability as text.  A
        part of an outcome that is a Fraction becomes text, too.

        >>> Distribution({3: Fraction(1, 4), 5: Fraction(3, 4)}).to_rows()
        [{'outcome': 3, 'fraction': '1/4'}, {'outcome': 5, 'fraction': '3/4'}]
        """
        return [
            {
                **{
                    name: fraction_text(part) if isinstance(part, Fraction) else part
                    for name, part in zip(self._names, self._parts(outcome), strict=True)
                },
                "fraction": fraction_text(p),
            }
            for outcome, p in self.items()
        ]

    def to_numpy(self) -> "np.ndarray[Any, Any]":
        """Return a structured array: `fields`, or "outcome", and "probability", for each outcome.

        Probabilities are float64, each the float nearest to the exact value.  A part of the
        outcomes is int64 if all its values are integers that fit, and Python objects otherwise.
        Needs the `data` extra.

        >>> array = Distribution({3: Fraction(1, 4), 5: Fraction(3, 4)}).to_numpy()
        >>> array["outcome"], array["probability"]
        (array([3, 5]), array([0.25, 0.75]))
        """
        require("numpy", "data", "arrays need")
        import numpy as np

        columns = list(zip(*map(self._parts, self), strict=True))
        kinds = [
            "i8" if all(type(x) is int and -(2**63) <= x < 2**63 for x in column) else "O"
            for column in columns
        ]
        array = np.empty(len(self), [*zip(self._names, kinds, strict=True), ("probability", "f8")])
        for name, column in zip(self._names, columns, strict=True):
            array[name] = column
        # int / int is rounded correctly, and so is float(Fraction)
        array["probability"] = [float(p) for p in self.values()]
        return array

    def _repr_html_(self) -> str:
        return self._grid().html()

    def _repr_latex_(self) -> str:
        return self._grid().latex()

    def _grid(self) -> Grid:
        """Return the table for notebooks: the first outcomes, and the sum of the rest."""
        rows = [
            [*map(_part, self._parts(outcome)), _short(p), decimal_text(p)]
            for outcome, p in islice(self.items(), MAX_OUTCOMES_SHOWN)
        ]
        more = len(self) - len(rows)
        if more:
            mass = exact_sum(islice(self.values(), MAX_OUTCOMES_SHOWN, None))
            gap = [""] * (len(self._names) - 1)
            rows.append([f"{MORE} {more} more", *gap, _short(mass), decimal_text(mass)])
        return Grid("", [*self._names, "probability", "decimal"], rows, len(self._names))

    @property
    def _names(self) -> tuple[str, ...]:
        return self._fields or ("outcome",)

    def _parts(self, outcome: "Any") -> "tuple[Any, ...]":
        return outcome if self._fields else (outcome,)

    def _moment(self, what: str, power: "Callable[[Any], Any]") -> Fraction:
        for outcome in self:
            if isinstance(outcome, tuple):
                marginals = " or ".join(self._fields) or "a part of the outcome, by map"
                raise RiskError(
                    f"outcomes must be numbers for a {what}, not tuples: take that of {marginals}"
                )
            if isinstance(outcome, bool) or not isinstance(outcome, int | Fraction):
                raise RiskError(
                    f"outcomes must be int or Fraction for a {what}, not {shown(outcome)}"
                )
        return exact_sum(power(outcome) * p for outcome, p in self.items())

    def _sorted(self, outcomes: "Iterable[Any]") -> "list[Any]":
        """Return the outcomes in ascending order; raise `RiskError` if they have no order."""
        try:
            return sorted(outcomes)
        except TypeError:
            raise RiskError(
                f"outcomes must be of one type that has an order, not those of {shown(self)}"
            ) from None


def _checked_fields(fields: Sequence[str], outcomes: Iterable[object]) -> tuple[str, ...]:
    """Return the checked names of the parts of all outcomes, if there are any."""
    names = tuple(fields)
    if len({*names, "fraction", "probability"}) < len(names) + 2:
        raise RiskError(
            f"fields must be different, and other than fraction and probability, not {shown(names)}"
        )
    for outcome in outcomes if names else ():
        if not isinstance(outcome, tuple) or len(outcome) != len(names):
            raise RiskError(
                f"outcomes must have the parts {', '.join(names)}, not {shown(outcome)}"
            )
    return names


def _short(value: Fraction) -> str:
    """Return the fraction, or its decimal if it is too long to read."""
    text = fraction_text(value)
    return text if len(text) <= LONGEST_CELL else f"≈ {decimal_text(value)}"


def _part(value: object) -> str:
    return value if isinstance(value, str) else shown(value)
