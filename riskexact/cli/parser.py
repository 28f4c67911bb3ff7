"""The parser of the command line, which adds the options that a command names.

A command names its options as a usage would: `[X]` may be left out, and of `X...` there may be
several.
"""

import re
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from riskexact.base.arguments import did_you_mean, shown, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.cli.options import OPTIONS
from riskexact.cli.output import complain, emit, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from typing import Any, NoReturn, TypeAlias

    from riskexact.base.report import Report
    from riskexact.cli.reading import Reader

    Commands: TypeAlias = "_SubParsersAction[Parser]"
else:
    Commands = object


STOPS = ("retreat_at", "stop_at_defenders", "stop_after", "stop_below")
"""The stop rules, as `Battle` calls them."""


class Command(NamedTuple):
    """A command: what it does, an example, and its options.

    - `more`: lines of its help below the example;
    - `common`: options that most commands have;
    - `rules`: in words, the rules where none are named;
    - `hint`: what is said to those who give more arguments;
    - `renamed`: old names of options, each with the new one.
    """

    help: str
    example: str
    options: str
    more: str = ""
    common: str = "--rules --json --output"
    rules: str = ""
    hint: str = ""
    renamed: tuple[tuple[str, str], ...] = ()


class Parser(ArgumentParser):
    """An argument parser whose errors are one line, without the usage.

    An option with a value may be given only once, unless it is one of `several`.
    """

    command: Command | None = None

    def __init__(self, **settings: "Any") -> None:
        """Take the settings of `ArgumentParser`; options may not be abbreviated."""
        super().__init__(
            allow_abbrev=False,
            # the width of the terminal takes a while to find out, and is for help alone
            formatter_class=partial(RawDescriptionHelpFormatter, width=80),
            **settings,
        )
        self.register("action", None, Once)
        # "-1" and "-1..5" are numbers that are refused, not options that do not exist
        self._negative_number_matcher = re.compile(r"-\d")

    def add_option(self, key: str) -> None:
        """Add an option of the table, named as a command does."""
        bare = key.strip("[].")
        flag, option = bare.partition(":")[0], OPTIONS[bare]
        rules = self.command.rules if self.command else ""
        settings: dict[str, Any] = {"help": option.help.replace("{rules}", rules)}
        label = flag.removeprefix("--")
        if flag == label:
            label = option.dest or flag.lower()
            nargs = (
                ("*" if key[0] == "[" else "+") if "..." in key else "?" if key[0] == "[" else None
            )
            settings |= {"nargs": nargs} | ({"action": Joined} if nargs in ("*", "+") else {})
        elif option.dest:
            settings["dest"] = option.dest
        if option.metavar is None:
            settings["action"] = "store_true"
        else:
            settings |= {"metavar": option.metavar, "default": option.default}
            settings["type"] = partial(_read, option.read, label)
        if option.several:
            settings["action"] = "extend"
        if option.nargs:
            settings |= {"nargs": option.nargs, "required": option.required}
        flags = [label] if flag[0] != "-" else ["-o", flag] if flag == "--output" else [flag]
        action = self.add_argument(*flags, **settings)
        if option.names is not None:
            names = option.names
            vars(action)["completer"] = lambda **_: names()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Refuse what is not known here, where the options are that may have been meant."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            first = unknown[0].partition("=")[0]
            hint = self.command.hint if self.command else ""
            if first.startswith("-"):
                renamed = self.command.renamed if self.command else ()
                hint = did_you_mean(first, self._option_string_actions, dict(renamed))
            self.error(f"unrecognized arguments: {' '.join(unknown)[:100]}{hint}")
        return options, unknown

    def _get_value(self, action: Action, typed: str) -> object:
        """Read what was typed; a `RiskError` says what is wrong with it."""
        read = action.type
        return read(typed) if callable(read) else typed

    def _check_value(self, action: Action, value: "Any") -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(each) for each in action.choices]
            self.error(
                f"{action.metavar} must be one of {', '.join(names)}, not {shown(value)}"
                + did_you_mean(value, names)
            )

    def error(self, message: str) -> "NoReturn":
        """Print one line on standard error and exit with status 2."""
        line = "".join(c if c.isprintable() else " " for c in message)
        complain(f"{self.prog}: {line[:300]} (try {self.prog} --help)")
        sys.exit(2)

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        from textwrap import fill

        columns = width()
        self.formatter_class = partial(RawDescriptionHelpFormatter, width=columns)
        if "\n" not in (self.description or "\n"):
            self.description = fill(str(self.description), columns)
        return super().format_help()

    def _print_message(self, message: str, file: object = None) -> None:
        """Print the help or the version; an error in writing is reported as for any output."""
        emit(message, None)


class Joined(Action):
    """Arguments of which each is a list: all of them are one list."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: "Any", option: str | None = None
    ) -> None:
        """Keep the list."""
        setattr(namespace, self.dest, [each for some in values for each in some])


class Once(Action):
    """An option that may be given only once: a second value would contradict the first."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: "Any", option: str | None = None
    ) -> None:
        """Keep the value, and refuse a second one."""
        given = vars(namespace).setdefault("given", set())
        if option is not None and self.dest in given:
            parser.error(f"{option} must be given once, not twice")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


def add_command(
    commands: Commands, name: str, command: Command, run: "Callable[[Namespace], Report | int]"
) -> None:
    """Add a command; `run` returns a report, which is then shown, or its exit status."""
    parser = commands.add_parser(
        name,
        help=command.help,
        description=f"{command.help[0].upper()}{command.help[1:]}.",
        epilog=f"example: riskexact {command.example}{command.more}",
    )
    parser.command = command
    parser.set_defaults(run=run)
    for key in f"{command.options} {command.common}".split():
        parser.add_option(key)


def _read(read: "Reader", name: str, typed: str) -> object:
    return read(typed, name)


# ---- what several commands ask of the values


def free(options: Namespace, name: str = "attackers", least: int = 0) -> int:
    """Return attackers free to fight, one less than the armies that `--armies` counts."""
    typed = getattr(options, name)
    if options.armies:
        return whole(typed, "armies", least + 1) - 1
    return whole(typed, "attackers", least)


def refuse(options: Namespace, names: Iterable[str], where: str) -> None:
    """Raise `RiskError` if one of these options is given, which `where` allows only."""
    for name in names:
        if getattr(options, name) not in (None, False):
            raise RiskError(f"--{name.replace('_', '-')} must come {where} only")
