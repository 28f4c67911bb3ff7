"""The words of titles, labels and alternative texts."""

from riskexact.base.text import counted
from riskexact.odds.states import armies_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import title


def under(rules: Rules) -> str:
    """Return the rules for a title; nothing for the standard ones.

    >>> from riskexact.rules import SINGLE_LOSS, STANDARD
    >>> under(STANDARD), under(SINGLE_LOSS)
    ('', ' (Single loss: only the highest dice count)')
    """
    return "" if rules == STANDARD else f" ({title(rules)})"


def units_text(attackers: int, armies: bool) -> str:
    """Return the attackers in words, after the armies if they are counted.

    >>> units_text(11, armies=False), units_text(11, armies=True)
    ('11 attackers', '12 armies (11 attackers)')
    """
    units = counted(attackers, "attacker")
    return f"{armies_text(attackers + 1)} ({units})" if armies else units


def attackers_do(attackers: int, armies: bool, verb: str) -> str:
    """Return the attackers in words, with what they do.

    >>> attackers_do(11, armies=False, verb="beat"), attackers_do(1, armies=False, verb="beat")
    ('11 attackers beat', '1 attacker beats')
    """
    return f"{units_text(attackers, armies)} {verb}{'s' * (attackers + armies == 1)}"
