"""The usual mistakes of programs, and what each of them would answer.

Most of them answer another question: with other rules, or one unit more.  A mistake shows in small
battles, so large ones are not tried.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.evidence.vectors.answers import VectorQuestion, answer
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss

MAX_UNITS_OF_A_MISTAKE = 60
"""The most units of a battle in which mistakes are looked for."""

Mistake = Callable[[VectorQuestion], Iterator[Fraction]]
"""Yields what a program with the mistake may answer."""


def expected_with(mistake: str, question: VectorQuestion) -> tuple[Fraction, ...]:
    """Return what a program with one of the `MISTAKES` may answer; nothing where it makes no sense.

    >>> fields = {"rules": STANDARD, "attackers": 1, "defenders": 1}
    >>> expected_with("ties go to the attacker", VectorQuestion("", "wins", fields))
    (Fraction(7, 12),)
    """
    fields = question.fields
    units = [fields.get(name, 0) for name in ("attackers", "defenders", "against")]
    if sum(each for each in units if isinstance(each, int)) > MAX_UNITS_OF_A_MISTAKE:
        return ()
    with suppress(RiskError):
        return tuple(dict.fromkeys(MISTAKES[mistake](question)))
    return ()


def _with_rules(change: Callable[[Rules], Rules]) -> Mistake:
    """Return the mistake to take other rules."""

    def mistaken(question: VectorQuestion) -> Iterator[Fraction]:
        rules = question.fields["rules"]
        other = change(rules) if isinstance(rules, Rules) else tuple(map(change, rules))
        yield from _asking(question, rules=other)

    return mistaken


def _with_more_attackers(more: int) -> Mistake:
    """Return the mistake to let more attackers fight, or fewer."""

    def mistaken(question: VectorQuestion) -> Iterator[Fraction]:
        fields = question.fields
        if question.kind == "needs":
            if fields["find"] == "attackers":
                yield _exact(question) - more
            else:
                yield from _asking(question, against=fields["against"] + more)
        elif "attackers" in fields:
            yield from _asking(question, attackers=fields["attackers"] + more)

    return mistaken


def _three_dice(rules: Rules) -> Rules:
    """Return rules with three defence dice, and all pairs compared if they were."""
    every = rules.pairs == min(rules.max_dice)
    return rules.replace(defence_dice=3, pairs=None if every else rules.pairs)


def _all_dice(question: VectorQuestion) -> Iterator[Fraction]:
    """Throw all dice until one side is gone; who wins is unclear where a round ends both."""
    if question.kind != "wins":
        return
    rules, attackers, defenders = (question.fields[n] for n in ("rules", "attackers", "defenders"))
    changes, total = round_with_loss(*rules.max_dice, rules)
    for both_gone in (Fraction(1), Fraction(0)):

        @cache
        def win(a: int, d: int, both_gone: Fraction = both_gone) -> Fraction:
            if a <= 0 or d <= 0:
                return both_gone if a <= 0 and d <= 0 else Fraction(d <= 0)
            return exact_sum(Fraction(n, total) * win(a - i, d - j) for (i, j), n in changes)

        yield win(attackers, defenders)


def _nobody_stays(question: VectorQuestion) -> Iterator[Fraction]:
    if question.kind == "campaigns":
        yield from _asking(question, leave_behind=(0,) * len(question.fields["leave_behind"]))


def _not_bent(question: VectorQuestion) -> Iterator[Fraction]:
    if question.kind == "balanced-blitz":
        fields = {name: question.fields[name] for name in ("rules", "attackers", "defenders")}
        left = question.fields["left"]
        if left is None:
            yield _exact(VectorQuestion("", "wins", fields))
        else:
            yield _exact(VectorQuestion("", "outcomes", {**fields, "left": left}))


def _other_side(question: VectorQuestion) -> Iterator[Fraction]:
    if question.kind != "needs":
        yield 1 - _exact(question)


def _in_percent(question: VectorQuestion) -> Iterator[Fraction]:
    if question.kind != "needs":
        yield 100 * _exact(question)


def _asking(question: VectorQuestion, **changed: Any) -> Iterator[Fraction]:
    """Yield the answer to the question with some fields changed."""
    yield _exact(VectorQuestion("", question.kind, {**question.fields, **changed}))


def _exact(question: VectorQuestion) -> Fraction:
    """Return the answer, or its certain digits."""
    return answer(question).value


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
        "the battle is not bent as in Balanced Blitz": _not_bent,
        "the chance is that of the other side": _other_side,
        "the chance is in percent": _in_percent,
    }
)
"""What a program may do wrong."""
