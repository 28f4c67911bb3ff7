"""The two sides of a battle and its rules: as they are typed, and as they are echoed."""

from argparse import Namespace
from typing import Any, NamedTuple

from riskexact.base.arguments import chance
from riskexact.base.text import armies_text, counted, fraction_text, sides_text
from riskexact.cli.options import attackers, chosen_rules, number
from riskexact.odds.states import Stops
from riskexact.questions.battle import Battle
from riskexact.questions.methods import Method
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, rules_json


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
        return f"{typed}{sides_text(self.attackers, self.defenders)}, {in_words(self.rules)}"


def read_sides(options: Namespace, least_attackers: int = 0) -> Sides:
    """Return the sides that were typed."""
    return Sides(
        attackers(options.attackers, options.armies, least_attackers),
        number(options.defenders, "defenders"),
        chosen_rules(options),
        options.armies,
    )


class Fight(NamedTuple):
    """Two sides, and when the attacker breaks off; `typed` are the stop rules as typed."""

    sides: Sides
    stops: Stops
    typed: dict[str, object]

    def battle(self, method: Method) -> Battle:
        """Return the battle."""
        return Battle(*self.sides[:3], method=method, **vars(self.stops))

    @property
    def header(self) -> dict[str, object]:
        """What JSON has of them: the numbers as typed."""
        return self.sides.header | self.typed

    @property
    def title(self) -> str:
        """The line above what is printed of them."""
        parts = []
        if "retreat_at" in self.typed:
            left = counted(self.stops.retreat_at, "attacker")
            if self.sides.armies:
                left = f"{armies_text(int(str(self.typed['retreat_at'])))} ({left})"
            parts.append(f"retreat at {left}")
        if "stop_at_defenders" in self.typed:
            parts.append(f"stop at {counted(self.stops.stop_at_defenders, 'defender')}")
        if self.stops.stop_after is not None:
            parts.append(f"stop after {counted(self.stops.stop_after, 'round')}")
        if "stop_below" in self.typed:
            parts.append(f"stop below a chance of {self.typed['stop_below']}")
        return "".join([self.sides.title, *(f", {part}" for part in parts)])


def read_fight(options: Namespace) -> Fight:
    """Return the sides and the stop rules that were typed."""
    typed: dict[str, Any] = {}
    for name in ("retreat_at", "stop_at_defenders", "stop_after"):
        text = getattr(options, name)
        if text is not None:
            typed[name] = number(text, name.replace("_", "-"))
    if options.stop_below is not None:
        typed["stop_below"] = fraction_text(chance(options.stop_below, "stop-below"))
    values = dict(typed)
    if options.armies and "retreat_at" in typed:
        values["retreat_at"] = max(0, typed["retreat_at"] - 1)
    return Fight(read_sides(options), Stops(**values), typed)
