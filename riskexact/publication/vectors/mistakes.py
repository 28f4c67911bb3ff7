"""The usual mistakes of programs; most answer another question, such as one of other rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product

from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.odds.states import State
from riskexact.publication.vectors.question import Asked, computed, rules_of
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import DiceNumbers, Losses, counted_by_enumeration, round_with_loss

MAX_UNITS_OF_A_MISTAKE = 60
"""The most units of a battle in which mistakes are looked for: small ones show them."""

PLACES = 4, 3, 2
"""Decimals to which chances of rounds are rounded."""

MAX_UNITS_FOLLOWED = 24
"""The most units of a battle that is followed forward, once for each chance that is dropped."""

Mistake = Callable[[Asked], Iterable[Asked | Fraction]]
"""Returns what a program with the mistake may answer: another question, or this number."""


def expected_with(mistake: str, asked: Asked) -> tuple[Fraction, ...]:
    """Return what a program with one of the `MISTAKES` may answer, if the mistake makes sense."""
    units = [asked.get(name, 0) for name in ("attackers", "defenders", "against")]
    if sum(each for each in units if isinstance(each, int)) > MAX_UNITS_OF_A_MISTAKE:
        return ()
    with suppress(RiskError):
        return tuple(dict.fromkeys(map(_exact, MISTAKES[mistake](asked))))
    return ()


def _with_rules(change: Callable[[Rules], Rules]) -> Mistake:
    def mistaken(asked: Asked) -> Iterator[Asked]:
        rules = asked["rules"]
        several = isinstance(rules, list)
        other = [change(rules_of(each)) for each in (rules if several else [rules])]
        yield {**asked, "rules": other if several else other[0]}

    return mistaken


def _with_more_attackers(more: int) -> Mistake:
    def mistaken(asked: Asked) -> Iterator[Asked | Fraction]:
        if asked.get("find") == "attackers":
            yield _exact(asked) - more
        else:
            for name in {"attackers", "against"} & asked.keys():
                yield {**asked, name: asked[name] + more}

    return mistaken


def _three_dice(rules: Rules) -> Rules:
    """Return rules with three defence dice, and all pairs compared if they were."""
    every = rules.pairs == min(rules.max_dice)
    return rules.replace(defence_dice=3, pairs=None if every else rules.pairs)


def _of_battles(answers: Callable[[Rules, int, int], Iterable[Fraction]]) -> Mistake:
    """Return the mistake of a program in the chance to win a battle."""
    return lambda asked: (
        answers(rules_of(asked["rules"]), asked["attackers"], asked["defenders"])
        if asked["kind"] == "wins"
        else []
    )


OtherRounds = Callable[[Rules, DiceNumbers], Mapping[Losses, Fraction]]
"""Returns the chances of the losses of a round as a program has them; these may add up to less."""


def _with_rounds(*several: OtherRounds, both_gone: Sequence[int] = (1,)) -> Mistake:
    """Return the mistake of a program that has other rounds; it may be made in several ways.

    `both_gone` are the chances to win if a round ends both sides.
    """
    ways = list(product(several, both_gone))
    return _of_battles(lambda rules, a, d: [_wins(rules, *way)(a, d) for way in ways])


@lru_cache(maxsize=32)
def _wins(rules: Rules, rounds: OtherRounds, both_gone: int) -> Callable[[int, int], Fraction]:
    """Return the chance to win by such rounds, as a function of the units of both sides."""

    @lru_cache(maxsize=MAX_UNITS_OF_A_MISTAKE**2)
    def win(a: int, d: int) -> Fraction:
        if a <= 0 or d <= 0:
            return Fraction(both_gone if a <= 0 and d <= 0 else d <= 0)
        ends = rounds(rules, rules.dice(a, d))
        return exact_sum(p * win(a - i, d - j) for (i, j), p in ends.items())

    return win


def _right(rules: Rules, dice: DiceNumbers) -> Mapping[Losses, Fraction]:
    """Return the chances of the losses of a round that changes something."""
    changes, total = round_with_loss(*dice, rules)
    return {lost: Fraction(n, total) for lost, n in changes}


def _one_takes_two(
    rounds: OtherRounds, rules: Rules, dice: DiceNumbers
) -> Mapping[Losses, Fraction]:
    """Let a hit take the dice of the defender, too, to which no die of the attacker is compared."""
    more = max(0, dice[1] - dice[0])
    return {(i, j + more if j else 0): p for (i, j), p in rounds(rules, dice).items()}


def _rounded(places: int, rules: Rules, dice: DiceNumbers) -> Mapping[Losses, Fraction]:
    return {lost: round(p, places) for lost, p in _right(rules, dice).items()}


def _sums(all_lost: bool, rules: Rules, dice: DiceNumbers) -> Mapping[Losses, Fraction]:
    """Compare the sums of the dice; who has less loses a unit, or one for each pair."""
    sums: Counter[int] = Counter()
    for xs, x_ways in counted_by_enumeration(rules.attack, dice[0], rules.faces).items():
        for ys, y_ways in counted_by_enumeration(rules.defence, dice[1], rules.faces).items():
            sums[sum(xs) - sum(ys)] += x_ways * y_ways
    tied = sums.pop(0, 0) * (rules.ties != "nobody")
    lost = min(dice) if all_lost else 1
    won = sum(n for by, n in sums.items() if by > 0) + tied * (rules.ties == "attacker")
    return {
        (0, lost): (wins := Fraction(won, sums.total() + tied)),
        (lost, 0): 1 - wins,
    }


def _dropped(rules: Rules, attackers: int, defenders: int) -> Iterator[Fraction]:
    """Follow the battle forward, and drop what has less than some chance after a round."""
    if not attackers or not defenders or attackers + defenders > MAX_UNITS_FOLLOWED:
        return
    for places in (3, 4, 5, 6):
        won, now = Fraction(0), {(attackers, defenders): Fraction(1)}
        while now:
            after: dict[State, Fraction] = {}
            for (a, d), chance in now.items():
                for (i, j), p in _right(rules, rules.dice(a, d)).items():
                    state = a - i, d - j
                    after[state] = after.get(state, Fraction(0)) + chance * p
            after = {state: p for state, p in after.items() if p * 10**places >= 1}
            won += exact_sum(p for (_, d), p in after.items() if not d)
            now = {(a, d): p for (a, d), p in after.items() if a and d}
        yield won


def _of_a_kind(kind: str, change: Callable[[Asked], Asked]) -> Mistake:
    """Return the mistake of a program that takes parts of such a question for others."""
    return lambda asked: [{**asked, **change(asked)}] if asked["kind"] == kind else []


def _number(change: Callable[[Fraction], Fraction]) -> Mistake:
    return lambda asked: [] if asked["kind"] == "needs" else [change(_exact(asked))]


def _exact(answer: Asked | Fraction) -> Fraction:
    """Return a number, or the answer to a question, or its certain digits."""
    number = answer if isinstance(answer, Fraction) else computed(answer)
    return number.low if isinstance(number, Certain) else Fraction(number)


ROUNDED = [partial(_rounded, places) for places in PLACES]

MISTAKES: Mapping[str, Mistake] = FrozenMapping(
    {
        "ties go to the attacker": _with_rules(lambda rules: rules.replace(ties="attacker")),
        "the unit that stays behind is taken off the attackers": _with_more_attackers(-1),
        "the unit that stays behind fights too": _with_more_attackers(1),
        "all dice are thrown to the end": _with_rounds(
            lambda rules, dice: _right(rules, rules.max_dice), both_gone=(1, 0)
        ),
        "only the highest dice are compared": _with_rules(lambda rules: rules.replace(pairs=1)),
        "the defender throws three dice": _with_rules(_three_dice),
        "one hit of one die against two takes two": _with_rounds(partial(_one_takes_two, _right)),
        "the chances of a round are rounded": _with_rounds(*ROUNDED),
        "one hit of one die against two takes two, and the chances of a round are rounded": (
            _with_rounds(*(partial(_one_takes_two, rounded) for rounded in ROUNDED))
        ),
        "the dice are added up and the sums are compared": _with_rounds(
            partial(_sums, False), partial(_sums, True)
        ),
        "branches of small probability are dropped": _of_battles(_dropped),
        "the sides are exchanged": _of_a_kind(
            "wins",
            lambda asked: {"attackers": asked["defenders"], "defenders": asked["attackers"]},
        ),
        "standard rules are taken": _with_rules(lambda rules: STANDARD),
        "nobody stays behind on a territory taken": _of_a_kind(
            "campaigns", lambda asked: {"leave_behind": [0] * len(asked["leave_behind"])}
        ),
        "the battle is one with dice, not Balanced Blitz": _of_a_kind(
            "balanced-blitz", lambda asked: {"kind": "outcomes" if asked["left"] else "wins"}
        ),
        "the chance is that of the other side": _number(lambda chance: 1 - chance),
        "the chance is in percent": _number(lambda chance: 100 * chance),
    }
)
"""What a program may do wrong."""
