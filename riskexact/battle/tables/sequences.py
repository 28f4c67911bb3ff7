"""Integer sequences of the odds, as the b-files of the OEIS have them."""

from collections.abc import Iterable, Iterator
from math import lcm
from typing import Any

from riskexact.base.text import integer_text
from riskexact.rules.dice import round_with_loss


def numerators(table: Any) -> Iterator[int]:
    """Yield T(a, d) by antidiagonals: T(1, 1), T(1, 2), T(2, 1), T(1, 3), ….

    - `table`: a `Table` of 1 to n attackers against 1 to n defenders; n antidiagonals are in it.

    T(a, d) is the chance to win times N^(a + d - 1), where N is the least common multiple of the
    numbers of throws, of those of a round that cost somebody a unit.  It is whole, as a battle that
    is won has at most a + d - 1 such rounds.  For standard rules N is 7776, and this is A371949.

    >>> from riskexact.battle.tables import win_table
    >>> list(numerators(win_table([1, 2], [1, 2])))
    [3240, 6415200, 45606240]
    """
    rules = table.rules
    throws = lcm(*(round_with_loss(*dice, rules)[1] for dice in rules.dice_numbers()))
    for rounds in range(1, len(table.attackers) + 1):
        for a in range(1, rounds + 1):
            yield (table[a, rounds + 1 - a] * throws**rounds).numerator


def bfile(terms: Iterable[int]) -> str:
    """Return a sequence of offset 1 as a b-file: a line `n a(n)` for n = 1, 2, 3, ….

    >>> print(bfile([3240, 6415200]), end="")
    1 3240
    2 6415200
    """
    return "".join(f"{n} {integer_text(term)}\n" for n, term in enumerate(terms, 1))
