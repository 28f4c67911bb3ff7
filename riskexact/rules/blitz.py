"""The constants of Balanced Blitz, of one version of the digital game each.

What they mean is told in `engine.blitz`, with the algorithm.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from riskexact.base.arguments import ExactChance, chance, exact, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen

MAX_VERSION_LENGTH = 20

MAX_BLITZ_DIGITS = 10_000
"""Digits of a chance under Balanced Blitz."""

MAX_IN_A_POWER = 100
"""The largest numerator and denominator of a power, which numbers are raised to exactly."""

BLITZ_CONSTANT = r"[0-9]{1,20}(/0*[1-9][0-9]{0,19})?"
"""A constant in JSON."""


class BlitzVersion(Frozen):
    """The constants of Balanced Blitz in one version of the game: immutable, checked, hashable.

    - `name`: the version of the game, 1 to 20 letters, digits, dots and dashes;
    - `negligible`: a chance to win or to lose up to this becomes 0; at least 0, less than 1/2;
    - `cut`: the mass that is cut off at each end; at least 0, less than 1/2;
    - `sharper`: the power of the chances of both sides, above 0;
    - `peaked`: the power of the chance of each outcome, above 0.

    The numbers are exact; a power has a numerator and a denominator of at most 100.  The defaults
    are those of version 3.3.  Raises `RiskError`.

    >>> BLITZ_3_3
    BlitzVersion(name='3.3')
    >>> BLITZ_3_3.replace(name="ours", cut="5%").cut
    Fraction(1, 20)
    >>> BlitzVersion("ours", sharper=1.3)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: sharper must be exact, a Fraction or an int, not 1.3: 1.3 is a float; \
write Fraction(13, 10)
    """

    name: str
    negligible: Fraction
    cut: Fraction
    sharper: Fraction
    peaked: Fraction

    def __init__(
        self,
        name: str,
        negligible: ExactChance = Fraction(1, 20),
        cut: ExactChance = Fraction(1, 10),
        sharper: Fraction | int = Fraction(13, 10),
        peaked: Fraction | int = Fraction(9, 5),
    ) -> None:
        allowed = rf"[A-Za-z0-9.-]{{1,{MAX_VERSION_LENGTH}}}"
        if not (isinstance(name, str) and re.fullmatch(allowed, name, re.ASCII)):
            raise RiskError(
                f"name must be 1 to {MAX_VERSION_LENGTH} letters, digits, dots and dashes, "
                f"not {short_repr(name)}"
            )
        self._set(
            name=name,
            negligible=_less_than_half(negligible, "negligible"),
            cut=_less_than_half(cut, "cut"),
            sharper=_power(sharper, "sharper"),
            peaked=_power(peaked, "peaked"),
        )

    @property
    def words(self) -> str:
        """What the title of a question says of it.

        >>> BLITZ_3_3.words
        'Balanced Blitz of version 3.3'
        """
        return f"Balanced Blitz of version {self.name}"

    def json(self) -> str | dict[str, str]:
        """Return the name of a version that is known, or else all constants.

        >>> BLITZ_3_3.json(), BLITZ_3_3.replace(name="ours", cut=0).json()["cut"]
        ('3.3', '0')
        """
        if self in BLITZ_VERSIONS:
            return self.name
        return {name: str(value) for name, value in self._named().items()}


def _less_than_half(value: ExactChance, name: str) -> Fraction:
    part = chance(value, name)
    if 2 * part >= 1:
        raise RiskError(f"{name} must be less than 1/2, not {short_repr(value)}")
    return part


def _power(value: Fraction | int, name: str) -> Fraction:
    power = Fraction(exact(value, name))
    if not 0 < power.numerator <= MAX_IN_A_POWER >= power.denominator:
        raise RiskError(
            f"{name} must be above 0, with a numerator and a denominator of at most "
            f"{MAX_IN_A_POWER}, not {short_repr(value)}"
        )
    return power


BLITZ_3_3 = BlitzVersion("3.3")
"""Version 3.3, whose dice code was published: smgstudio/risk-dice, 2021-09-30."""

BLITZ_VERSIONS = (BLITZ_3_3,)
"""The versions that the calculator and a publication have."""


def version_of_json(data: object) -> object:
    """Return the version that `BlitzVersion.json` describes; anything else as it is."""
    for version in BLITZ_VERSIONS:
        if data == version.name:
            return version
    if not isinstance(data, Mapping):
        return data
    keys = BlitzVersion.__match_args__
    if set(data) != set(keys):
        raise RiskError(f"blitz must have the keys {', '.join(keys)}, not {short_repr(data)}")
    name, *constants = (data[key] for key in keys)
    for i, value in enumerate(constants):
        if isinstance(value, str) and re.fullmatch(BLITZ_CONSTANT, value, re.ASCII):
            constants[i] = Fraction(value)
    return BlitzVersion(name, *constants)


def checked_mode(
    blitz: object, stop_until: object, retreat_at: int
) -> tuple[BlitzVersion | None, int]:
    """Return the version, and the attackers who stay out; by hand `retreat_at` is another thing."""
    version, staying = checked_version(blitz), whole(stop_until, "stop_until")
    if staying and not version:
        raise RiskError(f"stop_until must be 0 without blitz=True, not {short_repr(stop_until)}")
    if version and retreat_at:
        raise RiskError(
            f"retreat_at must be 0 in Balanced Blitz, not {short_repr(retreat_at)}: the game's "
            f"Stop Until is another thing, stop_until={short_repr(retreat_at)}"
        )
    return version, staying


def checked_version(blitz: object) -> BlitzVersion | None:
    """Return the version of Balanced Blitz: `BLITZ_3_3` for True, and None for False or None."""
    if blitz is None or isinstance(blitz, bool):
        return BLITZ_3_3 if blitz else None
    if not isinstance(blitz, BlitzVersion):
        raise RiskError(f"blitz must be True, False or a BlitzVersion, not {short_repr(blitz)}")
    return blitz
