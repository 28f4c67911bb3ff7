"""Libraries that only some questions need, and that are installed as extras."""

from importlib.util import find_spec

from riskexact.errors import RiskError


def require(library: str, extra: str, what: str) -> None:
    """Raise `RiskError` that says what to install, where a library is missing.

    >>> require("no_such_library", "data", "arrays need")
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: arrays need no_such_library, which is not installed: \
pip install 'riskexact[data]'
    """
    if find_spec(library) is None:
        raise RiskError(
            f"{what} {library}, which is not installed: pip install 'riskexact[{extra}]'"
        )
