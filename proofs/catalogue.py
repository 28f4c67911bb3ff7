"""The catalogue as a Coq file: under which rule sets more units never hurt, and most dice are best.

`proofs/coq/Monotone.v` and `MostDice.v` decide it for all numbers of units at once, and
`SaddlePoint.v` says what the most dice are best for.  The counts of a round come from
`riskexact.rules.dice`: for these rule sets they are tested, not proved.  More units never hurt in
any.  Where fewer dice may be better, `REFUTED` has the first state that shows it, which the tests
find by exact values.
"""

from collections.abc import Container, Iterable, Mapping
from math import lcm
from typing import Literal

from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import loss_counts
from riskexact.rules.hand import Hand

FILE = "Catalogue"

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


def rule_sets() -> dict[str, Rules]:
    """Return the rule sets of the file; the standard rules have theorems of their own.

    >>> len(RULES), len(rule_sets())
    (32, 31)
    """
    return {name: rules for name, rules in RULES.items() if name != "standard"}


def files(rule_sets: Mapping[str, Rules], refuted: Container[str] = REFUTED) -> dict[str, str]:
    """Return the Coq files in which the kernel decides these rule sets, most dice not of all.

    Rule sets with the same counts are decided once, and those of three pairs, which take seconds,
    in files of their own.

    >>> [file for file in files(rule_sets()) if file != FILE]
    ['Catalogue_risiko', 'Catalogue_capital_behind_a_wall', 'Catalogue_zombies_behind_a_wall']
    """
    parts, games, first = {FILE: ""}, dict[str, str](), dict[str, str]()
    for name, rules in rule_sets.items():
        game = identifier(name)
        games[name] = first.setdefault(arguments(rules), game)
        if games[name] != game:
            parts[FILE] += f"\nDefinition {game} : game := {games[name]}.\n"
        else:
            part = FILE if rules.pairs in (1, 2) else f"{FILE}_{game}"
            parts[part] = parts.get(part, "") + decided(game, rules, name not in refuted)
    parts[FILE] += theorem("more_units_never_hurt", "monotone", games)
    best = {name: game for name, game in games.items() if name not in refuted}
    parts[FILE] += theorem("most_dice_are_best", "saddle", best)
    others = " ".join(part for part in parts if part != FILE)
    parts[FILE] = (f"From Risk Require Export {others}.\n" if others else "") + parts[FILE]
    return {part: HEADER + text for part, text in parts.items()}


HEADER = """\
From Coq Require Import List NArith.
From Risk Require Import Spec MostDice SaddlePoint Monotone.
Import ListNotations.
"""


def decided(game: str, rules: Rules, best: bool) -> str:
    """Return the definition of a rule set, and what the kernel decides of it."""
    text = f"\nDefinition {game} : game := rule_set {arguments(rules)}.\n"
    decisions = {"monotone": "rules_monotone _ _ _ _"}
    if best:
        decisions["saddle"] = f"rules_saddle _ _ _ _ {scale(rules)}"
    for what, lemma in decisions.items():
        text += f"\nLemma {game}_{what} : {what} {game}.\n"
        text += f"Proof. apply ({lemma}). vm_cast_no_check (eq_refl true). Qed.\n"
    return text


def theorem(name: str, what: str, games: Mapping[str, str]) -> str:
    """Return the theorem that all these rule sets are so, by the lemma on the first one like it."""
    listed = "; ".join(map(identifier, games))
    steps = "\n".join(f"  constructor; [exact {game}_{what}|]." for game in games.values())
    return f"\nTheorem {name} : Forall {what} [{listed}].\nProof.\n{steps}\n  constructor.\nQed.\n"


def identifier(name: str) -> str:
    """Return the name of a rule set in Coq.

    >>> identifier("four-dice"), identifier("2210-commander")
    ('four_dice', 'risk_2210_commander')
    """
    name = name.replace("-", "_")
    return f"risk_{name}" if name[0].isdigit() else name


def arguments(rules: Rules) -> str:
    r"""Return the units that each die needs, the pairs, and the counts of a round, in Coq.

    >>> arguments(Rules(2, 1))
    '[1; 2] [1] 1\n  [[[21; 15]];\n   [[91; 125]]]%N'
    """
    attack, defence = rules.max_dice
    counts = [
        _list(_list(loss_counts(x, y, rules)) for y in range(1, defence + 1))
        for x in range(1, attack + 1)
    ]
    table = ";\n   ".join(counts)
    return (
        f"{_list(needs(rules.attack))} {_list(needs(rules.defence))} {rules.pairs}\n  [{table}]%N"
    )


def needs(hand: Hand) -> tuple[int, ...]:
    """Return the number of units that each die needs.

    >>> needs(Hand(3)), needs(Hand(2, needs=(1, 3)))
    ((1, 2, 3), (1, 3))
    """
    return hand.needs or tuple(range(1, hand.max_dice + 1))


def scale(rules: Rules) -> int:
    """Return a number whose powers make all chances of a round whole.

    >>> scale(Rules(2, 1))
    216
    """
    return lcm(*(sum(loss_counts(x, y, rules)) for x, y in rules.dice_numbers()))


def _list(items: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, items))}]"
