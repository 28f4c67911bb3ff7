"""`riskexact certify`: a Coq file that proves an answer."""

from argparse import Namespace

from riskexact.base.arguments import attackers, number
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.report import Report, Text, Value
from riskexact.cli import coq
from riskexact.cli.campaign import TERMS, add_terms, add_territories, read_campaign
from riskexact.cli.options import Commands, add_armies, add_command, free_attackers, refuse
from riskexact.cli.output import complain, emit, printable, write_whole
from riskexact.evidence.certificates import Statement, claim, of_battle, of_campaign, text
from riskexact.questions.battle import Battle
from riskexact.rules.catalogue import rules_json, rules_named

LINES = ("retreat_at", "stop_at_defenders")
"""The stop rules that only a battle has."""


def add_certify(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "certify",
        run_certify,
        help="a Coq file that proves the chance to win a battle or a campaign",
        example="riskexact certify 17 6 -o odds.v --check",
    )
    parser.add_argument("attackers", metavar="ATTACKERS", help="attackers free to fight")
    add_territories(parser)
    parser.add_argument(
        "--need",
        metavar="CHANCE",
        help="prove instead that ATTACKERS have at least this chance, and no fewer have it",
    )
    parser.add_argument(
        "--check", action="store_true", help="have Coq check it; exit status 1 if it refuses"
    )
    for option, metavar, units in (
        ("--retreat-at", "R", "R or fewer attackers"),
        ("--stop-at-defenders", "G", "G or fewer defenders"),
    ):
        parser.add_argument(option, metavar=metavar, help=f"stop a battle when {units} are left")
    add_terms(parser)
    add_armies(parser, "ATTACKERS and R count")


def run_certify(options: Namespace) -> int:
    """Print the certificate, or write it; have Coq check it if that is asked for."""
    if options.check:
        coq.compiler()
    statement, echo = _question(options)
    certificate = text(statement, options.need)
    refused = coq.refusal(certificate, statement.method.files) if options.check else None
    if options.output is not None:
        write_whole(options.output, certificate)
    if refused is not None:
        complain(f"riskexact: Coq refuses the certificate: {refused}")
    report = Report(
        "",
        echo
        | {
            "need": None if options.need is None else checked_chance(options.need, "need"),
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
    terms = any(getattr(options, name) is not None for name in TERMS)
    if len(options.defenders) > 1 or ":" in options.defenders[0] or terms:
        refuse(options, LINES, "with the defenders of one battle")
        campaign, _, asked = read_campaign(options)
        return of_campaign(campaign), asked
    free, rules = attackers(options.attackers, options.armies), rules_named(options.rules)
    d = number(options.defenders[0], "defenders")
    lines = {name: getattr(options, name) for name in LINES}
    given = {
        name: number(typed, name.replace("_", "-"))
        for name, typed in lines.items()
        if typed is not None
    }
    echo: dict[str, object] = {"attackers": free + options.armies, "armies": options.armies}
    echo |= {"defenders": d, "rules": rules_json(rules), **given}
    retreat_at = free_attackers(given.get("retreat_at", 0), options.armies)[0]
    stop = given.get("stop_at_defenders", 0)
    battle = Battle(free, d, rules, retreat_at=retreat_at, stop_at_defenders=stop)
    return of_battle(battle), echo
