"""python-flint, imported here alone: where it is missing, as in a browser, an error says so."""

from riskexact.base.errors import RiskError

try:
    from flint import acb as acb
    from flint import acb_poly as acb_poly
    from flint import arb as arb
    from flint import arb_poly as arb_poly
    from flint import ctx as ctx
    from flint import fmpq as fmpq
    from flint import fmpq_poly as fmpq_poly
    from flint import fmpz as fmpz
    from flint import fmpz_mat as fmpz_mat
    from flint import fmpz_poly as fmpz_poly
except ModuleNotFoundError:
    raise RiskError(
        "numbers of this size, and certain digits without a fraction, need python-flint, "
        "which is not installed: pip install python-flint"
    ) from None
