"""`riskexact calculator`: the one page that computes odds in a browser, offline."""

import webbrowser
from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp

from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text
from riskexact.base.text import counted
from riskexact.calculator import PAGE_OF, page
from riskexact.cli.output import UnwritableError, printable, write_whole
from riskexact.cli.parser import Command, refuse
from riskexact.rules.catalogue import RULES, rules_json, rules_named

COMMAND = Command(
    "the calculator, one page for a browser or a phone that needs no network",
    "calculator -o calculator.html",
    "--map:page --explore --open",
    common="--rules:names --json --output:page",
    rules="all of them",
)


def run(options: Namespace) -> Report:
    """Write the page, open it if asked to, and say where it is."""
    if options.page is None and not options.open:
        raise RiskError("calculator needs -o FILE, or --open")
    if options.explore:
        refuse(options, ("rules", "map"), "without --explore")
    rules = [rules_named(name) for name in (() if options.explore else options.rules or RULES)]
    kind = "explore" if options.explore else "maps" if options.map else "battle"
    content = page(kind, rules).encode()
    file = "calculator.html" if kind == "battle" else PAGE_OF[kind].file
    name = options.page or str(Path(mkdtemp(prefix="riskexact-")) / file)
    write_whole(name, content)
    if options.open and not webbrowser.open(Path(name).resolve().as_uri()):
        raise UnwritableError(f"no browser was found: open {printable(name)} in one")
    about = f"{counted(len(rules), 'rule set')}, " if rules else ""
    options.output = None
    return Report(
        "",
        {"file": name, "bytes": len(content), "rules": [rules_json(each) for each in rules]},
        Text(f"{printable(name)}: {about}{len(content) / 1e3:.0f} kB"),
    )
