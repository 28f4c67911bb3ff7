"""The catalogue in Coq: its rule sets, which have to be as the certificates write them.

`SpecCatalogue.v` of `proofs/coq` has them as hands of dice, and what is claimed of them.  The
kernel counts their throws, and `RuleSets.v` proves that what it then decides holds for all numbers
of units.  Under some rules fewer dice may be better: `REFUTED` has the first state that shows it.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from proofs.vernacular import CATALOGUE, sentences
from riskexact.battle.battle import Battle
from riskexact.certificates.certificates import of_battle
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES

STANDARD = "standard_rules"

REFUTED: Mapping[str, tuple[Literal["attacker", "defender"], int, int]] = {
    "bonus-die": ("defender", 2, 3),
    "legacy-bunker": ("defender", 3, 16),
    "legacy-lowest-raised": ("defender", 2, 3),
    "legacy-ammo-shortage-lowest-raised": ("defender", 3, 14),
    "lotr-stronghold": ("defender", 3, 16),
    "lotr-leader-defends": ("defender", 3, 16),
    "2210-commander": ("attacker", 2, 2),
    "2210-commander-defends": ("defender", 2, 3),
}
"""Who does better with one die, and in which state: attackers free to fight, defenders.

Of all such states it is the one with the fewest attackers, and of those with the fewest defenders.
"""

ABBREVIATIONS = {
    "[(1, numbered 6); (2, numbered 6); (3, numbered 6); (4, numbered 6)]": "(sixes 4)",
    "[(1, numbered 6); (2, numbered 6); (3, numbered 6)]": "(sixes 3)",
    "[(1, numbered 6); (2, numbered 6)]": "(sixes 2)",
    "[(1%Z, 1%N); (2%Z, 7%N); (3%Z, 7%N); (4%Z, 7%N); (5%Z, 7%N); (6%Z, 7%N)]": "magic",
    "Hand (sixes 2) [] 0 0 0 false": "dice_6 2",
    "Hand (sixes 3) [] 0 0 0 false": "dice_6 3",
    "Hand (sixes 4) [] 0 0 0 false": "dice_6 4",
}
"""What `Spec.v` and `SpecCatalogue.v` have a name for."""


def in_coq(rules: Rules) -> str:
    """Return a rule set as the certificates write it, in short.

    >>> in_coq(Rules())
    'RuleSet (dice_6 3) (dice_6 2) [1; 2] (1, 0)'
    """
    written = of_battle(Battle(1, 1, rules)).definitions.partition(" := ")[2]
    text = " ".join(written.split()).removesuffix(".")
    for long, short in ABBREVIATIONS.items():
        text = text.replace(long, short)
    return text


def differences(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the rule sets of the specification that are not those of the catalogue."""
    said = set(sentences(texts[CATALOGUE]))
    games = {identifier(name): rules for name, rules in RULES.items()}
    wanted = {name: f"ruleset := {in_coq(rules)}" for name, rules in games.items()}
    wanted["rule_sets"] = f"list ruleset := [{'; '.join(games)}]"
    del wanted[STANDARD]
    for name, definition in wanted.items():
        if f"Definition {name} : {definition}." not in said:
            yield f"{CATALOGUE}.{name} is not that of the catalogue, {definition}"


def identifier(name: str) -> str:
    """Return the name of a rule set in Coq.

    >>> identifier("four-dice"), identifier("2210-commander"), identifier("standard")
    ('four_dice', 'risk_2210_commander', 'standard_rules')
    """
    name = name.replace("-", "_")
    if name == "standard":
        return STANDARD
    return f"risk_{name}" if name[0].isdigit() else name
