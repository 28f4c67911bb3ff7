"""The questions of the test vectors: small battles in full, edges, borders, a few large ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from riskexact.base.frozen import FrozenMapping
from riskexact.evidence.vectors.answers import VectorQuestion
from riskexact.odds.states import State
from riskexact.questions.battle import Battle, win_probability
from riskexact.rules import Rules
from riskexact.rules.blitz import BLITZ_3_3
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import round_counts
from riskexact.rules.hand import Die

HOUSE_RULES = FrozenMapping(
    {
        "eight-faces": Rules(faces=8),
        "nobody-loses-a-tie": Rules(ties="nobody"),
        "a-loaded-die": Rules(faces=Die((1, 2, 3, 4, 5, 6, 6))),
        "one-die-each": Rules(1, 1),
        "dice-of-many-kinds": Rules((10, 8, 6), (6, 8)),
    }
)
"""Rules that have no name in the catalogue."""

A_TWENTIETH = Rules((5, 3), (2,), pairs=1)
"""Two attackers lose against one defender with a chance of 1/20, which Balanced Blitz drops."""

EVERY_RULES = FrozenMapping({**RULES, **HOUSE_RULES})

EVERY_SMALL = list(product(range(1, 13), range(1, 13)))
"""Every battle up to 12 v 12."""
VERY_SMALL = list(product(range(1, 6), range(1, 6)))

EDGES = [(0, 1), (0, 7), (1, 0), (7, 0)]
"""Battles that are over before a round is thrown."""

UNEVEN = [(1, 20), (2, 20), (1, 100), (2, 100), (20, 1), (20, 2), (60, 3), (3, 60)]
EVEN = [(17, 6), (20, 20), (40, 40), (33, 38), (100, 100), (99, 101), (200, 234), (500, 586)]
LONG = [(900, 900), (800, 937)]
WITHOUT_FRACTION = [(10**5, 117_176), (10**6, 1_171_763), (10**9, 1_171_761_626), (1000, 1000)]
"""Battles near even odds for large armies."""


@lru_cache(maxsize=1)
def questions() -> tuple[VectorQuestion, ...]:
    """Return all questions, in the order of their kinds.

    >>> questions()[0].id
    'rounds/standard/1v1/lost-0-1'
    """
    return tuple(
        VectorQuestion(f"{kind}/{id}", kind, fields)
        for kind, asked in ASKED.items()
        for id, fields in asked()  # noqa: A001
    )


Asked = Iterator[tuple[str, Mapping[str, Any]]]
"""Questions of one kind: the rest of their id, and their fields."""


def rounds() -> Asked:
    """Ask for every result of every round."""
    for name, rules in EVERY_RULES.items():
        for attack_dice, defence_dice in rules.dice_numbers():
            for lost in round_counts(attack_dice, defence_dice, rules):
                yield (
                    f"{name}/{attack_dice}v{defence_dice}/lost-{lost[0]}-{lost[1]}",
                    {
                        "rules": rules,
                        "attack_dice": attack_dice,
                        "defence_dice": defence_dice,
                        "lost": _units(lost),
                    },
                )


def wins() -> Asked:
    """Ask for the chance to win."""
    yield from _battles(
        "standard", [*EDGES, *EVERY_SMALL, *UNEVEN, *EVEN, *LONG, *WITHOUT_FRACTION]
    )
    yield from _battles("single-loss", [*EVERY_SMALL, *UNEVEN, *EVEN, *WITHOUT_FRACTION[:2]])
    for name in EVERY_RULES:
        if name not in ("standard", "single-loss"):
            yield from _battles(name, [*VERY_SMALL, (17, 6), (10, 10), (30, 20)])
    yield from _battles("ties-to-attacker", [(300, 800)])


def outcomes() -> Asked:
    """Ask for every outcome of small battles, and of some of each rule set."""
    in_full = [(1, 0), (0, 2), (2, 1), (3, 2), (5, 5), (9, 7)]
    for name, rules in EVERY_RULES.items():
        for sides in in_full if name in ("standard", "single-loss") else [(4, 4)]:
            for left in Battle(*sides, rules).outcomes:
                yield _of_outcome(name, sides, left)
    for left in [(40, 0), (11, 0), (1, 0), (0, 1), (0, 12), (0, 40)]:
        yield _of_outcome("standard", (40, 40), left)


CAMPAIGNS: Sequence[tuple[str, int, Sequence[int]]] = (
    ("standard", 11, (3, 3, 3)),
    ("standard", 1, (1, 1)),
    ("standard", 2, (1, 1)),
    ("standard", 3, (1, 1, 1)),
    ("standard", 10, (2, 5, 3)),
    ("standard", 10, (5, 3, 2)),
    ("standard", 6, (2, 0, 2)),
    ("standard", 20, (4,)),
    ("standard", 0, (3,)),
    ("standard", 15, (1, 1, 1, 1, 1, 1, 1)),
    ("single-loss", 11, (3, 3, 3)),
    ("risiko", 14, (3, 3, 3)),
    ("ties-to-attacker", 8, (4, 4)),
)
"""Rules, attackers and garrisons, where one unit stays behind on every territory taken."""


def campaigns() -> Asked:
    """Ask how many territories are taken."""
    for name, attackers, defenders in CAMPAIGNS:
        yield from _campaign([name] * len(defenders), attackers, defenders, [1] * len(defenders))
    for leave_behind in ([0, 0, 0], [2, 1, 3], [1, 5, 1], [20, 20, 20]):
        yield from _campaign(["standard"] * 3, 12, [3, 2, 3], leave_behind)
    yield from _campaign(["standard", "capital", "single-loss"], 16, [3, 4, 3], [1, 1, 1])
    # the question of the notebook, one attacker for each army but the first
    garrisons = [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]
    yield from _campaign(["standard"] * len(garrisons), 71, garrisons, [1] * len(garrisons))


STOP_RULES: Sequence[Mapping[str, object]] = (
    {"retreat_at": 1},
    {"retreat_at": 2},
    {"retreat_at": 3},
    {"stop_at_defenders": 1},
    {"stop_at_defenders": 2},
    {"stop_after": 0},
    {"stop_after": 1},
    {"stop_after": 4},
    {"stop_below": "1/4"},
    {"stop_below": "1/2"},
    {"retreat_at": 3, "stop_at_defenders": 2},
    {"retreat_at": 3, "stop_after": 3, "stop_below": "1/5"},
    {"retreat_at": 50},
    {"stop_at_defenders": 50},
)
"""When the attacker breaks off."""

STOPPED: Sequence[tuple[str, State, Sequence[Mapping[str, object]]]] = (
    ("standard", (12, 9), STOP_RULES),
    ("single-loss", (8, 8), STOP_RULES),
    ("risiko", (7, 5), STOP_RULES),
    ("standard", (3, 1), [{"retreat_at": 2}]),
    ("standard", (4, 0), [{"retreat_at": 4}]),
    ("nobody-loses-a-tie", (5, 4), [{"stop_after": 3}, {"retreat_at": 2}]),
)
"""The battles that are broken off."""


def stops() -> Asked:
    """Ask for every end of battles with stop rules."""
    usual = {"retreat_at": 0, "stop_at_defenders": 0, "stop_after": None, "stop_below": "0"}
    for name, (a, d), each in STOPPED:
        for given, end in product(each, ("win", "lose", "stopped")):
            when = "-".join(f"{rule}-{value}" for rule, value in given.items())
            fields = {"rules": EVERY_RULES[name], "attackers": a, "defenders": d, **usual, **given}
            words = when.replace("/", "-").replace("_", "-")
            yield f"{name}/{a}v{d}/{words}/{end}", {**fields, "end": end}


CHANCES_ASKED = ("1/2", "3/4", "9/10", "99/100")


def needs() -> Asked:
    """Ask for the smallest or largest force, where one unit fewer or more would not do.

    Some chances are those of a force, rounded down and up in the sixth digit.
    """
    for against, chance in product((1, 2, 3, 4, 5, 8, 10, 15, 20), CHANCES_ASKED):
        for find in ("attackers", "defenders", "garrison"):
            yield _need("standard", find, against, chance)
    for name in EVERY_RULES:
        if name != "standard":
            yield _need(name, "attackers", 6, "9/10")
            yield _need(name, "garrison", 6, "9/10")
    for attackers, defenders in [(3, 2), (7, 5), (16, 10), (12, 15)]:
        millionths = int(win_probability(attackers, defenders) * 10**6)
        for near in (Fraction(millionths, 10**6), Fraction(millionths + 1, 10**6)):
            yield _need("standard", "attackers", defenders, str(near))
            yield _need("standard", "defenders", attackers, str(near))
    yield _need("standard", "attackers", 1, "5/12")
    yield _need("standard", "attackers", 0, "1/2")
    yield _need("standard", "attackers", 6, "0")


def luck() -> Asked:
    """Ask for outcomes at least as bad, or as good, as each of some battles."""
    for name, (a, d) in [
        ("standard", (12, 9)),
        ("standard", (3, 2)),
        ("single-loss", (6, 6)),
        ("risiko", (6, 4)),
    ]:
        for left in Battle(a, d, EVERY_RULES[name]).outcomes:
            for side in ("bad", "good"):
                id_, fields = _of_outcome(name, (a, d), left)
                yield f"{id_}/at-least-this-{side}", {**fields, "at_least_this": side}


def balanced_blitz() -> Asked:
    """Ask for battles of the digital game: both cuts, its capitals, walls and zombies."""
    for sides in [*product(range(1, 9), range(1, 9)), (10, 10), (20, 15), (50, 50), (60, 66)]:
        yield _blitz("standard", sides)
    for attackers in (47, 48, 49):
        yield _blitz("standard", (attackers, 50))
    for sides in [(0, 3), (3, 0), (100, 110), (500, 580), (10**6, 1_171_763)]:
        yield _blitz("standard", sides)
    for name in ("capital", "capital-behind-a-wall", "ties-to-attacker"):
        for sides in [(5, 5), (10, 5), (10, 10), (15, 10), (30, 15), (30, 25)]:
            yield _blitz(name, sides)
    for sides in [(3, 2), (10, 10), (12, 9)]:
        for left in Battle(*sides).outcomes:
            yield _blitz("standard", sides, left)
    for left in Battle(2, 1, A_TWENTIETH).outcomes:
        id_, fields = _blitz("standard", (2, 1), left)
        yield id_.replace("standard", "a-twentieth"), {**fields, "rules": A_TWENTIETH}


LINE_MAP = (("Siam", "Indonesia"), ("Indonesia", "New Guinea"))
FORK_MAP = (("Siam", "Indonesia"), ("Siam", "India"))
TRIANGLE_MAP = (*LINE_MAP, ("New Guinea", "Siam"))
SQUARE_MAP = (*LINE_MAP, ("New Guinea", "Australia"), ("Australia", "Indonesia"))

MAPS: Sequence[tuple[Sequence[tuple[str, str]], Mapping[str, int], Mapping[str, int]]] = (
    (LINE_MAP[:1], {"Siam": 4}, {"Indonesia": 2}),
    (LINE_MAP[:1], {"Siam": 1}, {"Indonesia": 1}),
    (LINE_MAP, {"Siam": 6}, {"Indonesia": 2, "New Guinea": 1}),
    (LINE_MAP, {"Siam": 8}, {"Indonesia": 3, "New Guinea": 2}),
    (LINE_MAP, {"Siam": 5, "New Guinea": 4}, {"Indonesia": 4}),
    (FORK_MAP, {"Siam": 7}, {"Indonesia": 2, "India": 2}),
    (TRIANGLE_MAP, {"Siam": 7}, {"Indonesia": 2, "New Guinea": 3}),
    (TRIANGLE_MAP, {"Siam": 4, "New Guinea": 3}, {"Indonesia": 4}),
    (SQUARE_MAP, {"Siam": 7}, {"Indonesia": 1, "New Guinea": 2, "Australia": 1}),
    (SQUARE_MAP, {"Siam": 5, "Australia": 3}, {"Indonesia": 2, "New Guinea": 2}),
)
"""Borders, the attacker's armies and the enemy's, all of which are to be taken."""


def maps() -> Asked:
    """Ask for the best play of one turn, small enough for all positions to be tried."""
    for number, (borders, mine, enemy) in enumerate(MAPS, start=1):
        for move, dice in (("any", "free"), ("dice", "free"), ("all", "most")):
            yield _map(number, "standard", borders, mine, enemy, tuple(enemy), move, dice)
    for number, name in enumerate(("single-loss", "risiko", "ties-to-attacker"), start=3):
        borders, mine, enemy = MAPS[number]
        yield _map(number + 1, name, borders, mine, enemy, tuple(enemy), "any", "free")
    borders, mine, enemy = MAPS[8]
    yield _map(9, "standard", borders, mine, enemy, ("Australia",), "any", "free")


ASKED = FrozenMapping(
    {
        "rounds": rounds,
        "wins": wins,
        "outcomes": outcomes,
        "campaigns": campaigns,
        "stops": stops,
        "needs": needs,
        "luck": luck,
        "balanced-blitz": balanced_blitz,
        "maps": maps,
    }
)
"""The questions of each kind."""

ABOUT_KINDS = FrozenMapping(
    {
        "rounds": "the chance that one round costs both sides just the units lost",
        "wins": "the chance that the attacker wins a battle",
        "outcomes": "the chance that a battle ends with just the units left",
        "campaigns": "the chance that a campaign takes just this many territories",
        "stops": "the chance of an end of a battle that the attacker may break off",
        "needs": "the number of units that a chance takes",
        "luck": "the chance of an outcome at least this bad, or at least this good",
        "balanced-blitz": "the chance to win, or of an outcome, in Balanced Blitz",
        "maps": "the highest chance to take territories of a map in one turn",
    }
)
"""What the answers of each kind are."""


def _battles(name: str, battles: Iterable[State]) -> Asked:
    for a, d in battles:
        yield f"{name}/{a}v{d}", {"rules": EVERY_RULES[name], "attackers": a, "defenders": d}


def _of_outcome(name: str, sides: State, left: State) -> tuple[str, dict[str, Any]]:
    a, d = sides
    fields = {"rules": EVERY_RULES[name], "attackers": a, "defenders": d, "left": _units(left)}
    return f"{name}/{a}v{d}/left-{left[0]}-{left[1]}", fields


def _campaign(
    names: Sequence[str], attackers: int, defenders: Sequence[int], leave_behind: Sequence[int]
) -> Asked:
    for taken in range(len(defenders) + 1):
        parts = ["-".join(map(str, each)) for each in (defenders, leave_behind)]
        rules = "+".join(dict.fromkeys(names))
        yield (
            f"{rules}/{attackers}v{parts[0]}/leave-{parts[1]}/taken-{taken}",
            {
                "rules": tuple(EVERY_RULES[name] for name in names),
                "attackers": attackers,
                "defenders": tuple(defenders),
                "leave_behind": tuple(leave_behind),
                "taken": taken,
            },
        )


def _need(name: str, find: str, against: int, chance: str) -> tuple[str, dict[str, Any]]:
    fields = {"rules": EVERY_RULES[name], "find": find, "against": against, "chance": chance}
    return f"{name}/{find}/against-{against}/chance-{chance.replace('/', '-')}", fields


def _blitz(name: str, sides: State, left: State | None = None) -> tuple[str, dict[str, Any]]:
    a, d = sides
    end = "" if left is None else f"/left-{left[0]}-{left[1]}"
    fields = {"rules": EVERY_RULES[name], "attackers": a, "defenders": d, "version": BLITZ_3_3}
    return f"{name}/{a}v{d}{end}", {**fields, "left": None if left is None else _units(left)}


def _map(
    number: int,
    name: str,
    borders: Sequence[tuple[str, str]],
    mine: Mapping[str, int],
    enemy: Mapping[str, int],
    take: Sequence[str],
    move: str,
    dice: str,
) -> tuple[str, dict[str, Any]]:
    fields = {"borders": borders, "mine": mine, "enemy": enemy, "take": take}
    what = "all" if len(take) == len(enemy) else "-".join(take).lower()
    return (
        f"{name}/{number}/take-{what}/move-{move}/dice-{dice}",
        {"rules": EVERY_RULES[name], **fields, "move": move, "dice": dice},
    )


def _units(state: State) -> dict[str, int]:
    return dict(zip(("attackers", "defenders"), state, strict=True))
