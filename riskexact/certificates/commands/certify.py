"""`riskexact certify`: a Coq file that proves an answer."""

from argparse import Namespace

from riskexact.base.errors import RiskError
from riskexact.base.files import write_whole
from riskexact.base.report import Report, Text, Value
from riskexact.battle.commands.campaign import asked_campaign
from riskexact.battle.commands.odds import asked_battle
from riskexact.certificates import coq
from riskexact.certificates.certificates import Statement, claim, of_battle, of_campaign, text
from riskexact.certificates.received import MAX_CERTIFICATE_BYTES, Rewritten, written_anew
from riskexact.certificates.turn import of_turn
from riskexact.cli.output import complain, emit, printable
from riskexact.cli.parser import Command, Option, percent, refuse, sides
from riskexact.rules import STANDARD
from riskexact.rules.files import text_of_file
from riskexact.turn.commands.conquer import POSITION_OPTIONS, asked_position

COMMAND = Command(
    "a Coq file that proves the chance to win a battle, a campaign or a turn on a map",
    "certify 17 6 -o odds.v --check",
    "[SIDES...] --need --check --fresh --verify --retreat-at --stop-at-defenders "
    "--leave-behind --armies --mine --take --through --map --without-border --move --dice",
    more="\n         riskexact certify --mine Siam=8 --take Australia Indonesia=2 New-Guinea=1 "
    "Western-Australia=1 Eastern-Australia=1 --check"
    "\n         riskexact certify --verify odds.v",
    common="--rules:or --json --output",
    group="Mathematics",
    own={
        **POSITION_OPTIONS,
        "--check": "have Coq check it; exit status 1 if it refuses",
        "--fresh": "with --check or --verify: compile the theory of Coq anew, even if it is kept",
        "SIDES": Option(
            "ATTACKERS D",
            "attackers free to fight, then the defenders of a battle, or of each territory in "
            "turn: 3 3 2 or 3,5:capital; with --mine the enemy's territories as NAME=D or "
            "NAME=D:RULES",
            sides,
            dest="units",
        ),
        "--verify": Option(
            "FILE",
            "instead: write a certificate anew from its question, compare, and have Coq check it",
        ),
        "--need": Option("CHANCE", "prove that ATTACKERS, and no fewer, have this chance", percent),
    },
)

OF_BATTLES = "need", "retreat_at", "stop_at_defenders", "leave_behind", "armies"
ON_MAP = "take", "through", "map", "without_border", "move", "dice"

OWN = *OF_BATTLES, "check", "rules", "output", "mine", *ON_MAP
"""What is not asked of a received certificate, which has its question."""


def run(options: Namespace) -> int:
    """Print the certificate, or write it; have Coq check it if that is asked for."""
    if options.check or options.verify is not None:
        version = coq.version()
    else:
        refuse(options, ("fresh",), "with --check or --verify")
        version = None
    (statement, need, certificate, difference), asked = _asked(options)
    name = printable(options.verify or "")
    refused = difference and f"{name} is not the certificate of its question: {difference}"
    if version is not None and refused is None:
        refused = coq.refusal(certificate, statement.method.files, options.fresh)
        refused = refused and f"Coq refuses the certificate: {refused}"
    if options.output is not None:
        write_whole(options.output, certificate)
    if refused is not None:
        complain(f"riskexact: {refused}")
    checked = refused is None if version is not None else None
    said = {"need": need, "checked": checked, "coq": version, "certificate": certificate}
    report = Report(
        "",
        asked | said,
        Value("win", statement.chance, ""),
        Text(_verdict(options, claim(statement, need), version)),
    )
    if options.json:
        emit(report.json(), None)
    elif options.output is None and version is None:
        emit(certificate, None)
    elif refused is None:
        emit(report.text(), None)
    return 0 if refused is None else 1


def _verdict(options: Namespace, said: str, version: str | None) -> str:
    """Return what was proved, or how it can be checked."""
    if version is not None:
        verdict = f"Coq accepts the proof, version {version}"
    else:
        verdict = "--check has Coq check it, and the file says how to do so by hand"
    name = options.verify or options.output
    file = "" if name is None else f"{printable(name)}: "
    return f"{file}{said}; {verdict}"


def _asked(options: Namespace) -> tuple[Rewritten, dict[str, object]]:
    """Return the certificate that is asked for, or asked about, and the question in JSON."""
    if options.verify is None:
        statement, asked = _question(options)
        return Rewritten(statement, options.need, text(statement, options.need)), asked
    if options.units:
        raise RiskError("certify must have ATTACKERS and D or --verify, not both")
    refuse(options, OWN, "without --verify")
    received = text_of_file(options.verify, "the certificate", MAX_CERTIFICATE_BYTES)
    found = written_anew(received.replace("\r\n", "\n"))
    return found, {"question": found.statement.question}


def _question(options: Namespace) -> tuple[Statement, dict[str, object]]:
    """Return what is to be proved, and its echo in JSON; one number of defenders is a battle."""
    options.rules = options.rules or STANDARD
    on_map = [isinstance(name, str) for name, _ in options.units]
    if options.mine is not None and options.units and all(on_map):
        refuse(options, OF_BATTLES, "without --mine")
        options.enemy = options.units
        terms = options.take, options.through or (), options.move, options.dice
        statement = of_turn(asked_position(options), *terms)
        return statement, {"question": statement.question}
    if len(options.units) < 2 or any(on_map) or options.mine is not None:
        raise RiskError(
            "certify must be given ATTACKERS and D, or --mine and the enemy's territories, or "
            "--verify FILE"
        )
    refuse(options, ON_MAP, "with --mine")
    (options.attackers, own), *options.defenders = options.units
    (d, rules), *more = options.defenders
    if own is not None:
        raise RiskError("rules must be those of defenders, not of the attackers")
    if more or rules or options.leave_behind is not None:
        refuse(options, ("stop_at_defenders",), "with the defenders of one battle")
        campaign, asked = asked_campaign(options)
        return of_campaign(campaign), asked
    options.defenders = d
    battle, asked = asked_battle(options)
    return of_battle(battle), asked
