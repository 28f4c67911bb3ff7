"""`riskexact strategy`: attack or stop, and how many dice."""

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby, product
from typing import TypeAlias

from riskexact.base.arguments import MAX_NUMBER_DIGITS, number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Column,
    Data,
    Exact,
    FractionLine,
    Item,
    Report,
    TableItem,
    Text,
    Value,
    chance_data,
    signed_text,
)
from riskexact.base.text import chance_text, counted, decimal_text, fraction_text
from riskexact.cli.balanced_blitz import IN_JSON, IN_WORDS, blitz_digits
from riskexact.cli.options import (
    Commands,
    add_armies,
    add_command,
    add_digits,
    add_full,
    chosen_digits,
    echo_sides,
    read_sides,
    refuse,
)
from riskexact.cli.progress import describe
from riskexact.odds.states import State
from riskexact.questions.blitz import Fight
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
        "the best policy, exactly: attack or stop, and how many dice",
        "riskexact strategy 12 9 --territory 5 --attacker-unit 1 --defender-unit 1",
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
            help=f"{what}, such as 3, 3/2 or 0.5 (default: 0 beside another value; without any, "
            "and without --dice, all three are 1)",
        )
    parser.add_argument(
        "--dice",
        metavar="ORDER",
        help=f"each side may throw fewer dice; how they choose: {', '.join(FREE)}; "
        "without any value, to win",
    )
    parser.add_argument(
        "--most-dice",
        metavar="N",
        help="instead of a battle: where fewer dice are better, in all battles up to N v N",
    )
    parser.add_argument(
        "--blitz",
        action="store_true",
        help="instead of the values: when to throw by hand, and when to blitz the rest of the "
        "battle, in Balanced Blitz as of version 3.3 of RISK: Global Domination",
    )
    add_digits(parser)
    add_full(parser)


def run_strategy(options: Namespace) -> Report:
    """Return the best policy of a battle, or whether the maximum number of dice is always best."""
    if options.blitz:
        return _run_switch(options)
    worth = _worth(options)
    order = None if options.dice is None else checked_order(options.dice)
    if options.most_dice is not None:
        return _run_most_dice(worth, order, options)
    if options.defenders is None:
        raise RiskError("strategy needs ATTACKERS and DEFENDERS, or --most-dice N")
    assumed = not worth and order in (None, "most")
    if assumed:
        worth = dict.fromkeys(WORTH, Fraction(1))
    a, d, rules = read_sides(options)
    title, echo = echo_sides(a, d, rules, options.armies)
    digits = chosen_digits(options)
    order = order or "most"
    strategy = Strategy(a, d, *_values(worth), rules, order)
    title += f", {CHOOSING[order]}" if order in CHOOSING else ""
    if worth:
        title += f"\n{_worth_text(strategy)}"
    if assumed:
        title += f"\n(--{' V, --'.join(WORTH).replace('_', '-')} V say otherwise)"
    echo |= {name: getattr(strategy, name) for name in WORTH} | {"dice": order}
    items = _answers(strategy, bool(worth), digits)
    return Report(title, echo, *items, digits=digits)


def _run_switch(options: Namespace) -> Report:
    """Return when to throw by hand, and when to blitz."""
    refuse(options, [*WORTH, "dice", "most_dice"], "without --blitz")
    if options.defenders is None:
        raise RiskError("strategy needs ATTACKERS and DEFENDERS with --blitz")
    a, d, rules = read_sides(options)
    title, echo = echo_sides(a, d, rules, options.armies)
    digits = blitz_digits(options)
    strategy = Strategy(a, d, rules=rules, blitz=True)
    won = Fraction(d == 0)
    at_once = strategy.opening.stop if strategy.decisions else won
    by_hand = Fight(a, d, rules).certain("win") if strategy.decisions else won
    attack = bool(strategy.decisions) and strategy.opening.attack
    does = "Throw by hand first" if attack else "Blitz at once"
    advice = f"{chance_text(strategy.value)}  {does}" if strategy.decisions else "over"
    items: list[Item] = [
        Text(advice, ""),
        Data("blitz_at_once", not attack),
        Value("win", decimal_text(strategy.value, digits), "win, with the best switch to a blitz"),
        Value("blitz", decimal_text(at_once, digits), "win by a blitz at once"),
        Value("by_hand", decimal_text(by_hand, digits), "win by hand to the end"),
        Data("states", lambda: list(_switches_data(strategy, digits))),
    ]
    if strategy.decisions:
        columns = [Column("defenders"), Column("blitz when the attackers are")]
        items += [BLANK, TableItem("", columns, _switches(strategy))]
    return Report(title + IN_WORDS, echo | IN_JSON, *items, digits=digits)


def _switches(strategy: Strategy) -> Iterator[tuple[int, str]]:
    """Yield the numbers of attackers with which to blitz, for each number of defenders."""
    for d in range(1, strategy.defenders + 1):
        numbers = range(1, strategy.attackers + 1)
        yield d, _ranges([a for a in numbers if not strategy.decisions[a, d].attack]) or "never"


def _switches_data(strategy: Strategy, digits: int) -> Iterator[dict[str, object]]:
    for (a, d), decision in strategy.decisions.items():
        win = chance_data(decimal_text(decision.value, digits))
        yield {"attackers": a, "defenders": d, "blitz": not decision.attack, "win": win}


# ---- the arguments


def _worth(options: Namespace) -> dict[str, Fraction]:
    """Return the values that are given."""
    typed = {name: getattr(options, name) for name in WORTH}
    return {name: _value(text, name) for name, text in typed.items() if text is not None}


def _value(text: str, name: str) -> Fraction:
    """Return a value given as a whole number, a fraction or a decimal."""
    digits = f"[0-9]{{1,{MAX_NUMBER_DIGITS}}}"
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


def _answers(strategy: Strategy, decides: bool, digits: int) -> Iterator[Item]:
    """Yield the value, the chances and the best policy; whether to attack only if it `decides`."""
    value, to_stop = strategy.value, strategy.worth(strategy.attackers, strategy.defenders)
    with_most = value if strategy.dice == "most" else strategy.replace(dice="most").value
    attack = bool(strategy.decisions) and strategy.opening.attack
    yield Data("attack", attack)
    if decides:
        what = "attack" if attack else "stop" if strategy.decisions else "over"
        stopping = f"stopping at once: {signed_text(to_stop, digits)}"
        yield Text(f"{what}: worth {signed_text(value, digits)}; {stopping}")
        yield FractionLine(value)
        yield Value("value", value, "")
    else:
        yield Exact("value", value, "win")
    yield Value("value_with_most_dice", with_most, "")
    yield Value("stop", to_stop, "")
    label = None if decides else ""
    yield Value("win", strategy.win_probability, label)
    yield Value("lose", strategy.lose_probability, label)
    yield Value("stopped", strategy.stop_probability, label)
    if decides and strategy.decisions:
        yield BLANK
        columns = [Column("defenders"), Column("attack while the attackers are")]
        yield TableItem("", columns, _policy(strategy))
    if strategy.dice != "most":
        yield BLANK
        yield Value("", with_most, "with the maximum number of dice on both sides")
        yield Text(*_dice_text(strategy))
    yield Data("opening", _decision_data(strategy.opening) if strategy.decisions else None)
    yield Data("states", lambda: list(_states_data(strategy)))
    yield Data("fewer_dice", lambda: _fewer_data(strategy.fewer_dice))


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


def _dice_text(strategy: Strategy) -> Iterator[str]:
    """Yield the best numbers of dice at the start, and the states where they are not the most."""
    if strategy.decisions and strategy.opening.attack:
        play = strategy.opening.play
        yield f"attack with {_numbers_text(play.attack)}"
        for dice, throws in _answers_text(play.answers):
            yield f"defend with {_dice(dice)} against {throws}"
        if not play.answers:
            yield f"defend with {_numbers_text(play.defence)}"
        yield ""
    yield f"where fewer dice are better, up to {strategy.attackers} v {strategy.defenders}:"
    for line in _fewer_text(strategy.fewer_dice, throws=True) or ["nowhere"]:
        yield f"  {line}"
    if strategy.dice == "simultaneous":
        yield "where a random number of dice is best:"
        for line in list(_mixed_text(strategy)) or ["nowhere"]:
            yield f"  {line}"


def _mixed_text(strategy: Strategy) -> Iterator[str]:
    for (a, d), decision in strategy.decisions.items():
        attack, defence = decision.play.attack, decision.play.defence
        if decision.attack and len(attack) + len(defence) > 2:
            yield (
                f"{a} v {d}: attack with {_numbers_text(attack)}; "
                f"defend with {_numbers_text(defence)}"
            )


def _dice(n: int) -> str:
    return counted(n, "die", "dice")


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


Checked = dict[DiceOrder, tuple[FewerDice, ...]]
"""Where fewer dice are better in the battles of a rule set, for each order of choosing."""


def _run_most_dice(
    worth: dict[str, Fraction], order: DiceOrder | None, options: Namespace
) -> Report:
    """Return where fewer dice are better in all battles up to a size."""
    if options.attackers is not None:
        raise RiskError("strategy takes a battle or --most-dice N, not both")
    if order == "most":
        raise RiskError(f"dice must be one of {', '.join(FREE)} with --most-dice, not 'most'")
    most = number(options.most_dice, "most-dice", 1)
    every = list(RULES.values()) if options.rules == "all" else [rules_named(options.rules)]
    orders, battles = FREE if order is None else (order,), f"all battles up to {most} v {most}"

    def strategy(rules: Rules, order: DiceOrder) -> Strategy:
        return Strategy(most, most, *_values(worth), rules, order)

    for rules, order in product(every, orders):
        strategy(rules, order)  # every size is checked before any work
    checked: list[tuple[Rules, Checked]] = []
    for rules in every:
        describe(f"{label(rules)}: {battles}")
        checked.append((rules, {order: strategy(rules, order).fewer_dice for order in orders}))
    return Report(
        f"where fewer dice are better, in {battles}",
        {"max": most, **worth},
        Data("checked", lambda: list(_checked_data(checked))),
        Text(*_checked_text(checked)),
    )


def _checked_text(checked: Iterable[tuple[Rules, Checked]]) -> Iterator[str]:
    """Yield the lines of each rule set; orders with the same answer share them."""
    between: list[str] = []
    for rules, fewer_dice in checked:
        yield from [*between, label(rules)]
        between = [""]
        said: dict[tuple[str, ...], list[str]] = {}
        for order, states in fewer_dice.items():
            said.setdefault(tuple(_fewer_text(states, throws=False)), []).append(order)
        for texts, orders in said.items():
            yield f"  {', '.join(orders)}:"
            yield from (f"    {text}" for text in texts or ["nowhere"])


# ---- JSON


def _checked_data(checked: Iterable[tuple[Rules, Checked]]) -> Iterator[dict[str, object]]:
    for rules, fewer_dice in checked:
        for order, states in fewer_dice.items():
            yield {"rules": rules_json(rules), "dice": order, "fewer_dice": _fewer_data(states)}


def _states_data(strategy: Strategy) -> Iterator[dict[str, object]]:
    for (a, d), decision in strategy.decisions.items():
        yield {"attackers": a, "defenders": d, **_decision_data(decision)}


def _decision_data(decision: Decision) -> dict[str, object]:
    play = decision.play
    attack, defence = (
        [{"dice": dice, "chance": p} for dice, p in numbers]
        for numbers in (play.attack, play.defence)
    )
    data = {
        "attack": decision.attack,
        "value": decision.value,
        "attack_dice": attack,
        "defence_dice": defence,
    }
    answers = [{"throw": answer.throw, "dice": answer.dice} for answer in play.answers]
    return data | {"answers": answers} if answers else data


def _fewer_data(states: Iterable[FewerDice]) -> list[dict[str, object]]:
    return [
        state._asdict() | {"throws": [answer.throw for answer in state.throws]} for state in states
    ]
