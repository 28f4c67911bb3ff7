"""`--format prism` and `drn`: a question as a model, instead of its answer."""

from argparse import Namespace
from typing import Any

from riskexact.base.errors import RiskError
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.odds import asked_battle
from riskexact.cli.output import emit
from riskexact.cli.parser import range_text, refuse
from riskexact.models import model_of
from riskexact.models.model import Model
from riskexact.turn.commands.conquer import asked_position


def run(options: Namespace) -> int:
    """Print the model of the question, or write it."""
    model = asked_model(options)
    emit(model.drn() if options.format == "drn" else model.prism(), options.output)
    return 0


def asked_model(options: Namespace) -> Model:
    """Return the model of what a command asks; `RiskError` for one that has none."""
    for name in ("attackers", "defenders"):
        if isinstance(given := getattr(options, name, None), range):
            raise RiskError(f"{name} must be one number for a model, not {range_text(given)}")
    if options.command == "odds":
        return model_of(asked_battle(options)[0])
    if options.command == "campaign":
        refuse(options, ("best_order",), "without --format prism or drn")
        return model_of(asked_campaign(options)[0])
    if options.command != "conquer" or options.mine is None:
        raise RiskError(
            "a model must be of odds, campaign or conquer --mine, not of "
            f"{options.command}: `riskexact odds 17 6 --format prism`"
        )
    refuse(options, ("reinforce",), "without --format prism or drn")
    terms: dict[str, Any] = {"move": options.move, "dice": options.dice}
    if options.worth is not None:
        terms["worth"] = dict(options.worth)
    return model_of(asked_position(options), options.take, options.through or (), **terms)
