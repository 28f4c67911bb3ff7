"""The command line: parsing, messages and exit status; the answers come from the library.

A command returns a `Report`, which `main` shows, or its exit status.

Exit status: 0 done; 1 a check failed; 2 unusable input; 130 interrupted.  A reader that closes
the pipe ends the program quietly.
"""

import sys
from argparse import SUPPRESS
from collections.abc import Mapping, Sequence
from os import environ

from riskexact.base.errors import RiskError
from riskexact.base.report import Report
from riskexact.cli.options import Parser
from riskexact.cli.output import UnwritableError, complain, show, width
from riskexact.cli.progress import show_progress, wipe
from riskexact.cli.typed import understood

COMMAND_GROUPS = {
    "At the table": {
        "odds": "odds",
        "need": "need",
        "price": "price",
        "outcomes": "odds",
        "luck": "odds",
        "rounds": "odds",
        "strategy": "strategy",
        "balanced-blitz": "balanced_blitz",
        "round": "round",
        "resolve": "round",
        "rules": "rules",
    },
    "Campaigns and maps": {
        "campaign": "campaign",
        "spread": "campaign",
        "conquer": "conquer",
        "place": "conquer",
    },
    "Tables and pictures": {
        "table": "table",
        "plot": "plot",
    },
    "Mathematics": {
        "formula": "formula",
        "verify": "verify",
        "certify": "certify",
        "simulate": "simulate",
        "dice": "dice",
    },
    "Publishing": {
        "calculator": "calculator",
        "publish": "publish",
        "vectors": "vectors",
        "completion": "completion",
    },
}
"""The commands as the help groups them, each with its module, which has `add_<command>`."""

COMMANDS = {name: module for group in COMMAND_GROUPS.values() for name, module in group.items()}

EXAMPLES = """\
example: riskexact odds 17 6
         riskexact need 9
         riskexact campaign 11 3,3,3

riskexact help COMMAND explains one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        if "_ARGCOMPLETE" in environ:
            from riskexact.cli.completion import complete

            complete(parser)
        words = sys.argv[1:] if arguments is None else list(arguments)
        words = understood(words, COMMANDS)
        options = parser(words[0]).parse_args(words)
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
    top = Parser(prog="riskexact", usage="riskexact COMMAND ...", epilog=EXAMPLES)
    top.add_argument("-V", "--version", action="version", version=f"%(prog)s {_version()}")
    # the help lists the commands in their groups
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog=top.prog, help=SUPPRESS)
    for name in [command] if command in COMMANDS else COMMANDS:
        adder = f"add_{name.replace('-', '_')}"
        # as `importlib` does, which takes longer to import than the odds of a battle to compute
        module = __import__(f"riskexact.cli.{COMMANDS[name]}", fromlist=[adder])
        getattr(module, adder)(commands)
    if command not in COMMANDS:
        top.description = _overview(commands.choices)
    return top


def _overview(parsers: "Mapping[str, Parser]") -> str:
    """Return the commands in their groups, each with what it does."""
    from textwrap import wrap

    lines = wrap("Exact odds of battles in the board game Risk.", width())
    indent = " " * (max(map(len, COMMANDS)) + 4)
    for group, names in COMMAND_GROUPS.items():
        lines += ["", f"{group}:"]
        for name in names:
            first = f"  {name}".ljust(len(indent))
            what = str(parsers[name].description).rstrip(".")
            lines += wrap(what, width(), initial_indent=first, subsequent_indent=indent)
    return "\n".join(lines)


def _version() -> str:
    from riskexact import __version__

    return __version__
