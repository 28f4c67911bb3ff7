"""`riskexact conquer` and `riskexact place`: the best turn on a map, and the best defence."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence

from riskexact.base.arguments import number, shown
from riskexact.base.errors import RiskError
from riskexact.base.report import (
    BLANK,
    Chance,
    Column,
    Data,
    Exact,
    Headline,
    Item,
    Report,
    TableItem,
    Text,
    Value,
)
from riskexact.base.text import counted, listed
from riskexact.boards.conquest import Conquest, conquer
from riskexact.boards.front import DICE_RULES, MOVE_RULES
from riskexact.boards.geography import Map, map_named
from riskexact.boards.named_front import Move
from riskexact.boards.placement import AIMS, Placement, hold, place, reinforce
from riskexact.boards.position import Position
from riskexact.boards.turns import BestTurn, best_turn
from riskexact.cli.options import (
    Commands,
    Parser,
    add_command,
    add_digits,
    add_full,
    asked_digits,
    refuse,
)
from riskexact.cli.progress import describe
from riskexact.odds.states import armies_text
from riskexact.rules import Rules
from riskexact.rules.catalogue import in_words, rules_json, rules_named

LISTED_PLACEMENTS = 10
"""Placements that are printed; JSON has all of them."""


class _MoveIn(Column):
    """The armies that move in if the target falls in this round."""

    def text(self, cell: object, digits: int | None, room: int | None) -> str:
        """Return the number, "" where the target cannot fall."""
        return "" if cell is None else str(cell)


def add_conquer(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "conquer",
        run_conquer,
        "the best turn on a map: the chance to take territories, and what to attack first",
        "riskexact conquer --mine Siam=14 --take Australia Indonesia=3 New-Guinea=2 "
        "Western-Australia=4 Eastern-Australia=2",
    )
    add_position(parser)
    parser.add_argument(
        "--reinforce", metavar="N", help="place N new armies where they raise the chance most"
    )
    _add_several(
        parser,
        "--worth",
        "NAME=VALUE",
        "go on or stop: what a territory or continent is worth, each territory taken "
        "(territory=1), a card for the first (card=2), and what an army lost costs (loss=1)",
    )
    _add_common(parser)


def add_position(parser: Parser) -> None:
    """Add a position, what is to be taken, and the terms of the turn."""
    parser.add_argument(
        "enemy",
        nargs="*",
        metavar="NAME=DEFENDERS",
        help="the enemy's territories; NAME=D:RULES sets the rules of one territory",
    )
    _add_several(parser, "--mine", "NAME=ARMIES", "territories of mine; the army that stays counts")
    _add_several(
        parser, "--take", "NAME", "territories or continents to take (default: all the enemy's)"
    )
    _add_several(parser, "--through", "NAME", "territories that may be taken on the way")
    _add_map(parser)


def add_place(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "place",
        run_place,
        "how a defender stands best against an attacker who plays best",
        "riskexact place 12 --on Australia --against Siam=15",
    )
    parser.add_argument("units", metavar="UNITS", help="defenders to place, at least one on each")
    _add_several(parser, "--on", "NAME", "territories or continents that are attacked together")
    _add_several(parser, "--against", "NAME=ARMIES", "the attacker's territories")
    _add_several(
        parser,
        "--front",
        "NAME=ARMIES[+ARMIES...]",
        "instead: a front with attackers of its own, who come one stack after another",
    )
    parser.add_argument(
        "--aim",
        metavar="AIM",
        help=f"of fronts: {' or '.join(AIMS)} should hold with the highest chance (default: all)",
    )
    _add_map(parser)
    _add_common(parser)


def _add_several(parser: Parser, option: str, metavar: str, what: str) -> None:
    """Add an option that takes one value, and may be given several times or take commas."""
    parser.add_argument(
        option,
        metavar=f"{metavar}[,...]",
        action="append",
        help=f"{what}; may be given several times",
    )


def _add_map(parser: Parser) -> None:
    parser.add_argument(
        "--map", metavar="MAP", default="classic", help="classic, or FILE.toml (default: classic)"
    )
    _add_several(
        parser,
        "--without-border",
        "NAME:NAME",
        "a border that the edition does not have, such as East-Africa:Middle-East",
    )
    parser.add_argument(
        "--move",
        metavar="RULE",
        default=MOVE_RULES[0],
        help="armies that move in when a territory falls: any, at least as many as dice were "
        "thrown (dice), or all (default: any)",
    )
    parser.add_argument(
        "--dice",
        metavar="RULE",
        default=DICE_RULES[0],
        help="free to choose, or the most allowed (default: free)",
    )


def _add_common(parser: Parser) -> None:
    add_digits(parser)
    add_full(parser)


def run_conquer(options: Namespace) -> Report:
    """Return the best turn: by its chance, after reinforcements, or by its expected value."""
    digits = asked_digits(options)
    if options.mine is None or not options.enemy + (options.take or []):
        raise RiskError("conquer must be given territories of mine, with --mine, and the enemy's")
    position, rules = read_position(options), rules_named(options.rules)
    world, mine, enemy = position.map, dict(position.mine), dict(position.enemy)
    echo: dict[str, object] = {"map": options.map, "mine": mine}
    if options.worth is not None:
        refuse(options, ("take", "through", "reinforce"), "without --worth")
        return _turn_report(options, position, echo, rules, digits)
    take, through = (read_names(getattr(options, name)) for name in ("take", "through"))
    goals = [world.called(name) for name in take] or list(enemy)
    echo |= {"take": goals, "enemy": enemy, "through": [world.called(name) for name in through]}
    echo |= {"move": options.move, "dice": options.dice, "rules": rules_json(rules)}
    terms = {"move": options.move, "dice": options.dice, "on_states": _progress()}
    placed: list[Item] = []
    if options.reinforce is not None:
        new = number(options.reinforce, "reinforce", 1)
        found = reinforce(position, new, goals, through, **terms)
        more = {t: n + found[0].armies.get(t, 0) for t, n in position.mine.items()}
        position = position.replace(mine=more)
        echo["reinforce"] = new
        placed = [BLANK, _placements(found, options)]
    answer = conquer(position, goals, through, **terms)
    title = f"{_stacks(position.mine)} against {_stacks(enemy)}, {in_words(rules)}"
    what = listed(goals) if take else "all of them"
    return Report(title, echo, *_conquest(answer, what), *placed, digits=digits)


def read_position(options: Namespace) -> Position:
    """Return the position that `add_position` added."""
    world, rules = _read_map(options), rules_named(options.rules)
    mine, own = _read_units(world, options.mine, "mine", rules)
    enemy, each = _read_units(world, options.enemy, "enemy", rules)
    if own:
        raise RiskError("rules must be those of a territory of the enemy's, not of mine")
    return Position(world, mine, enemy, {t: each.get(t, rules) for t in enemy})


def read_names(typed: Sequence[str] | None) -> list[str]:
    """Return values that were given several times, or with commas between."""
    return [each.strip() for text in typed or () for each in text.split(",") if each.strip()]


def _conquest(answer: Conquest, what: str) -> Iterator[Item]:
    """Yield the chance or its bounds, the best path, and the first moves."""
    if answer.proved:
        yield Headline(answer.lower, does=f"take {what}", more=lambda: _advice(answer))
    else:
        yield Text(f"to take {what}: between the bounds below", *_advice(answer), "")
    yield Exact("win", answer.lower, "win" if answer.proved else "at least")
    yield Exact("at_most", answer.upper, "" if answer.proved else "at most")
    yield Data("proved", answer.proved)
    path = answer.best_path
    yield Value("best_path", path, "best path, each battle to the end")
    if path is None:
        yield Text("best path: none takes all")
    yield BLANK
    columns = [
        Column("from", "from"),
        Column("to", "to"),
        Column("dice", "dice"),
        Chance("win", "win"),
        _move_in(answer.moves),
    ]
    yield TableItem("moves", columns if answer.moves else [], answer.moves)


def _move_in(moves: Sequence[Move]) -> Column:
    """Return the column of the armies that move in, in JSON alone if no target can fall."""
    falls = any(move.move_in for move in moves)
    return _MoveIn("move in" if falls else None, "move_in")


def _advice(answer: Conquest) -> Iterator[str]:
    """Yield what to attack first."""
    for move in answer.moves[: len(answer.best)]:
        yield _order(move)
    if answer.position.enemy and not answer.best and answer.lower < 1:
        yield "Nothing helps."


def _order(move: Move) -> str:
    """Return a move as an order.

    >>> print(_order(Move("Siam", "Indonesia", 3, 0, 13)))
    Attack Indonesia from Siam with 3 dice; if it falls, move 13 armies in.
    """
    order = f"Attack {move.target} from {move.source} with {counted(move.dice, 'die', 'dice')}"
    falls = f"; if it falls, move {armies_text(move.move_in)} in" if move.move_in else ""
    return f"{order}{falls}."


def _placements(found: Sequence[Placement], options: Namespace) -> TableItem:
    """Return the table of reinforcements, the best first."""
    territories = list(found[0].armies)
    shown = found if options.json else found[:LISTED_PLACEMENTS]
    columns = [
        Column(None, "armies"),
        *(Column(f"new on {t}") for t in territories),
        Chance("win" if all(each.proved for each in shown) else "at least", "win"),
        Chance(None, "at_most"),
    ]
    rows = [(each.armies, *each.armies.values(), each.lower, each.upper) for each in shown]
    return TableItem("placements", columns, rows)


def _turn_report(
    options: Namespace,
    position: Position,
    echo: dict[str, object],
    rules: Rules,
    digits: int | None,
) -> Report:
    """Return the turn of the highest expected value."""
    worth = dict(read_pair(each, "worth") for each in read_names(options.worth))
    turn = best_turn(position, worth, move=options.move, dice=options.dice, on_states=_progress())
    echo |= {"enemy": dict(position.enemy), "move": options.move, "dice": options.dice}
    echo |= {"rules": rules_json(rules), "worth": worth}
    title = f"{_stacks(position.mine)} against {_stacks(position.enemy)}, {in_words(rules)}"
    return Report(title, echo, *_turn(turn), digits=digits)


def _turn(turn: BestTurn) -> Iterator[Item]:
    yield Text(*map(_order, turn.moves[: len(turn.best)]) if turn.best else ["Stop."], "")
    yield Exact("value", turn.value, "expected value")
    yield Data("stop", not turn.best)
    yield BLANK
    columns = [
        Column("from", "from"),
        Column("to", "to"),
        Column("dice", "dice"),
        Chance("value", "value"),
        _move_in(turn.moves),
    ]
    yield TableItem("moves", columns, turn.moves)


def run_place(options: Namespace) -> Report:
    """Return how the defender stands best."""
    digits, rules = asked_digits(options), rules_named(options.rules)
    units = number(options.units, "units", 1)
    if options.front is not None:
        refuse(options, ("on", "against"), "without --front")
        return _fronts(options, units, rules, digits)
    refuse(options, ("aim",), "with --front")
    if options.on is None or options.against is None:
        raise RiskError("place must have --on and --against, or --front")
    world = _read_map(options)
    on = [world.called(name) for name in read_names(options.on)]
    against, _ = _read_units(world, options.against, "against", rules)
    best = place(
        units,
        on,
        against,
        map=world,
        rules=rules,
        move=options.move,
        dice=options.dice,
        on_states=_progress(),
    )
    echo: dict[str, object] = {"map": options.map, "units": units, "on": on, "against": against}
    echo |= {"move": options.move, "dice": options.dice, "rules": rules_json(rules)}
    title = f"{counted(units, 'unit')} on {listed(on)} against {_stacks(against)}, "
    return Report(title + in_words(rules), echo, *_placed(best), digits=digits)


def _fronts(options: Namespace, units: int, rules: Rules, digits: int | None) -> Report:
    pairs = [read_pair(each, "front") for each in read_names(options.front)]
    fronts = {name: [number(n, "armies", 1) for n in text.split("+")] for name, text in pairs}
    aim = AIMS[0] if options.aim is None else options.aim
    best = hold(units, fronts, aim=aim, rules=rules)
    echo: dict[str, object] = {"units": units, "fronts": fronts, "aim": aim}
    echo["rules"] = rules_json(rules)
    title = f"{counted(units, 'unit')} on {counted(len(fronts), 'front')}, {in_words(rules)}"
    return Report(title, echo, *_placed(best), digits=digits)


def _placed(best: Placement) -> Iterator[Item]:
    if best.proved:
        yield Headline(best.lower, does="hold")
    yield Data("armies", dict(best.armies))
    yield Text(*(f"{n} on {t}" for t, n in best.armies.items()), "")
    yield Exact("hold", best.lower, "hold" if best.proved else "hold, at least")
    yield Exact("at_most", best.upper, "" if best.proved else "at most")
    yield Data("proved", best.proved)


def _read_map(options: Namespace) -> Map:
    world = map_named(options.map)
    for each in read_names(options.without_border):
        one, colon, other = each.partition(":")
        if not colon:
            raise RiskError(f"without-border must be NAME:NAME, not {shown(each)}")
        world = world.without_border(one, other)
    return world


def _read_units(
    world: Map, typed: Sequence[str] | None, side: str, rules: Rules
) -> tuple[dict[str, int], dict[str, Rules]]:
    """Return the units by territories, in the order of the map, and rules that were given."""
    units: dict[str, int] = {}
    own: dict[str, Rules] = {}
    for each in read_names(typed):
        name, text = read_pair(each, side)
        count, colon, rule_set = text.partition(":")
        territory = world.territory(name)
        if territory in units:
            raise RiskError(f"{side} must have each territory once, not {shown(name)} again")
        units[territory] = number(count, f"units on {territory}", 1)
        if colon:
            own[territory] = rules_named(rule_set)
    return {t: units[t] for t in world.territories if t in units}, own


def read_pair(each: str, what: str) -> tuple[str, str]:
    """Return the two sides of NAME=VALUE."""
    name, equals, value = each.partition("=")
    if not (name and equals and value):
        raise RiskError(f"{what} must be NAME=NUMBER, not {shown(each)}")
    return name.strip(), value.strip()


def _stacks(units: Mapping[str, int]) -> str:
    """Return territories with their units.

    >>> _stacks({"Siam": 14, "India": 2})
    'Siam 14 and India 2'
    """
    return listed(f"{t} {n}" for t, n in units.items()) if units else "nobody"


def _progress() -> Callable[[int], None]:
    """Return what shows the number of states on a terminal."""
    return lambda states: describe(f"{states} states")
