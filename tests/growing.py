"""A side that grows, by the recursion, and rules under which more units are no advantage."""

from fractions import Fraction

from hypothesis import strategies as st

from riskexact.odds.recursion import cells
from riskexact.rules import Rules
from riskexact.rules.hand import Hand
from tests.reference import mirrored
from tests.strategies import any_rules

SIDES = ("attackers", "defenders")

sides = st.sampled_from(SIDES)

opponents = st.integers(1, 5)

FAR = 14

# One die of the defender counts 6 at the least, which holds against dice of five faces.  Of two,
# the highest is the d4 if it shows more, and that is no more than 4 however much is added: then
# both may fall at once.  So 1 defender always holds, and 2 do not.
UNEQUAL = Rules((5, 5), Hand((8, 4), to_highest=5, clamped=True))

WAVERING = Rules(Hand((3, 2), to_highest=2, clamped=True), Hand(2, to_all=1, to_highest=-1), 2)
"""An odd number of attackers wins more often than the even number after it."""


BY_TWOS = Rules(
    Hand((4, 3, 1), to_highest=5, clamped=True), Hand((2, 6, 6), to_highest=-2, clamped=True), 1,
    ties="attacker",
)  # fmt: skip
"""Against 2 and against 3 the chance falls at every second, or third, attacker."""

NOT_MONOTONE = [UNEQUAL, WAVERING, BY_TWOS, *map(mirrored, (UNEQUAL, WAVERING, BY_TWOS))]

all_rules = any_rules | st.sampled_from(NOT_MONOTONE)
"""Rule sets; so that each test meets some under which more units may hurt."""


def chances(rules: Rules, side: str, opposed: int) -> list[Fraction]:
    """The chance of the side with 1, 2, …, FAR units."""
    if side == "attackers":
        board = dict(cells(FAR, opposed, rules))
        return [board[n, opposed] for n in range(1, FAR + 1)]
    board = dict(cells(opposed, FAR, rules))
    return [1 - board[opposed, n] for n in range(1, FAR + 1)]
