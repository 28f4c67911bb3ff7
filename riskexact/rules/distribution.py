"""Exact probability distributions, as immutable mappings outcome → Fraction or `Certain`."""

from bisect import bisect, bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate, product
from math import lcm, sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from riskexact.base.arguments import ExactChance, chance, exact, short_repr, whole
from riskexact.base.certain import Certain, Real, certain_sum
from riskexact.base.errors import RiskError, require
from riskexact.base.export import Exported, parsed
from riskexact.base.fractions import summed
from riskexact.base.frozen import Suggesting
from riskexact.base.grid import MORE, Grid, bar, folded
from riskexact.base.report import CHANCE_COLUMNS, Column, Report, TableItem
from riskexact.base.text import (
    chance_text,
    decimal_text,
    fraction_text,
    integer_text,
    join_words,
    number_or_text,
    pluralize,
    signed_text,
)

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)

MAX_CELL_LENGTH = 24
"""Characters of a fraction that is read at a glance."""

MAX_BITS_FOLDED = 4000
"""Bits of a denominator up to which notebooks have the fraction, folded."""

MAX_OUTCOMES_SHOWN = 60
"""Outcomes that are shown; of more, the `NEIGHBOURS` around the most probable one."""

NEIGHBOURS = 30

MAX_BITS_ADDED, MAX_BITS_WRITTEN = 1_000_000, 30_000_000
"""Bits of all denominators up to which fractions are added and written in 10 ms, and a second."""

MAX_BITS_OF_INTEGERS = 14_000
"""Integers are written as text from here on: Python writes no more than 4300 digits."""

MAX_SHOWN = 10**15
"""Outcomes beyond this have no mean shown."""


class Distribution(Exported, Suggesting, Mapping["T", "Real"]):
    """The outcomes with positive probability, each with its exact Fraction; they add up to 1.

    `probabilities` maps outcomes to `Fraction`, `int` or `Certain`, none negative; outcomes of
    probability 0 are dropped, and the order stays; any other key raises `KeyError`.  `fields` names
    the parts of outcomes that are tuples.  A sum other than exactly 1 raises `RiskError`, or one
    whose bounds 1 is not between: nothing is renormalised.  Where a probability is `Certain`, so
    are the sums that it is part of, and what would need quotients is refused.

    >>> coin = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2), "edge": 0})
    >>> coin["heads"], len(coin)
    (Fraction(1, 2), 2)
    >>> Distribution({0: Fraction(1, 3)})
    Traceback (most recent call last):
        ...
    riskexact.RiskError: probabilities must add up to 1, not 1/3
    """

    __slots__ = ("_labels", "_probabilities")

    def __init__(self, probabilities: Mapping[T, Real | int], fields: Sequence[str] = ()) -> None:
        if not isinstance(probabilities, Mapping):
            raise RiskError(
                f"probabilities must be a mapping from outcomes, not {short_repr(probabilities)}"
            )
        kept: dict[T, Real] = {}
        for outcome, given in probabilities.items():
            p = given if isinstance(given, Certain) else Fraction(exact(given, "probabilities"))
            if (p.high if isinstance(p, Certain) else p) < 0:
                raise RiskError(f"probabilities must be 0 or more, not {short_repr(given)}")
            if p:
                kept[outcome] = p
        total = certain_sum(kept.values())
        low, high = (total.low, total.high) if isinstance(total, Certain) else (total, total)
        if not low <= 1 <= high:
            text = fraction_text(total) if isinstance(total, Fraction) else repr(total)
            if len(text) > MAX_CELL_LENGTH and isinstance(total, Fraction):
                sign = "+" if total > 1 else "-"
                about = f"1 {sign} about {decimal_text(abs(total - 1))}"
                text = about if total < 2 else "more than 2"
            raise RiskError(f"probabilities must add up to 1, not {text}")
        self._probabilities = kept
        self._labels = _checked_fields(fields, kept)

    @classmethod
    def from_trusted(
        cls, probabilities: Mapping[T, Real], fields: Sequence[str] = ()
    ) -> "Distribution[T]":
        """Return the distribution of positive Fractions that the caller knows to add up to 1.

        Equals `Distribution(probabilities, fields)`, whose sum takes longer than all the rest
        where fractions are long: for methods that make it in whole numbers.

        >>> Distribution.from_trusted({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})["heads"]
        Fraction(1, 2)
        """
        made = cls.__new__(cls)
        made._probabilities, made._labels = dict(probabilities), tuple(fields)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_trusted, (self._probabilities, self._labels)

    @classmethod
    def from_counts(cls, counts: Mapping[T, int], fields: Sequence[str] = ()) -> "Distribution[T]":
        """Return the distribution whose probabilities are in the ratio of whole numbers.

        `counts` may be the `counts` of a distribution, an `H` of dyce, or a `Die` of icepool.
        Raises `RiskError` unless each is 0 or more, and one is 1 or more.

        >>> Distribution.from_counts({"heads": 2, "tails": 1})["heads"]
        Fraction(2, 3)
        """
        if not isinstance(counts, Mapping):
            raise RiskError(f"counts must be a mapping from outcomes, not {short_repr(counts)}")
        often = {x: whole(n, "counts: each") for x, n in counts.items()}
        total = whole(sum(often.values()), "sum of counts", 1)
        return cls({x: Fraction(n, total) for x, n in often.items()}, fields)

    @classmethod
    def from_json(cls, text: str) -> "Distribution[Any]":
        """Return the distribution that `to_json` or `to_csv` wrote, checked as any other.

        Text that reads as a number is one; decimals beside the fractions are not read, but computed
        again.  Raises `RiskError` where fractions do not add up to 1, and for any other text.

        >>> coin = Distribution({0: Fraction(1, 3), 1: Fraction(2, 3)})
        >>> Distribution.from_json(coin.to_json()) == Distribution.from_csv(coin.to_csv()) == coin
        True
        """
        found: dict[Any, Real] = {}
        rows = parsed(text)
        try:
            rows = rows["outcomes"] if isinstance(rows, dict) else rows
            names = tuple(name for name in rows[0] if name not in CHANCE_COLUMNS)
            for row in rows:
                outcome = tuple(number_or_text(row[name]) for name in names)
                if outcome in found or not outcome or row.keys() != rows[0].keys():
                    raise KeyError
                found[outcome] = number_or_text(row["fraction"])
        except (AttributeError, IndexError, KeyError, TypeError):
            raise RiskError(
                "outcomes must be different, with the same names and a fraction, not "
                f"{short_repr(rows)}"
            ) from None
        if names == ("outcome",):
            return cls({x: p for (x,), p in found.items()})
        return cls(found, names)

    @classmethod
    def from_csv(cls, text: str) -> "Distribution[Any]":
        """Return the distribution that `to_csv` wrote, as `from_json` does."""
        return cls.from_json(text)

    def __getitem__(self, outcome: "T") -> Real:
        try:
            return self._probabilities[outcome]
        except TypeError:  # a list has no hash
            raise KeyError(outcome) from None

    def __iter__(self) -> "Iterator[T]":
        return iter(self._probabilities)

    def __len__(self) -> int:
        return len(self._probabilities)

    def __hash__(self) -> int:
        return hash(frozenset(self._probabilities.items()))

    def __repr__(self) -> str:
        """Return a table of the outcomes: percent, the fraction if it is short, and a bar.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)})
        Distribution of 2 outcomes, mode 2, mean 1.750
        outcome  percent  exact
              1   25.0 %    1/4  ██████▋
              2   75.0 %    3/4  ████████████████████
        """
        return self._grid().shown()

    @property
    def counts(self) -> dict[T, int]:
        """The probabilities as whole numbers over one total, which is their sum, in lowest terms.

        Other libraries take them, such as `H` of dyce and `Die` of icepool, and `from_counts` does.
        `RiskError` where a probability is `Certain`.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(1, 6), 3: Fraction(7, 12)}).counts
        {1: 3, 2: 2, 3: 7}
        """
        self._require_fractions("counts")
        return dict(self._weights()[0])

    @property
    def mean(self) -> Real:
        """The exact mean; outcomes must be numbers (of tuples, take a marginal).

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).mean
        Fraction(7, 4)
        """
        return self._moment("mean")

    @property
    def variance(self) -> Real:
        """The exact variance, also `var`; outcomes must be numbers (of tuples, take a marginal).

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).var
        Fraction(3, 16)
        """
        mean = self._moment("variance")
        return self._moment("variance", 2) - mean * mean

    var = variance

    @property
    def std(self) -> float:
        """The standard deviation, as a float: the square root of `variance` is no fraction.

        >>> Distribution({0: Fraction(1, 2), 4: Fraction(1, 2)}).std
        2.0
        """
        return sqrt(self.variance)

    @property
    def mode(self) -> "T":
        """The most probable outcome; of several, the least.

        >>> Distribution({2: Fraction(1, 2), 1: Fraction(1, 2)}).mode
        1
        """
        # no long fractions are compared but those that round to the same float
        most = max(self.values(), key=lambda p: (float(p), p))
        return self._sorted(x for x, p in self.items() if p == most)[0]

    def pmf(self, x: "T") -> Real:
        """Return P(X = x), the exact probability of an outcome: 0 for any that is impossible.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).pmf(3)
        Fraction(0, 1)
        """
        return self.get(x, Fraction(0))

    def cdf(self, x: Any) -> Real:
        """Return P(X <= x), exact; `RiskError` where outcomes cannot be compared with x.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).cdf(1)
        Fraction(1, 4)
        """
        try:
            if x != x:  # not a number
                raise TypeError
            return self.probability(lambda outcome: outcome <= x)
        except (TypeError, ValueError, ArithmeticError):
            raise RiskError(
                f"x must be comparable with the outcomes, not {short_repr(x)}"
            ) from None

    def sf(self, x: Any) -> Real:
        """Return P(X > x), exact: the survival function, 1 - `cdf(x)`.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).sf(1)
        Fraction(3, 4)
        """
        return 1 - self.cdf(x)

    def quantile(self, p: ExactChance) -> "T":
        """Return the least outcome x with P(X <= x) >= p, for p from 0 to 1 (a float is refused).

        `ppf` is the same, by the name that statisticians type.

        >>> x = Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)})
        >>> x.quantile("25%"), x.ppf("90%")
        (1, 2)
        """
        wanted = chance(p, "p")
        *outcomes, found = self._sorted(self)
        reached = accumulate(self[outcome] for outcome in outcomes)
        for outcome, total in zip(outcomes, reached, strict=True):
            if total >= wanted:
                return outcome
        return found

    ppf = quantile

    @property
    def median(self) -> "T":
        """The least outcome x with P(X <= x) >= 1/2.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).median
        2
        """
        return self.quantile(Fraction(1, 2))

    def interval(self, p: ExactChance) -> "tuple[T, T]":
        """Return the quantiles of (1 - p)/2 and (1 + p)/2: outcomes between them have p or more.

        >>> Distribution({k: Fraction(1, 10) for k in range(10)}).interval("80%")
        (0, 8)
        """
        tail = (1 - chance(p, "p")) / 2
        return self.quantile(tail), self.quantile(1 - tail)

    def sample(self, size: int, seed: int = 0) -> "list[T]":
        """Return that many random outcomes, drawn with their exact probabilities.

        The same seed gives the same outcomes: Python's `random` draws them.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).sample(5, seed=1)
        [2, 1, 2, 1, 2]
        """
        from random import Random

        self._require_fractions("sample")
        weights, common = self._weights()
        outcomes, up_to = list(self), list(accumulate(weights.values()))
        draw = Random(whole(seed, "seed")).randrange
        return [outcomes[bisect(up_to, draw(common))] for _ in range(whole(size, "size"))]

    def probability(self, predicate: Callable[[T], bool]) -> Real:
        """Return the probability of the outcomes for which `predicate` holds.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).probability(lambda x: x > 1)
        Fraction(3, 4)
        """
        return self._total([p for outcome, p in self.items() if predicate(outcome)])

    def given(self, predicate: Callable[[T], bool]) -> "Distribution[T]":
        """Return the conditional distribution, given `predicate`; `RiskError` if that never holds.

        >>> Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).given(lambda x: x < 2)
        Distribution of 1 outcome, mode 1, mean 1
        outcome  percent  exact
              1    100 %      1  ████████████████████
        """
        mass = self.probability(predicate)
        if not mass:
            raise RiskError("predicate must hold for some possible outcome, not for none")
        if mass == 1:
            return self
        self._require_fractions("given")
        return Distribution(
            {outcome: p / mass for outcome, p in self.items() if predicate(outcome)}, self._labels
        )

    def map(self, function: Callable[[T], S]) -> "Distribution[S]":
        """Return the distribution of `function(outcome)`.

        >>> dict(Distribution({1: Fraction(1, 4), 2: Fraction(3, 4)}).map(lambda x: x % 2))
        {1: Fraction(1, 4), 0: Fraction(3, 4)}
        """
        groups: dict[S, list[Real]] = {}
        for outcome, p in self.items():
            groups.setdefault(function(outcome), []).append(p)
        return Distribution({outcome: self._total(group) for outcome, group in groups.items()})

    def independent_sum(self, other: "Distribution[Any]") -> "Distribution[Any]":
        """Return the distribution of X + Y, of which `other` is that of Y, independent of X.

        The two sides of one battle are not independent; what two battles cost is.  Outcomes must be
        numbers.  Equivalent to adding up P(X = x) P(Y = y) for all x and y with each sum.

        >>> die = Distribution({n: Fraction(1, 6) for n in range(1, 7)})
        >>> die.independent_sum(die)[7]
        Fraction(1, 6)
        """
        _require_numbers("sum", self, other)
        if self._are_fractions and other._are_fractions:
            (ours, common), (theirs, of_other) = self._weights(), other._weights()
            if sums := summed(ours, theirs):
                return Distribution.from_trusted(
                    {x: Fraction(weight, common * of_other) for x, weight in sums.items()}
                )
        groups: dict[Any, list[Real]] = {}
        for (x, p), (y, q) in product(self.items(), other.items()):
            groups.setdefault(x + y, []).append(p * q)
        return Distribution({x: certain_sum(groups[x]) for x in sorted(groups)})

    def exceeds(self, other: "Distribution[Any]") -> Real:
        """Return P(X > Y), of which `other` is the distribution of Y, independent of X.

        Outcomes must be numbers.  Equivalent to adding up P(X = x) P(Y = y) for all x > y.

        >>> die = Distribution({n: Fraction(1, 6) for n in range(1, 7)})
        >>> die.exceeds(die)
        Fraction(5, 12)
        """
        _require_numbers("comparison", self, other)
        if not (self._are_fractions and other._are_fractions):
            return self.independent_sum(other.map(lambda y: -y)).sf(0)
        (ours, common), (theirs, of_other) = self._weights(), other._weights()
        ordered = sorted(theirs)
        below = [0, *accumulate(theirs[y] for y in ordered)]
        total = sum(weight * below[bisect_left(ordered, x)] for x, weight in ours.items())
        return Fraction(total, common * of_other)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a dictionary for each outcome, from which any data frame can be made.

        The keys are `fields`, or "outcome"; "fraction" for the exact probability as text;
        "probability" and "percent", the nearest floats.  A part of an outcome that is a Fraction
        or an integer of thousands of digits becomes text, too.

        >>> Distribution({3: Fraction(1, 4), 5: Fraction(3, 4)}).to_rows()[0]
        {'outcome': 3, 'fraction': '1/4', 'probability': 0.25, 'percent': 25.0}
        """
        return self._rows(fraction_text)

    def _rows(self, exact: Callable[[Fraction], object]) -> list[dict[str, Any]]:
        return [
            dict(zip(self._names, self._written_parts(outcome), strict=True))
            | frame_columns(p, exact)
            for outcome, p in self.items()
        ]

    def table(self, short: bool = False) -> TableItem:
        """Return the table of all outcomes, for a report; `short`: without "_left" in JSON."""
        columns = [
            Column(name.replace("_", " "), name.removesuffix("_left") if short else name)
            for name in self._names
        ]
        fraction = "fraction" if self._are_fractions else None
        columns += [Column("probability", form="chance"), Column(fraction, form="fraction")]
        rows = [(*self._written_parts(outcome), p, p) for outcome, p in self.items()]
        return TableItem("outcomes", columns, rows)

    def _written(self, format: str) -> str:  # noqa: A002
        return Report(self._title(), {}, self.table()).written(format)

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw a bar for each outcome, as `Battle.plot` does, whose arguments it has."""
        from riskexact.base.drawing.bars import plot_distribution

        about = self._title().partition(", ")[2]
        return plot_distribution(self, self._labels, ax, **{"title": about} | style)

    def to_pandas(self) -> Any:  # a pandas.DataFrame
        """Return a pandas data frame of the `to_rows`; pandas must be installed.

        Where its fractions would take long to write, of battles larger than 1000 against 1000, they
        are Fractions, whose text is made when `to_csv` or `astype(str)` asks for it.
        """
        require("pandas", "pandas", "data frames need")
        import pandas as pd

        bits = sum(p.denominator.bit_length() for p in self.values() if isinstance(p, Fraction))
        form = fraction_text if bits <= MAX_BITS_WRITTEN else _LongFraction
        return pd.DataFrame(self._rows(form))

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
        array["probability"] = [float(p) for p in self.values()]
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Refuse to be an array, as which it would be its outcomes without their probabilities."""
        raise RiskError(
            "distribution must become an array by to_numpy(), with its probabilities, or a series "
            "by pd.Series(x), not by np.array(x)"
        )

    def _repr_html_(self) -> str:
        return self._grid().html()

    def _repr_latex_(self) -> str:
        return self._grid().latex()

    def _grid(self) -> Grid:
        """Return the table for prompts and notebooks; a long one is cut to where it is highest."""
        items, sizes = list(self.items()), list(map(float, self.values()))
        start, stop, highest = 0, len(items), max(sizes)
        if stop > MAX_OUTCOMES_SHOWN:
            start = min(max(0, sizes.index(highest) - NEIGHBOURS // 2), stop - NEIGHBOURS)
            stop = start + NEIGHBOURS
        rows = [
            [
                *(part if isinstance(part, str) else short_repr(part) for part in self._parts(x)),
                *(chance_text(p), _readable(p), bar(size / highest)),
            ]
            for (x, p), size in zip(items[start:stop], sizes[start:stop], strict=True)
        ]
        gap = [""] * (len(self._names) - 1)
        for place, rest in (0, items[:start]), (len(rows) + 1, items[stop:]):
            if rest:
                percent = _added([(1, p) for _, p in rest], chance_text)
                rows.insert(place, [f"{MORE} {len(rest)} more", *gap, percent, folded(""), bar(0)])
        head = [*self._names, "percent", "exact" if self._are_fractions else "decimal", ""]
        return Grid(self._title(), head, rows, len(self._names))

    def _title(self) -> str:
        """Return the number of outcomes, with the mode and the mean where there is one."""
        title = f"Distribution of {pluralize(len(self), 'outcome')}"
        with suppress(RiskError):  # outcomes without an order
            title += f", mode {short_repr(self.mode)}"
        columns = list(zip(*map(self._parts, self), strict=True))
        if all(map(_are_numbers, columns)):
            means = [
                signed_text(Fraction(column[0]), 4)  # no bounds could tell it
                if len(set(column)) == 1
                else _added([*zip(column, self.values(), strict=True)], lambda x: signed_text(x, 4))
                for column in columns
            ]
            title += f", mean {join_words(means)}" if all(means) else ""
        return title

    @property
    def _names(self) -> tuple[str, ...]:
        return self._labels or ("outcome",)

    def _parts(self, outcome: Any) -> tuple[Any, ...]:
        return outcome if self._labels else (outcome,)

    def _written_parts(self, outcome: "T") -> list[Any]:
        return [
            fraction_text(x) if isinstance(x, Fraction) or _is_long(x) else x
            for x in self._parts(outcome)
        ]

    @property
    def _are_fractions(self) -> bool:
        return all(isinstance(p, Fraction) for p in self.values())

    def _require_fractions(self, what: str) -> None:
        if not self._are_fractions:
            raise RiskError(f"probabilities must be Fractions for {what}, not Certain")

    def _weights(self) -> tuple[dict[Any, int], int]:
        """Return the Fractions as whole numbers over a common denominator, and that."""
        common = lcm(*(p.denominator for p in self.values()))
        return {x: p.numerator * (common // p.denominator) for x, p in self.items()}, common

    def _total(self, values: list[Real]) -> Real:
        """Return the sum of the probabilities of some outcomes; all of them are exactly 1."""
        return Fraction(1) if len(values) == len(self) else certain_sum(values)

    def _moment(self, what: str, power: int = 1) -> Real:
        _require_numbers(what, self)
        items: Iterable[tuple[Any, Real]] = self.items()
        return certain_sum(x**power * p for x, p in items)

    def _sorted(self, outcomes: Iterable[Any]) -> "list[T]":
        """Return the outcomes in ascending order; raise `RiskError` if they have no order."""
        try:
            return sorted(outcomes)
        except TypeError:
            raise RiskError(
                f"outcomes must be of one type that has an order, not {short_repr(list(self))}"
            ) from None


def _require_numbers(what: str, *distributions: object) -> None:
    """Refuse what is no distribution of numbers; the message names the marginals of tuples."""
    for each in distributions:
        if not isinstance(each, Distribution):
            raise RiskError(f"other must be a Distribution, not {short_repr(each)}")
        for x in each:
            if isinstance(x, tuple):
                marginals = " or ".join(each._labels) or "a part of the outcome, by map"
                raise RiskError(
                    f"outcomes must be numbers for a {what}, not tuples: take the {what} of "
                    f"{marginals}"
                )
            if isinstance(x, bool) or not isinstance(x, int | Fraction):
                raise RiskError(
                    f"outcomes must be int or Fraction for a {what}, not {short_repr(x)}"
                )


def _checked_fields(fields: Sequence[str], outcomes: Iterable[object]) -> tuple[str, ...]:
    """Return the checked names of the parts of all outcomes, if there are any."""
    names = tuple(fields) if isinstance(fields, Sequence) else (fields,)
    if not all(isinstance(name, str) for name in names):
        raise RiskError(f"fields must be a list of names, not {short_repr(fields)}")
    others = {*frame_columns(Fraction(1)), *CHANCE_COLUMNS, "outcome"}
    if len(others.union(names)) < len(names) + len(others):
        raise RiskError(
            f"fields must be different, and other than {join_words(sorted(others))}, not "
            f"{short_repr(names)}"
        )
    for outcome in outcomes if names else ():
        if not isinstance(outcome, tuple) or len(outcome) != len(names):
            raise RiskError(
                f"outcomes must have the parts {', '.join(names)}, not {short_repr(outcome)}"
            )
    return names


class _LongFraction(Fraction):
    """A Fraction whose text is of any length, and made when it is asked for."""

    __slots__ = ()
    __str__ = fraction_text

    def __repr__(self) -> str:
        return f"Fraction({integer_text(self.numerator)}, {integer_text(self.denominator)})"

    def __format__(self, form: str) -> str:  # from Python 3.13 on, not by way of `__str__`
        return super().__format__(form) if form else str(self)


def frame_columns(p: Real, exact: Callable[[Fraction], object] = fraction_text) -> dict[str, Any]:
    """Return a probability as the columns of a data frame: exact, as a float and in percent.

    Where it is `Certain` there is no fraction, but None.

    >>> frame_columns(Fraction(3, 4))
    {'fraction': '3/4', 'probability': 0.75, 'percent': 75.0}
    """
    # int / int is rounded correctly, and so is float(Fraction)
    fraction = exact(p) if isinstance(p, Fraction) else None
    return {"fraction": fraction, "probability": float(p), "percent": float(100 * p)}


def _readable(value: Real) -> str:
    """Return the fraction, folded where it is long, and none where it is very long."""
    if isinstance(value, Certain):
        with suppress(RiskError):  # exactly between two texts
            return value.text()
        return ""
    text = fraction_text(value) if value.denominator.bit_length() <= MAX_BITS_FOLDED else ""
    return text if 0 < len(text) <= MAX_CELL_LENGTH else folded(text)


def _added(terms: list[tuple[Any, Real]], text: Callable[[Real], str]) -> str:
    """Return the text of the sum of x p; of long fractions by 128 bits, "" if they cannot tell."""
    bits = [p.denominator.bit_length() for _, p in terms if isinstance(p, Fraction)]
    if len(bits) < len(terms) or sum(bits) <= MAX_BITS_ADDED:
        return text(certain_sum(x * p for x, p in terms))
    low = high = 0
    for x, p in terms:
        n = (p.numerator << 128) // p.denominator
        low, high = low + min(x * n, x * (n + 1)), high + max(x * n, x * (n + 1))
    texts = {text(Fraction(bound or 1) / (1 << 128)) for bound in (low, high)}
    return texts.pop() if len(texts) == 1 else ""


def _is_long(x: object) -> bool:
    """Return whether it is an integer of which Python and JSON have no digits."""
    return isinstance(x, int) and x.bit_length() > MAX_BITS_OF_INTEGERS


def _are_numbers(values: Iterable[Any]) -> bool:
    """Return whether the values have a mean that is short enough to be shown."""
    return all(
        isinstance(x, int | Fraction) and type(x) is not bool and -MAX_SHOWN < x < MAX_SHOWN
        for x in values
    )
