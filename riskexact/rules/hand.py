"""Dice and hands: the faces of a die, how often each comes up, and the dice of one side.

A hand, or dice pool, has the modifiers of its dice, and says which of them count.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import gcd

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, cached_property

MAX_FACES = 100
MAX_WEIGHT = 1_000_000

MAX_SIDES_LISTED = 20
"""Up to this many equally likely sides are listed individually."""

FACE = r"[0-9]{1,3}(x[0-9]{1,7})?"


class Die(Frozen):
    """One die as a value: immutable, validated, hashable.

    - `faces`: the numbers on its 1 to 100 faces, each from 0 to 100.  A number n is short for
      1, 2, …, n; a mapping of faces to weights, or text such as "2-3-3-4-4-5" or "1-2x7-3x7", has
      the weights too.
    - `weights`: how often each face comes up, compared with the others; equally often if left out.

    The same die is the same value: faces ascend, equal ones are one with the sum of their weights,
    and the weights are in lowest terms; they add up to at most 1000000.  Raises `RiskError`.

    >>> Die((2, 3, 3, 4, 4, 5))
    Die(faces=(2, 3, 4, 5), weights=(1, 2, 2, 1))
    >>> Die((1, 2, 3, 4, 5, 6), (5, 5, 5, 5, 5, 5)), Die("1-2x7-3x7") == Die({1: 1, 2: 7, 3: 7})
    (Die(faces=6), True)
    >>> Die((1, 101))
    Traceback (most recent call last):
        ...
    riskexact.RiskError: faces: each must be a whole number, from 0 to 100, not 101
    """

    faces: tuple[int, ...]
    weights: tuple[int, ...]

    def __init__(
        self,
        faces: int | str | Sequence[int] | Mapping[int, int],
        weights: Sequence[int] | None = None,
    ) -> None:
        if isinstance(faces, str) and weights is None:
            faces, weights = _parsed(faces)
        elif isinstance(faces, Mapping) and weights is None:
            faces, weights = zip(*faces.items(), strict=True) if faces else ((), ())
        elif not isinstance(faces, tuple | list | range):
            faces = range(1, whole(faces, "faces", 1, MAX_FACES) + 1)
        if not 1 <= len(faces) <= MAX_FACES:
            raise RiskError(f"faces must be 1 to {MAX_FACES} numbers, not {len(faces)}")
        if weights is None:
            weights = (1,) * len(faces)
        if not isinstance(weights, tuple | list) or len(weights) != len(faces):
            raise RiskError(
                f"weights must be one for each of {len(faces)} faces, not {short_repr(weights)}"
            )
        often: Counter[int] = Counter()
        for face, weight in zip(faces, weights, strict=True):
            often[whole(face, "faces: each", 0, MAX_FACES)] += whole(weight, "weights: each", 1)
        common = gcd(*often.values())
        if often.total() > MAX_WEIGHT * common:
            raise RiskError(
                f"weights must add up to at most {MAX_WEIGHT} in lowest terms, "
                f"not {short_repr(often.total() // common)}"
            )
        self._set(
            faces=tuple(sorted(often)),
            weights=tuple(often[face] // common for face in sorted(often)),
        )

    def _non_default_fields(self) -> "dict[str, object]":
        return {"faces": self.short} if isinstance(self.short, int) else self._named()

    @cached_property
    def total(self) -> int:
        """The sum of the weights: the sides of an equal die whose sides are equally likely.

        >>> Die(6).total, Die((2, 3, 3, 4, 4, 5)).total
        (6, 6)
        """
        return sum(self.weights)

    @property
    def bounds(self) -> tuple[int, int]:
        """The greatest face and the least.

        >>> Die(6).bounds
        (6, 1)
        """
        return self.faces[-1], self.faces[0]

    @cached_property
    def short(self) -> "int | Die":
        """The number of faces if they are 1, 2, 3 and so on, equally likely; else the die itself.

        >>> Die((3, 2, 1)).short, Die((0, 1)).short
        (3, Die(faces=(0, 1), weights=(1, 1)))
        """
        n = len(self.faces)
        return n if self.faces == tuple(range(1, n + 1)) and self.total == n else self

    def __str__(self) -> str:
        """Return the die as rule files and addresses have it, a number of faces or the faces.

        >>> print(Die(6), Die((2, 3, 3, 4, 4, 5)), Die((1, 2, 3), (1, 70, 70)), Die((5,)))
        6 2-3-3-4-4-5 1-2x70-3x70 5x1
        """
        if isinstance(self.short, int):
            return str(self.short)
        weighted = list(zip(self.faces, self.weights, strict=True))
        if 1 < self.total <= MAX_SIDES_LISTED:
            return "-".join(str(face) for face, weight in weighted for _ in range(weight))
        many = self.total > 1
        return "-".join(f"{f}x{w}" if w > 1 or not many else str(f) for f, w in weighted)


Faces = int | Die
"""The number of faces of a die 1, 2, 3 and so on, or another die."""


def checked_faces(faces: object, name: str) -> Faces:
    """Return a die in short; else raise `RiskError` about `name`, which ends in "faces".

    >>> checked_faces(6, "faces"), checked_faces([1, 2], "faces"), checked_faces("5-6", "faces")
    (6, 2, Die(faces=(5, 6), weights=(1, 1)))
    """
    if isinstance(faces, Die):
        return faces.short
    if not isinstance(faces, tuple | list | range | str):
        return whole(faces, name, 1, MAX_FACES)
    try:
        return Die(faces).short
    except RiskError as error:
        raise RiskError(name.removesuffix("faces") + str(error)) from None


@lru_cache(maxsize=128)
def as_die(faces: Faces) -> Die:
    """Return the die that is meant by a number of faces, or the die itself."""
    return faces if isinstance(faces, Die) else Die(faces)


def _parsed(text: str) -> tuple[list[int], list[int]]:
    if not re.fullmatch(rf"{FACE}(-{FACE})*", text, re.ASCII) or not re.search("[x-]", text):
        raise RiskError(
            f'faces must be a number, or the faces as in "2-3-3-4-4-5" or "1-2x7", '
            f"not {short_repr(text)}"
        )
    parts = [part.partition("x") for part in text.split("-")]
    return [int(face) for face, _, _ in parts], [int(weight or 1) for _, _, weight in parts]


Dice = int | tuple[Faces, ...]
"""A number of equal dice, or each die in the order in which they are thrown."""

MAX_DICE = 20


class Hand(Frozen):
    """The dice of one side as a value: immutable, validated, hashable.

    - `dice`: the dice of the units, 1 to 20, one for each unit: a number of equal dice, or a tuple
      of each, a `Die` or a number of faces, such as (8, 6, 6); n units throw the first n.
    - `needs`: the number of units that each die needs, ascending, unless it is 1, 2, 3, …: (1, 3)
      if the second die needs three units.
    - `extra`: dice thrown in addition by any number of units; as many of the lowest dice are
      dropped.  A number or a tuple; at most 20 dice in all.
    - `to_all`: what is added to every die, -100 to 100.
    - `to_highest`, `to_lowest`: what is added to the highest die in addition, and to the lowest of
      those that count, -100 to 100.  A single die is both.
    - `clamped`: whether a die stays within its least and its greatest face, whatever is added.
    - `at_most_attack`: whether a defender throws no more of these dice than the attacker throws.

    Dice given as a number have the faces of the `Rules` to which the hand belongs.
    Raises `RiskError` for values out of range.

    >>> Hand(2, to_highest=1)
    Hand(dice=2, to_highest=1)
    >>> Hand(2, to_all=101)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: to_all must be a whole number, from -100 to 100, not 101
    """

    dice: Dice
    needs: tuple[int, ...]
    extra: Dice
    to_all: int
    to_highest: int
    clamped: bool
    to_lowest: int
    at_most_attack: bool

    def __init__(
        self,
        dice: Dice,
        needs: tuple[int, ...] = (),
        extra: Dice = 0,
        to_all: int = 0,
        to_highest: int = 0,
        clamped: bool = False,
        to_lowest: int = 0,
        at_most_attack: bool = False,
    ) -> None:
        for flag, value in (("clamped", clamped), ("at_most_attack", at_most_attack)):
            if not isinstance(value, bool):
                raise RiskError(f"{flag} must be true or false, not {short_repr(value)}")
        dice = checked_dice(dice, "dice", 1)
        on_top = checked_dice(extra, "extra", 0) or 0
        if isinstance(on_top, tuple):
            on_top = tuple(sorted(on_top, key=lambda die: (as_die(die).bounds, str(die))))
        needs = _checked_needs(needs, number_of(dice))
        if number_of(dice) + number_of(on_top) > MAX_DICE:
            raise RiskError(
                f"extra must be at most {MAX_DICE} dice with the {number_of(dice)} of dice, "
                f"not {short_repr(extra)}"
            )
        self._set(
            dice=dice,
            needs=needs,
            extra=on_top,
            to_all=whole(to_all, "to_all", -MAX_FACES, MAX_FACES),
            to_highest=whole(to_highest, "to_highest", -MAX_FACES, MAX_FACES),
            clamped=clamped and bool(to_all or to_highest or to_lowest),
            to_lowest=whole(to_lowest, "to_lowest", -MAX_FACES, MAX_FACES),
            at_most_attack=at_most_attack and number_of(dice) > 1,
        )

    @cached_property
    def max_dice(self) -> int:
        """The most dice that units throw, not including extra dice; no more of them count.

        >>> Hand((8, 6, 6)).max_dice, Hand(2, extra=1).max_dice
        (3, 2)
        """
        return number_of(self.dice)

    @cached_property
    def units_for_max_dice(self) -> int:
        """The smallest number of units that throws all dice.

        >>> Hand(2).units_for_max_dice, Hand(2, needs=(1, 3)).units_for_max_dice
        (2, 3)
        """
        return self.needs[-1] if self.needs else self.max_dice

    def dice_of(self, units: int) -> int:
        """Return the number of dice that these units throw, not including extra dice.

        >>> [Hand(2, needs=(1, 3)).dice_of(units) for units in (1, 2, 3, 4)]
        [1, 1, 2, 2]
        """
        if self.needs:
            return sum(need <= units for need in self.needs)
        return min(units, self.max_dice)

    @property
    def is_plain(self) -> bool:
        """Whether the hand is one die for each unit and nothing else."""
        return not any(self._values()[1:])

    def thrown(self, dice: int, faces: Faces) -> tuple[Die, ...]:
        """Return all dice that are thrown, `extra` included.

        >>> Hand((8, 6, 6), extra=1).thrown(2, faces=4)
        (Die(faces=8), Die(faces=6), Die(faces=4))
        """
        thrown = spelled_out(self.dice, faces)[:dice] + spelled_out(self.extra, faces)
        return tuple(map(as_die, thrown))

    def limited(self, most: int) -> "Hand":
        """Return the hand that throws at most so many of its dice, the first ones.

        >>> Hand((8, 6, 6), needs=(1, 3, 5)).limited(2)
        Hand(dice=(8, 6), needs=(1, 3))
        """
        if most >= self.max_dice:
            return self
        dice = most if isinstance(self.dice, int) else self.dice[:most]
        return self.replace(dice=dice, needs=self.needs[:most])

    def with_faces(self, old: Faces, new: Faces) -> "Hand":
        """Return the same hand for rules whose dice have `new` faces instead of `old`.

        >>> Hand((8, 8)).with_faces(6, 8).dice, Hand(2).with_faces(6, 8).dice
        (2, (6, 6))
        """
        each = (spelled_out(dice, old) for dice in (self.dice, self.extra))
        dice, extra = (len(d) if all(one == new for one in d) else d for d in each)
        return self.replace(dice=dice, extra=extra)

    def added(self, shows: int, die: Die) -> int:
        """Return the value of a die with `to_all`.

        >>> Hand(2, to_all=1).added(6, Die(6)), Hand(2, to_all=1, clamped=True).added(6, Die(6))
        (7, 6)
        """
        return self.within(shows + self.to_all, die)

    def within(self, value: int, die: Die) -> int:
        """Return the value, or the nearest that the die may count.

        >>> Hand(2, to_all=1, clamped=True).within(7, Die(6)), Hand(2).within(7, Die(6))
        (6, 7)
        """
        return max(die.faces[0], min(value, die.faces[-1])) if self.clamped else value

    def shifts(self, kept: int) -> list[int]:
        """Return what is added to each of the kept dice, the highest first, besides `to_all`.

        >>> Hand(3, to_highest=1, to_lowest=-1).shifts(3), Hand(1, to_highest=2).shifts(1)
        ([1, 0, -1], [2])
        """
        shifts = [0] * kept
        shifts[0] += self.to_highest
        shifts[-1] += self.to_lowest
        return shifts

    def counted(self, shows: Sequence[int], thrown: Sequence[Die], kept: int) -> list[int]:
        """Return what the kept dice count, highest first: the definition.

        The dice `thrown` show `shows`.  `to_all` is added, the dice are sorted (of equals, one with
        greater `bounds` is higher), the lowest are dropped, the `shifts` are added, and the values
        are sorted again.

        >>> Hand(2, extra=1, to_highest=-1).counted([2, 5, 5], [Die(6)] * 3, kept=2)
        [5, 4]
        """
        added = [(self.added(show, die), die) for show, die in zip(shows, thrown, strict=True)]
        added.sort(key=lambda ranked: (ranked[0], ranked[1].bounds), reverse=True)
        shifted = zip(added, self.shifts(kept), strict=False)
        return sorted((self.within(value + by, die) for (value, die), by in shifted), reverse=True)

    @property
    def remarks(self) -> list[str]:
        """The options of the hand that are not the default, in words.

        >>> Hand(2, extra=1, to_highest=-1).remarks
        ['1 extra die with the lowest dropped', '-1 to the highest die']
        >>> Hand(2, extra=(8, 6)).remarks
        ['2 extra dice, 6+8, with the lowest 2 dropped']
        """
        extra = number_of(self.extra)
        faces = f", {dice_text(self.extra)}," if isinstance(self.extra, tuple) else ""
        dice, lowest = ("die", "lowest") if extra == 1 else ("dice", f"lowest {extra}")
        remarks = {
            f"{extra} extra {dice}{faces} with the {lowest} dropped": extra,
            f"dice from {', '.join(map(str, self.needs))} units on": self.needs,
            f"{self.to_all:+} to all dice": self.to_all,
            f"{self.to_highest:+} to the highest die": self.to_highest,
            f"{self.to_lowest:+} to the lowest die": self.to_lowest,
            "within the faces of the die": self.clamped,
            "no more dice than the attacker": self.at_most_attack,
        }
        return [remark for remark, applies in remarks.items() if applies]


HAND_PARTS = Hand.__match_args__
"""The arguments of `Hand`."""


def checked_dice(dice: object, name: str, least: int) -> Dice:
    """Return dice as an int, or as a tuple of each; else raise `RiskError`."""
    if not isinstance(dice, tuple | list):
        return whole(dice, name, least, MAX_DICE)
    if not least <= len(dice) <= MAX_DICE:
        raise RiskError(f"{name} must be {least} to {MAX_DICE} dice, not {len(dice)}")
    return tuple(checked_faces(faces, f"{name}: faces") for faces in dice)


def _checked_needs(needs: object, dice: int) -> tuple[int, ...]:
    """Return the number of units that each die needs, or () if it is 1, 2, 3 and so on."""
    if not isinstance(needs, tuple | list):
        raise RiskError(f"needs must be a number of units for each die, not {short_repr(needs)}")
    units = tuple(whole(each, "needs: units", 1) for each in needs)
    if not units or units == tuple(range(1, dice + 1)):
        return ()
    if len(units) != dice or units[0] != 1 or any(x >= y for x, y in pairwise(units)):
        raise RiskError(
            f"needs must be {dice} numbers of units, one for each die, ascending from 1, "
            f"not {short_repr(needs)}"
        )
    return units


def number_of(dice: Dice) -> int:
    """Return how many dice there are."""
    return dice if isinstance(dice, int) else len(dice)


def dice_text(dice: Dice) -> str:
    """Return dice in words: how many, or the faces of each.

    >>> dice_text(6), dice_text((8, 6)), dice_text((6,))
    ('6', '8+6', '1d6')
    """
    if isinstance(dice, int):
        return str(dice)
    return "+".join(map(str, dice)) if len(dice) > 1 else f"1d{dice[0]}"


def spelled_out(dice: Dice, faces: Faces) -> tuple[Faces, ...]:
    """Return each die in short; a number of dice have `faces` each.

    >>> spelled_out(3, 6), spelled_out((8, 6), 6)
    ((6, 6, 6), (8, 6))
    """
    return (faces,) * dice if isinstance(dice, int) else dice
