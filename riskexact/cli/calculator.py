"""`riskexact calculator`: the one page that computes odds in a browser, offline."""

import webbrowser
from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp

from riskexact.base.errors import RiskError
from riskexact.base.report import Report, Text
from riskexact.base.text import counted
from riskexact.calculator import PAGE_OF, page
from riskexact.cli.options import Commands, add_command
from riskexact.cli.output import UnwritableError, emit, printable, write_whole
from riskexact.rules.catalogue import RULES, rules_json, rules_named


def add_calculator(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "calculator",
        run_calculator,
        help="the calculator, one page for a browser or a phone that needs no network",
        example="riskexact calculator -o calculator.html",
        rules="all of them; may be given more than once",
        several=True,
    )
    other = parser.add_mutually_exclusive_group()
    for option, name, words in (
        ("--map", "maps", "the map page instead: the best turn, move by move"),
        (
            "--explore",
            "explore",
            "instead a walk from the problem of points to a battle, for standard rules",
        ),
    ):
        other.add_argument(
            option, action="store_const", const=name, dest="page", default="battle", help=words
        )
    parser.add_argument("--open", action="store_true", help="open it in the browser")


def run_calculator(options: Namespace) -> int:
    """Write the page, open it if asked to, and say where it is."""
    if options.output is None and not options.open:
        raise RiskError("calculator needs -o FILE, or --open")
    explore = options.page == "explore"
    if explore and options.rules:
        raise RiskError("--explore has its own rules: leave --rules out")
    rules = [rules_named(name) for name in (() if explore else options.rules or RULES)]
    content = page(options.page, rules).encode()
    file = "calculator.html" if options.page == "battle" else PAGE_OF[options.page].file
    name = options.output or str(Path(mkdtemp(prefix="riskexact-")) / file)
    write_whole(name, content)
    if options.open and not webbrowser.open(Path(name).resolve().as_uri()):
        raise UnwritableError(f"no browser was found: open {printable(name)} in one")
    about = f"{counted(len(rules), 'rule set')}, " if rules else ""
    report = Report(
        "",
        {"file": name, "bytes": len(content), "rules": [rules_json(each) for each in rules]},
        Text(f"{printable(name)}: {about}{len(content) / 1e3:.0f} kB"),
    )
    emit(report.json() if options.json else report.text(), None)
    return 0
