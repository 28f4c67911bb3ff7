"""The command line: parsing, messages and exit status; the answers come from the library.

A command returns a `Report`, which `main` shows, or its exit status.

Exit status: 0 done; 1 a check failed; 2 unusable input; 130 interrupted.  A reader that closes
the pipe ends the program quietly.
"""

import sys
from collections.abc import Sequence

from riskexact.base.errors import RiskError
from riskexact.base.report import Report
from riskexact.cli.options import Parser
from riskexact.cli.output import UnwritableError, complain, show
from riskexact.cli.progress import show_progress, wipe

COMMANDS = {
    "round": "dice",
    "resolve": "dice",
    "odds": "battle",
    "outcomes": "battle",
    "rounds": "battle",
    "luck": "battle",
    "need": "needed",
    "balanced-blitz": "balanced_blitz",
    "campaign": "campaign",
    "spread": "campaign",
    "conquer": "maps",
    "place": "maps",
    "table": "tables",
    "verify": "verification",
    "rules": "catalogue",
    "formula": "formulas",
    "claims": "claims",
    "simulate": "simulation",
    "strategy": "strategy",
    "plot": "pictures",
    "publish": "publication",
}
"""The module of each command: it has a function `add_<command>`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        options = parser(words[0] if words else "").parse_args(words)
        show_progress()
        try:
            answer: Report | int = options.run(options)
            return show(answer, options) if isinstance(answer, Report) else answer
        finally:
            wipe()
    except (RiskError, UnwritableError) as error:
        complain(f"riskexact: {error}")
        return 2
    except MemoryError:
        complain("riskexact: the answer must fit in memory, not exceed it")
        return 2
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            complain("")
        return 130
    except BrokenPipeError:
        return 0


def parser(command: str = "") -> Parser:
    """Return the parser of the command line, or no more of it than `command` needs.

    The first answer should come at once, so the modules of other commands are not imported.
    """
    top = Parser(
        prog="riskexact",
        description="Exact odds of battles in the board game Risk.",
        epilog="example: riskexact odds 17 6",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=top.prog)
    for name in [command] if command in COMMANDS else COMMANDS:
        adder = f"add_{name.replace('-', '_')}"
        # as `importlib` does, which takes longer to import than the odds of a battle to compute
        module = __import__(f"riskexact.cli.{COMMANDS[name]}", fromlist=[adder])
        getattr(module, adder)(commands)
    return top


def _version() -> str:
    from riskexact import __version__

    return __version__
