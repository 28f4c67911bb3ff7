"""`riskexact calculator`: the one page that computes odds in a browser, offline.

A file is opened as it is.  What can be installed needs a worker and a manifest beside the page, so
it is a directory, for any server.
"""

import webbrowser
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from riskexact.app import page
from riskexact.app.published import OLD, files
from riskexact.base.errors import RiskError, UnwritableError
from riskexact.base.files import write_whole
from riskexact.base.report import Report, Text
from riskexact.base.text import pluralize
from riskexact.cli.output import printable
from riskexact.cli.parser import Command, Option
from riskexact.rules import Rules
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
        "--output": Option(
            "FILE",
            "write to FILE, whole or not at all; or to DIRECTORY/, what a server needs so that it "
            "can be installed, and used offline",
        ),
    },
)


def run(options: Namespace) -> Report:
    """Write the page, open it if asked to, and say where it is."""
    if options.output is None and not options.open:
        raise RiskError("calculator needs -o FILE, or --open")
    rules = [rules_named(name) for name in options.rules or RULES]
    name = options.output or str(Path(mkdtemp(prefix="riskexact-")) / "calculator.html")
    path = Path(name)
    if name.endswith("/") or path.is_dir():
        size = _write_served(path, rules)
        path /= "index.html"
    else:
        content = page(rules).encode()
        size = len(content)
        write_whole(name, content)
    if options.open and not webbrowser.open(path.resolve().as_uri()):
        raise UnwritableError(f"no browser was found: open {printable(name)} in one")
    options.output = None
    return Report(
        "",
        {"file": name, "bytes": size, "rules": [rules_json(each) for each in rules]},
        Text(f"{printable(name)}: {pluralize(len(rules), 'rule set')}, {size / 1e3:.0f} kB"),
    )


def _write_served(folder: Path, rules: Sequence[Rules]) -> int:
    """Write what a server needs, the page last, and return its size."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise UnwritableError(f"{str(folder)!r} cannot be written: {error.strerror}") from None
    served = {name: each for name, each in files(rules).items() if not name.startswith(f"{OLD}/")}
    for name in sorted(served, key=lambda name: name.endswith(".html")):
        write_whole(str(folder / name), served[name])
    return sum(map(len, served.values()))
