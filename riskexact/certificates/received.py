"""Certificates of others: each is written anew from the question in it, and compared.

Coq reads the text that is written here, so nothing else that a file assumes, redefines or prints
can count.
"""

import re

from riskexact.base.arguments import ExactChance, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.export import parsed
from riskexact.base.frozen import Any, NamedTuple
from riskexact.base.text import number_or_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.certificates.certificates import Statement, of_battle, of_campaign, text
from riskexact.certificates.turn import TERMS_OF_A_TURN, of_turn
from riskexact.turn.position import Position

MAX_CERTIFICATE_BYTES = 1 << 20

ASKED = re.compile(r"^    Question: (\{.*\})$", re.MULTILINE)
"""The line of a certificate that has its question."""


class Rewritten(NamedTuple):
    """A certificate as it is written here, and what is different in the one that was received."""

    statement: Statement
    need: ExactChance | None
    certificate: str
    difference: str | None = None


def written_anew(received: str) -> Rewritten:
    """Return the certificate of the question in a received one, and the first difference.

    Raises `RiskError` where there is no question, or it is none that has a certificate.

    >>> from riskexact.certificates.certificates import certificate
    >>> written_anew(certificate(3, 2)).difference
    >>> written_anew(certificate(3, 2).replace("10077696", "10077697")).difference
    "line 26 must go on with '6.', not '7.'"
    >>> written_anew(certificate(3, 2) + "More").difference.rpartition("on with")[2]
    " '', not 'More'"
    """
    asked = ASKED.search(received)
    if asked is None:
        raise RiskError("a certificate must have a line `Question: {...}`, as `certify` writes it")
    question = parsed(asked[1])
    need = number_or_text(question.pop("need", None))
    statement = of_question(question)
    certificate = text(statement, need)
    return Rewritten(statement, need, certificate, _difference(received, certificate))


def of_question(question: dict[str, Any]) -> Statement:
    """Return what answers a question in JSON, whose `kind` is battle, campaign or turn."""
    if question.get("kind") == "turn":
        terms = {name: question.pop(name) for name in TERMS_OF_A_TURN if name in question}
        return of_turn(Position.from_json(question | {"kind": "position"}), **terms)
    if question.get("kind") == "campaign":
        return of_campaign(Campaign.from_json(question))
    return of_battle(Battle.from_json(question))


def _difference(received: str, certificate: str) -> str | None:
    """Return where the first difference is, and what it is."""
    if received == certificate:
        return None
    pairs = enumerate(zip(received, certificate, strict=False))
    at = next((n for n, (x, y) in pairs if x != y), min(len(received), len(certificate)))
    had, wanted = (short_repr(each[at:].partition("\n")[0]) for each in (received, certificate))
    return f"line {received.count(chr(10), 0, at) + 1} must go on with {wanted}, not {had}"
