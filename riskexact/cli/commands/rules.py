"""`riskexact rules`: the catalogue, and one rule set with its round counts."""

from argparse import Namespace
from collections.abc import Iterator
from textwrap import wrap

from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Report, Several, Text
from riskexact.cli.commands.round import every_dice, round_report
from riskexact.cli.options import RULE_SETS
from riskexact.cli.output import width
from riskexact.cli.parser import Command, Option
from riskexact.rules.catalogue import entries, entry_named, games, grouped, names
from riskexact.rules.files import Entry
from riskexact.rules.sentence import sentence

COMMAND = Command(
    "the named rule sets, or one of them with its round counts",
    "rules legacy-bunker",
    "[NAME]",
    common="--rules --format --json --output",
    rules="list them all",
    own={
        "NAME": Option("NAME", "the same as --rules NAME"),
        "--rules": Option("NAME", RULE_SETS, names=names),
    },
)


def run(options: Namespace) -> Report:
    """Return the list, or one rule set."""
    if options.name is not None and options.rules is not None:
        raise RiskError("rules must be named once, not as NAME and with --rules")
    name = options.rules if options.name is None else options.name
    if name is None:
        named = entries().items()
        every = {"rules": [_data(name, entry) for name, entry in named]}
        return Report("", every, Text(*list(_listed())[1:]))
    entry = entry_named(name)
    rules = entry.rules
    texts = [f"{rules.name or name}: {entry.title or rules.description}", _sentence(entry)]
    remarks = ("source", entry.source), ("note", entry.note)
    texts += [f"{what}: {remark}" for what, remark in remarks if remark]
    lines = (line for text in texts for line in wrap(text, width()))
    rounds = Several("rounds", [round_report(a, d, rules) for a, d in every_dice(rules)])
    return Report("", _data(name, entry), Text(*lines), BLANK, rounds)


def _listed() -> Iterator[str]:
    for group, named in (grouped() | {"Games by name": games()}).items():
        yield from ("", f"{group}:")
        for name, entry in named.items():
            for text, indent in ((f"{name}: {entry.title}", "  "), (_sentence(entry), "    ")):
                yield from wrap(text, width(), initial_indent=indent, subsequent_indent=indent)


def _sentence(entry: Entry) -> str:
    text = sentence(entry.rules)
    return f"{text[0].upper()}{text[1:]}."


def _data(name: str, entry: Entry) -> dict[str, object]:
    return {
        "name": entry.rules.name or name,
        "rules": entry.rules.parts,
        "title": entry.title,
        "group": entry.group,
        "sentence": sentence(entry.rules),
        "description": entry.rules.description,
        "source": entry.source,
        "note": entry.note,
    }
