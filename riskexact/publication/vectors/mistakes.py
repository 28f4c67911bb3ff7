"""The usual mistakes of programs; most answer another question, such as one of other rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache

from riskexact.base.certain import Certain
from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.publication.vectors.question import Asked, computed, rules_of
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss

MAX_UNITS_OF_A_MISTAKE = 60
"""The most units of a battle in which mistakes are looked for: small ones show them."""

Mistake = Callable[[Asked], Iterable[Asked | Fraction]]
"""Returns what a program with the mistake may answer: another question, or this number."""


def expected_with(mistake: str, asked: Asked) -> tuple[Fraction, ...]:
    """Return what a program with one of the `MISTAKES` may answer; nothing where it makes no sense.

    >>> battle = {"kind": "wins", "rules": STANDARD, "attackers": 1, "defenders": 1}
    >>> expected_with("ties go to the attacker", battle)
    (Fraction(7, 12),)
    """
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


def _all_dice(asked: Asked) -> Iterator[Fraction]:
    """Throw all dice until one side is gone; who wins is unclear where a round ends both."""
    if asked["kind"] != "wins":
        return
    rules = rules_of(asked["rules"])
    changes, total = round_with_loss(*rules.max_dice, rules)
    for both_gone in (Fraction(1), Fraction(0)):

        @cache
        def win(a: int, d: int, both_gone: Fraction = both_gone) -> Fraction:
            if a <= 0 or d <= 0:
                return both_gone if a <= 0 and d <= 0 else Fraction(d <= 0)
            return exact_sum(Fraction(n, total) * win(a - i, d - j) for (i, j), n in changes)

        yield win(asked["attackers"], asked["defenders"])


def _nobody_stays(asked: Asked) -> Iterator[Asked]:
    if asked["kind"] == "campaigns":
        yield {**asked, "leave_behind": [0] * len(asked["leave_behind"])}


def _as_with_dice(asked: Asked) -> Iterator[Asked]:
    if asked["kind"] == "balanced-blitz":
        yield {**asked, "kind": "outcomes" if asked["left"] else "wins"}


def _number(change: Callable[[Fraction], Fraction]) -> Mistake:
    return lambda asked: [] if asked["kind"] == "needs" else [change(_exact(asked))]


def _exact(answer: Asked | Fraction) -> Fraction:
    """Return a number, or the answer to a question, or its certain digits."""
    number = answer if isinstance(answer, Fraction) else computed(answer)
    return number.low if isinstance(number, Certain) else Fraction(number)


MISTAKES: Mapping[str, Mistake] = FrozenMapping(
    {
        "ties go to the attacker": _with_rules(lambda rules: rules.replace(ties="attacker")),
        "the unit that stays behind is taken off the attackers": _with_more_attackers(-1),
        "the unit that stays behind fights too": _with_more_attackers(1),
        "all dice are thrown to the end": _all_dice,
        "only the highest dice are compared": _with_rules(lambda rules: rules.replace(pairs=1)),
        "the defender throws three dice": _with_rules(_three_dice),
        "standard rules are taken": _with_rules(lambda rules: STANDARD),
        "nobody stays behind on a territory taken": _nobody_stays,
        "the battle is one with dice, not Balanced Blitz": _as_with_dice,
        "the chance is that of the other side": _number(lambda chance: 1 - chance),
        "the chance is in percent": _number(lambda chance: 100 * chance),
    }
)
"""What a program may do wrong."""
