"""`riskexact completion`: what makes a shell complete commands and options at the Tab key.

The completions are those of the parser, by argcomplete: at a Tab the shell runs `riskexact` with
the variable `_ARGCOMPLETE`, and no other start imports the library.
"""

import os
from argparse import Namespace
from collections.abc import Callable, Sequence

from riskexact.base.errors import RiskError
from riskexact.cli.output import emit
from riskexact.cli.parser import Command, Option, Parser

COMMAND = Command(
    "a script that makes the shell complete commands and options, in bash, zsh or fish",
    "completion bash",
    "SHELL",
    more="\n\n"
    "in ~/.bashrc or ~/.zshrc:\n"
    '  eval "$(riskexact completion bash)"\n'
    "for fish:\n"
    "  riskexact completion fish > ~/.config/fish/completions/riskexact.fish",
    common="",
    group="Publishing",
    own={
        "SHELL": Option("SHELL", "", choices=("bash", "zsh", "fish")),
    },
)


def run(options: Namespace) -> int:
    """Print the script."""
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError:
        raise RiskError(
            "completion needs argcomplete: pip install 'riskexact[completion]'"
        ) from None
    emit(shellcode(["riskexact"], shell=options.shell), None)
    return 0


def complete(parser: Callable[[Sequence[str]], Parser], commands: Sequence[str]) -> None:
    """Print what may stand where the Tab key was pressed, and end the process."""
    import argcomplete

    typed = os.environ.get("COMP_LINE", "").split()[1:]
    # with one word it may be a part of the name of a command
    listed = [name for name in commands if name == typed[0]] if len(typed) > 1 else []
    argcomplete.autocomplete(parser(listed or commands), always_complete_options=False)
