"""Throws as they are written down: what the dice of both sides show.

The dice of a side are `6,4,2`, `6 4 2`, `[6,4,2]`, a list, or `642` if no face has two digits.  In
any order: a throw is kept, and tested, with the highest first.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.rules import Rules
from riskexact.rules.dice import Losses
from riskexact.rules.hand import Die, Hand, number_of
from riskexact.rules.order_statistics import compare

SIDES = ("attack", "defence")

FACES = r"\[? *([0-9]{1,3}(?:[, ]+[0-9]{1,3})+|[0-9]{1,20}) *\]?"

PASTED = re.compile(rf"\s*({FACES})\s*(?:-|:|v|vs|vs\.|against)\s*({FACES})\s*", re.IGNORECASE)
"""A line with a throw, such as `6 4 2 - 5 3`."""

TEG = re.compile(r"\bdados=([0-9, ]*)")
"""A line of the game TEG: country, three dice, country, three dice; 0 is no die."""


class Throw(NamedTuple):
    """What all dice of both sides show, extra ones included, the highest first."""

    rules: Rules
    attack: tuple[int, ...]
    defence: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, int]:
        """The numbers of dice, extra ones not included."""
        extra = number_of(self.rules.attack.extra), number_of(self.rules.defence.extra)
        return len(self.attack) - extra[0], len(self.defence) - extra[1]

    @property
    def losses(self) -> Losses:
        """What it costs both sides, as `rules.dice.resolve` has it; a die may show any number."""
        return _losses(self)


@lru_cache(maxsize=1 << 14)
def _losses(throw: Throw) -> Losses:
    rules, (x, y) = throw.rules, throw.dice
    attack, defence = rules.thrown(x, y)
    counted = rules.attack.counted(throw.attack, attack, x)
    against = rules.defence.counted(throw.defence, defence, y)
    return compare(counted, against, rules.scoring_pairs(x, y), rules.ties)


@lru_cache(maxsize=256)
def die_of(rules: Rules, side: str) -> Die:
    """Return the die that a side throws.

    Raises `RiskError` if its dice differ: in a throw nobody knows which is which.
    """
    hand: Hand = getattr(rules, side)
    die, *others = set(hand.thrown(hand.max_dice, rules.faces))
    if others:
        raise RiskError(f"{side} must be equal dice where a log has throws, not {hand.dice}")
    return die


@lru_cache(maxsize=4096)
def shown(text: str, side: str, rules: Rules) -> tuple[int, ...]:
    """Return what the dice of a side show, the highest first; see the header.

    >>> shown("6,2,4", "attack", Rules()), shown("53", "defence", Rules())
    ((6, 4, 2), (5, 3))
    >>> shown("6,5,3", "defence", Rules())
    Traceback (most recent call last):
        ...
    riskexact.RiskError: defence must be 1 to 2 dice such as 6,4,2, not '6,5,3'
    """
    hand, found = getattr(rules, side), re.fullmatch(FACES, text.strip())
    numbers = re.findall("[0-9]+", found[1]) if found else []
    if len(numbers) == 1 and die_of(rules, side).faces[-1] < 10:
        numbers = list(numbers[0])
    extra = number_of(hand.extra)
    if not 1 <= len(numbers) - extra <= hand.max_dice:
        most = f"{1 + extra} to {hand.max_dice + extra} dice" if hand.max_dice > 1 else "the dice"
        raise RiskError(f"{side} must be {most} such as 6,4,2, not {short_repr(text)}")
    return tuple(sorted(map(int, numbers), reverse=True))


def pasted(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    r"""Yield the number of each line with a throw, and its dice, if the text is made of such lines.

    Of TEG's lines only those with dice; else all that are not empty, once the first is a throw.

    >>> list(pasted("pais=9,2,1\ndados=9,6,3,3,7,5,0,0"))
    [(2, {'attack': '6,3,3', 'defence': '5'})]
    >>> list(pasted("6 4 2 - 5 3\n")), list(pasted("attack,defence"))
    ([(1, {'attack': '6 4 2', 'defence': '5 3'})], [])
    """
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines and PASTED.fullmatch(lines[0][1]):
        for n, line in lines:
            found = PASTED.fullmatch(line)
            sides = (found[1].strip(), found[3]) if found else (line, "")
            yield n, dict(zip(SIDES, sides, strict=True))
        return
    for n, line in lines:
        if teg := TEG.search(line):
            cells = [cell.strip() for cell in teg[1].split(",")]
            dice = [",".join(die for die in cells[i : i + 3] if die != "0") for i in (1, 5)]
            known = len(cells) == 8 and all(dice)
            yield n, dict(zip(SIDES, dice if known else (teg[0], ""), strict=True))
