"""The usual mistakes of programs; most answer another question, such as one of other rules."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache

from riskexact.base.errors import RiskError
from riskexact.base.fractions import exact_sum
from riskexact.base.frozen import FrozenMapping
from riskexact.publication.vectors.balanced_blitz import AskedBlitz
from riskexact.publication.vectors.battles import AskedNeed, AskedOutcome, AskedWin
from riskexact.publication.vectors.campaigns import AskedCampaign
from riskexact.publication.vectors.question import VectorAnswer, VectorQuestion
from riskexact.rules import STANDARD, Rules
from riskexact.rules.dice import round_with_loss

MAX_UNITS_OF_A_MISTAKE = 60
"""The most units of a battle in which mistakes are looked for: small ones show them."""

Mistake = Callable[[VectorQuestion], Iterator[VectorQuestion | Fraction]]
"""Yields what a program with the mistake may answer: another question, or this number."""


def expected_with(mistake: str, question: VectorQuestion) -> tuple[Fraction, ...]:
    """Return what a program with one of the `MISTAKES` may answer; nothing where it makes no sense.

    >>> expected_with("ties go to the attacker", AskedWin("", STANDARD, 1, 1))
    (Fraction(7, 12),)
    """
    units = [question.fields.get(name, 0) for name in ("attackers", "defenders", "against")]
    if sum(each for each in units if isinstance(each, int)) > MAX_UNITS_OF_A_MISTAKE:
        return ()
    with suppress(RiskError):
        answers = map(_exact, MISTAKES[mistake](question))
        return tuple(dict.fromkeys(answers))
    return ()


def _with_rules(change: Callable[[Rules], Rules]) -> Mistake:
    def mistaken(question: VectorQuestion) -> Iterator[VectorQuestion]:
        other = tuple(map(change, question.every_rules))
        yield question.replace(rules=other if isinstance(question, AskedCampaign) else other[0])

    return mistaken


def _with_more_attackers(more: int) -> Mistake:
    def mistaken(question: VectorQuestion) -> Iterator[VectorQuestion | Fraction]:
        if isinstance(question, AskedNeed):
            if question.find == "attackers":
                yield _exact(question) - more
            else:
                yield question.replace(against=question.against + more)
        elif "attackers" in question.fields:
            yield question.replace(attackers=question.fields["attackers"] + more)

    return mistaken


def _three_dice(rules: Rules) -> Rules:
    """Return rules with three defence dice, and all pairs compared if they were."""
    every = rules.pairs == min(rules.max_dice)
    return rules.replace(defence_dice=3, pairs=None if every else rules.pairs)


def _all_dice(question: VectorQuestion) -> Iterator[Fraction]:
    """Throw all dice until one side is gone; who wins is unclear where a round ends both."""
    if not isinstance(question, AskedWin):
        return
    changes, total = round_with_loss(*question.rules.max_dice, question.rules)
    for both_gone in (Fraction(1), Fraction(0)):

        @cache
        def win(a: int, d: int, both_gone: Fraction = both_gone) -> Fraction:
            if a <= 0 or d <= 0:
                return both_gone if a <= 0 and d <= 0 else Fraction(d <= 0)
            return exact_sum(Fraction(n, total) * win(a - i, d - j) for (i, j), n in changes)

        yield win(question.attackers, question.defenders)


def _nobody_stays(question: VectorQuestion) -> Iterator[VectorQuestion]:
    if isinstance(question, AskedCampaign):
        yield question.replace(leave_behind=(0,) * len(question.leave_behind))


def _as_with_dice(question: VectorQuestion) -> Iterator[VectorQuestion]:
    if isinstance(question, AskedBlitz):
        battle = question.rules, question.attackers, question.defenders
        left = question.left
        yield AskedWin("", *battle) if left is None else AskedOutcome("", *battle, left)


def _number(change: Callable[[Fraction], Fraction]) -> Mistake:
    def mistaken(question: VectorQuestion) -> Iterator[Fraction]:
        if not isinstance(question, AskedNeed):
            yield change(_exact(question))

    return mistaken


def _exact(answer: VectorQuestion | Fraction) -> Fraction:
    """Return a number, or the answer to a question, or its certain digits."""
    return answer if isinstance(answer, Fraction) else VectorAnswer(answer.answer()).value


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
