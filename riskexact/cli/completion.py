"""`riskexact completion`: what makes a shell complete commands and options at the Tab key.

The completions are those of the parser, by argcomplete: at a Tab the shell runs `riskexact` with
the variable `_ARGCOMPLETE`, and no other start imports the library.
"""

import os
from argparse import Namespace
from collections.abc import Callable

from riskexact.base.errors import RiskError
from riskexact.cli.options import Commands, Parser
from riskexact.cli.output import emit

SHELLS = ("bash", "zsh", "fish")


def add_completion(commands: Commands) -> None:
    """Add the command."""
    help_ = "a script that makes the shell complete commands and options"
    parser = commands.add_parser(
        "completion",
        help=help_,
        description=f"{help_[0].upper()}{help_[1:]}: at the Tab key, in bash, zsh or fish.",
        epilog="example: riskexact completion bash\n\n"
        "in ~/.bashrc or ~/.zshrc:\n"
        '  eval "$(riskexact completion bash)"\n'
        "for fish:\n"
        "  riskexact completion fish > ~/.config/fish/completions/riskexact.fish",
    )
    parser.set_defaults(run=run_completion)
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run_completion(options: Namespace) -> int:
    """Print the script."""
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError:
        raise RiskError(
            "completion needs argcomplete: pip install 'riskexact[completion]'"
        ) from None
    emit(shellcode(["riskexact"], shell=options.shell), None)
    return 0


def complete(parser: Callable[[str], Parser]) -> None:
    """Print what may stand where the Tab key was pressed, and end the process."""
    import argcomplete

    typed = os.environ.get("COMP_LINE", "").split()[1:]
    # with one word it may be a part of the name of a command
    argcomplete.autocomplete(
        parser(typed[0] if len(typed) > 1 else ""), always_complete_options=False
    )
