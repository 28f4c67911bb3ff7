"""`python -m tests.conformance DIRECTORY`: programs of others on the test vectors.

DIRECTORY has a folder for each program that `adapters` names: a clone of its repository, called
OWNER+NAME, or what `pip install --target` makes of a package.  What is not there is said and left
out.  Writes the table in the README beside this file; with `--print`, prints it.
"""

import argparse
import json
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

from riskexact.base.errors import RiskError
from riskexact.base.text import decimal_text
from riskexact.publication.vectors.checking import (
    CheckedProgram,
    answers_of_program,
    checked_program,
)
from riskexact.publication.vectors.question import ANSWERS, questions
from tests.conformance.adapters import PROGRAMS, directory_of

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- programs: begin -->\n", "<!-- programs: end -->\n"

HEAD = "| program | version | questions | right | wrong | off by at most | explained by | remarks |"
SECONDS = 600
FEWEST_EXPLAINED = 0.2
"""The share of the wrong answers that a reason has to explain to be named."""


def version_of(directory: Path, name: str) -> str:
    """Return the version of a package, or the commit of a clone and its date."""
    if (directory / ".git").exists():
        command = ["git", "-C", str(directory), "log", "-1", "--format=%h, %cs"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    (found,) = (each for each in distributions(path=[str(directory)]) if each.name == name)
    return found.version


def row(name: str, directory: Path) -> str:
    """Ask a program, and return its row of the table."""
    program = PROGRAMS[name]
    home, _, kind = name.partition(" ")
    version = version_of(directory / home, home)
    shown = home.replace("+", "/") + (f" {kind}" if kind else "")
    command = f"'{sys.executable}' -m tests.conformance.adapters '{name}' '{directory.resolve()}'"
    try:
        lines = answers_of_program(
            command, [json.dumps(each.asked) for each in questions()], SECONDS
        )
        checked = checked_program(questions(), lines)
    except RiskError as error:
        return f"| {program.source}: {shown} | {version} | | | | | | could not be asked: {error} |"
    wrong = {each.question.kind for each in checked.wrong}
    kinds = [kind for kind in ANSWERS if checked.right[kind] or kind in wrong]
    cells = [
        f"{program.source}: {shown}",
        version,
        ", ".join(kinds),
        str(checked.right.total()),
        str(len(checked.wrong)),
        most_off(checked),
        "; ".join(explained(checked)),
        program.remark,
    ]
    return f"| {' | '.join(cells)} |"


def explained(checked: CheckedProgram) -> list[str]:
    """Return what would explain wrong answers, and how many of them."""
    few = FEWEST_EXPLAINED * len(checked.wrong)
    return [f"{reason} ({n})" for reason, n in checked.reasons if n > few]


def most_off(checked: CheckedProgram) -> str:
    """Return the largest error, "" if there is none."""
    errors = [abs(each.off) for each in checked.wrong if each.off is not None]
    return decimal_text(max(errors), 2) if errors else ""


def table(directory: Path) -> str:
    """Return the table of the programs that are there."""
    rows = []
    for name in PROGRAMS:
        if (directory / directory_of(name)).is_dir():
            rows.append(row(name, directory))
        else:
            print(f"{name} is not in {directory}", file=sys.stderr)
    columns = HEAD.count("|") - 1
    return "\n".join([HEAD, "|" + "---|" * columns, *rows, ""])


def main() -> None:
    """Ask all programs."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--print", action="store_true", help="print the table only")
    options = parser.parse_args()
    made = table(options.directory)
    if options.print:
        print(made, end="")
        return
    text = README.read_text("utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    README.write_text(f"{before}{BEGIN}{made}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
