"""The parser of the command line: commands, their options, and how values are read.

A command names its options as a usage would: `[X]` may be left out, and of `X...` there may be
several.
"""

import re
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from os.path import isdir, splitext

from riskexact.base.arguments import chance, did_you_mean, number, one_of, short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import Any, NamedTuple, Never
from riskexact.base.report import FORMAT_WORDS
from riskexact.base.text import DIGITS
from riskexact.cli.output import SHEETS, complain, emit, width
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_json, rules_named

STOPS = ("retreat_at", "stop_at_defenders", "stop_after", "stop_below")
"""The stop rules, as `Battle` calls them."""

LINES = ("retreat_at", "stop_until")
"""The numbers of attackers at which a battle is broken off, by hand and in Balanced Blitz."""

RENAMED = (
    *(("--reserve", "--retreat-at"), ("--retreat", "--retreat-at"), ("--stop-at", "--retreat-at")),
    *(("--dice", "--order"), ("--territories", "--take"), ("--leave", "--leave-behind")),
    *(("--format", "--json"), ("--full", "--exact"), ("--balanced-blitz", "--blitz")),
)
"""Other names of options, some of which they had, each with the name it has now."""

MODEL_FORMATS = "prism", "drn"
"""The formats of models, which the feature of these writes instead of an answer."""

TEXT_FORMATS = "text", "json"
"""The formats of every answer."""

WITHOUT_TABLE = {"map": (*TEXT_FORMATS, "toml"), "odds": (*TEXT_FORMATS, *MODEL_FORMATS)}
"""More formats of answers, where they have no table."""

WRITTEN_BY = {"html": "calculator", "v": "certify", "rxg": "game --table", "npy": "table --doubles"}
WRITTEN_BY |= {"/": "vectors"}
"""What writes something else than its answer to its file, by the suffix; "/" is of a directory."""

ELSEWHERE = {name: f"`riskexact {by}` writes it" for name, by in WRITTEN_BY.items()}
ELSEWHERE |= dict.fromkeys(("svg", "png", "pdf"), "`riskexact plot` draws") | {"toml": "of a map"}
ELSEWHERE |= dict.fromkeys(MODEL_FORMATS, "a model is of odds, campaign or conquer")
ELSEWHERE |= dict.fromkeys((*FORMAT_WORDS, *SHEETS), "there is no table")
"""Why an answer has not the format of a suffix that others have."""

NARGS = {"[X]": "?", "[X...]": "*", "X...": "+"}
"""What argparse calls an argument that may be left out, or be several, or both."""

SHORT = {"--output": "-o", "--reinforcements": "-r"}
"""Options with a letter of their own."""

PART = re.compile("[0-9]+/[0-9]+|[0-9]*[.][0-9]+|.*%")
"""A chance, which cannot be a number of defenders."""


# ---- how values are read: each reader takes what was typed, and the name of the option


def numbers(typed: str, name: str, least: int = 0) -> range:
    """Return a range given as N, LO..HI or LO-HI, both ends included.

    >>> numbers("2..16", "armies"), numbers("2-16", "armies"), numbers("9", "armies")
    (range(2, 17), range(2, 17), range(9, 10))
    >>> numbers("9..3", "armies")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: armies must be N or LO..HI with LO at most HI, not '9..3'
    """
    ends = re.fullmatch(r"([+-]?[0-9]+)(?:(?:\.\.|-)([+-]?[0-9]+))?", typed)
    if ends:
        first, last = (number(end, name, least) for end in (ends[1], ends[2] or ends[1]))
        if first <= last:
            return range(first, last + 1)
    raise RiskError(f"{name} must be N or LO..HI with LO at most HI, not {short_repr(typed)}")


def one_or_range(typed: str, name: str) -> int | range:
    """Return a number, or the range LO..HI or LO-HI.

    >>> one_or_range("3", "defenders"), one_or_range("3-6", "defenders")
    (3, range(3, 7))
    """
    return (numbers if re.search(r"\.\.|[0-9]-", typed) else number)(typed, name)


def range_text(numbers: int | range) -> str:
    """Return a number or a range as it is typed.

    >>> range_text(range(3, 7)), range_text(range(3, 4)), range_text(3)
    ('3..6', '3..3', '3')
    """
    return f"{numbers[0]}..{numbers[-1]}" if isinstance(numbers, range) else str(numbers)


def span(typed: str, name: str) -> tuple[int, int | None]:
    """Return both ends of N, LO..HI, LO.. or ..HI; the last is None where there is none.

    >>> span("0-1", "lost"), span("5..", "left"), span("..3", "lost"), span("2", "lost")
    ((0, 1), (5, None), (0, 3), (2, 2))
    """
    first, dots, last = re.sub("(?<=[0-9])-", "..", typed).partition("..")
    if dots and (first or last):
        low, high = number(first or "0", name), number(last, name) if last else None
        if high is None or low <= high:
            return low, high
        raise RiskError(f"{name} must be LO..HI with LO at most HI, not {short_repr(typed)}")
    low = number(typed, name)
    return low, low


def seconds_or_none(typed: str, name: str) -> int | None:
    """Return a number of seconds, 1 or more, or None for "none"."""
    return None if typed == "none" else number(typed, name, 1)


def each_number(typed: str, name: str) -> list[int]:
    """Return whole numbers with commas between."""
    return [number(each, name) for each in typed.split(",")]


def names(typed: str, name: str) -> list[str]:
    """Return names with commas between, one or more.

    >>> names("Siam, China", "take")
    ['Siam', 'China']
    """
    found = [each.strip() for each in typed.split(",") if each.strip()]
    if not found:
        raise RiskError(f"{name} must be one name or more, not {short_repr(typed)}")
    return found


def pairs(typed: str, name: str) -> list[tuple[str, str]]:
    """Return both sides of each NAME=VALUE, with commas between.

    >>> pairs("Siam=14,China=3", "mine")
    [('Siam', '14'), ('China', '3')]
    """
    found = []
    for each in names(typed, name):
        key, equals, value = each.partition("=")
        if not (key and equals and value):
            raise RiskError(f"{name} must be NAME=NUMBER, not {short_repr(each)}")
        found.append((key.strip(), value.strip()))
    return found


LISTS = names, pairs


def rules(typed: str, name: str) -> Rules:
    """Return the rule set that is named."""
    return rules_named(typed)


def rules_or_all(typed: str, name: str) -> Rules | str:
    """Return the rule set that is named, or "all", which "any" is too where a table is checked."""
    return "all" if typed in ("all", "any") else rules_named(typed)


def territories(typed: str, name: str) -> list[tuple[int, Rules | None]]:
    """Return the defenders of territories, and their rules where those are given as D:RULES.

    >>> territories("3,3,2", "defenders")
    [(3, None), (3, None), (2, None)]
    """
    found: list[tuple[int, Rules | None]] = []
    for each in re.split(r",(?=\d)", typed):
        defenders, colon, named = each.partition(":")
        if defenders == "000" and found:
            before = found[-1][0]
            raise RiskError(
                f"{name} must be clear, not {short_repr(typed)}: write {before}000 or {before},0"
            )
        found.append((number(defenders, name), rules_named(named) if colon else None))
    return found


def sides(typed: str, name: str) -> list[tuple[int, Rules | None]] | list[tuple[str, str]]:
    """Return attackers and defenders, or the enemy's territories on a map as NAME=D.

    >>> sides("3,2", "units"), sides("Siam=2", "units")
    ([(3, None), (2, None)], [('Siam', '2')])
    """
    return pairs(typed, "enemy") if "=" in typed else territories(typed, "attackers or defenders")


def percent(typed: str, name: str) -> Fraction:
    """Return a chance; a whole number from 2 to 99 without a sign is one in percent.

    >>> percent("80", "chance"), percent("0.8", "chance"), percent("1", "chance")
    (Fraction(4, 5), Fraction(4, 5), Fraction(1, 1))
    """
    return chance(f"{typed}%" if re.fullmatch("[2-9]|[1-9][0-9]", typed) else typed, name)


def territories_or_chance(typed: str, name: str) -> list[object]:
    """Return the defenders of territories, a range of those of one, or a chance such as 90%."""
    if re.fullmatch(r"\d+(\.\.|-)\d+", typed):
        return [numbers(typed, name)]
    return [chance(typed)] if PART.fullmatch(typed) else [*territories(typed, name)]


# ---- commands and their options


class Option(NamedTuple):
    """An option with a value, or an argument, which is named in capitals.

    - `metavar`: what stands for its value, or for each of its values;
    - `read`: takes what was typed and the name, and returns the value, by default the text;
    - `several`: whether it may be given several times, as one whose reader is of `LISTS` may;
    - `default`: the value where nothing is typed; `required`: whether it must be given;
    - `choices`: the words that are allowed; `names`: what a shell may complete besides;
    - `dest`: the name of the value, if it is not the option's.
    """

    metavar: str | tuple[str, ...]
    help: str
    read: Callable[..., Any] | None = None
    default: object = None
    required: bool = False
    choices: tuple[str, ...] = ()
    names: Callable[[], Iterable[str]] | None = None
    dest: str = ""
    several: bool = False


NO_OPTIONS: Mapping[str, Option | str] = {}


class Command(NamedTuple):
    """A command: what it does, an example, and its options.

    - `more`: lines of its help below the example;
    - `common`: options that most commands have;
    - `rules`: in words, the rules where none are named;
    - `group`: one of `cli.HELP_GROUPS`, in which the help lists it;
    - `own`: options that few commands have, or the help of one without a value.
    """

    help: str
    example: str
    options: str
    more: str = ""
    common: str = "--rules --json --output"
    rules: str = "standard"
    group: str = "At the table"
    own: Mapping[str, Option | str] = NO_OPTIONS


class Parser(ArgumentParser):
    """An argument parser whose errors are one line, without the usage.

    An option with a value may be given only once, unless it may be given several times.
    """

    command: Command

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False,
            # the width of the terminal takes a while to find out, and is for help alone
            formatter_class=partial(RawDescriptionHelpFormatter, width=80),
            **settings,
        )
        self.register("action", None, Once)
        # "-1" and "-1..5" are numbers that are refused, not options that do not exist
        self._negative_number_matcher = re.compile(r"-\d")

    def add_option(self, key: str, option: Option | str, rules: str) -> None:
        """Add an option, named as a command does, or a flag; `rules` are the usual ones."""
        flag = key.strip("[].").partition(":")[0]
        if isinstance(option, str):
            self.add_argument(flag, action="store_true", help=option)
            return
        settings: dict[str, Any] = {"metavar": option.metavar, "default": option.default}
        if flag.startswith("--"):
            flags, name = [SHORT[flag], flag] if flag in SHORT else [flag], flag.removeprefix("--")
            settings |= {"dest": option.dest or None, "required": option.required}
            if isinstance(option.metavar, tuple):
                settings["nargs"] = len(option.metavar)
            elif "..." in key:  # all that follows
                settings["nargs"] = "..."
            if option.several or option.read in LISTS:
                settings["action"] = "append" if option.several else "extend"
            if flag == "--format":
                self.set_defaults(formats=option.choices)
        else:
            name = option.dest or flag.lower()
            flags, settings["nargs"] = [name], NARGS.get(key.replace(flag, "X"))
        parts = ", ".join(option.choices), option.help.replace("{rules}", rules)
        read = partial(one_of, allowed=option.choices) if option.choices else option.read
        settings["type"] = read and partial(read, name=name)
        again = "; may be given several times" if "action" in settings else ""
        action = self.add_argument(*flags, help=" ".join(filter(None, parts)) + again, **settings)
        if option.choices or option.names:
            completions = option.names or (lambda: option.choices)
            vars(action)["completer"] = lambda **_: completions()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Refuse what is not known here, where the options are that may have been meant."""
        words = self._arguments_first(sys.argv[1:] if args is None else args)
        options, unknown = super().parse_known_args(words, namespace)
        if unknown:
            first = unknown[0].partition("=")[0]
            known = self._option_string_actions
            others = {
                f"--{value}": f"{flag} {value}"
                for flag, action in known.items()
                for value in vars(action).get("completer", tuple)()
            } | {name: new for name, new in RENAMED if new in known}
            hint = did_you_mean(first, known, others)
            self.error(f"unrecognized arguments: {' '.join(unknown)[:100]}{hint}")
        return options, unknown

    def _arguments_first(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words with arguments before options: argparse takes several only together."""
        arguments: list[str] = []
        options: list[str] = []
        left = iter(words)
        for word in left:
            name, valued, _ = word.partition("=")
            action = self._option_string_actions.get(name)
            if word[:1] != "-" or self._negative_number_matcher.match(word):
                arguments.append(word)
            elif action is None or self._subparsers:
                return words
            else:
                number = 0 if valued else 1 if action.nargs is None else action.nargs
                options += [word, *islice(left, number if isinstance(number, int) else None)]
        return [*arguments, *options]

    def _get_value(self, action: Action, typed: str) -> object:
        """Read what was typed; a `RiskError` says what is wrong with it."""
        read = action.type
        return read(typed) if callable(read) else typed

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(each) for each in action.choices]
            self.error(
                f"{action.metavar} must be one of {', '.join(names)}, not {short_repr(value)}"
                + did_you_mean(value, names)
            )

    def error(self, message: str) -> Never:
        """Print one line on standard error and exit with status 2."""
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message and hasattr(self, "command"):
            message = f"{missing} must be given, as in `riskexact {self.command.example}`"
        message = re.sub(r"argument (\S+): expected (\w+) argument", r"\1 needs \2 value", message)
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


class Once(Action):
    """An option that may be given only once; several arguments, each of them a list, are one."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep the value, and refuse a second one, which would contradict the first."""
        given = vars(namespace).setdefault("given", set())
        if option is not None and self.dest in given:
            parser.error(f"{option} must be given once, not twice")
        if values is not None:  # of an argument that may be left out
            given.add(self.dest)
        if self.nargs in ("*", "+"):
            values = [each for some in values for each in some]
        setattr(namespace, self.dest, values)


# ---- what several commands ask of the values


def free(options: Namespace, name: str = "attackers", least: int = 0) -> int:
    """Return attackers free to fight, one less than the armies that `--armies` counts."""
    typed = getattr(options, name)
    if options.armies:
        return whole(typed, "armies", least + 1) - 1
    return whole(typed, "attackers", least)


def refuse(options: Namespace, names: Iterable[str], where: str) -> None:
    """Raise `RiskError` if one of these options is typed, which `where` allows only.

    It is "with X" for those that need X, "without X" for those that cannot be asked with X.
    """
    how, _, what = where.partition(" ")
    given = vars(options).get("given", set())
    for name in names:
        typed = getattr(options, name)
        if name in given or typed is True or isinstance(typed, list):
            says = "needs" if how == "with" else "cannot be asked together with"
            raise RiskError(f"--{name.replace('_', '-')} {says} {what}")


def settle_format(options: Namespace) -> None:
    """Set `format` and `json` to what `--json`, `--format` and the suffix of the file ask for.

    Raises `RiskError` where these differ, for a format or a suffix that the answer cannot have, and
    for an option of a format that is not asked for.
    """
    file, typed = getattr(options, "output", None) or "", getattr(options, "format", None)
    if options.json and typed not in (None, "json"):
        raise RiskError(f"format must be json with --json, not {short_repr(typed)}")
    formats, own = _formats(options)
    typed = "json" if options.json else typed and one_of(typed, "format", formats)
    typed = FORMAT_WORDS.get(str(typed), typed)
    named = _named_format(file, formats, own, typed is not None)
    if named and typed not in (None, named):
        raise RiskError(f"format must be {named} for a file called {short_repr(file)}, not {typed}")
    options.format = typed or named or "text"
    options.json = options.format == "json"
    for name, needed, what in (
        ("parts", ("csv", *SHEETS), "CSV or a spreadsheet"),
        ("booktabs", ("latex",), "LaTeX"),
    ):
        if getattr(options, name, False) and options.format not in needed:
            raise RiskError(f"--{name} needs {what}, not {options.format}")


def _formats(options: Namespace) -> tuple[Sequence[str], str | None]:
    """Return the formats of the answer, and the suffix of what is written instead of it."""
    command, given = options.command, vars(options)
    formats = given.get("formats", TEXT_FORMATS)
    verdict = command == "vectors" and given["check"]
    for suffix, by in WRITTEN_BY.items():
        writer, _, option = by.partition(" --")
        if writer == command and not verdict and (not option or given[option]):
            return formats, suffix
    has_range = range in map(type, given.values())
    return formats if has_range else WITHOUT_TABLE.get(command, formats), None


def _named_format(file: str, formats: Sequence[str], own: str | None, typed: bool) -> str | None:
    """Return the format that the suffix of a file asks for, None for any.

    Raises `RiskError` for a suffix that the file cannot have; with a format that is `typed` it may
    have one that says no other format.
    """
    suffix = "" if isdir(file) else splitext(file)[1][1:].lower()  # noqa: PTH112, PTH122
    words = () if own else (*formats, *(SHEETS if "csv" in formats else ()))
    known = (own,) if own else ("txt", *words)
    if suffix in ("", *known) or own == "/" or (typed and suffix not in ELSEWHERE and not own):
        return FORMAT_WORDS.get(suffix, suffix) if suffix in words else None
    allowed = f".{own}" if own else "one of " + ", ".join(f".{each}" for each in known)
    why = f" ({ELSEWHERE[suffix]})" if suffix in ELSEWHERE and not own else ""
    raise RiskError(f"-o must end in {allowed}, not {short_repr(file)}{why}")


def asked_mode(options: Namespace) -> dict[str, Any]:
    """Return at how many attackers battles end, and that Balanced Blitz draws them if it does."""
    typed = echo(options, *LINES)
    mode = {name: max(0, int(str(n)) - options.armies) for name, n in typed.items()}
    if not getattr(options, "blitz", False):
        if "stop_until" in typed:
            raise RiskError("--stop-until needs --blitz; without it the option is --retreat-at")
        return mode
    from riskexact.rules.blitz import MAX_BLITZ_DIGITS

    if "retreat_at" in typed:
        raise RiskError("--retreat-at must be --stop-until with --blitz, as the game calls it")
    stops = [name for name in STOPS if hasattr(options, name)]
    refuse(options, stops, "without --blitz, which draws whole battles, not rounds")
    if getattr(options, "method", None) not in (None, "auto"):
        raise RiskError(f"method must be auto with --blitz, not {short_repr(options.method)}")
    whole(getattr(options, "digits", None) or DIGITS, "digits", 1, MAX_BLITZ_DIGITS)
    return {"blitz": True} | mode


def echo(options: Namespace, *names: str) -> dict[str, object]:
    """Return the question in JSON as it was typed: these options, as far as they were given.

    Rules are told by their name or their parts, and Balanced Blitz by its version.
    """
    typed = {name: getattr(options, name, None) for name in names}
    given = {name: value for name, value in typed.items() if value is not None}
    if "rules" in given:
        given["rules"] = rules_json(options.rules)
    if given.pop("blitz", False):
        from riskexact.rules.blitz import BLITZ_3_3

        given["balanced_blitz"] = BLITZ_3_3.name
    return given


def echo_sides(options: Namespace) -> dict[str, object]:
    """Return two sides and their rules in JSON."""
    return echo(options, "attackers", "defenders", "armies", "rules", "blitz")
