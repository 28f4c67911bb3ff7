"""The kinds of questions about several territories: campaigns, and turns on a map."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Self

from riskexact.base.fractions import exact_sum
from riskexact.battle.campaign import Campaign
from riskexact.rules import Rules
from riskexact.rules.dice import round_with_loss
from tests.publication.vectors.question import EVERY_RULES, AskedQuestion

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


class AskedCampaign(AskedQuestion):
    """A campaign, and how many territories it takes."""

    kind = "campaigns"
    about = "the chance that a campaign takes just this many territories"
    rules: tuple[Rules, ...]
    attackers: int
    defenders: tuple[int, ...]
    leave_behind: tuple[int, ...]
    taken: int

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for each number of territories."""
        for name, attackers, defenders in CAMPAIGNS:
            n = len(defenders)
            yield from cls._of([name] * n, attackers, defenders, [1] * n)
        for leave_behind in ([0, 0, 0], [2, 1, 3], [1, 5, 1], [20, 20, 20]):
            yield from cls._of(["standard"] * 3, 12, [3, 2, 3], leave_behind)
        yield from cls._of(["standard", "capital", "single-loss"], 16, [3, 4, 3], [1, 1, 1])
        # the question of the notebook, one attacker for each army but the first
        garrisons = [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]
        yield from cls._of(["standard"] * len(garrisons), 71, garrisons, [1] * len(garrisons))

    @classmethod
    def _of(
        cls, names: Sequence[str], attackers: int, defenders: Sequence[int], leave: Sequence[int]
    ) -> Iterator[Self]:
        garrisons, stays = ("-".join(map(str, each)) for each in (defenders, leave))
        words = f"{'+'.join(dict.fromkeys(names))}/{attackers}v{garrisons}/leave-{stays}"
        rules = tuple(EVERY_RULES[name] for name in names)
        fields = rules, attackers, tuple(defenders), tuple(leave)
        for taken in range(len(defenders) + 1):
            yield cls(f"{words}/taken-{taken}", *fields, taken)

    def answer(self) -> Fraction:
        campaign = Campaign(self.attackers, self.defenders, self.rules, self.leave_behind)
        return campaign.conquered.pmf(self.taken)


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

Armies = tuple[int, ...]
"""The units on each territory, those of the enemy below 0."""


class AskedMap(AskedQuestion):
    """A turn on a map, and the best play of it."""

    kind = "maps"
    about = "the highest chance to take territories of a map in one turn"
    rules: Rules
    borders: tuple[tuple[str, str], ...]
    mine: Mapping[str, int]
    enemy: Mapping[str, int]
    take: tuple[str, ...]
    move: str
    dice: str

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for positions small enough for all play to be tried."""
        for number in range(len(MAPS)):
            for move, dice in (("any", "free"), ("dice", "free"), ("all", "most")):
                yield cls._of(number, "standard", move, dice)
        for number, name in enumerate(("single-loss", "risiko", "ties-to-attacker"), start=3):
            yield cls._of(number, name)
        yield cls._of(8, "standard", take=("Australia",))

    @classmethod
    def _of(
        cls,
        number: int,
        name: str,
        move: str = "any",
        dice: str = "free",
        take: tuple[str, ...] = (),
    ) -> Self:
        borders, mine, enemy = MAPS[number]
        what = "-".join(take).lower() or "all"
        words = f"{name}/{number + 1}/take-{what}/move-{move}/dice-{dice}"
        return cls(words, EVERY_RULES[name], borders, mine, enemy, take or (*enemy,), move, dice)

    def by_definition(self) -> Fraction:
        """Try every attack, every number of dice and every number of armies that move in."""
        names, rules = [*self.enemy, *self.mine], self.rules
        ways = [
            (names.index(t), names.index(u)) for pair in self.borders for t, u in (pair, pair[::-1])
        ]
        wanted = [names.index(t) for t in self.take]

        @cache
        def best(armies: Armies) -> Fraction:
            if all(armies[t] > 0 for t in wanted):
                return Fraction(1)
            highest = Fraction(0)
            for t, u in ways:
                if armies[t] > 1 and armies[u] < 0:
                    most = rules.attack.dice_of(armies[t] - 1)
                    for x in range(1 if self.dice == "free" else most, most + 1):
                        highest = max(highest, attack(armies, t, u, x))
            return highest

        def attack(armies: Armies, t: int, u: int, x: int) -> Fraction:
            changes, total = round_with_loss(x, rules.defence.dice_of(-armies[u]), rules)
            return exact_sum(
                Fraction(ways, total) * after(armies, t, u, x, armies[t] - i, armies[u] + j)
                for (i, j), ways in changes
            )

        def after(armies: Armies, t: int, u: int, x: int, here: int, there: int) -> Fraction:
            if there:
                return best(_with(armies, {t: here, u: there}))
            fewest = {"any": 1, "dice": min(x, here - 1), "all": here - 1}[self.move]
            return max(best(_with(armies, {t: here - m, u: m})) for m in range(fewest, here))

        return best((*(-d for d in self.enemy.values()), *self.mine.values()))


def _with(armies: Armies, changed: Mapping[int, int]) -> Armies:
    return tuple(changed.get(t, units) for t, units in enumerate(armies))
