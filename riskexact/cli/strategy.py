"""`riskexact strategy`: attack or stop, and how many dice."""

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple, TypeAlias

from riskexact.base.arguments import LONGEST_NUMBER, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Column,
    Data,
    Exact,
    Item,
    Report,
    TableItem,
    Text,
    Value,
    shortened,
    signed_text,
)
from riskexact.base.text import DIGITS, counted, fraction_text
from riskexact.cli.battle import echo_sides
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_full,
    chosen_digits,
    number,
    read_sides,
)
from riskexact.cli.output import longest
from riskexact.cli.progress import describe
from riskexact.odds.states import State
from riskexact.questions.strategy import Decision, FewerDice, Strategy
from riskexact.questions.strategy.dice_choice import (
    ORDERS,
    Answer,
    DiceChances,
    DiceOrder,
    checked_order,
)
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES, label, rules_json, rules_named

WORTH = {
    "territory": "what the territory is worth to the attacker",
    "attacker_unit": "what each attacker left is worth",
    "defender_unit": "what each defender left costs the attacker",
}

FREE: tuple[DiceOrder, ...] = ORDERS[1:]
"""The orders of choosing, in which there is something to choose."""

Worths: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""What the territory, an attacker left and a defender left are worth."""

CHOOSING = {
    "attacker-first": "the numbers of dice are chosen one after the other, the attacker's first",
    "defender-first": "the numbers of dice are chosen one after the other, the defender's first",
    "simultaneous": "the numbers of dice are chosen at the same time",
    "after-the-throw": "the defender chooses his dice after the attacker's throw",
}


def add_strategy(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "strategy",
        run_strategy,
        help="the best policy, exactly: attack or stop, and how many dice",
        example="riskexact strategy 12 9 --territory 5 --attacker-unit 1 --defender-unit 1",
        rules="standard; all: with --most-dice, the whole catalogue",
    )
    parser.set_defaults(rules="standard")
    parser.add_argument("attackers", nargs="?", metavar="ATTACKERS", help="attackers free to fight")
    parser.add_argument("defenders", nargs="?", metavar="DEFENDERS", help="defenders")
    add_armies(parser, "ATTACKERS counts")
    for name, what in WORTH.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="V",
            help=f"{what}, such as 3, 3/2 or 0.5 (default: 0)",
        )
    parser.add_argument(
        "--dice",
        metavar="ORDER",
        help=f"each side may throw fewer dice; the numbers are chosen {', '.join(FREE)}; "
        "without any value, for the odds to win",
    )
    parser.add_argument(
        "--most-dice",
        metavar="N",
        help="instead of a battle: whether the most dice are best in all battles up to N v N",
    )
    add_digits(parser, f"significant digits of decimals (default: {DIGITS})")
    add_full(parser)


def run_strategy(options: Namespace) -> Report:
    """Print the best policy of a battle, or whether the maximum number of dice is always best."""
    worth = _worth(options)
    order = None if options.dice is None else checked_order(options.dice)
    if options.most_dice is not None:
        return _run_most_dice(worth, order, options)
    if options.defenders is None:
        raise RiskError("strategy needs ATTACKERS and DEFENDERS, or --most-dice N")
    if not worth and order in (None, "most"):
        raise RiskError(
            "strategy needs --territory, --attacker-unit or --defender-unit, to decide whether to "
            "attack, or --dice, to decide how many dice to throw"
        )
    a, d, rules = read_sides(options)
    title, echo = echo_sides(a, d, rules, options.armies)
    digits = chosen_digits(options)
    order = order or "most"
    strategy = Strategy(a, d, *_values(worth), rules, order)
    title += f", {CHOOSING[order]}" if order in CHOOSING else ""
    if worth:
        title += f"\n{_worth_text(strategy)}"
    echo |= {name: getattr(strategy, name) for name in WORTH} | {"dice": order}
    items = _answers(strategy, bool(worth), options, digits)
    return Report(title, echo, *items, digits=digits)


# ---- the arguments


def _worth(options: Namespace) -> dict[str, Fraction]:
    """Return the values that are given."""
    typed = {name: getattr(options, name) for name in WORTH}
    return {name: _value(text, name) for name, text in typed.items() if text is not None}


def _value(text: str, name: str) -> Fraction:
    """Return a value given as a whole number, a fraction or a decimal."""
    digits = f"[0-9]{{1,{LONGEST_NUMBER}}}"
    if re.fullmatch(rf"{digits}(/{digits}|\.{digits})?", text.strip(), re.ASCII):
        try:
            return Fraction(text)
        except ZeroDivisionError:
            pass
    raise RiskError(
        f"{name.replace('_', '-')} must be 0 or more, such as 3, 3/2 or 0.5, not {shown(text)}"
    )


def _values(worth: dict[str, Fraction]) -> Worths:
    """Return the three values; without any, those with which the value is the chance to win."""
    if not worth:
        return Fraction(1), Fraction(0), Fraction(0)
    territory, attacker_unit, defender_unit = (worth.get(name, Fraction(0)) for name in WORTH)
    return territory, attacker_unit, defender_unit


# ---- attack or stop


def _worth_text(strategy: Strategy) -> str:
    territory, attacker, defender = (fraction_text(getattr(strategy, name)) for name in WORTH)
    return (
        f"the territory is worth {territory}, each attacker left {attacker}, "
        f"and each defender left costs {defender}"
    )


def _answers(strategy: Strategy, decides: bool, options: Namespace, digits: int) -> Iterator[Item]:
    """Yield the value, the chances and the best policy; whether to attack only if it `decides`."""
    value, to_stop = strategy.value, strategy.worth(strategy.attackers, strategy.defenders)
    with_most = value if strategy.dice == "most" else replace(strategy, dice="most").value
    attack = bool(strategy.decisions) and strategy.opening.attack
    yield Data("attack", attack)
    if decides:
        what = "attack" if attack else "stop" if strategy.decisions else "over"
        yield Text(
            f"{what}: worth {signed_text(value, digits)}; "
            f"stopping at once: {signed_text(to_stop, digits)}",
            f"  = {shortened(value, longest(options))}",
        )
        yield Value("value", value, "")
    else:
        yield Exact("value", value, "win")
    yield Value("value_with_most_dice", with_most, "")
    yield Value("stop", to_stop, "")
    yield Value("win", strategy.win_probability, None if decides else "")
    yield Value("lose", strategy.lose_probability, None if decides else "")
    yield Value("stopped", strategy.stop_probability, None if decides else "")
    if decides and strategy.decisions:
        yield BLANK
        yield TableItem(
            "", [Column("defenders"), Column("attack while the attackers are")], _policy(strategy)
        )
    if strategy.dice != "most":
        yield BLANK
        yield Value("", with_most, "with the maximum number of dice on both sides")
        yield Text(*_dice_text(strategy))
    yield Data("opening", _decision_json(strategy.opening) if strategy.decisions else None)
    yield Data(
        "states",
        lambda: [
            {"attackers": a, "defenders": d, **_decision_json(decision)}
            for (a, d), decision in strategy.decisions.items()
        ],
    )
    yield Data("fewer_dice", lambda: list(map(_fewer_json, strategy.fewer_dice)))


def _policy(strategy: Strategy) -> Iterator[tuple[int, str]]:
    """Yield the numbers of attackers with which to attack, for each number of defenders."""
    for d in range(1, strategy.defenders + 1):
        attacks = [a for a in range(1, strategy.attackers + 1) if strategy.decisions[a, d].attack]
        yield d, _ranges(attacks) or "never"


def _ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as ranges.

    >>> _ranges([1, 2, 3, 5, 8, 9])
    '1..3, 5, 8..9'
    """
    found = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [each for _, each in group]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}")
    return ", ".join(found)


# ---- how many dice


def _dice_text(strategy: Strategy) -> list[str]:
    lines = []
    if strategy.decisions and strategy.opening.attack:
        play = strategy.opening.play
        lines += [f"attack with {_numbers_text(play.attack)}"]
        if play.answers:
            lines += [
                f"defend with {_dice(dice)} against {text}"
                for dice, text in _answers_text(play.answers)
            ]
        else:
            lines += [f"defend with {_numbers_text(play.defence)}"]
        lines.append("")
    start = f"{strategy.attackers} v {strategy.defenders}"
    lines.append(f"where fewer dice are better, up to {start}:")
    lines += [f"  {line}" for line in _fewer_text(strategy.fewer_dice, throws=True)] or [
        "  nowhere"
    ]
    if strategy.dice == "simultaneous":
        lines += [
            "where a random number of dice is best:",
            *(_mixed_text(strategy) or ["  nowhere"]),
        ]
    return lines


def _mixed_text(strategy: Strategy) -> list[str]:
    return [
        f"  {a} v {d}: attack with {_numbers_text(decision.play.attack)}; "
        f"defend with {_numbers_text(decision.play.defence)}"
        for (a, d), decision in strategy.decisions.items()
        if decision.attack and len(decision.play.attack) + len(decision.play.defence) > 2
    ]


def _dice(n: int) -> str:
    return f"{n} {'die' if n == 1 else 'dice'}"


def _numbers_text(numbers: DiceChances) -> str:
    if len(numbers) == 1:
        return _dice(numbers[0][0])
    return ", ".join(f"{_dice(dice)} (chance {fraction_text(p)})" for dice, p in numbers)


def _answers_text(answers: Iterable[Answer]) -> list[tuple[int, str]]:
    """Return the throws answered by each number of dice, in ascending order."""
    by_dice: dict[int, list[str]] = {}
    for answer in answers:
        by_dice.setdefault(answer.dice, []).append("-".join(map(str, answer.throw)))
    return [(dice, " ".join(throws)) for dice, throws in sorted(by_dice.items())]


def _fewer_text(found: Iterable[FewerDice], throws: bool) -> list[str]:
    """Return a line for each kind of state where fewer dice are better, with or without throws."""
    groups: dict[str, list[State]] = {}
    for each in found:
        numbers = " or ".join(
            str(dice) for dice in each.dice if dice < each.most or not each.throws
        )
        how = f"{numbers} of {each.most} dice"
        if each.throws and throws:
            how = "; ".join(
                f"{dice} of {each.most} dice against {text}"
                for dice, text in _answers_text(each.throws)
            )
        elif each.throws:
            how += " against some throws"
        groups.setdefault(f"the {each.side}: {how}", []).append((each.attackers, each.defenders))
    return [
        f"{how}: {counted(len(states), 'state')}, {_states_text(states)}"
        for how, states in groups.items()
    ]


def _states_text(states: Iterable[State]) -> str:
    """Return states, attackers v defenders, as ranges.

    >>> _states_text([(1, 3), (2, 3), (2, 4), (3, 3), (3, 4)])
    '1 v 3; 2..3 v 3..4'
    """
    columns: dict[int, list[int]] = {}
    for a, d in sorted(states):
        columns.setdefault(a, []).append(d)
    same: dict[str, list[int]] = {}
    for a, ds in columns.items():
        same.setdefault(_ranges(ds), []).append(a)
    return "; ".join(f"{_ranges(attackers)} v {ds}" for ds, attackers in same.items())


# ---- is the maximum number of dice always best?


class _Checked(NamedTuple):
    """Where fewer dice are better in the battles of a rule set, for each order of choosing."""

    rules: Rules
    fewer_dice: dict[DiceOrder, tuple[FewerDice, ...]]


def _run_most_dice(
    worth: dict[str, Fraction], order: DiceOrder | None, options: Namespace
) -> Report:
    """Print where fewer dice are better in all battles up to a size."""
    if options.attackers is not None:
        raise RiskError("strategy takes a battle or --most-dice N, not both")
    if order == "most":
        raise RiskError(f"dice must be one of {', '.join(FREE)} with --most-dice, not 'most'")
    most = number(options.most_dice, "most-dice", 1)
    chosen = list(RULES.values()) if options.rules == "all" else [rules_named(options.rules)]
    checked = _check_most_dice(most, chosen, FREE if order is None else (order,), _values(worth))
    return Report(
        f"where fewer dice are better, in all battles up to {most} v {most}",
        {"max": most, **worth},
        Data("checked", lambda: _checked_json(checked)),
        Text(*_checked_lines(checked)),
    )


def _check_most_dice(
    most: int, chosen: Sequence[Rules], orders: Sequence[DiceOrder], values: Worths
) -> list[_Checked]:
    """Look for states where fewer dice are better; every size is checked before any work."""
    for rules, order in product(chosen, orders):
        Strategy(most, most, *values, rules, order)
    checked = []
    for rules in chosen:
        describe(f"{label(rules)}: all battles up to {most} v {most}")
        found = {order: Strategy(most, most, *values, rules, order).fewer_dice for order in orders}
        checked.append(_Checked(rules, found))
    return checked


def _checked_lines(checked: Iterable[_Checked]) -> list[str]:
    """Return the lines of each rule set; orders with the same answer share them."""
    lines: list[str] = []
    for rules, fewer_dice in checked:
        lines += [*([""] if lines else []), label(rules)]
        said: dict[tuple[str, ...], list[str]] = {}
        for order, states in fewer_dice.items():
            said.setdefault(tuple(_fewer_text(states, throws=False)), []).append(order)
        for texts, orders in said.items():
            lines += [f"  {', '.join(orders)}:", *(f"    {text}" for text in texts or ["nowhere"])]
    return lines


# ---- JSON


def _checked_json(checked: Iterable[_Checked]) -> list[dict[str, object]]:
    return [
        {
            "rules": rules_json(rules),
            "dice": order,
            "fewer_dice": [_fewer_json(state) for state in states],
        }
        for rules, fewer_dice in checked
        for order, states in fewer_dice.items()
    ]


def _decision_json(decision: Decision) -> dict[str, object]:
    play = decision.play
    return {
        "attack": decision.attack,
        "value": decision.value,
        "attack_dice": _numbers_json(play.attack),
        "defence_dice": _numbers_json(play.defence),
        **({"answers": _answers_json(play.answers)} if play.answers else {}),
    }


def _numbers_json(numbers: DiceChances) -> list[dict[str, object]]:
    return [{"dice": dice, "chance": p} for dice, p in numbers]


def _answers_json(answers: Iterable[Answer]) -> list[dict[str, object]]:
    return [{"throw": list(answer.throw), "dice": answer.dice} for answer in answers]


def _fewer_json(state: FewerDice) -> dict[str, object]:
    return {
        "attackers": state.attackers,
        "defenders": state.defenders,
        "side": state.side,
        "dice": list(state.dice),
        "most": state.most,
        "gain": state.gain,
        "throws": [list(answer.throw) for answer in state.throws],
    }
