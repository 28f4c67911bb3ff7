"""`riskexact strategy`: attack or stop, and how many dice."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby, product
from typing import Any

from riskexact.base.arguments import worth
from riskexact.base.errors import RiskError
from riskexact.base.report import Column, Data, Item, Report, TableItem, Text, Value, chance_data
from riskexact.base.text import DIGITS, chance_text, fitted, pluralize, signed_text
from riskexact.battle.blitz import Fight
from riskexact.cli.options import positive
from riskexact.cli.output import describe
from riskexact.cli.parser import Command, Option, asked_mode, echo, echo_sides, free, refuse
from riskexact.odds.states import State
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import each_value, label, rules_json
from riskexact.strategy import Decision, FewerDice, Strategy
from riskexact.strategy.dice_choice import ORDERS, Answer, DiceOrder

WORTH = ("territory", "attacker_unit", "defender_unit")
"""The values of `Strategy`."""

FREE: tuple[DiceOrder, ...] = ORDERS[1:]
"""The orders of choosing, in which there is something to choose."""

COMMAND = Command(
    "the best policy, exactly: attack or stop, and how many dice",
    "strategy 12 9 --territory 5 --attacker-unit 1 --defender-unit 1",
    "[ATTACKERS] [DEFENDERS] --armies --territory --attacker-unit --defender-unit --order "
    "--most-dice --blitz --digits --exact",
    common="--rules:or-all --format --json --output",
    rules="standard; all: with --most-dice, the whole catalogue",
    own={
        "--territory": Option(
            "V", "what the territory is worth, such as 3, 3/2 or 0.5 (default: 1)", worth
        ),
        "--attacker-unit": Option("V", "what each attacker left is worth (default: 1)", worth),
        "--defender-unit": Option(
            "V", "what each defender left costs the attacker (default: 1)", worth
        ),
        "--order": Option(
            "ORDER",
            "each side may throw fewer dice, and this says how they choose",
            choices=("most", "attacker-first", "defender-first", "after-the-throw"),
        ),
        "--most-dice": Option(
            "N", "instead: where fewer dice are better, in all battles up to N v N", positive
        ),
    },
)


def run(options: Namespace) -> Report:
    """Return the best policy of a battle, or whether the maximum number of dice is always best."""
    options.rules, order = options.rules or STANDARD, options.order
    if options.blitz:
        return _run_switch(options)
    if options.most_dice is not None:
        return _run_most_dice(order, options)
    _check_sides(options, "or --most-dice N")
    worth: dict[str, Any] = echo(options, *WORTH)
    sides = free(options), options.defenders
    strategy = Strategy(*sides, rules=options.rules, dice=order or "most", **worth)
    title, *lines = strategy.words(options.armies).split("\n")
    if strategy.decisions:
        title += f"\n{fitted(strategy.advice)}"
    if not worth:
        lines.append(f"(--{' V, --'.join(WORTH).replace('_', '-')} V say otherwise)")
    asked = echo_sides(options) | {name: getattr(strategy, name) for name in WORTH}
    items = _answers(strategy, options.digits or DIGITS)
    return Report("\n".join([title, *lines]), asked | {"order": strategy.dice}, *items)


def _check_sides(options: Namespace, instead: str) -> None:
    if options.defenders is None:
        raise RiskError(f"strategy needs ATTACKERS and DEFENDERS, {instead}")
    if isinstance(options.rules, str):
        raise RiskError("rules must be one rule set without --most-dice, not all")


def _run_switch(options: Namespace) -> Report:
    """Return when to throw by hand, and when to blitz."""
    refuse(options, [*WORTH, "order", "most_dice"], "without --blitz")
    _check_sides(options, "with --blitz")
    sides, rules = (free(options), options.defenders), options.rules
    strategy = Strategy(*sides, rules=rules, **asked_mode(options))
    attack, advice = False, "over"
    at_once = by_hand = strategy.value
    if strategy.decisions:
        attack, at_once = strategy.opening.attack, strategy.opening.stop
        by_hand = Fight(*sides, rules).sides[0]
        does = "Throw by hand first" if attack else "Blitz at once"
        advice = f"{chance_text(strategy.value)}  {does}"
    keys = [Column(None, key) for key in ("attackers", "defenders", "blitz")]
    switches = [(*state, not each.attack, each.value) for state, each in strategy.decisions.items()]
    items: list[Item] = [
        Text(advice, ""),
        Data("blitz_at_once", not attack),
        Value("win", strategy.value, "win, with the best switch to a blitz"),
        Value("blitz", at_once, "win by a blitz at once"),
        Value("by_hand", by_hand, "win by hand to the end"),
        TableItem("states", [*keys, Column(None, "win", "chance")], switches),
    ]
    if strategy.decisions:
        items += [Text(""), _policy(strategy, "blitz when the attackers are", attack=False)]
    return Report(strategy.words(options.armies), echo_sides(options), *items)


def _policy(strategy: Strategy, heading: str, attack: bool) -> TableItem:
    """Return the numbers of attackers with which to attack, or not to, by those of defenders."""
    rows = []
    for d in range(1, strategy.defenders + 1):
        numbers = range(1, strategy.attackers + 1)
        same = [a for a in numbers if strategy.decisions[a, d].attack == attack]
        rows.append((d, _ranges(same) or "never"))
    return TableItem("", [Column("defenders"), Column(heading)], rows)


def _answers(strategy: Strategy, digits: int) -> Iterator[Item]:
    value, to_stop = strategy.value, strategy.worth(strategy.attackers, strategy.defenders)
    with_most = value if strategy.dice == "most" else strategy.replace(dice="most").value
    attack = bool(strategy.decisions) and strategy.opening.attack
    yield Data("attack", attack)
    what = "attack" if attack else "stop" if strategy.decisions else "over"
    stopping = f"stopping at once: {signed_text(to_stop, digits)}"
    yield Text(f"{what}: worth {signed_text(value, digits)}; {stopping}")
    yield Value("", value, "", exact=True)
    yield Value("value", value, "")
    yield Value("value_with_most_dice", with_most, "")
    yield Value("stop", to_stop, "")
    yield Value("win", strategy.win_probability)
    yield Value("lose", strategy.lose_probability)
    yield Value("stopped", strategy.stop_probability)
    if strategy.decisions:
        yield Text("")
        yield _policy(strategy, "attack while the attackers are", attack=True)
    if strategy.dice != "most":
        yield Text("")
        yield Value("", with_most, "worth with the maximum number of dice on both sides")
        yield Text(*_dice_text(strategy))
    yield Data("opening", _decision_data(strategy.opening) if strategy.decisions else None)
    yield Data("states", lambda: [_state_data(*each) for each in strategy.decisions.items()])
    yield Data("fewer_dice", lambda: _fewer_data(strategy.fewer_dice))


def _ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers as ranges."""
    found = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [each for _, each in group]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}")
    return ", ".join(found)


# ---- how many dice


def _dice_text(strategy: Strategy) -> Iterator[str]:
    if strategy.decisions and strategy.opening.attack:
        play = strategy.opening.play
        yield f"attack with {pluralize(play.attack[0][0], 'die', 'dice')}"
        for dice, throws in _answers_text(play.answers):
            yield f"defend with {pluralize(dice, 'die', 'dice')} against {throws}"
        if not play.answers:
            yield f"defend with {pluralize(play.defence[0][0], 'die', 'dice')}"
        yield ""
    yield f"where fewer dice are better, up to {strategy.attackers} v {strategy.defenders}:"
    for line in _fewer_text(strategy.fewer_dice, throws=True) or ["nowhere"]:
        yield f"  {line}"


def _answers_text(answers: Iterable[Answer]) -> list[tuple[int, str]]:
    by_dice: dict[int, list[str]] = {}
    for answer in answers:
        by_dice.setdefault(answer.dice, []).append("-".join(map(str, answer.throw)))
    return [(dice, " ".join(throws)) for dice, throws in sorted(by_dice.items())]


def _fewer_text(found: Iterable[FewerDice], throws: bool) -> list[str]:
    """Return a line for each kind of state where fewer dice are better, with or without throws."""
    groups: dict[str, list[State]] = {}
    for each in found:
        numbers = (str(dice) for dice in each.dice if dice < each.most or not each.throws)
        how = f"{' or '.join(numbers)} of {each.most} dice"
        if each.throws and throws:
            answers = _answers_text(each.throws)
            how = "; ".join(f"{dice} of {each.most} dice against {text}" for dice, text in answers)
        elif each.throws:
            how += " against some throws"
        groups.setdefault(f"the {each.side}: {how}", []).append((each.attackers, each.defenders))
    return [
        f"{how}: {pluralize(len(states), 'state')}, {_states_text(states)}"
        for how, states in groups.items()
    ]


def _states_text(states: Iterable[State]) -> str:
    """Return states, attackers v defenders, as ranges."""
    columns: dict[int, list[int]] = {}
    for a, d in sorted(states):
        columns.setdefault(a, []).append(d)
    same: dict[str, list[int]] = {}
    for a, ds in columns.items():
        same.setdefault(_ranges(ds), []).append(a)
    return "; ".join(f"{_ranges(attackers)} v {ds}" for ds, attackers in same.items())


# ---- is the maximum number of dice always best?


def _run_most_dice(order: DiceOrder | None, options: Namespace) -> Report:
    if options.attackers is not None:
        raise RiskError("strategy takes a battle or --most-dice N, not both")
    refuse(options, ("armies",), "without --most-dice")
    if order == "most":
        raise RiskError(f"order must be one of {', '.join(FREE)} with --most-dice, not 'most'")
    most, rules = options.most_dice, options.rules
    worth: dict[str, Any] = echo(options, *WORTH)
    every = each_value() if isinstance(rules, str) else [rules]
    orders, battles = FREE if order is None else (order,), f"all battles up to {most} v {most}"
    for rules, each in product(every, orders):  # every size is checked before any work
        words = Strategy(most, most, rules=rules, dice=each, **worth).words()
    data, lines = list[dict[str, object]](), list[str]()
    for rules in every:
        describe(f"{label(rules)}: {battles}")
        said: dict[tuple[str, ...], list[str]] = {}  # orders with the same answer share its lines
        for each in orders:
            fewer = Strategy(most, most, rules=rules, dice=each, **worth).fewer_dice
            answer = {"order": each, "fewer_dice": _fewer_data(fewer)}
            data.append({"rules": rules_json(rules), **answer})
            said.setdefault(tuple(_fewer_text(fewer, throws=False)), []).append(each)
        lines += ["", label(rules)]
        for texts, some in said.items():
            lines += [f"  {', '.join(some)}:", *(f"    {text}" for text in texts or ["nowhere"])]
    return Report(
        f"where fewer dice are better, in {battles}\n{words.splitlines()[1]}",
        {"max": most, **worth},
        Data("checked", data),
        Text(*lines[1:]),
    )


# ---- JSON


def _state_data(state: State, decision: Decision) -> dict[str, object]:
    return {"attackers": state[0], "defenders": state[1], **_decision_data(decision)}


def _decision_data(decision: Decision) -> dict[str, object]:
    play = decision.play
    attack, defence = (
        [{"dice": dice, "chance": chance_data(p)} for dice, p in numbers]
        for numbers in (play.attack, play.defence)
    )
    data: dict[str, object] = {
        "attack": decision.attack,
        "value": chance_data(Fraction(decision.value)),
        "attack_dice": attack,
        "defence_dice": defence,
    }
    answers = [{"throw": answer.throw, "dice": answer.dice} for answer in play.answers]
    return data | {"answers": answers} if answers else data


def _fewer_data(states: Iterable[FewerDice]) -> list[dict[str, object]]:
    return [
        state._asdict()
        | {"gain": chance_data(state.gain), "throws": [answer.throw for answer in state.throws]}
        for state in states
    ]
