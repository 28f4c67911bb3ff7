"""`riskexact certify`: a Coq file that proves an answer."""

from argparse import Namespace

from riskexact.base.report import Report, Text, Value
from riskexact.cli import coq
from riskexact.cli.campaign import asked_campaign
from riskexact.cli.odds import asked_battle
from riskexact.cli.output import complain, emit, printable, write_whole
from riskexact.cli.parser import Command, refuse
from riskexact.evidence.certificates import Statement, claim, of_battle, of_campaign, text

COMMAND = Command(
    "a Coq file that proves the chance to win a battle or a campaign",
    "certify 17 6 -o odds.v --check",
    "ATTACKERS D... --need --check --fresh --retreat-at --stop-at-defenders --leave-behind "
    "--armies",
)


def run(options: Namespace) -> int:
    """Print the certificate, or write it; have Coq check it if that is asked for."""
    if options.check:
        coq.compiler()
    else:
        refuse(options, ("fresh",), "with --check")
    statement, echo = _question(options)
    certificate = text(statement, options.need)
    refused = (
        coq.refusal(certificate, statement.method.files, options.fresh) if options.check else None
    )
    if options.output is not None:
        write_whole(options.output, certificate)
    if refused is not None:
        complain(f"riskexact: Coq refuses the certificate: {refused}")
    report = Report(
        "",
        echo
        | {
            "need": options.need,
            "checked": refused is None if options.check else None,
            "certificate": certificate,
        },
        Value("win", statement.chance, ""),
        Text(_verdict(options, statement)),
    )
    if options.json:
        emit(report.json(), None)
    elif options.output is None and not options.check:
        emit(certificate, None)
    elif refused is None:
        emit(report.text(), None)
    return 0 if refused is None else 1


def _verdict(options: Namespace, statement: Statement) -> str:
    """Return what was proved, or how it can be checked."""
    said = claim(statement, options.need)
    if options.check:
        verdict = "Coq accepts the proof"
    else:
        verdict = "--check has Coq check it, and the file says how to do so by hand"
    file = "" if options.output is None else f"{printable(options.output)}: "
    return f"{file}{said}; {verdict}"


def _question(options: Namespace) -> tuple[Statement, dict[str, object]]:
    """Return what is to be proved, and its echo in JSON; one number of defenders is a battle."""
    (d, rules), *more = options.defenders
    if more or rules or options.leave_behind is not None:
        refuse(options, ("stop_at_defenders",), "with the defenders of one battle")
        campaign, asked = asked_campaign(options)
        return of_campaign(campaign), asked
    options.defenders = d
    battle, asked = asked_battle(options)
    return of_battle(battle), asked
