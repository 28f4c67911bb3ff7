"""`riskexact verify --storm`: the answer of a command, and what Storm answers."""

from argparse import Namespace

from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Data, Report, TableItem, Text
from riskexact.cli import COMMANDS, normalized, parser_of
from riskexact.cli.output import describe
from riskexact.cli.parser import refuse
from riskexact.models.commands.formats import asked_model
from riskexact.models.model import MAX_TOTAL, ask_storm


def verifies(options: Namespace) -> bool:
    """Return whether a model checker is asked."""
    return options.storm is not None


def verify(options: Namespace) -> Report:
    """Return both answers of a question, and whether they are equal, or ours enclose Storm's."""
    refuse(options, ("directory", "steps", "max", "workers", "rules"), "without --storm")
    words = normalized(list(options.storm), COMMANDS)
    if words[0] == "--help":
        raise RiskError("--storm must be followed by a question, such as 17 6")
    asked = parser_of(words[0]).parse_args(words[1:])
    if getattr(asked, "json", False):
        options.format = "json"
    model = asked_model(asked)
    describe("Storm builds the model")
    found = ask_storm(model, "prism" if model.total < MAX_TOTAL else "drn")
    low, high = model.answer
    agree = low <= found <= high
    ours = [("riskexact", low)] if low == high else [("at least", low), ("at most", high)]
    columns = [Column("program", "program"), Column("answer", "answer", "chance")]
    columns.append(Column("exactly", form="fraction"))
    rows = [(name, value, value) for name, value in (*ours, ("Storm", found))]
    verdict = "they agree" if agree else "they do not agree"
    report = Report(
        model.about[0],
        {"question": words},
        TableItem("answers", columns, rows),
        Data("agree", agree),
        Text("", verdict),
    )
    report.failed = not agree
    return report
