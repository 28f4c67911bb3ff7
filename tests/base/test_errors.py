import sys

import pytest

from riskexact.base.errors import RiskError, require


def test_what_is_installed_is_enough() -> None:
    require("fractions", "data", "nothing needs")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("numpy", "no_such_library"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(RiskError) as error:
            require(library, "data", "arrays need")
        assert str(error.value) == (
            f"arrays need {library}, which is not installed: pip install 'riskexact[data]'"
        )
