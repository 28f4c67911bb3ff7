"""Battles and campaigns as Markov chains."""

from collections.abc import Iterator, Mapping

from riskexact.base.errors import RiskError
from riskexact.battle.battle import Battle
from riskexact.battle.campaign import Campaign
from riskexact.models.model import Branch, Guard, GuardedCommand, Model, Variable, possible
from riskexact.rules import Rules
from riskexact.rules.dice import round_counts

UnitRange = tuple[int, int | None]
"""Units from the first to the second, or so many and more."""


def classes(last: int) -> Iterator[UnitRange]:
    """Yield the numbers of units 1, 2, … that are told apart: from the last one on they are alike.

    >>> list(classes(3))
    [(1, 1), (2, 2), (3, None)]
    """
    yield from ((n, n) for n in range(1, last))
    yield last, None


def rounds(rules: Rules, attackers: str = "a", defenders: str = "d") -> Iterator[GuardedCommand]:
    """Yield a command for each pair of numbers of units that throw different dice."""
    for a in classes(rules.attack.units_for_max_dice):
        for d in classes(rules.defence.units_for_max_dice):
            counts = round_counts(*rules.dice(a[0], d[0]), rules)
            branches = [
                Branch(n, {attackers: -lost, defenders: -fallen})
                for (lost, fallen), n in counts.items()
            ]
            yield GuardedCommand({attackers: a, defenders: d}, branches)


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
    commands += [GuardedCommand(guard, [Branch(1, {})]) for guard in _outside(on)]
    return Model(variables, possible(commands, variables), {"d": (0, 0)})


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
    commands = [GuardedCommand({"t": (last, last)}, [Branch(1, {})])]
    for t, (_, rules, stay) in enumerate(campaign.territories):
        here: dict[str, UnitRange] = {"t": (t, t), "over": (0, 0)}
        for each in _within(rounds(rules), {"a": (retreat + 1, None)}):
            commands.append(each._replace(guard={**here, **each.guard}))
        commands.append(GuardedCommand(here | {"a": (0, retreat), "d": (1, None)}, [Branch(1, {})]))
        commands.append(GuardedCommand({"t": (t, t), "over": (1, 1)}, [Branch(1, {})]))
        won = here | {"d": (0, 0)}
        if t + 1 == last:
            commands.append(GuardedCommand(won, [Branch(1, {"t": 1})]))
            continue
        garrison = campaign.garrisons[t + 1]
        few = {"over": int(not garrison)}  # nobody goes on
        for left in range(min(stay, campaign.attackers) + 1):
            change = {"t": 1, "a": -left, "d": garrison}
            most = left + retreat if left == stay else left
            guard = won | {"a": (left, most)}
            commands.append(GuardedCommand(guard, [Branch(1, change | few)]))
            if left == stay:
                guard = won | {"a": (most + 1, None)}
                commands.append(GuardedCommand(guard, [Branch(1, change)]))
    return Model(variables, possible(commands, variables), {"t": (last, last)})


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
