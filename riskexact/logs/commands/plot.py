"""Pictures of logs."""

from riskexact.cli.commands.plot import Kind
from riskexact.logs.commands.dice import LOG, asked_log

KINDS = {
    "log": Kind(
        "log_wins",
        lambda options: (asked_log(options),),
        "LOG --armies",
        "the wins of a log of battles over time, and what is usual for fair dice",
        "battles.csv",
        own={"LOG": LOG},
        rules="--rules:or",
    ),
}
