"""python-flint, imported here alone: where it is missing, as in a browser, an error says so."""

from riskexact.base.errors import IN_BROWSER, RiskError
from riskexact.base.interrupts import deferred_interrupts

try:
    with deferred_interrupts():
        import flint  # noqa: F401
    from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz, fmpz_mat, fmpz_poly
except ModuleNotFoundError:
    said = "which is not installed: pip install python-flint"
    if IN_BROWSER:
        said = "which is not to be had in a browser, where up to 100,000 units have fractions"
    raise RiskError(
        f"numbers of this size, and certain digits without a fraction, need python-flint, {said}"
    ) from None

__all__ = [
    "acb", "acb_poly", "arb", "arb_poly", "ctx", "fmpq", "fmpq_poly", "fmpz", "fmpz_mat",
    "fmpz_poly",
]  # fmt: skip
