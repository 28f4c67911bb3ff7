"""`riskexact rules`: the catalogue, and one rule set with its round counts."""

from argparse import Namespace
from textwrap import fill

from riskexact.base.errors import RiskError
from riskexact.cli.dice import every_dice, round_json, round_text
from riskexact.cli.options import Commands, add_command
from riskexact.cli.output import emit, emit_json
from riskexact.rules.catalogue import entries, entry_named
from riskexact.rules.files import Entry


def add_rules(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "rules",
        run_rules,
        help="the rule sets that have a name, or one of them with its round counts",
        example="riskexact rules legacy-bunker",
        rules="list them all",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the same as --rules NAME")


def run_rules(options: Namespace) -> int:
    """Print the list, or one rule set."""
    if options.name is not None and options.rules is not None:
        raise RiskError("rules must be named once, not as NAME and with --rules")
    name = options.rules if options.name is None else options.name
    if name is None:
        _run_list(options)
        return 0
    entry = entry_named(name)
    if options.json:
        rounds = [round_json(a, d, entry.rules) for a, d in every_dice(entry.rules)]
        emit_json(_json(name, entry) | {"rounds": rounds}, options.output)
    else:
        emit(_text(name, entry), options.output)
    return 0


def _run_list(options: Namespace) -> None:
    if options.json:
        listed = [_json(name, entry) for name, entry in entries().items()]
        emit_json({"rules": listed}, options.output)
        return
    width = max(map(len, entries()))
    lines = [f"{name:<{width}}  {entry.rules.description}" for name, entry in entries().items()]
    emit("\n".join([*lines, ""]), options.output)


def _json(name: str, entry: Entry) -> dict[str, object]:
    return {
        "name": entry.rules.name or name,
        "rules": entry.rules.parts,
        "description": entry.rules.description,
        "source": entry.source,
        "note": entry.note,
    }


def _text(name: str, entry: Entry) -> str:
    rules = entry.rules
    lines = [f"{rules.name or name}: {rules.description}"]
    for what, remark in (("source", entry.source), ("note", entry.note)):
        if remark:
            lines.append(fill(f"{what}: {remark}", width=80))
    rounds = [round_text(a, d, rules) for a, d in every_dice(rules)]
    return "\n".join(["\n".join([*lines, ""]), *rounds])
