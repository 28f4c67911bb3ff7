"""The command line: parsing, messages and exit status; the answers come from the library.

Exit status: 0 done; 1 a check failed; 2 unusable input; 130 interrupted.  A reader that closes
the pipe ends the program quietly.
"""

import os
import sys
from collections.abc import Sequence

from riskexact.cli import battle, dice, tables, verification
from riskexact.cli.options import Parser
from riskexact.cli.output import UnwritableError
from riskexact.errors import RiskError

COMMANDS = (
    dice.add_round,
    battle.add_odds,
    battle.add_outcomes,
    tables.add_table,
    verification.add_verify,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        options = parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except (RiskError, UnwritableError) as error:
        print(f"riskexact: {error}", file=sys.stderr)
        return 2
    except MemoryError:
        print("riskexact: the answer must fit in memory, and this one does not", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # nobody reads any more: keep the interpreter from complaining when it flushes at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def parser() -> Parser:
    """Return the parser of the whole command line."""
    top = Parser(
        prog="riskexact",
        description="Exact odds of battles in the board game Risk.",
        epilog="example: riskexact odds 17 6",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in COMMANDS:
        add(commands)
    return top


def _version() -> str:
    from riskexact import __version__

    return __version__
