"""`riskexact calculator`: the one page that computes odds in a browser, offline."""

import webbrowser
from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp

from riskexact.app import page
from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text
from riskexact.base.text import pluralize
from riskexact.cli.output import UnwritableError, printable, write_whole
from riskexact.cli.parser import Command, Option
from riskexact.rules.catalogue import RULES, rules_json, rules_named

COMMAND = Command(
    "the calculator, one page for a browser or a phone that needs no network",
    "calculator -o calculator.html",
    "--open",
    common="--rules:names --json --output",
    rules="all of them",
    group="Publishing",
    own={
        "--open": "open it in the browser",
        "--output": Option("FILE", "write to FILE, whole or not at all", dest="page"),
    },
)


def run(options: Namespace) -> Report:
    """Write the page, open it if asked to, and say where it is."""
    if options.page is None and not options.open:
        raise RiskError("calculator needs -o FILE, or --open")
    rules = [rules_named(name) for name in options.rules or RULES]
    content = page(rules).encode()
    name = options.page or str(Path(mkdtemp(prefix="riskexact-")) / "calculator.html")
    write_whole(name, content)
    if options.open and not webbrowser.open(Path(name).resolve().as_uri()):
        raise UnwritableError(f"no browser was found: open {printable(name)} in one")
    options.output = None
    return Report(
        "",
        {"file": name, "bytes": len(content), "rules": [rules_json(each) for each in rules]},
        Text(
            f"{printable(name)}: {pluralize(len(rules), 'rule set')}, {len(content) / 1e3:.0f} kB"
        ),
    )
