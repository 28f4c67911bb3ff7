"""`riskexact conquer`: the best turn on a map."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from math import ceil, floor
from signal import SIGINT, getsignal, signal
from typing import Any

from riskexact.base.arguments import by_name, number, short_repr
from riskexact.base.arguments import worth as worth_of
from riskexact.base.errors import RiskError
from riskexact.base.export import strict_json
from riskexact.base.report import BLANK, Column, Data, Item, Report, TableItem, Text, Value
from riskexact.base.text import chance_text, join_words, percent_text, pluralize
from riskexact.battle.question import rules_of_json
from riskexact.cli.options import positive
from riskexact.cli.output import Headline, describe
from riskexact.cli.parser import (
    Command,
    Option,
    echo,
    names,
    pairs,
    refuse,
    seconds_or_none,
)
from riskexact.odds.states import armies_text
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set, rules_json, rules_named
from riskexact.rules.files import check_keys, text_of_file
from riskexact.turn.conquest import Conquest, conquer
from riskexact.turn.evaluation import SearchEndedError
from riskexact.turn.front import MoveRule
from riskexact.turn.geography import BOARDS, MAPS, Map, map_named
from riskexact.turn.named_front import Move
from riskexact.turn.parts import key_of
from riskexact.turn.placement import Placement, reinforce
from riskexact.turn.position import Position
from riskexact.turn.search import is_small
from riskexact.turn.turns import BestTurn, best_turn


def _move(typed: str, name: str) -> MoveRule:
    """Return a rule of moving in, of which the library checks the words."""
    return number(typed, name, 1) if typed[-1:].isdecimal() else typed


POSITION = "[ENEMY...] --mine --take --through --map --without-border --move --dice"
"""The options of a position, of what is to be taken, and of the terms of the turn."""

POSITION_OPTIONS = {
    "ENEMY": Option("NAME=DEFENDERS", "the enemy's; NAME=D:RULES has rules of its own", pairs),
    "--mine": Option("NAME=ARMIES", "territories of mine; the army that stays counts", pairs),
    "--take": Option("NAME", "territories or continents to take (default: the enemy's)", names),
    "--through": Option("NAME", "territories that may be taken on the way", names),
    "--map": Option(
        "MAP",
        f"{MAPS}, as `riskexact map --help` says (default: classic)",
        default="classic",
        names=lambda: BOARDS,
    ),
    "--without-border": Option("NAME:NAME", "a border that the edition does not have", names),
    "--move": Option(
        "RULE",
        "armies that move in when a territory falls: any, at least as many as dice were thrown "
        "(dice), all, or 1 to a number, as 3 (default: any)",
        _move,
        default="any",
    ),
    "--dice": Option("RULE", "free to choose, or the most allowed (default: free)", default="free"),
}

SEARCH_OPTIONS = {
    "--seconds": Option(
        "S", "end the search after S seconds (default: 10), or none", seconds_or_none, default=10
    ),
}

COMMAND = Command(
    "the best turn on a map: the chance to take territories, and what to attack first",
    "conquer --mine Siam=14 --take Australia Indonesia=3 New-Guinea=2 "
    "Western-Australia=4 Eastern-Australia=2",
    f"{POSITION} --position --reinforce --worth --seconds --digits --exact --format:model",
    group="Campaigns and maps",
    own={
        **POSITION_OPTIONS,
        **SEARCH_OPTIONS,
        "--position": Option(
            "FILE", "a position as --json writes it, instead of a map and its territories"
        ),
        "--reinforce": Option("N", "place N new armies where they raise the chance most", positive),
        "--worth": Option(
            "NAME=VALUE",
            "go on or stop: what a territory or continent is worth, each territory taken "
            "(territory=1), a card for the first (card=2), and what an army lost costs (loss=1)",
            pairs,
        ),
    },
)

NOT_EVALUATED = "No attack was evaluated in this time."

OF_POSITION = "map", "mine", "enemy", "without_border"
OF_CONQUEST = "take", "through", "reinforce"
OF_TERMS = *OF_CONQUEST, "worth", "move", "dice", "rules", "own_rules"
"""What `--position` reads; the terms may be given beside it, and differ."""

OF_ANSWER = (
    *("version", "win", "at_most", "proved", "best_path", "moves"),
    *("placements", "untried", "value", "stop"),
)

MAX_POSITION_BYTES = 1 << 20

LISTED_PLACEMENTS = 10
"""Placements that are printed; JSON has all of them."""


def run(options: Namespace) -> Report:
    """Return the best turn: by its chance, after reinforcements, or by its expected value."""
    if options.position is not None:
        _take_position(options)
    elif options.mine is None or not options.enemy + (options.take or []):
        raise RiskError("conquer must be given territories of mine, with --mine, and the enemy's")
    with searching(options) as terms:
        return _best(options, terms)


def _best(options: Namespace, terms: dict[str, Any]) -> Report:
    position = asked_position(options)
    world, enemy = position.map, dict(position.enemy)
    asked: dict[str, object] = {"map": options.map, "mine": dict(position.mine)}
    said = echo(options, "move", "dice", "rules")
    if away := options.without_border:
        pairs_away = (map(world.territory, each.split(":")) for each in away)
        said["without_border"] = [":".join(pair) for pair in pairs_away]
    own = {t: rules for t in enemy if (rules := position.rules_of(t)) != options.rules}
    said |= {"own_rules": {t: rules_json(rules) for t, rules in own.items()}} if own else {}
    if options.worth is not None:
        refuse(options, OF_CONQUEST, "without --worth, which decides")
        typed = by_name(options.worth, "worth must have each name")
        worth = {name: worth_of(value, f"worth of {name}") for name, value in typed.items()}
        turn = best_turn(position, worth, **terms)
        return Report(
            position.words(), asked | {"enemy": enemy} | said | {"worth": worth}, *_turn(turn)
        )
    take, through = (
        [*dict.fromkeys(map(world.called, each or ()))] for each in (options.take, options.through)
    )
    goals = take or [*map(world.called_alone, enemy)]
    asked |= {"take": goals, "enemy": enemy, "through": through}
    asked |= said | echo(options, "reinforce")
    placed: list[Item] = []
    if options.reinforce is not None:
        if options.seconds is not None:  # half of them for the placements, half for the turn
            terms["seconds"] = Fraction(options.seconds, 2)
        found = reinforce(position, options.reinforce, goals, through, **terms)
        more = {t: n + found[0].armies.get(t, 0) for t, n in position.mine.items()}
        position = position.replace(mine=more)
        left = sum(each.untried for each in found)
        placed = [BLANK, _placements(found, options), *untried(left)]
    answer = conquer(position, goals, through, **terms)
    what = join_words(goals) if take or len(goals) == 1 else "all of them"
    return Report(position.words(), asked, *_conquest(answer, what), *placed)


def _take_position(options: Namespace) -> None:
    """Set the options of a position as its file says, and those of the terms if none is typed."""
    lists = "mine", "enemy", "without_border", "take", "through", "worth"
    typed = {*vars(options).get("given", ())} - {*lists}
    typed |= {name for name in lists if getattr(options, name)}
    for name in typed & {*OF_POSITION}:
        raise RiskError(f"{name} must be that of the file with --position, not be given again")
    where = f"position {short_repr(options.position)}"
    text = text_of_file(options.position, "position", MAX_POSITION_BYTES)
    try:
        told = _of_position(strict_json(text))
    except (ValueError, RecursionError) as error:
        raise RiskError(f"{where} must be as `conquer --json` writes it: {error}") from None
    if "worth" in typed:
        typed |= {*OF_CONQUEST}
    elif typed & {*OF_CONQUEST}:
        typed.add("worth")
    vars(options).update({key: value for key, value in told.items() if key not in typed})


def _of_position(told: Any) -> dict[str, Any]:
    """Return the options that a file of a position says, checked as far as `Position` does not."""
    if not isinstance(told, dict) or not {"mine", "enemy"} <= told.keys():
        raise RiskError(f"it must have mine and enemy, not {short_repr(told)}")
    check_keys(told, (*OF_POSITION, *OF_TERMS, *OF_ANSWER))
    if not isinstance(told.get("map", ""), str):
        raise RiskError(f"map must be a name or a file, not {short_repr(told['map'])}")
    for key in ("take", "through", "without_border"):
        names = told.get(key, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise RiskError(f"{key} must be a list of names, not {short_repr(names)}")
    if "worth" in told:
        if not isinstance(told["worth"], dict):
            raise RiskError(f"worth must be values by name, not {short_repr(told['worth'])}")
        for key in told.keys() & {*OF_CONQUEST}:
            raise RiskError(f"{key} must not be there with worth, which decides")
        told["worth"] = [*told["worth"].items()]
    rules, own = rules_of_json(told.get("rules", STANDARD)), told.get("own_rules", {})
    if not isinstance(own, dict):
        raise RiskError(f"own_rules must be rules by territory, not {short_repr(own)}")
    own = {t: rules_of_json(each) for t, each in own.items()}
    if isinstance(rules, dict):
        own |= rules
        rules = STANDARD
    kept = {key: value for key, value in told.items() if key not in OF_ANSWER}
    return kept | {"rules": rule_set(rules), "own_rules": own}


def asked_position(options: Namespace) -> Position:
    """Return the position that is asked about."""
    world, rules = asked_map(options), options.rules
    if getattr(options, "position", None) is not None:
        found = Position(world, options.mine, options.enemy, options.own_rules)
        own_rules = found.rules if isinstance(found.rules, Mapping) else {}
        return found.replace(rules={t: own_rules.get(t, rules) for t in found.enemy})
    mine, own = asked_units(world, options.mine, "mine")
    enemy, each = asked_units(world, options.enemy, "enemy")
    if own:
        raise RiskError("rules must be those of a territory of the enemy's, not of mine")
    return Position(world, mine, enemy, {t: each.get(t, rules) for t in enemy})


def asked_map(options: Namespace) -> Map:
    """Return the map, without the borders that its edition does not have."""
    world = map_named(options.map)
    for each in options.without_border or ():
        one, colon, other = each.partition(":")
        if not colon:
            raise RiskError(f"without-border must be NAME:NAME, not {short_repr(each)}")
        world = world.without_border(one, other)
    return world


def asked_units(
    world: Map, typed: Sequence[tuple[str, str]] | None, side: str
) -> tuple[dict[str, int], dict[str, Rules]]:
    """Return the units by territories, in the order of the map, and rules that were given."""
    units: dict[str, int] = {}
    own: dict[str, Rules] = {}
    keys = {*map(key_of, world.continents)} - {*map(key_of, world.territories)}
    for name, text in typed or ():
        if key_of(name) in keys:
            own_names = join_words(world.continents[world.called(name)].territories)
            raise RiskError(
                f"{side} must be territories, not {name!r}, a continent for --take: {own_names}"
            )
        count, colon, rule_set = text.partition(":")
        territory = world.territory(name)
        if territory in units:
            raise RiskError(f"{side} must have each territory once, not {short_repr(name)} again")
        units[territory] = number(count, f"units on {territory}", 1)
        if colon:
            own[territory] = rules_named(rule_set)
    return {t: units[t] for t in world.territories if t in units}, own


@contextmanager
def searching(options: Namespace) -> Iterator[dict[str, Any]]:
    """Yield the terms of the turn, and of all searches for it, which the first Ctrl-C ends."""
    pressed: list[int] = []

    def show_bounds(lower: Fraction, upper: Fraction) -> None:
        if pressed:
            raise SearchEndedError("interrupted")
        describe(f"at least {chance_text(lower)}, at most {chance_text(upper)}")

    def end(number: int, _: object) -> None:
        pressed.append(number)
        signal(SIGINT, usual)

    usual = getsignal(SIGINT)
    with suppress(ValueError):  # of a thread
        signal(SIGINT, end)
    try:
        terms = {name: getattr(options, name) for name in ("move", "dice", "seconds")}
        yield terms | {"on_bounds": show_bounds}
    finally:
        with suppress(ValueError):
            signal(SIGINT, usual)


def bounds(
    name: str, found: Any, least: str = "at least", label: str | None = None
) -> Iterator[Item]:
    """Yield a number, or both bounds, whose decimals enclose it; `least` labels the lower one."""
    if found.proved:
        yield Value(name, found.lower, label, exact=True)
        yield Value("at_most", found.upper, "")
    else:
        yield Value(name, found.lower, least, exact=True, rounding=floor)
        yield Value("at_most", found.upper, exact=True, rounding=ceil)
    yield Data("proved", found.proved)


def untried(placements: int) -> Iterator[Item]:
    """Yield the number of placements that were not tried, in words if there are any."""
    yield Data("untried", placements)
    if placements:
        yield Text(
            f"not tried: {pluralize(placements, 'placement')}, for which the bounds are rough"
        )


def _conquest(answer: Conquest, what: str) -> Iterator[Item]:
    if answer.proved:
        yield Headline(answer.lower, does=f"take {what}", more=lambda: _advice(answer))
        yield BLANK
    else:
        shown = ["No other first attack is better."] if answer.shown else []
        yield Text(f"to take {what}: {_between(answer)}", *_advice(answer), *shown, "")
    yield from bounds("win", answer)
    if not is_small(answer.front.start):
        yield Data("best_path", None)
    elif (path := answer.best_path) is None:
        yield from (Data("best_path", None), Text("best path: none takes all"))
    else:
        yield Value("best_path", path, "best path, each battle to the end")
    yield BLANK
    columns = [*_columns(answer.moves, "win"), Column(None, "shown")] if answer.moves else []
    rows = [(*move, move[:3] in answer.shown) for move in answer.moves]
    yield TableItem("moves", columns, rows)


def _between(answer: Conquest) -> str:
    """Return the bounds in percent, rounded outwards."""
    low, high = map(percent_text, answer.in_tenths)
    return f"at least {low} %, at most {high} %"


def _columns(moves: Sequence[Move], gain: str) -> list[Column]:
    """Return those of moves; the armies that move in are in JSON alone if no target can fall."""
    falls = any(move.move_in for move in moves)
    return [
        *(Column(name, name) for name in ("from", "to", "dice")),
        Column(gain, gain, "chance"),
        Column("move in" if falls else None, "move_in"),
    ]


def _advice(answer: Conquest) -> Iterator[str]:
    yield from map(_order, answer.moves[: len(answer.best)])
    if answer.position.enemy and not answer.best and answer.lower < 1:
        yield "Nothing helps." if answer.moves or not answer.upper else NOT_EVALUATED


def _order(move: Move) -> str:
    """Return a move as an order."""
    order = f"Attack {move.target} from {move.source} with {pluralize(move.dice, 'die', 'dice')}"
    falls = f"; if it falls, move {armies_text(move.move_in)} in" if move.move_in else ""
    return f"{order}{falls}."


def _placements(found: Sequence[Placement], options: Namespace) -> TableItem:
    territories = list(found[0].armies)
    shown = found if options.json else found[:LISTED_PLACEMENTS]
    proved = all(each.proved for each in shown)
    columns = [
        Column(None, "armies"),
        *(Column(f"new on {t}") for t in territories),
        Column("win" if proved else "at least", "win", "chance"),
        Column(None, "at_most", "chance"),
    ]
    rows = [(each.armies, *each.armies.values(), each.lower, each.upper) for each in shown]
    return TableItem("placements", columns, rows)


def _turn(turn: BestTurn) -> Iterator[Item]:
    orders = [*map(_order, turn.moves[: len(turn.best)])]
    stop = not orders and (turn.proved or turn.moves != ())
    yield Text(*orders or ["Stop." if stop else NOT_EVALUATED], "")
    yield from bounds("value", turn, label="expected value")
    yield Data("stop", stop)
    yield BLANK
    yield TableItem("moves", _columns(turn.moves, "value"), turn.moves)
