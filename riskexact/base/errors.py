"""The one error class, and the check that an extra is installed.

>>> from riskexact.rules import Rules
>>> Rules(faces=0)
Traceback (most recent call last):
    ...
riskexact.RiskError: faces must be a whole number, from 1 to 100, not 0
"""


class RiskError(ValueError):
    """Unusable input; the message is one line that names the value and says what is allowed."""

    __module__ = "riskexact"


def require(library: str, extra: str, what: str) -> None:
    """Raise `RiskError` that says what to install if a library is missing.

    >>> require("no_such_library", "data", "arrays need")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: arrays need no_such_library, which is not installed: \
pip install 'riskexact[data]'
    """
    from importlib.util import find_spec

    if find_spec(library) is None:
        raise RiskError(
            f"{what} {library}, which is not installed: pip install 'riskexact[{extra}]'"
        )
