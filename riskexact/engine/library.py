"""python-flint, imported here alone: where it is missing, as in a browser, an error says so."""

from riskexact.base.errors import RiskError
from riskexact.base.interrupts import deferred_interrupts

try:
    with deferred_interrupts():
        import flint  # noqa: F401
    from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz, fmpz_mat, fmpz_poly
except ModuleNotFoundError:
    raise RiskError(
        "numbers of this size, and certain digits without a fraction, need python-flint, "
        "which is not installed: pip install python-flint"
    ) from None

__all__ = [
    "acb", "acb_poly", "arb", "arb_poly", "ctx", "fmpq", "fmpq_poly", "fmpz", "fmpz_mat",
    "fmpz_poly",
]  # fmt: skip
