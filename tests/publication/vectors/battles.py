"""The kinds of questions about one battle with dice."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count, product
from typing import Self

from riskexact.base.certain import Certain
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import decimal_text
from riskexact.battle.battle import Battle, win_decimal, win_probability
from riskexact.battle.blitz import Fight
from riskexact.battle.needed import attackers_needed, defenders_takeable, garrison_needed
from riskexact.odds.states import State, lost, stopped, won
from riskexact.publication.vectors.question import MAX_STATES_TRIED, MAX_UNITS_IN_A_FRACTION
from riskexact.rules import Rules
from riskexact.rules.dice import (
    round_counts,
    round_distribution,
    round_with_loss,
)
from tests.publication.vectors.question import EVERY_RULES, AskedQuestion, SideUnits

GUARD_DIGITS = 40
"""Digits where there is no fraction, to round them once more."""


class AskedRound(AskedQuestion):
    """A round, and what it costs both sides."""

    kind = "rounds"
    about = "the chance that one round costs both sides just the units lost"
    rules: Rules
    attack_dice: int
    defence_dice: int
    lost: SideUnits

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for every result of every round."""
        for name, rules in EVERY_RULES.items():
            for x, y in rules.dice_numbers():
                for i, j in round_counts(x, y, rules):
                    yield cls(f"{name}/{x}v{y}/lost-{i}-{j}", rules, x, y, SideUnits(i, j))

    def answer(self) -> Fraction:
        return round_distribution(self.attack_dice, self.defence_dice, self.rules).pmf(self.lost)


class AskedBattle(AskedQuestion):
    """A question about a battle."""

    rules: Rules
    attackers: int
    defenders: int

    @classmethod
    def of(cls, name: str, sides: State, *more: object, words: str = "") -> Self:
        """Return the question under the rules of that name, with the end of its id."""
        a, d = sides
        return cls(f"{name}/{a}v{d}{words}", EVERY_RULES[name], a, d, *more)

    @property
    def battle(self) -> Battle:
        """The battle, fought out with dice."""
        return Battle(self.attackers, self.defenders, self.rules)


class AskedWin(AskedBattle):
    """A battle, and whether the attacker wins it."""

    kind = "wins"
    about = "the chance that the attacker wins a battle"

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for battles of all rule sets, and for large ones of some."""
        over = [(0, 1), (0, 7), (1, 0), (7, 0)]
        uneven = [(1, 20), (2, 20), (1, 100), (2, 100), (20, 1), (20, 2), (60, 3), (3, 60)]
        even = [(17, 6), (20, 20), (40, 40), (33, 38), (100, 100), (99, 101), (200, 234)]
        every = [*product(range(1, 13), range(1, 13)), *uneven, *even, (500, 586)]
        large = [(10**5, 117_176), (10**6, 1_171_763), (10**9, 1_171_761_626), (1000, 1000)]
        some = [*product(range(1, 6), range(1, 6)), (17, 6), (10, 10), (30, 20)]
        battles: Mapping[str, Sequence[State]] = {
            "standard": [*over, *every, (900, 900), (800, 937), *large],
            "single-loss": [*every, *large[:2]],
        }
        for name in EVERY_RULES:
            for sides in battles.get(name, some):
                yield cls.of(name, sides)
        yield cls.of("ties-to-attacker", (300, 800))

    def answer(self) -> Fraction | Certain:
        a, d, rules = self.attackers, self.defenders, self.rules
        if a + d > MAX_UNITS_IN_A_FRACTION:
            return Fight(a, d, rules).sides[0]
        return win_probability(a, d, rules)

    def by_definition(self) -> Fraction | Decimal:
        """Follow the recursion; or, beyond `MAX_STATES_TRIED`, the closed form, not the engine.

        Battles without a fraction follow from the battles that a round leads to.
        """
        a, d, rules = self.attackers, self.defenders, self.rules
        if a + d > MAX_UNITS_IN_A_FRACTION:
            changes, total = round_with_loss(*rules.dice(a, d), rules)
            value = exact_sum(
                Fraction(ways, total) * Fraction(win_decimal(a - i, d - j, 2 * GUARD_DIGITS, rules))
                for (i, j), ways in changes
            )
            return Decimal(decimal_text(value, GUARD_DIGITS))
        if a * d > MAX_STATES_TRIED:
            return Battle(a, d, rules, method="closed-form").expectations.win
        return by_recursion(rules, a, d)


class AskedOutcome(AskedBattle):
    """A battle, and the units that are left."""

    kind = "outcomes"
    about = "the chance that a battle ends with just the units left"
    left: SideUnits

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for every outcome of small battles, and for some of a larger one."""
        in_full = [(1, 0), (0, 2), (2, 1), (3, 2), (5, 5), (9, 7)]
        for name, rules in EVERY_RULES.items():
            for sides in in_full if name in ("standard", "single-loss") else [(4, 4)]:
                for left in Battle(*sides, rules).outcomes:
                    yield cls.of(name, sides, SideUnits(*left), words=left_words(left))
        for left in [(40, 0), (11, 0), (1, 0), (0, 1), (0, 12), (0, 40)]:
            yield cls.of("standard", (40, 40), SideUnits(*left), words=left_words(left))

    def answer(self) -> Fraction:
        return self.battle.outcomes.pmf(self.left)


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

ENDS = FrozenMapping({"win": won, "lose": lost, "stopped": stopped})
"""The ends of a battle with stop rules, as payoffs."""


class AskedStop(AskedBattle):
    """A battle with stop rules, and its end."""

    kind = "stops"
    about = "the chance of an end of a battle that the attacker may break off"
    retreat_at: int
    stop_at_defenders: int
    stop_after: int | None
    stop_below: str
    end: str

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for every end of battles with stop rules."""
        usual = {"retreat_at": 0, "stop_at_defenders": 0, "stop_after": None, "stop_below": "0"}
        for name, sides, each in STOPPED:
            for given, end in product(each, ENDS):
                when = "-".join(f"{rule}-{value}" for rule, value in given.items())
                words = when.replace("/", "-").replace("_", "-")
                stops = (usual | dict(given)).values()
                yield cls.of(name, sides, *stops, end, words=f"/{words}/{end}")

    def by_definition(self) -> Fraction:
        """Follow all rounds, one by one, and look before each whether it is thrown."""
        rules, below = self.rules, Fraction(self.stop_below)

        @cache
        def value(a: int, d: int, thrown: int) -> Fraction:
            if (
                d == 0
                or a <= self.retreat_at
                or d <= self.stop_at_defenders
                or thrown == self.stop_after
                or by_recursion(rules, a, d) < below
            ):
                return Fraction(ENDS[self.end](a, d))
            dice = rules.dice(a, d)
            counts: Mapping[State, int] = round_counts(*dice, rules)
            if self.stop_after is None:
                counts = dict(round_with_loss(*dice, rules)[0])
            after = thrown + (self.stop_after is not None)
            terms = (ways * value(a - i, d - j, after) for (i, j), ways in counts.items())
            return exact_sum(terms) / sum(counts.values())

        return value(self.attackers, self.defenders, 0)


FOUND_BY = FrozenMapping(
    {"attackers": attackers_needed, "defenders": defenders_takeable, "garrison": garrison_needed}
)
"""The functions that find a number of units."""


class AskedNeed(AskedQuestion):
    """A chance, and the smallest or largest force that it takes."""

    kind = "needs"
    about = "the number of units that a chance takes"
    rules: Rules
    find: str
    against: int
    chance: str

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for forces of which one unit fewer or more would not do.

        Some chances are those of a force, rounded down and up in the sixth digit.
        """
        chances = ("1/2", "3/4", "9/10", "99/100")
        for against, chance in product((1, 2, 3, 4, 5, 8, 10, 15, 20), chances):
            for find in FOUND_BY:
                yield cls._of("standard", find, against, chance)
        for name in EVERY_RULES:
            if name != "standard":
                yield cls._of(name, "attackers", 6, "9/10")
                yield cls._of(name, "garrison", 6, "9/10")
        for attackers, defenders in [(3, 2), (7, 5), (16, 10), (12, 15)]:
            millionths = int(win_probability(attackers, defenders) * 10**6)
            for near in (Fraction(millionths, 10**6), Fraction(millionths + 1, 10**6)):
                yield cls._of("standard", "attackers", defenders, str(near))
                yield cls._of("standard", "defenders", attackers, str(near))
        yield cls._of("standard", "attackers", 1, "5/12")
        yield cls._of("standard", "attackers", 0, "1/2")
        yield cls._of("standard", "attackers", 6, "0")

    @classmethod
    def _of(cls, name: str, find: str, against: int, chance: str) -> Self:
        words = f"{name}/{find}/against-{against}/chance-{chance.replace('/', '-')}"
        return cls(words, EVERY_RULES[name], find, against, chance)

    def by_definition(self) -> int:
        """Try one number after the other."""
        goal, against, rules = Fraction(self.chance), self.against, self.rules
        numbers = count(against == 0)
        if self.find == "attackers":
            return next(n for n in numbers if by_recursion(rules, n, against) >= goal)
        if self.find == "garrison":
            return next(n for n in numbers if 1 - by_recursion(rules, against, n) >= goal)
        return next(n for n in count(1) if by_recursion(rules, against, n) < goal) - 1


class AskedLuck(AskedBattle):
    """A battle, and an outcome at least as bad, or as good, as the units left."""

    kind = "luck"
    about = "the chance of an outcome at least this bad, or at least this good"
    left: SideUnits
    at_least_this: str

    @classmethod
    def asked(cls) -> Iterator[Self]:
        """Ask for both, for each outcome of some battles."""
        battles = {"standard": [(12, 9), (3, 2)], "single-loss": [(6, 6)], "risiko": [(6, 4)]}
        for name, each in battles.items():
            for sides in each:
                for left in Battle(*sides, EVERY_RULES[name]).outcomes:
                    for side in ("bad", "good"):
                        words = f"{left_words(left)}/at-least-this-{side}"
                        yield cls.of(name, sides, SideUnits(*left), side, words=words)

    def by_definition(self) -> Fraction:
        """Add up the outcomes on one side of this one: wins above losses, then by what is left."""

        def good(end: State) -> tuple[bool, int]:
            return end[1] == 0, end[0] - end[1]

        this, is_good = good(self.left), self.at_least_this == "good"
        return exact_sum(
            p
            for end, p in ends(self.rules, self.attackers, self.defenders).items()
            if good(end) == this or (good(end) > this) == is_good
        )


def left_words(left: State) -> str:
    """Return the units left, as ids have them."""
    return f"/left-{left[0]}-{left[1]}"


@lru_cache(maxsize=1 << 16)
def by_recursion(rules: Rules, a: int, d: int) -> Fraction:
    """Return the chance to win, by the recursion."""
    return win_probability(a, d, rules, "recursion")


@lru_cache(maxsize=1 << 10)
def ends(rules: Rules, attackers: int, defenders: int) -> Mapping[State, Fraction]:
    """Return the chances of the outcomes, by the recursion."""
    return Battle(attackers, defenders, rules, method="recursion").outcomes
