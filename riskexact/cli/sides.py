"""The two sides of a battle and its rules: as they are typed, and as they are echoed."""

from argparse import Namespace
from typing import NamedTuple

from riskexact.catalogue import label, rules_json
from riskexact.cli.options import attackers, chosen_rules, counted, number
from riskexact.rules import Rules


class Sides(NamedTuple):
    """Attackers free to fight against defenders; with `armies`, one more was typed."""

    attackers: int
    defenders: int
    rules: Rules
    armies: bool

    @property
    def header(self) -> dict[str, object]:
        """What JSON has of them: the numbers as typed."""
        return {
            "attackers": self.attackers + self.armies,
            "defenders": self.defenders,
            "armies": self.armies,
            "rules": rules_json(self.rules),
        }

    @property
    def title(self) -> str:
        """The line above what is printed of them."""
        typed = f"{armies_text(self.attackers + 1)}: " if self.armies else ""
        return (
            f"{typed}{counted(self.attackers, 'attacker')} against "
            f"{counted(self.defenders, 'defender')}, {label(self.rules)} rules"
        )


def read_sides(options: Namespace, least_attackers: int = 0) -> Sides:
    """Return the sides that were typed."""
    return Sides(
        attackers(options.attackers, options.armies, least_attackers),
        number(options.defenders, "defenders"),
        chosen_rules(options),
        options.armies,
    )


def armies_text(n: int) -> str:
    """Return a number of armies in words.

    >>> armies_text(1), armies_text(18)
    ('1 army', '18 armies')
    """
    return f"{n} army" if n == 1 else f"{n} armies"
