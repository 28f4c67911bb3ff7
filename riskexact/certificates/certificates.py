"""Certificates: Coq files that state one answer and prove it.

The theory in `proofs/coq` defines a battle of any rules by its throws and its recursion, and has
the proof that both may be evaluated in whole numbers.  A certificate adds the rules and the number:
whoever has Coq read it need not trust this program.  Coq's kernel counts the throws of both hands,
and fills all states, defender by defender; or, for large battles under the standard rules, it walks
down two columns of weights.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import lcm, prod
from typing import Any

from riskexact.base.arguments import ExactChance, short_repr, whole
from riskexact.base.arguments import chance as checked_chance
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.base.resources import package_bytes
from riskexact.base.text import chance_text, fraction_text, integer_text
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.battle.needed import attackers_needed
from riskexact.odds.states import FOUGHT_OUT
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import least_base
from riskexact.rules.hand import Dice, Faces, Hand, spelled_out

FILES_FOR_ROWS = (
    *("Spec", "SpecEngine", "Sums", "Means", "Battle", "Weights", "FirstExit", "Contest", "Hands"),
    "Certify",
)
FILES = (
    *FILES_FOR_ROWS,
    *("Dice", "Geometric", "Binomial", "Trinomial", "TrinomialSum", "Rules", "Columns", "Cell"),
    *("Lines", "Line", "RealDice", "RealHands", "Rounds", "MostDice", "SaddlePoint", "Monotone"),
    *("Quotient", "WholeColumn", "WholeCell"),
)
"""The files of the theory that certificates need, each after those that it requires."""

MAX_THROWS_FOR_COQ = 200_000
MAX_BITS_FOR_COQ = 250_000_000
MAX_UNITS_FOR_COQ = 2000
"""What Coq counts, what it adds up row by row, and the units of both sides of a sum over the
rounds, in about a minute."""

MAX_IN_ONES = 10_000
"""The largest number of units in a statement: Coq writes them in ones."""

FEW_BITS_FOR_COQ = MAX_BITS_FOR_COQ // 10
"""Up to here, rows are as fast, and rest on less."""

TIED_PAIR = {"defender": "(1, 0)", "attacker": "(0, 1)", "nobody": "(0, 0)"}
"""What a tied pair costs the attacker and the defender."""


class CoqMethod(NamedTuple):
    """How Coq finds a chance: in words, by which files, and by which lemmas.

    `equal` proves that the chance is a fraction, `least` that a force is the least with a chance.
    """

    words: str
    files: Sequence[str]
    equal: str
    least: str


OVER_ROUNDS = CoqMethod(
    "as sums over the rounds, in whole numbers",
    FILES,
    "standard_certified",
    "least_standard_certified",
)


class Statement(NamedTuple):
    """The chance to win with some number of attackers, in words, in numbers, and in Coq.

    - `question`: what is asked, in JSON;
    - `least`: returns the least force with a given chance;
    - `definitions` and `term` in Coq: the rules, and the chance, with {} for the attackers;
    - `said` and `equal`: what is proved of the chance, in words and in Coq.
    """

    title: str
    question: Mapping[str, object]
    attackers: int
    chance: Fraction
    least: Callable[[Fraction], int]
    definitions: str
    term: str
    method: CoqMethod
    said: str = "the chance to win is {}"
    equal: str = " =\n  {}"


def certificate(
    attackers: int,
    defenders: int | Sequence[int],
    rules: Rules | str | Sequence[Rules | str] = STANDARD,
    *,
    retreat_at: int = 0,
    stop_at_defenders: int = 0,
    leave_behind: int | Sequence[int] = 1,
    need: ExactChance | None = None,
) -> str:
    """Return the text of a Coq file that proves the chance to win a battle, or a campaign.

    - `defenders`: of a battle, or those of each territory of a `Campaign`;
    - `retreat_at`: of both; `stop_at_defenders`: of a battle; `leave_behind`: of a campaign;
    - `need`: a chance that, as the file then proves, these attackers have and no fewer.

    `riskexact certify --check` has Coq read it.  Raises `RiskError` as `Battle` and `Campaign` do,
    for numbers that are too large for Coq, and for attackers that are not the least force.

    >>> print(certificate(3, 2).partition("Theorem ")[2])
    odds : win_chance rules 0 0 3 2 =
      fraction 6610505 10077696.
    Proof. apply (win_certified 432). vm_cast_no_check (eq_refl true). Qed.
    <BLANKLINE>
    Print Assumptions odds.
    <BLANKLINE>
    >>> certificate(15, 9, need="95%")
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attackers must be 17, the smallest number with this chance, not 15
    """
    if isinstance(defenders, Sequence):
        if stop_at_defenders:
            raise RiskError(
                f"stop_at_defenders must be 0 in a campaign, not {short_repr(stop_at_defenders)}"
            )
        campaign = Campaign(attackers, defenders, rules, leave_behind, retreat_at)
        return text(of_campaign(campaign), need)
    lines: dict[str, Any] = {"retreat_at": retreat_at, "stop_at_defenders": stop_at_defenders}
    battle = Battle(attackers, defenders, rules, **lines)  # type: ignore[arg-type]
    return text(of_battle(battle), need)


def of_battle(battle: Battle) -> Statement:
    """Return the chance to win a battle, whose stop rules must look at units alone."""
    a, d, rules, stops = battle.attackers, battle.defenders, battle.rules, battle.stops
    if battle.blitz or not stops.by_units:
        raise RiskError("a certificate must be of a battle by hand, stopped by units alone")
    method = _method(battle)
    lines = {"retreat_at": stops.retreat_at, "stop_at_defenders": stops.stop_at_defenders}
    _check_ones(attackers=a, defenders=d, **lines)

    def least(goal: Fraction) -> int:
        if stops != FOUGHT_OUT or not d:
            raise RiskError("need must be of a battle fought out, against one defender or more")
        return attackers_needed(d, goal, rules)

    return Statement(
        title=battle.title(),
        question=battle.json(),
        attackers=a,
        chance=battle.win_probability,
        least=least,
        definitions=_rule_set("rules", rules),
        term=f"win_chance rules {stops.retreat_at} {stops.stop_at_defenders} {{}} {d}",
        method=method,
    )


def of_campaign(campaign: Campaign) -> Statement:
    """Return the chance to take all territories of a campaign."""
    territories, a = campaign.territories, campaign.attackers
    if campaign.blitz:
        raise RiskError("a certificate must be of a campaign by hand, without Balanced Blitz")
    names, rules = named_rules(each.rules for each in territories)
    check_throws(names)
    lemmas = "campaign", "least_for_campaign"
    method = _by_rows(a, sum(campaign.garrisons), list(names), *lemmas)
    most, stay = max(campaign.garrisons), max(each.leave_behind for each in territories)
    _check_ones(attackers=a, defenders=most, leave_behind=stay, retreat_at=campaign.retreat_at)
    listed = ";\n   ".join(
        f"Territory {names[each.rules]} {each.garrison} {each.leave_behind}" for each in territories
    )
    return Statement(
        title=campaign.title(),
        question=campaign.json(),
        attackers=a,
        chance=campaign.win_probability,
        least=lambda goal: campaign_attackers_needed(
            campaign.garrisons, goal, campaign.rules, campaign.leave_behind, campaign.retreat_at
        ),
        definitions=f"{rules}\nDefinition territories : list territory :=\n  [{listed}].\n",
        term=f"campaign territories {campaign.retreat_at} {{}}",
        method=method,
    )


def text(statement: Statement, need: ExactChance | None = None) -> str:
    """Return the Coq file that proves a statement or, with `need`, that the force is the least."""
    a, term, method = statement.attackers, statement.term, statement.method
    question = dict(statement.question)
    if need is None:
        theorem = term.format(a) + statement.equal.format(_fraction(statement.chance))
    else:
        goal = checked_chance(need, "need")
        question["need"] = fraction_text(goal)
        least = statement.least(goal)
        if a != least:
            raise RiskError(
                f"attackers must be {short_repr(least)}, the smallest number with this chance, "
                f"not {short_repr(a)}"
            )
        theorem = (
            f"\n  ({_fraction(goal)} <= {term.format(a)})%Qc /\\\n"
            f"  forall fewer, fewer < {a} -> ({term.format('fewer')} < {_fraction(goal)})%Qc"
        )
    return TEXT.format(
        # without what would end a comment of Coq, or begin a string
        claim="".join(c for c in claim(statement, need) if c not in '"*'),
        question=json.dumps(question).replace('\\"', "\\u0022"),  # strings of Coq, too
        specified=" and ".join(
            f"{name}.v" for name in ("Spec", "SpecTurn") if name in method.files
        ),
        proved=method.files[-1],
        words=method.words,
        files=" \\\n            ".join(
            " ".join(method.files[n : n + 8]) for n in range(0, len(method.files), 8)
        ),
        imported=" ".join(dict.fromkeys(["Spec", "Certify", method.files[-1]])),
        definitions=statement.definitions,
        theorem=theorem,
        lemma=method.equal if need is None else method.least,
    )


def claim(statement: Statement, need: ExactChance | None = None) -> str:
    """Return what the file proves, in words.

    >>> claim(of_battle(Battle(3, 2)))
    '3 attackers against 2 defenders, standard rules: the chance to win is 65.6 %'
    >>> claim(of_battle(Battle(6, 2)), "90%")
    '6 attackers against 2 defenders, standard rules: the chance to win is 9/10 or more, and no \
fewer attackers have that'
    """
    if need is None:
        said = statement.said.format(chance_text(statement.chance))
    else:
        goal = fraction_text(checked_chance(need, "need"))
        said = f"the chance to win is {goal} or more, and no fewer attackers have that"
    return f"{statement.title}: {said}"


TEXT = package_bytes("certificate.txt", "certificates").decode()


def _fraction(value: Fraction) -> str:
    return f"fraction {integer_text(value.numerator)} {integer_text(value.denominator)}"


def _method(battle: Battle) -> CoqMethod:
    """Return how Coq evaluates a battle; raise `RiskError` if that takes it very long."""
    a, d, rules = battle.attackers, battle.defenders, battle.rules
    check_throws([rules])
    standard = _rule_set("rules", rules) == _rule_set("rules", STANDARD)
    by_rounds = standard and battle.stops == FOUGHT_OUT and a >= 4 and d >= 2
    if not by_rounds or _bits(a, d, [rules]) <= FEW_BITS_FOR_COQ:
        return _by_rows(a, d, [rules], "win", "least")
    if a + d > MAX_UNITS_FOR_COQ:
        raise RiskError(
            f"attackers and defenders must be at most {MAX_UNITS_FOR_COQ} in all for Coq "
            f"under these rules, not {short_repr(a)} and {short_repr(d)}"
        )
    return OVER_ROUNDS


def check_throws(rule_sets: Iterable[Rules]) -> None:
    """Raise `RiskError` if Coq would take much longer than a minute to count them."""
    throws = sum(
        prod(len(die.faces) for die in hand.thrown(hand.max_dice, rules.faces))
        * rules.attack.units_for_max_dice
        * rules.defence.units_for_max_dice
        for rules in rule_sets
        for hand in (rules.attack, rules.defence)
    )
    if throws > MAX_THROWS_FOR_COQ:
        raise RiskError(
            f"dice must have at most {MAX_THROWS_FOR_COQ} throws in all for Coq to count, not "
            f"{short_repr(throws)}"
        )


def _by_rows(a: int, d: int, rule_sets: Sequence[Rules], kind: str, least: str) -> CoqMethod:
    """Return how Coq fills all states, by which lemmas; `RiskError` if that takes it very long."""
    if _bits(a, d, rule_sets) > MAX_BITS_FOR_COQ:
        most = next(n for n in count(1) if _bits(n, n, rule_sets) > MAX_BITS_FOR_COQ) - 1
        raise RiskError(
            f"attackers and defenders must be at most about {most} each for Coq under these rules, "
            f"not {short_repr(a)} and {short_repr(d)}"
        )
    base = lcm(*map(least_base, rule_sets))
    return CoqMethod(
        f"in whole numbers, here over powers of {base}",
        FILES_FOR_ROWS,
        f"({kind}_certified {base})",
        f"({least}_certified {base})",
    )


def named_rules(rule_sets: Iterable[Rules]) -> tuple[dict[Rules, str], str]:
    """Return the name of each rule set in Coq, and their definitions."""
    own = list(dict.fromkeys(rule_sets))
    names = {rules: f"rules_{n}" if len(own) > 1 else "rules" for n, rules in enumerate(own, 1)}
    return names, "\n".join(_rule_set(name, rules) for rules, name in names.items())


def _check_ones(**numbers: int) -> None:
    """Raise `RiskError` for a number of units that Coq would take very long to write in ones."""
    for name, number in numbers.items():
        whole(number, name, 0, MAX_IN_ONES)


def _bits(attackers: int, defenders: int, rule_sets: Sequence[Rules]) -> int:
    """Return how many bits Coq adds up, row by row."""
    bits = lcm(*map(least_base, rule_sets)).bit_length()
    terms = max(rules.max_losses for rules in rule_sets) + 1
    return attackers * defenders * (attackers + defenders) * bits * terms // 2


def _rule_set(name: str, rules: Rules) -> str:
    """Return the definition of a rule set in Coq.

    >>> print(_rule_set("rules", Rules(3, Hand(2, extra=1, to_highest=1))), end="")
    Definition rules : ruleset := RuleSet
      (Hand [(1, numbered 6); (2, numbered 6); (3, numbered 6)] [] 0 0 0 false)
      (Hand [(1, numbered 6); (2, numbered 6)] [numbered 6] 0 1 0 false)
      [1; 2] (1, 0).
    """
    if rules.defence.at_most_attack:
        raise RiskError(
            "defence_dice must be without at_most_attack in a certificate, whose theory counts a "
            f"side's dice by its own units, not {rules.description}"
        )
    pairs = rules.scoring_pairs(*rules.max_dice)
    return (
        f"Definition {name} : ruleset := RuleSet\n"
        f"  {_hand(rules.attack, rules.faces)}\n"
        f"  {_hand(rules.defence, rules.faces)}\n"
        f"  {_list(map(str, pairs))} {TIED_PAIR[rules.ties]}.\n"
    )


def _hand(hand: Hand, faces: Faces) -> str:
    """Return a hand in Coq: its dice with the units they need, extra dice, and what is added."""
    needs = hand.needs or range(1, hand.max_dice + 1)
    dice = _list(f"({n}, {die})" for n, die in zip(needs, _dice(hand.dice, faces), strict=True))
    extra = _list(_dice(hand.extra, faces))
    numbers = hand.to_all, hand.to_highest, hand.to_lowest
    added = " ".join(f"({n})" if n < 0 else str(n) for n in numbers)
    return f"(Hand {dice} {extra} {added} {str(hand.clamped).lower()})"


def _dice(dice: Dice, faces: Faces) -> list[str]:
    """Return each die in Coq: its faces, with how often each comes up."""
    return [
        f"numbered {each}"
        if isinstance(each, int)
        else _list(f"({f}%Z, {w}%N)" for f, w in zip(each.faces, each.weights, strict=True))
        for each in spelled_out(dice, faces)
    ]


def _list(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"
