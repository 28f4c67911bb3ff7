"""The command line: parsing, messages and exit status; the answers come from the library.

A command returns a `Report`, which `main` shows, or its exit status.

Exit status: 0 done; 1 a check failed; 2 unusable input; 130 interrupted.  A reader that closes
the pipe ends the program quietly.
"""

import re
import sys
from argparse import SUPPRESS, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import environ

from riskexact.base.arguments import did_you_mean, short_repr
from riskexact.base.errors import CheckFailedError, RiskError, UnwritableError
from riskexact.base.frozen import Any
from riskexact.base.report import Report
from riskexact.base.version import VERSION
from riskexact.cli.options import OPTIONS
from riskexact.cli.output import complain, emit, show, show_progress, width, wipe
from riskexact.cli.parser import MODEL_FORMATS, Command, Parser, settle_format
from riskexact.features import FEATURES, parts, present

HELP_GROUPS = (
    "At the table",
    "Campaigns and maps",
    "Tables and pictures",
    "Mathematics",
    "Publishing",
)
"""The groups of commands in the help; a command names its own."""

FEATURE_OF = {
    command: feature
    for feature, offered in FEATURES.items()
    for command in offered["commands"].split()
} | dict.fromkeys(("round", "rules", "verify", "plot", "completion"), "cli")
"""The feature of each command, or the floor of those that belong to none."""

COMMANDS = tuple(FEATURE_OF)

FIRST = "odds", "need", "luck", "campaign", "conquer"
"""The commands on the first screen of the help."""

SYNONYMS = {
    word: command
    for command, words in {
        "campaign": "chain",
        "map": "borders continents countries territories",
        "need --garrison-against": "defend garrison hold",
        "need --price": "price",
        "odds": "attack battle calculate chance chances fight probability win",
        "odds --blitz": "balanced-blitz blitz",
        "outcomes --rounds": "rounds",
        "place": "spread",
        "plot": "chart draw graph picture",
        "round": "resolve roll throw",
        "rules": "list",
        "strategy": "retreat stop",
    }.items()
    for word in words.split()
}
"""Other words for a command, to which it is suggested."""

MEANT = {
    (
        "odds",
        r"odds (?:--attackers )?(\d+)(?:( ?)[-:,/x]\2| --defenders )(\d+)( -.*)?",
    ): r"`riskexact \1 \3`",
    ("luck", r"luck (\d+) (\d+) (\d+) (\d+)"): r"`riskexact luck \1 \2 --left \3 \4`",
    ("dice", r"dice (\d+) (\d+)"): r"`riskexact round \1 \2`",
    ("--blitz", r"plot (?!outcomes |net ).* --blitz.*"): "`riskexact plot outcomes 8 6 --blitz` or "
    "`riskexact plot net 12 3,3,2 --blitz`, of who is left, as --blitz knows whole battles, not "
    "throws",
    ("--blitz", r"(conquer|place).* --blitz.*"): "without --blitz, which knows whole battles, not "
    "throws; for one path it is `riskexact campaign ATTACKERS D... --blitz`",
    ("need", r"need (\d+) ([5-9]\d|100)( -.*)?"): r"clear, so write \2% or \1,\2",
    (
        "need",
        r"need \d+ (?:\d+ |--(?:armies|blitz|exact|json|price) )*(?:[5-9]\d|\d{3,})( .*)?",
    ): "clear, so write a chance as 90%, or garrisons with commas between: 9,90",
    ("--armies", r"conquer .*--armies.*"): "without --armies, as numbers on a map are armies "
    "anyway",
    ("--mine", r"(?!certify|conquer|game|plot|verify)\w+ .*--mine.*"): "on a map, as "
    "`riskexact conquer --mine Siam=9 India=3`",
    ("formula", r"formula (\d+) (\d+)"): r"`riskexact verify \1 \2 --steps`",
}
"""What such a question has in it, its spelling, which is not read, and what to type instead."""

NAMED = ("publish", "vectors", "verify", "dice", "review")
"""The commands that take the name of a directory or a file, which may be anything."""

AGAINST = r"vs?\.?|versus|against"

TWO_SIDES = re.compile(rf"(\d+)(?:\s*(?:{AGAINST})\s*|\s+)(\d\S*)")
"""Both sides of a battle in one word."""

SEVERAL = re.compile(r"\d+(:[^,]+)?(,\d+(:[^,]+)?)+|odds \d+ \d+(:\S+)? \d")
"""The defenders of several territories, in one word, or in words of their own."""

EXAMPLES = """\
example: riskexact 8 6
         riskexact need 9
         riskexact campaign 11 3,3,3

riskexact help COMMAND explains one; riskexact help --all lists all commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        if "_ARGCOMPLETE" in environ:
            from riskexact.cli.commands.completion import complete

            complete(parser, COMMANDS)
        words = sys.argv[1:] if arguments is None else list(arguments)
        if words[:2] == ["help", "--all"]:
            emit(parser().format_help(), None)
            return 0
        words = normalized(words, COMMANDS)
        if words[0] in COMMANDS:
            options = parser_of(words[0]).parse_args(words[1:])
        else:
            options = parser(FIRST).parse_args(words)
        if "json" in options:
            settle_format(options)
        show_progress()
        try:
            answer: Report | int = _run_of(options)(options)
            if not isinstance(answer, Report):
                return answer
            answer.digits = getattr(options, "digits", None)
            answer.fractions &= not getattr(options, "blitz", False)
            answer.parts = getattr(options, "parts", False)
            answer.booktabs = getattr(options, "booktabs", False)
            show(answer, options)
            return int(answer.failed)
        finally:
            wipe()
    except (RiskError, UnwritableError) as error:
        complain(f"riskexact: {error}")
        return 1 if isinstance(error, CheckFailedError) else 2
    except MemoryError:
        complain("riskexact: the answer must fit in memory, not exceed it")
        return 2
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            complain("")
        return 130
    except BrokenPipeError:
        return 0


def _run_of(options: Namespace) -> "Callable[[Namespace], Report | int]":
    """Return what answers the question, or writes it in a format of a feature."""
    if getattr(options, "format", None) not in MODEL_FORMATS:
        run: Callable[[Namespace], Report | int] = options.run
        return run
    for part in parts("commands.formats"):
        return part.run  # type: ignore[no-any-return]
    raise RiskError(f"the format {options.format} needs the feature models, which is not here")


def parser(listed: Sequence[str] = COMMANDS) -> Parser:
    """Return the parser of all commands; the help lists these, in their groups."""
    top = Parser(prog="riskexact", usage="riskexact COMMAND ...", epilog=EXAMPLES)
    top.add_argument("-V", "--version", action="version", version=f"%(prog)s {VERSION}")
    # the help lists the commands in their groups
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog=top.prog, help=SUPPRESS)
    for name in listed:
        if present(FEATURE_OF[name]):
            parser_of(name, partial(commands.add_parser, name))
    top.description = _overview(commands.choices)
    return top


def parser_of(name: str, new: "Callable[..., Parser]" = Parser) -> Parser:
    """Return the parser of a command, what follows its name; raise `RiskError` if it is not here.

    The first answer should come at once, so the modules of other commands are not imported.
    """
    module = _module_of(name)
    made = _filled(module.COMMAND, partial(new, prog=f"riskexact {name}"))
    made.set_defaults(run=module.run, command=name)
    if name == "plot":
        kinds = made.add_subparsers(dest="kind", metavar="KIND", required=True)
        for kind, picture in module.kinds().items():
            own = picture.command(kind)
            _filled(own, partial(kinds.add_parser, kind, help=own.help))
    return made


def _module_of(name: str) -> Any:
    feature = FEATURE_OF[name]
    try:
        # as `importlib` does, which takes longer to import than the odds of a battle to compute
        return __import__(f"riskexact.{feature}.commands.{name}", fromlist=["run"])
    except ModuleNotFoundError:
        if present(feature):
            raise
    raise RiskError(f"the command {name} needs the feature {feature}, which is not here")


def _filled(command: Command, new: "Callable[..., Parser]") -> Parser:
    parser = new(
        description=f"{command.help[0].upper()}{command.help[1:]}.",
        epilog=f"example: riskexact {command.example}{command.more}",
    )
    parser.command = command
    for key in f"{command.options} {command.common}".split():
        bare = key.strip("[].")
        option = command.own[bare] if bare in command.own else OPTIONS[bare]
        parser.add_option(key, option, command.rules)
    return parser


def _overview(parsers: "Mapping[str, Parser]") -> str:
    from textwrap import wrap

    lines = wrap("Exact odds of battles in the board game Risk.", width())
    indent = " " * (len(max(parsers, key=len)) + 4)
    groups: dict[str, list[str]] = {f"{group}:": [] for group in HELP_GROUPS}
    for name, each in parsers.items():
        groups[f"{each.command.group}:"].append(name)
    if {*parsers} <= {*FIRST}:
        groups = {"`riskexact 8 6` is `riskexact odds 8 6`. The first commands:": [*parsers]}
    for group, names in groups.items():
        lines += ["", *wrap(group, width())]
        for name in names:
            first = f"  {name}".ljust(len(indent))
            what = str(parsers[name].description).rstrip(".")
            lines += wrap(what, width(), initial_indent=first, subsequent_indent=indent)
    return "\n".join(lines)


# ---- natural spellings: "17v6", "17 vs 6", "12 3,3,2", "help odds"


def normalized(words: list[str], commands: Iterable[str]) -> list[str]:
    """Return the words as the parser takes them: a command, and one word for each argument.

    Raises `RiskError` for what is not read so, and says what may be meant.

    >>> normalized(["17", "vs", "6", "--json"], ["odds"])
    ['odds', '17', '6', '--json']
    >>> normalized(["odds", "12", "3,3,2"], ["odds"])
    ['campaign', '12', '3,3,2']
    >>> normalized(["odd", "17", "6"], ["odds", "campaign"])
    Traceback (most recent call last):
        ...
    riskexact.RiskError: COMMAND must be one that `riskexact help --all` lists, not 'odd'; did you \
mean odds?
    """
    typed = " ".join(words)
    if not words or words[0] == "help":
        words = [*words[1:], "--help"]
    first = words[0] = {"maps": "map"}.get(words[0], words[0])
    if first in ("version", "--version", "-V"):
        return ["--version"]
    if first not in commands:
        if first[:1].isdecimal() or (first[:1] == "-" and any(w[:1].isdecimal() for w in words)):
            words = ["odds", *words]
        elif first not in ("--help", "-h"):
            hint = did_you_mean(first, commands, SYNONYMS)
            raise RiskError(
                "COMMAND must be one that `riskexact help --all` lists, not "
                f"{short_repr(first)}{hint}"
            )
    asked = " ".join(words)
    for (part, pattern), meant in MEANT.items():
        if part in asked and (found := re.fullmatch(pattern, asked)):
            raise RiskError(f"the question must be {found.expand(meant)}, not {short_repr(typed)}")
    if words[1:3] == ["--storm", "--"]:  # argparse would end its words here
        del words[2]
    return words if words[0] in NAMED else _sides_apart(words)


def _sides_apart(words: list[str]) -> list[str]:
    """Return the words with one for each side, and several territories as a campaign."""
    apart: list[str] = []
    several = False
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        sides = TWO_SIDES.fullmatch(word)
        if before in ("-o", "--output"):
            apart.append(word)
        elif re.fullmatch(AGAINST, word) and before[:1].isdecimal() and after[:1].isdecimal():
            continue
        else:
            apart += sides.groups() if sides else [word]
            several = several or SEVERAL.fullmatch(apart[-1]) is not None
    several = several or SEVERAL.match(" ".join(apart)) is not None
    return ["campaign", *apart[1:]] if several and apart[0] == "odds" else apart
