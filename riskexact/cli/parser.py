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
from riskexact.base.text import DIGITS
from riskexact.cli.options import FLAGS, OPTIONS
from riskexact.cli.output import complain, emit, width
from riskexact.cli.reading import LISTS, one_of

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


TERMS = ("leave_behind", "reserve")
"""The options that only a campaign has."""


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
    rules: str = "standard"
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

    def add_option(self, key: str, rules: str) -> None:
        """Add an option of the table, named as a command does; `rules` are its usual ones."""
        bare = key.strip("[].")
        flag = bare.partition(":")[0]
        if bare in FLAGS:
            self.add_argument(flag, action="store_true", help=FLAGS[bare])
            return
        option, name = OPTIONS[bare], flag.removeprefix("--")
        settings: dict[str, Any] = {"metavar": option.metavar, "default": option.default}
        if flag == name:
            name = option.dest or flag.lower()
            flags = [name]
            if "..." in key:
                settings |= {"action": Joined, "nargs": "*" if key[0] == "[" else "+"}
            elif key[0] == "[":
                settings["nargs"] = "?"
        else:
            flags = ["-o", flag] if flag == "--output" else [flag]
            settings |= {"dest": option.dest or None, "required": option.required}
            if isinstance(option.metavar, tuple):
                settings["nargs"] = len(option.metavar)
            if option.read in LISTS:
                settings["action"] = "extend"
        parts = ", ".join(option.choices), option.help.replace("{rules}", rules)
        read = partial(one_of, allowed=option.choices) if option.choices else option.read
        again = "; may be given several times" * (settings.get("action") == "extend")
        action = self.add_argument(
            *flags,
            type=partial(_read, read, name),
            help=" ".join(filter(None, parts)) + again,
            **settings,
        )
        if option.choices or option.names:
            words = option.names or (lambda: option.choices)
            vars(action)["completer"] = lambda **_: words()

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
        parser.add_option(key, command.rules)


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


def asked_blitz(options: Namespace) -> dict[str, bool]:
    """Return that a battle is drawn by Balanced Blitz; check what is asked with it."""
    from riskexact.questions.blitz import MAX_BLITZ_DIGITS

    if getattr(options, "retreat_at", None) is not None:
        raise RiskError("--retreat-at must be --stop-until with --blitz, as the game calls it")
    refuse(options, [name for name in STOPS if hasattr(options, name)], "without --blitz")
    if getattr(options, "method", None) not in (None, "auto"):
        raise RiskError(f"method must be auto with --blitz, not {shown(options.method)}")
    whole(options.digits or DIGITS, "digits", 1, MAX_BLITZ_DIGITS)
    return {"blitz": True}


def blitz_json(options: Namespace) -> dict[str, object]:
    """Return the version of Balanced Blitz in JSON, if that is asked about."""
    if not getattr(options, "blitz", False):
        return {}
    from riskexact.rules.blitz import BLITZ_3_3

    return {"balanced_blitz": BLITZ_3_3.name}
