"""`--format prism` and `drn`: a question as a model, instead of its answer."""

from argparse import Namespace
from typing import Any

from riskexact.base.arguments import by_name
from riskexact.base.errors import RiskError
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.odds import asked_battle
from riskexact.cli.output import emit
from riskexact.cli.parser import range_text, refuse
from riskexact.models import model_of
from riskexact.models.model import Model
from riskexact.turn.commands.conquer import asked_position

NOT_IN_MODEL = {
    "odds": (),
    "campaign": ("best_order", "borders"),
    "conquer": ("reinforce", "seconds"),
}
"""The commands that ask what a model answers, and their options that it does not have."""


def run(options: Namespace) -> int:
    """Print the model of the question, or write it."""
    model = asked_model(options)
    emit(model.drn() if options.format == "drn" else model.prism(), options.output)
    return 0


def asked_model(options: Namespace) -> Model:
    """Return the model of what a command asks; `RiskError` for one that has none."""
    command = options.command
    if command not in NOT_IN_MODEL or (command == "conquer" and options.mine is None):
        raise RiskError(
            f"a model must be of odds, campaign or conquer --mine, not of {command}: "
            "`riskexact odds 17 6 --format prism`"
        )
    refuse(options, ("digits", "exact", *NOT_IN_MODEL[command]), "without --format prism or drn")
    for name in ("attackers", "defenders"):
        if isinstance(given := getattr(options, name, None), range):
            raise RiskError(f"{name} must be one number for a model, not {range_text(given)}")
    if command == "odds":
        return model_of(asked_battle(options)[0])
    if command == "campaign":
        return model_of(asked_campaign(options)[0])
    terms: dict[str, Any] = {"move": options.move, "dice": options.dice}
    if options.worth is not None:
        terms["worth"] = by_name(options.worth, "worth must have each name")
    return model_of(asked_position(options), options.take, options.through or (), **terms)
