"""The paths of rounds from a state: how many lead to each other state.

A recursion without a cache asks for a state once for each path to it, so these are its calls, too.
Under rules whose rounds cost one unit, the paths from one interior state to another are counted by
a binomial coefficient ("Should I attack in Risk? (The Board Game)", section 6), under others by
K-nomial ones.  Here they are counted round by round.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from riskexact.base.frozen import FrozenMapping
from riskexact.odds.states import State
from riskexact.rules import SINGLE_LOSS, Rules
from riskexact.rules.dice import round_with_loss


@lru_cache(maxsize=4)
def path_counts(start: State, rules: Rules = SINGLE_LOSS) -> Mapping[State, int]:
    """Return the number of paths from a state to each state that it leads to, itself included.

    >>> path_counts((5, 4))[3, 2]  # two of four rounds are won
    6
    """
    counts = Counter({start: 1})
    for a, d in product(range(start[0], 0, -1), range(start[1], 0, -1)):
        if paths := counts[a, d]:
            for (i, j), _ in round_with_loss(*rules.dice(a, d), rules)[0]:
                counts[a - i, d - j] += paths
    return FrozenMapping(counts)
