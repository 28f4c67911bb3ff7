"""Pictures of whole games."""

from riskexact.cli.commands.plot import Kind
from riskexact.game.commands.game import REINFORCEMENTS

KINDS = {
    "duel-policy": Kind(
        "duel_policy",
        lambda options: (options.reinforcements, options.rules),
        "--reinforcements",
        "the whole game on two territories: which numbers attack which, with how many dice",
        "-r 5",
        own={"--reinforcements": REINFORCEMENTS},
    ),
}
