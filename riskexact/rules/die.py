"""A die: its faces, and how often each comes up."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from riskexact.base.arguments import shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen, cached_property

MAX_FACES = 100
MAX_WEIGHT = 1_000_000

MAX_SIDES_TOLD = 20
"""Equally likely sides of a die that are told one by one."""

FACE = r"[0-9]{1,3}(x[0-9]{1,7})?"


class Die(Frozen):
    """One die as a value: immutable, validated, hashable.

    - `faces`: the numbers on its 1 to 100 faces, each from 0 to 100.  A number n is short for
      1, 2, …, n; text such as "2-3-3-4-4-5" or "1-2x7-3x7" has the weights too.
    - `weights`: how often each face comes up, compared with the others; equally often if left out.

    The same die is the same value: faces ascend, equal ones are one with the sum of their weights,
    and the weights are in lowest terms; they add up to at most 1000000.  Raises `RiskError`.

    >>> Die((2, 3, 3, 4, 4, 5))
    Die(faces=(2, 3, 4, 5), weights=(1, 2, 2, 1))
    >>> Die((1, 2, 3, 4, 5, 6), (5, 5, 5, 5, 5, 5)), Die("1-2x7-3x7").total
    (Die(faces=6), 15)
    >>> Die((1, 101))
    Traceback (most recent call last):
        ...
    riskexact.RiskError: faces: each must be a whole number, from 0 to 100, not 101
    """

    faces: tuple[int, ...]
    weights: tuple[int, ...]

    def __init__(
        self, faces: int | str | Sequence[int], weights: Sequence[int] | None = None
    ) -> None:
        """Check every argument, and store the canonical form of the die."""
        if isinstance(faces, str) and weights is None:
            faces, weights = _parsed(faces)
        elif not isinstance(faces, tuple | list | range):
            faces = range(1, whole(faces, "faces", 1, MAX_FACES) + 1)
        if not 1 <= len(faces) <= MAX_FACES:
            raise RiskError(f"faces must be 1 to {MAX_FACES} numbers, not {len(faces)}")
        if weights is None:
            weights = (1,) * len(faces)
        if not isinstance(weights, tuple | list) or len(weights) != len(faces):
            raise RiskError(
                f"weights must be one for each of {len(faces)} faces, not {shown(weights)}"
            )
        often: Counter[int] = Counter()
        for face, weight in zip(faces, weights, strict=True):
            often[whole(face, "faces: each", 0, MAX_FACES)] += whole(weight, "weights: each", 1)
        common = gcd(*often.values())
        if often.total() > MAX_WEIGHT * common:
            raise RiskError(
                f"weights must add up to at most {MAX_WEIGHT} in lowest terms, "
                f"not {shown(often.total() // common)}"
            )
        self._set(
            faces=tuple(sorted(often)),
            weights=tuple(often[face] // common for face in sorted(often)),
        )

    def _typed(self) -> "dict[str, object]":
        if isinstance(self.short, int):
            return {"faces": self.short}
        return {"faces": self.faces, "weights": self.weights}

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
        if 1 < self.total <= MAX_SIDES_TOLD:
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
    """Return the die that is meant by a number of faces, or the die itself.

    >>> as_die(6).total
    6
    """
    return faces if isinstance(faces, Die) else Die(faces)


def _parsed(text: str) -> tuple[list[int], list[int]]:
    """Return the faces and the weights that a text tells."""
    if not re.fullmatch(rf"{FACE}(-{FACE})*", text, re.ASCII) or not re.search("[x-]", text):
        raise RiskError(
            f'faces must be a number, or the faces as in "2-3-3-4-4-5" or "1-2x7", '
            f"not {shown(text)}"
        )
    parts = [part.partition("x") for part in text.split("-")]
    return [int(face) for face, _, _ in parts], [int(weight or 1) for _, _, weight in parts]
