"""Certificates of one turn on a map: that no way to play has a higher chance, and one has it.

SpecTurn.v, of the theory, says what may be done in a turn, and what a way to play is: it may depend
on all that has happened, and throw dice of its own.  By Turn.v, Coq's kernel evaluates all stages
of the turn in whole numbers, with each number of dice and of armies moving in.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from textwrap import fill
from typing import Never

from riskexact.base.arguments import one_of, quoted, short_repr
from riskexact.base.errors import RiskError
from riskexact.base.text import join_words
from riskexact.certificates.certificates import (
    FILES_FOR_ROWS,
    CoqMethod,
    Statement,
    check_throws,
    named_rules,
)
from riskexact.rules.dice import least_base
from riskexact.turn.best_play import BestPlay
from riskexact.turn.front import MOVE_RULES, Attack, Front, FrontState, MoveRule
from riskexact.turn.named_front import NamedFront
from riskexact.turn.position import Position
from riskexact.turn.search import TurnTerms

MAX_STAGES_FOR_COQ = 50_000
MAX_UNITS_OF_A_TURN = 100
"""The positions and conquests that Coq evaluates in a minute, and the units that it has numbers
for."""

TERMS_OF_A_TURN: dict[str, object] = {"take": None, "through": [], "move": "any", "dice": "free"}
"""The terms of a turn, as they are unless its question says otherwise."""

FILES_FOR_TURNS = (*FILES_FOR_ROWS, "SpecTurn", "Decisions", "Turn")

FEWEST_DICE = {"free": "(fun _ => 1)", "most": "(fun most => most)"}
FEWEST_MOVING = {"any": "(fun _ _ => 1)", "dice": "Nat.min", "all": "(fun _ free => free)"}
"""The terms of a turn in Coq: of `may_attack`, and of `allowed`."""


def of_turn(
    position: Position,
    take: Iterable[str] | None = None,
    through: Iterable[str] = (),
    move: MoveRule = "any",
    dice: str = "free",
) -> Statement:
    """Return the highest chance to take a set of territories in one turn, as for `conquer`.

    Raises `RiskError` as that does, and for more stages or throws than Coq takes in a minute.

    >>> turn = of_turn(Position("classic", {"Siam": 3}, {"Indonesia": 1}))
    >>> turn.chance, turn.term
    (Fraction(1955, 2592), 'is_highest (turn game) start')
    """
    named = NamedFront(position, take, through, TurnTerms(move, dice))
    front, called = named.front, position.map.called
    one_of(front.move, "move of a certificate", MOVE_RULES)  # SpecTurn.v has no number
    goals = None if take is None else list(map(called, take))
    for t, u in position.map.one_way:
        if {t, u} <= named.number.keys():
            raise RiskError(
                f"map of a certificate must have no border in play that leads one way, not {t} to "
                f"{u}"
            )
    if not front.needed:
        raise RiskError("take must be territories of the enemy's, one or more")
    check_throws(rules for _, rules in front.enemy for _ in range(rules.attack.max_dice))
    _check_stages(front)
    terms = {"take": goals, "through": list(map(called, through)), "move": move, "dice": dice}
    asked = {name: value for name, value in terms.items() if value != TERMS_OF_A_TURN[name]}
    kinds = {position.rules_of(t) for t in position.enemy}
    if len(kinds) == 1:  # said once
        position = position.replace(rules=kinds.pop())
    base = lcm(*(least_base(rules) for _, rules in front.enemy))
    world = position.map.title
    where = "" if world == "classic" else f" on {world}"
    written = str if position.map.is_ours else quoted
    to_take = "all" if goals is None else join_words(map(written, goals))
    words = f"stage by stage in whole numbers, here over powers of {base}"
    return Statement(
        title=f"{position.words(named=written)}{where}, to take {to_take}",
        question=position.json() | {"kind": "turn"} | asked,
        attackers=0,
        chance=BestPlay(front, every=True).value(front.start),
        least=_least,
        definitions=_definitions(named),
        term="is_highest (turn game) start",
        method=CoqMethod(words, FILES_FOR_TURNS, f"(turn_certified {base})", ""),
        said="no way to play has a higher chance than {}, and one has it",
        equal="\n  ({})",
    )


def _least(goal: Fraction) -> Never:
    raise RiskError("need must be of a battle or a campaign, not of a turn")


def _definitions(named: NamedFront) -> str:
    """Return the definitions in Coq: rules, territories, the map, and where the turn begins."""
    front, position = named.front, named.position
    rules, text = named_rules(rules for _, rules in front.enemy)
    own = ["on_" + re.sub("[^A-Za-z0-9]+", "_", t) for t in named.names]
    numbers = Counter(own)
    names = {
        t: name if numbers[name] == 1 else f"{name}_{n}"
        for n, (t, name) in enumerate(zip(named.names, own, strict=True))
    }
    borders = [
        f"({names[t]},\xa0{names[u]})" for t, u in position.map.borders if {t, u} <= names.keys()
    ]
    goals = [names[t] for n, t in enumerate(named.names) if front.needed >> n & 1]
    each = [rules[each] for _, each in front.enemy]
    rules_on = (
        f"fun t => nth t [{'; '.join(each)}] {each[0]}" if len(rules) > 1 else "fun _ => rules"
    )
    stands = [f"({position.mine.get(t, 0)},\xa0{position.enemy.get(t, 0)})" for t in names]
    return (
        text
        + "".join(f"\nDefinition {name} := {n}." for n, name in enumerate(names.values()))
        + f"\nDefinition game : map_turn := MapTurn\n  [{_lines(borders)}]\n  ({rules_on})\n"
        f"  [{_lines(goals)}]\n  {FEWEST_DICE[front.dice]} {FEWEST_MOVING[str(front.move)]}.\n"
        f"Definition start : stage := Stage  (* mine, the enemy's *)\n  [{_lines(stands)}] None.\n"
    )


def _lines(items: Sequence[str]) -> str:
    """Return what stands in a list of Coq, in lines that break between items only."""
    text = fill("; ".join(items), 90, subsequent_indent="   ", break_long_words=False)
    return text.replace("\xa0", " ")


def _check_stages(front: Front) -> None:
    """Raise `RiskError` if Coq would take much longer than a minute."""
    units = sum(front.start) + front.nodes - front.enemies
    if units > MAX_UNITS_OF_A_TURN:
        raise RiskError(
            f"armies and defenders in play must be at most {MAX_UNITS_OF_A_TURN} for Coq, not "
            f"{short_repr(units)}"
        )
    seen: set[FrontState | tuple[FrontState, Attack]] = {front.start}
    waiting = [front.start]
    while waiting:
        state = waiting.pop()
        reached = set[FrontState]()
        for attack in front.attacks(state):
            for (i, j), _ in front.rounds_of(state, attack):
                after = front.fought(state, attack, i, j)
                if after[attack.target]:
                    reached.add(after)
                elif (after, attack) not in seen:
                    seen.add((after, attack))
                    numbers = front.numbers_moving_in(after, attack)
                    reached |= {front.moved(after, attack, n) for n in numbers}
        waiting += reached - seen
        seen |= reached
        if len(seen) > MAX_STAGES_FOR_COQ:
            raise RiskError(
                f"position must have at most {MAX_STAGES_FOR_COQ} stages for Coq, not more: "
                "fewer territories, or fewer armies"
            )
