"""The options that commands share, and how they are read."""

import re
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from riskexact.base.arguments import attackers, did_you_mean, number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import Report
from riskexact.base.text import DIGITS, MAX_DIGITS, counted
from riskexact.cli.output import complain, emit, width
from riskexact.odds.states import armies_text
from riskexact.questions.methods import METHODS
from riskexact.rules import Rules
from riskexact.rules.catalogue import BUILT_IN, entries, in_words, rules_json, rules_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from typing import Any, NoReturn, TypeAlias

    Commands: TypeAlias = "_SubParsersAction[Parser]"
else:
    Commands = object

STOPS = ("retreat_at", "stop_at_defenders", "stop_after", "stop_below")
"""The stop rules, as `Battle` calls them."""

Command = Callable[[Namespace], Report | int]
"""What a command does: it returns a report, which is then shown, or its exit status."""


class Parser(ArgumentParser):
    """An argument parser whose errors are one line, without the usage.

    An option with a value may be given only once, unless it has an action other than `Once`.
    """

    too_many = ""
    """What is said to those who give more arguments."""

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

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Refuse what is not known here, where the options are that may have been meant."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            first = unknown[0].partition("=")[0]
            hint = self.too_many
            if first.startswith("-"):
                hint = did_you_mean(first, self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)[:100]}{hint}")
        return options, unknown

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


class EachTerritory(Action):
    """Defenders of several territories, each in a word of its own, or with commas between them."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: "Any", option: str | None = None
    ) -> None:
        """Keep a list of one text for each territory."""
        setattr(namespace, self.dest, [n for each in values for n in re.split(r",(?=\d)", each)])


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
    commands: Commands,
    name: str,
    run: Command,
    help: str,  # noqa: A002
    example: str,
    rules: str = "standard",
    several: bool = False,
) -> Parser:
    """Add a command with its help, its example, and the options that every command has.

    `rules` and `several` are those of `add_rules`.
    """
    parser = commands.add_parser(
        name, help=help, description=help[0].upper() + help[1:] + ".", epilog=f"example: {example}"
    )
    parser.set_defaults(run=run)
    add_rules(parser, rules, several)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE, whole or not at all")
    return parser


def add_rules(parser: Parser, default: str, several: bool = False) -> None:
    """Add `--rules`, once or `several` times.

    `default` is the name of a rule set, or says in words what is taken if none is named.
    """
    option = parser.add_argument(
        "--rules",
        metavar="NAME",
        action="append" if several else Once,
        default=default if default in BUILT_IN else None,
        help=f"a rule set that `riskexact rules` lists, or FILE.toml (default: {default})",
    )
    vars(option)["completer"] = lambda **_: entries()


def add_forces(parser: Parser, counting: str = "ATTACKERS and R count") -> None:
    """Add the two sides of a battle, and how it is fought and computed."""
    add_sides(parser)
    add_armies(parser, counting)
    add_stops(parser)
    add_method(parser)
    add_digits(parser)
    add_full(parser)


def add_sides(parser: Parser) -> None:
    """Add the two sides of a battle."""
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free to fight")
    parser.add_argument("defenders", metavar="DEFENDERS", help="defenders")


def add_stops(parser: Parser) -> None:
    """Add the stop rules, which may be combined."""
    for option, metavar, when in (
        ("--retreat-at", "R", "R or fewer attackers are left"),
        ("--stop-at-defenders", "G", "G or fewer defenders are left"),
        ("--stop-after", "N", "N rounds have been thrown"),
        ("--stop-below", "CHANCE", "the chance to win, fought out from here, is below CHANCE"),
    ):
        parser.add_argument(option, metavar=metavar, help=f"stop when {when} (default: never)")


def given_stops(options: Namespace) -> list[str]:
    """Return the names of the stop rules that are given."""
    return [name for name in STOPS if getattr(options, name) is not None]


def add_armies(parser: Parser, what: str) -> None:
    """Add `--armies`."""
    parser.add_argument(
        "--armies",
        action="store_true",
        help=f"{what} the unit that stays behind too (armies = attackers + 1)",
    )


def add_blitz(parser: Parser) -> None:
    """Add `--blitz`."""
    parser.add_argument(
        "--blitz",
        action="store_true",
        help="in Balanced Blitz, the blitz mode of RISK: Global Domination as of version 3.3: "
        "certain digits, no fractions",
    )


def add_method(parser: Parser) -> None:
    """Add `--method`."""
    option = parser.add_argument(
        "--method", metavar="M", default="auto", help=f"{', '.join(METHODS)} (default: auto)"
    )
    vars(option)["completer"] = lambda **_: METHODS


def add_digits(
    parser: Parser,
    help: str = f"significant digits of decimals (default: {DIGITS})",  # noqa: A002
    default: str | None = None,
) -> None:
    """Add `--digits`."""
    parser.add_argument("--digits", metavar="N", default=default, help=help)


def add_full(parser: Parser) -> None:
    """Add `--full`."""
    parser.add_argument(
        "--full", action="store_true", help="print long fractions in full on a terminal too"
    )


def add_workers(parser: Parser) -> None:
    """Add `--workers`."""
    parser.add_argument(
        "--workers",
        metavar="N",
        help="number of processes that share the work; the result is the same (default: 1)",
    )


def chosen_workers(options: Namespace) -> int:
    """Return the number of processes, 1 unless given."""
    from riskexact.publication.executors import MAX_WORKERS

    return 1 if options.workers is None else number(options.workers, "workers", 1, MAX_WORKERS)


def refuse(options: Namespace, names: Iterable[str], where: str) -> None:
    """Raise `RiskError` if one of these options is given, which `where` allows only."""
    for name in names:
        if getattr(options, name) is not None:
            raise RiskError(f"--{name.replace('_', '-')} must come {where} only")


def asked_digits(options: Namespace) -> int | None:
    """Return the number of significant digits, None unless given."""
    typed = options.digits
    return None if typed is None else number(typed, "digits", 1, MAX_DIGITS)


def chosen_digits(options: Namespace) -> int:
    """Return the number of significant digits, or the default."""
    return asked_digits(options) or DIGITS


def one_of(typed: str | None, allowed: Sequence[str], name: str, default: str) -> str:
    """Return one of the allowed words, or the default.

    >>> one_of(None, ("text", "csv"), "format", "text")
    'text'
    >>> one_of("pdf", ("text", "csv"), "format", "text")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: format must be one of text, csv, not 'pdf'
    """
    if typed is None:
        return default
    if typed not in allowed:
        raise RiskError(f"{name} must be one of {', '.join(allowed)}, not {shown(typed)}")
    return typed


def read_sides(options: Namespace, least: int = 0) -> tuple[int, int, Rules]:
    """Return the attackers free to fight, at least this many, the defenders and the rules."""
    rules = rules_named(options.rules)
    a = attackers(options.attackers, options.armies, least)
    return a, number(options.defenders, "defenders"), rules


def echo_sides(a: int, d: int, rules: Rules, armies: bool) -> tuple[str, dict[str, object]]:
    """Return the title of two sides, and their echo in JSON with the numbers as given."""
    echo: dict[str, object] = {"attackers": a + armies, "defenders": d, "armies": armies}
    echo["rules"] = rules_json(rules)
    title = f"{force_text(a, armies)} against {counted(d, 'defender')}, {in_words(rules)}"
    return title, echo


def force_text(attackers: int, armies: bool) -> str:
    """Return the attackers as a title begins with them, after their armies if those were typed.

    >>> force_text(17, armies=True)
    '18 armies: 17 attackers'
    """
    typed = f"{armies_text(attackers + 1)}: " if armies else ""
    return typed + counted(attackers, "attacker")


def free_attackers(typed: int, armies: bool) -> tuple[int, str]:
    """Return a number of attackers, one less with `armies`, and both numbers in words.

    >>> free_attackers(3, True), free_attackers(3, False)
    ((2, '3 armies (2 attackers)'), (3, '3 attackers'))
    """
    left = max(0, typed - armies)
    text = counted(left, "attacker")
    return left, f"{armies_text(typed)} ({text})" if armies else text


def numbers(text: str, name: str, least: int = 0) -> range:
    """Return a range given as N, LO..HI or LO-HI, both ends included.

    >>> numbers("2..16", "armies"), numbers("2-16", "armies"), numbers("9", "armies")
    (range(2, 17), range(2, 17), range(9, 10))
    >>> numbers("9..3", "armies")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: armies must be N or LO..HI with LO at most HI, not '9..3'
    """
    ends = re.fullmatch(r"([+-]?[0-9]+)(?:(?:\.\.|-)([+-]?[0-9]+))?", text)
    if ends:
        first, last = (number(end, name, least) for end in (ends[1], ends[2] or ends[1]))
        if first <= last:
            return range(first, last + 1)
    raise RiskError(f"{name} must be N or LO..HI with LO at most HI, not {shown(text)}")
