"""Random questions of every kind of which there are models, with what we answer."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import riskexact as rx
from riskexact.rules import Rules
from riskexact.rules.hand import Hand

RULES: tuple[Any, ...] = (
    *("standard", "risiko", "single-loss", "capital"),
    *(Rules(2, 3, ties="nobody"), Rules(3, 2, faces=4, ties="attacker")),
    Rules(Hand(3, needs=(1, 2, 4)), Hand(2, to_highest=1)),
    Rules(3, Hand(2, at_most_attack=True)),
)


DIRECTED = 0.4
"""The chance of a border that leads one way."""


class Asked(NamedTuple):
    """The arguments of `model_of`, and the answer."""

    question: Any
    terms: dict[str, Any]
    answer: Fraction


def random_questions(seed: int) -> Iterator[Asked]:
    """Yield battles, campaigns and turns, small enough for all their states to be listed."""
    random = Random(seed)
    while True:
        for kind in (_battle, _campaign, _turn, _turn, _worth):
            try:
                yield kind(random)
            except rx.RiskError as error:
                if "no way leads" not in str(error):
                    raise


def _battle(random: Random) -> Asked:
    stops = random.choice(("retreat_at", "stop_at_defenders", "stop_after", ""))
    terms: dict[str, Any] = {stops: random.randint(0, 4)} if stops else {}
    battle = rx.Battle(random.randint(1, 8), random.randint(1, 8), random.choice(RULES), **terms)
    return Asked(battle, {}, battle.win_probability)


def _campaign(random: Random) -> Asked:
    size = random.randint(1, 3)
    garrisons = [random.randint(n == 0, 3) for n in range(size)]
    campaign = rx.Campaign(
        random.randint(1, 8),
        garrisons,
        [random.choice(RULES) for _ in garrisons],
        [random.randint(0, 2) for _ in garrisons],
        random.randint(0, 2),
    )
    return Asked(campaign, {}, campaign.win_probability)


def random_position(random: Random) -> rx.Position:
    """Return a position on a map of two to four territories, some of its borders one-way."""
    names = "ABCD"[: random.randint(2, 4)]
    pairs = [(t, u) for t in names for u in names if t < u]
    borders = [pair for pair in pairs if random.random() < 0.5] or pairs[:1]
    others = [pair for pair in pairs if pair not in borders and random.random() < DIRECTED]
    some = [(t, u) if random.random() < 0.5 else (u, t) for t, u in others]
    try:
        world = rx.Map(borders, one_way=some)
    except rx.RiskError:  # it is not connected
        return random_position(random)
    territories = random.sample(world.territories, len(world.territories))
    held = random.randint(1, len(territories) - 1)
    mine = {t: random.randint(1, 4) for t in territories[:held]}
    enemy = {t: random.randint(1, 2) for t in territories[held:]}
    return rx.Position(world, mine, enemy, {t: random.choice(RULES) for t in enemy})


def random_terms(random: Random) -> dict[str, Any]:
    """Return terms of a turn."""
    move = random.choice(("any", "dice", "all", 1, 2))
    return {"move": move, "dice": random.choice(("free", "most"))}


def _turn(random: Random) -> Asked:
    position, terms = random_position(random), random_terms(random)
    enemy = random.sample(list(position.enemy), len(position.enemy))
    few = random.randint(1, len(enemy))
    terms |= {"take": enemy[:few], "through": enemy[few:][: random.randint(0, 2)]}
    found = rx.conquer(position, **terms)
    assert found.proved
    return Asked(position, terms, found.lower)


def _worth(random: Random) -> Asked:
    position, terms = random_position(random), random_terms(random)
    worth: dict[str, Fraction | int] = {
        "territory": random.randint(0, 2),
        "loss": Fraction(random.randint(0, 3), 2),
    }
    worth |= {"card": random.randint(0, 1), random.choice(list(position.enemy)): 2}
    found = rx.best_turn(position, worth, **terms)
    assert found.proved
    return Asked(position, {**terms, "worth": worth}, found.lower)
