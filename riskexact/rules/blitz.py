"""The constants of Balanced Blitz, of one version of the digital game each.

What they mean is told in `questions.balanced_blitz`, with the algorithm.
"""

import re
from fractions import Fraction

from riskexact.base.arguments import ExactChance, chance, exact, shown
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Frozen

MAX_VERSION_LENGTH = 20

MAX_IN_A_POWER = 100
"""The largest numerator and denominator of a power, which numbers are raised to exactly."""


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
        """Check every constant."""
        allowed = rf"[A-Za-z0-9.-]{{1,{MAX_VERSION_LENGTH}}}"
        if not (isinstance(name, str) and re.fullmatch(allowed, name, re.ASCII)):
            raise RiskError(
                f"name must be 1 to {MAX_VERSION_LENGTH} letters, digits, dots and dashes, "
                f"not {shown(name)}"
            )
        self._set(
            name=name,
            negligible=_less_than_half(negligible, "negligible"),
            cut=_less_than_half(cut, "cut"),
            sharper=_power(sharper, "sharper"),
            peaked=_power(peaked, "peaked"),
        )


def _less_than_half(value: ExactChance, name: str) -> Fraction:
    part = chance(value, name)
    if 2 * part >= 1:
        raise RiskError(f"{name} must be less than 1/2, not {shown(value)}")
    return part


def _power(value: Fraction | int, name: str) -> Fraction:
    power = Fraction(exact(value, name))
    if not 0 < power.numerator <= MAX_IN_A_POWER >= power.denominator:
        raise RiskError(
            f"{name} must be above 0, with a numerator and a denominator of at most "
            f"{MAX_IN_A_POWER}, not {shown(value)}"
        )
    return power


BLITZ_3_3 = BlitzVersion("3.3")
"""Version 3.3, whose dice code was published: smgstudio/risk-dice, 2021-09-30."""

BLITZ_VERSIONS = (BLITZ_3_3,)
"""The versions that the calculator and a publication have."""


def checked_version(version: object) -> BlitzVersion:
    """Return `version` if it is a `BlitzVersion`; else raise `RiskError`.

    >>> checked_version("3.3")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: version must be a BlitzVersion, not '3.3'
    """
    if not isinstance(version, BlitzVersion):
        raise RiskError(f"version must be a BlitzVersion, not {shown(version)}")
    return version
