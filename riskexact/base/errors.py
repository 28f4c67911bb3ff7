"""The one error class, and the checks that a library is installed.

>>> from riskexact.rules import Rules
>>> Rules(faces=0)
Traceback (most recent call last):
    ...
riskexact.RiskError: faces must be a whole number, from 1 to 100, not 0
"""

import sys

IN_BROWSER = sys.platform == "emscripten"
"""Whether this is Python in WebAssembly, where there is no `pip`, and no python-flint."""


class RiskError(ValueError):
    """Unusable input; the message is one line that names the value and says what is allowed."""

    __module__ = "riskexact"


class CheckFailedError(RiskError):
    """What was to be checked is not so: exit status 1."""


class UnwritableError(Exception):
    """A file, or standard output, that could not be written."""


def is_installed(library: str) -> bool:
    """Return whether a library can be imported, without importing it.

    >>> is_installed("fractions"), is_installed("no_such_library")
    (True, False)
    """
    from importlib.util import find_spec

    return find_spec(library) is not None


def require(library: str, extra: str, what: str) -> None:
    """Raise `RiskError` that says what to install if a library is missing.

    >>> require("no_such_library", "data", "arrays need")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: arrays need no_such_library, which is not installed: \
pip install 'riskexact[data]'
    """
    if not is_installed(library):
        there = f"await micropip.install('{library}'), if Pyodide has it"
        how = there if IN_BROWSER else f"pip install 'riskexact[{extra}]'"
        raise RiskError(f"{what} {library}, which is not installed: {how}")
