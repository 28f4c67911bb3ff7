"""The one error class."""


class RiskError(ValueError):
    """Unusable input: the message is one line that names the value and says what is allowed.

    >>> from riskexact.rules import Rules
    >>> Rules(faces=0)
    Traceback (most recent call last):
        ...
    riskexact.errors.RiskError: faces must be a whole number, from 1 to 100, not 0
    """
