"""Battles and campaigns as Markov chains, and one turn on a map as a Markov decision process.

A turn has a variable for each territory: my armies on it, or that have moved in, and the enemy's.
`fallen` is the attack after whose last round armies have to move in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.models.model import (
    Branch,
    Guard,
    GuardedCommand,
    Model,
    Variable,
    Worth,
    certainly,
)
from riskexact.rules import Rules
from riskexact.rules.dice import round_counts
from riskexact.turn.front import bits
from riskexact.turn.named_front import NamedFront
from riskexact.turn.turns import Prizes

UnitRange = tuple[int, int | None]
"""Units from the first number to the second, None for any more."""


def classes(last: int) -> Iterator[UnitRange]:
    """Yield numbers of units 1, 2, … that are told apart: from the last one on they are alike."""
    yield from ((n, n) for n in range(1, last))
    yield last, None


def rounds(rules: Rules) -> Iterator[GuardedCommand]:
    """Yield a command for each pair of numbers of units that throw different dice."""
    for a in classes(rules.attack.units_for_max_dice):
        for d in classes(rules.defence.units_for_max_dice):
            counts = round_counts(*rules.dice(a[0], d[0]), rules).items()
            branches = [Branch(n, {"a": -lost, "d": -fallen}) for (lost, fallen), n in counts]
            yield GuardedCommand({"a": a, "d": d}, branches)


def of_battle(battle: Battle) -> Model:
    """Return the chain of a battle: `a` attackers against `d` defenders, and rounds that count."""
    if battle.blitz or battle.stop_below:
        raise RiskError(
            "a model must be of rounds of dice and stop rules by units and rounds, not of "
            f"{'Balanced Blitz' if battle.blitz else 'stop_below'}"
        )
    a, d, most = battle.attackers, battle.defenders, battle.stop_after
    variables = {"a": Variable(a, a), "d": Variable(d, d)}
    on: dict[str, UnitRange] = {"a": (battle.retreat_at + 1, None)}
    on["d"] = battle.stop_at_defenders + 1, None
    if most is not None:
        variables["n"] = Variable(most, 0)
        on["n"] = 0, most - 1
    more = {} if most is None else {"n": 1}  # one round more
    commands = [
        each._replace(branches=[Branch(n, {**changes, **more}) for n, changes in each.branches])
        for each in _within(rounds(battle.rules), on)
    ]
    commands += map(certainly, _outside(on))
    return Model(variables, commands, {"d": (0, 0)})


def of_campaign(campaign: Campaign) -> Model:
    """Return the chain of a campaign: `t` territories are taken, and `d` defenders on the next.

    With `over` the attack has come to a stop on a territory without defenders.
    """
    if campaign.blitz:
        raise RiskError("a model must be of rounds of dice, not of Balanced Blitz")
    last, retreat = len(campaign.territories), campaign.retreat_at
    largest = max(campaign.garrisons)
    variables = {
        "t": Variable(last, 0),
        "a": Variable(campaign.attackers, campaign.attackers),
        "d": Variable(largest, campaign.garrisons[0]),
        "over": Variable(1, 0),
    }
    commands = [certainly({"t": (last, last)})]
    for t, (_, rules, stay) in enumerate(campaign.territories):
        here: dict[str, UnitRange] = {"t": (t, t), "over": (0, 0)}
        for each in _within(rounds(rules), {"a": (retreat + 1, None)}):
            commands.append(each._replace(guard={**here, **each.guard}))
        commands.append(certainly(here | {"a": (0, retreat), "d": (1, None)}))
        commands.append(certainly({"t": (t, t), "over": (1, 1)}))
        won = here | {"d": (0, 0)}
        if t + 1 == last:
            commands.append(certainly(won, {"t": 1}))
            continue
        garrison = campaign.garrisons[t + 1]
        few = {"over": int(not garrison)}  # nobody goes on
        for left in range(min(stay, campaign.attackers) + 1):
            change = {"t": 1, "a": -left, "d": garrison}
            most = left + retreat if left == stay else left
            commands.append(certainly(won | {"a": (left, most)}, change | few))
            if left == stay:
                commands.append(certainly(won | {"a": (most + 1, None)}, change))
    return Model(variables, commands, {"t": (last, last)})


def _within(
    commands: Iterator[GuardedCommand], on: Mapping[str, UnitRange]
) -> Iterator[GuardedCommand]:
    """Yield the commands, where the attack goes on."""
    for each in commands:
        guard = dict(each.guard)
        for name, (low, high) in on.items():
            least, most = guard.get(name, (0, None))
            highs = [end for end in (most, high) if end is not None]
            guard[name] = max(least, low), min(highs, default=None)
        yield each._replace(guard=guard)


def _outside(on: Mapping[str, UnitRange]) -> Iterator[Guard]:
    """Yield guards, of which one holds wherever the attack does not go on."""
    held: dict[str, UnitRange] = {}
    for name, (low, high) in on.items():
        if low:
            yield {**held, name: (0, low - 1)}
        if high is not None:
            yield {**held, name: (high + 1, None)}
        held[name] = low, high


# ---- turns


class Names:
    """The variables by territory: the `armies` that are mine, the `defenders` of the enemy's."""

    def __init__(self, mine: Iterable[str], enemy: Iterable[str]) -> None:
        self.armies: dict[str, str] = {}
        self.defenders: dict[str, str] = {}
        for t in (*mine, *enemy):
            name = "_" * t[:1].isdecimal() + re.sub(r"\W", "_", t, flags=re.ASCII).lower()
            while f"{name}_mine" in self.armies.values():
                name += "_"
            self.armies[t] = f"{name}_mine"
        for t in enemy:
            self.defenders[t] = self.armies[t].removesuffix("mine") + "enemy"

    def taken(self, territories: Iterable[str]) -> Guard:
        """Return that territories are mine."""
        return {self.armies[t]: (1, None) for t in territories}


class Foray(NamedTuple):
    """An attack: its number, from where, on what, and with how many dice, under which rules."""

    number: int
    source: str
    target: str
    dice: int
    rules: Rules


def of_turn(named: NamedFront, prizes: Prizes | None = None) -> Model:
    """Return the process of a turn: to take the targets, or for what is worth something."""
    position, front = named.position, named.front
    ways = _ways(named)
    names, total = Names(named.mine, named.enemy), sum(position.mine[t] for t in named.mine)
    variables = {names.armies[t]: Variable(position.mine[t], position.mine[t]) for t in named.mine}
    for t in named.enemy:
        variables[names.defenders[t]] = Variable(position.enemy[t], position.enemy[t])
        variables[names.armies[t]] = Variable(total, 0)
    variables["fallen"] = Variable(ways[-1].number if ways else 0, 0)
    commands = [command for way in ways for command in _attacks(way, names, front.dice)]
    fallen = {way.number: way for way in ways}.values()
    commands += [command for way in fallen for command in _moves(way, names, front.move, total)]
    if prizes is None:
        commands.append(certainly({"fallen": (0, 0)}, label="stop"))
        return Model(variables, commands, names.taken(named.targets), decides=True)
    variables["stopped"] = Variable(1, 0)
    commands = [each._replace(guard={"stopped": (0, 0), **each.guard}) for each in commands]
    stopped = {"stopped": (1, 1)}
    commands.append(certainly({"stopped": (0, 0), "fallen": (0, 0)}, {"stopped": 1}, "stop"))
    commands.append(certainly(stopped))
    value = _worth(named, names, prizes, total)
    return Model(variables, commands, stopped, decides=True, worth=value)


def _ways(named: NamedFront) -> list[Foray]:
    """Return all attacks, with numbers that tell those apart after which others may move in."""
    found, number = list[Foray](), 0
    for target in named.enemy:
        rules = named.position.rules_of(target)
        for source in named.position.map.sources(target):
            if source in named.number:
                number += 1
                for dice in range(1, rules.attack.max_dice + 1):
                    number += named.front.move == "dice" and dice > 1
                    found.append(Foray(number, source, target, dice, rules))
    return found


def _attacks(way: Foray, names: Names, dice: str) -> Iterator[GuardedCommand]:
    """Yield a round of an attack, for each number of defenders that makes a difference."""
    number, source, target, thrown, rules = way
    dice_of = [rules.attack.dice_of(n) for n in range(rules.attack.units_for_max_dice + 1)]
    least = next(n for n, x in enumerate(dice_of) if x >= thrown)
    more = [n for n, x in enumerate(dice_of) if x > thrown and dice == "most"]
    if more[:1] == [least]:  # these are never the most dice
        return
    armies, defenders = names.armies[source], names.defenders[target]
    most = round_counts(*rules.allowed(thrown, rules.defence.max_dice), rules)
    last = max(rules.defence.units_for_max_dice, 1 + max(fallen for _, fallen in most))
    for left in classes(last):
        counts = round_counts(*rules.allowed(thrown, rules.defence.dice_of(left[0])), rules)
        branches = [
            Branch(n, {armies: -lost, defenders: -fallen, "fallen": number * (fallen == left[0])})
            for (lost, fallen), n in counts.items()
        ]
        enough: UnitRange = least + 1, more[0] if more else None
        guard: Guard = {"fallen": (0, 0), armies: enough, defenders: left}
        yield GuardedCommand(guard, branches)


def _moves(way: Foray, names: Names, move: str | int, total: int) -> Iterator[GuardedCommand]:
    """Yield each number of armies that may move in, where the attack has made its target fall."""
    source, target = names.armies[way.source], names.armies[way.target]
    for n in range(1, total):
        change = {source: -n, target: n, "fallen": -way.number}
        fewest = {"any": 1, "dice": way.dice, "all": total}.get(str(move), 1)
        if isinstance(move, int) and n > move:
            return
        here = (n + 1, None if n >= fewest else n + 1)  # fewer move in where no more are free
        yield certainly({"fallen": (way.number, way.number), source: here}, change)


def _worth(named: NamedFront, names: Names, prizes: Prizes, total: int) -> Worth:
    """Return what is taken, less what is lost, as `best_turn` counts it."""
    each, card, loss, groups = prizes
    parts = [(each, names.taken([t])) for t in named.enemy if each]
    parts += [(value, names.taken(named.names[u] for u in bits(left))) for left, value in groups]
    if card:
        parts += [(card, {}), (-card, {names.armies[t]: (0, 0) for t in named.enemy})]
    if loss:
        parts.append((-loss * total, {}))
    return Worth(dict.fromkeys(names.armies.values(), loss) if loss else {}, parts)
