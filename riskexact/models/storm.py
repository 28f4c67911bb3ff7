"""Asking Storm, a model checker that nobody here wrote, by its package stormpy."""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.errors import RiskError, require
from riskexact.base.text import number_or_text
from riskexact.models.model import Model


def answer(model: Model, form: str = "prism") -> Fraction:
    """Return what Storm answers, in rational numbers, of a model in one of the two languages.

    The sums of the chances are checked first, which Storm does not do unless it is told to.
    Raises `RiskError` where stormpy is missing.
    """
    require("stormpy", "storm", "model checking needs")
    import stormpy

    text = model.prism() if form == "prism" else model.drn()
    with TemporaryDirectory() as folder:
        path = Path(folder, f"model.{form}")
        path.write_text(text, encoding="utf-8")
        if form == "prism":
            program = stormpy.parse_prism_program(str(path))
            asked = stormpy.parse_properties(model.asked, program)
            options = stormpy.BuilderOptions(asked)
            options.set_exploration_checks(True)
            built = stormpy.build_model[stormpy.Rational](program, options=options)
        else:
            asked = stormpy.parse_properties(model.asked)
            built = stormpy.build_model_from_drn[stormpy.Rational](str(path))
        found = stormpy.model_checking(built, asked[0])
        value = number_or_text(str(found.get_value(built.initial_states[0])))
    if not isinstance(value, int | Fraction):
        raise RiskError(f"Storm must answer a number, not {value}")
    return Fraction(value)
