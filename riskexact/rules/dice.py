"""One round: the number of equally likely throws for each pair of losses.

A *round* is a mapping (attackers lost, defenders lost) → number of throws.  Everything built on it
uses that mapping and nothing else of the rules.

The definition enumerates all throws (`round_counts_by_enumeration`); `round_counts` is faster, by
`order_statistics`.  Over powers of one base (`base_of`) the counts are whole weights, for the
sweeps of `odds.weights`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import rule_set
from riskexact.rules.hand import Faces, Hand
from riskexact.rules.order_statistics import DiceNumbers as DiceNumbers
from riskexact.rules.order_statistics import Losses as Losses
from riskexact.rules.order_statistics import OrderStatistics, compare, count_losses, work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.rules.distribution import Distribution

MAX_STEPS_AT_ONCE = 20_000
"""The most steps in which all rounds of a rule set are counted at once: some tenths of a second."""


def round_counts(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> Mapping[Losses, int]:
    """Return the number of throws of these dice for each (attackers lost, defenders lost).

    The numbers of dice, without the extra dice, which are thrown too, must be from 1 to what the
    rules allow, else `RiskError`.  The counts add up to `Rules.throws`; losses that cannot happen
    are left out.  Equivalent to `round_counts_by_enumeration`, in time polynomial in the numbers.

    >>> round_counts(3, 2)
    FrozenMapping({(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    """
    rules = rule_set(rules)
    attack = whole(attack_dice, "attack_dice", 1, rules.attack.max_dice)
    _, most = rules.allowed(attack, rules.defence.max_dice)
    defence = whole(defence_dice, "defence_dice", 1, most)
    return _round_counts(attack, defence, rules)


def round_distribution(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> "Distribution[Losses]":
    """Return the exact distribution over (attackers_lost, defenders_lost) of one round.

    The arguments are those of `round_counts`, whose counts are divided by all throws.

    >>> round_distribution(3, 2)
    Distribution of 3 outcomes, mode (0, 2), mean 0.9209 and 1.079
    attackers_lost  defenders_lost  percent      exact
                 0               2   37.2 %  1445/3888  ████████████████████
                 1               1   33.6 %  2611/7776  ██████████████████▏
                 2               0   29.3 %  2275/7776  ███████████████▊
    """
    from riskexact.rules.distribution import Distribution

    counts = round_counts(attack_dice, defence_dice, rules)
    chances = {losses: Fraction(n, sum(counts.values())) for losses, n in counts.items()}
    return Distribution(chances, ("attackers_lost", "defenders_lost"))


def loss_counts(
    attack_dice: int, defence_dice: int, rules: Rules | str = STANDARD
) -> tuple[int, ...]:
    """Return the numbers of throws that cost the defender 0, 1, …, k units, of k in all.

    These are the `round_counts` of a round with k scoring pairs, each of which costs somebody a
    unit: the attacker loses the rest of the k.  Raises `RiskError` if a tie costs nobody a unit,
    and for dice that the rules do not allow.

    >>> loss_counts(3, 2)
    (2275, 2611, 2890)
    >>> loss_counts(4, 2)
    Traceback (most recent call last):
        ...
    riskexact.RiskError: attack_dice must be a whole number, from 1 to 3, not 4
    """
    rules = rule_set(rules)
    counts = round_counts(attack_dice, defence_dice, rules)
    if rules.losses_per_round is None:
        raise RiskError(
            f"ties must not be {rules.ties!r} for loss counts: a round then costs no fixed number "
            "of units; take round_counts"
        )
    cost = len(rules.scoring_pairs(attack_dice, defence_dice))
    return tuple(counts.get((cost - i, i), 0) for i in range(cost + 1))


def break_even_ratio(rules: Rules | str = STANDARD) -> Fraction:
    """Return the ratio of attackers to defenders at which large armies are equally strong.

    It is the attacker's expected losses in a round with the most dice on both sides, divided by the
    defender's.  For growing armies in a larger ratio the chance to win tends to 1, in a smaller
    one to 0.  Raises `RiskError` if the defender never loses a unit in such a round.

    >>> break_even_ratio()
    Fraction(2387, 2797)
    """
    rules = rule_set(rules)
    counts = round_counts(*rules.max_dice, rules)
    attackers_lost = sum(i * count for (i, _), count in counts.items())
    defenders_lost = sum(j * count for (_, j), count in counts.items())
    if defenders_lost == 0:
        raise RiskError(
            "rules of a break-even ratio must let full dice cost the defender a unit, "
            f"not {rules.description}"
        )
    return Fraction(attackers_lost, defenders_lost)


def resolve(attack: Sequence[int], defence: Sequence[int], rules: Rules | str = STANDARD) -> Losses:
    """Return the losses of one throw: (attackers lost, defenders lost).

    - `attack`, `defence`: what the dice show, each one of its faces, extra dice included.
      Different dice are given in the order of the rules, others in any order.

    Raises `RiskError` for dice that the rules do not allow.

    >>> resolve([2, 6, 1], [5, 5])
    (1, 1)
    """
    rules = rule_set(rules)
    x = _number_of_dice(attack, rules.attack, rules.faces, "attack")
    _, most = rules.allowed(x, rules.defence.max_dice)
    y = _number_of_dice(defence, rules.defence.limited(most), rules.faces, "defence")
    thrown = rules.thrown(x, y)
    return compare(
        rules.attack.counted(attack, thrown[0], x),
        rules.defence.counted(defence, thrown[1], y),
        rules.scoring_pairs(x, y),
        rules.ties,
    )


@lru_cache(maxsize=1024)
def round_with_loss(
    attack_dice: int, defence_dice: int, rules: Rules
) -> tuple[tuple[tuple[Losses, int], ...], int]:
    """Return the throws that cost somebody a unit, as ((losses, count), …), and their total.

    A round that costs nobody a unit is thrown again, so the odds of a battle follow from the
    chances given a loss.

    >>> round_with_loss(1, 1, Rules(ties="nobody"))
    ((((0, 1), 15), ((1, 0), 15)), 30)
    """
    counts = _round_counts(attack_dice, defence_dice, rules)
    with_loss = tuple([each for each in counts.items() if each[0] != (0, 0)])
    return with_loss, sum([count for _, count in with_loss])


WeightedRound = tuple[tuple[Losses, int], ...]
"""((attackers lost, defenders lost), weight over `base ** lost`) for each way a round can end."""

MAX_DIVISOR = 1 << 14


class UnfactoredError(ArithmeticError):
    """A number has a factor beyond the small primes."""


def prime_factors(n: int) -> set[int]:
    """Return the primes that divide n >= 1, by trial division up to 2^14.

    Raises `UnfactoredError` if that fails.
    """
    found, p = set(), 2
    while p * p <= n:
        if p > MAX_DIVISOR:
            raise UnfactoredError(f"a factor of {n.bit_length()} bits")
        while n % p == 0:
            found.add(p)
            n //= p
        p += 1
    return found | {n} if n > 1 else found


def exponent(p: int, n: int) -> int:
    """Return how often p divides n, for n other than 0."""
    k = 0
    while n % p == 0:
        n, k = n // p, k + 1
    return k


@lru_cache(maxsize=64)
def primes_of(rules: Rules) -> frozenset[int]:
    """Return primes of which all denominators of the chances of a round, given a loss, are made.

    Raises `UnfactoredError` where small primes do not factor the numbers of throws.
    """
    if rules.has_closed_form:  # no need to count: every throw costs units
        numbers = {die.total for hand in rules.thrown(*rules.max_dice) for die in hand}
    else:
        numbers = {round_with_loss(*dice, rules)[1] for dice in rules.dice_numbers()}
    return frozenset().union(*map(prime_factors, numbers))


@lru_cache(maxsize=1024)
def base_of(rules: Rules) -> int:
    """Return the base of a rule set.

    It is the smallest one, unless small primes do not factor the numbers of throws.  Any multiple
    of it is a base too, so several rule sets have one in common.

    >>> base_of(STANDARD) == 6**4
    True
    """
    rounds = []
    for dice in rules.dice_numbers():
        if rules.has_closed_form:
            rounds.append((len(rules.scoring_pairs(*dice)), rules.throws(*dice)))
        else:
            changes, throws = round_with_loss(*dice, rules)
            rounds.append((min(i + j for (i, j), _ in changes), throws))
    try:
        return _least_base(rules, rounds)
    except UnfactoredError:
        return lcm(*(throws for _, throws in rounds))


def number_length(*rules: Rules) -> int:
    """Return how long the numbers of a battle are, by unit: 1 under the standard rules, or more.

    They are over powers of the base, of whose bits ten count 1; of several rule sets the longest.

    >>> number_length(STANDARD), number_length(Rules(ties="nobody"))
    (1, 2)
    """
    return max(1, *(base_of(each).bit_length() // 10 for each in rules))


@lru_cache(maxsize=64)
def least_base(rules: Rules) -> int:
    """Return the least B such that B^(i+j) makes each chance of the losses (i, j) whole.

    It divides `base_of`, which looks at the numbers of throws alone.

    >>> least_base(STANDARD) == 2**4 * 3**3
    True
    """
    results = []
    for dice in rules.dice_numbers():
        changes, throws = round_with_loss(*dice, rules)
        results += [(i + j, Fraction(count, throws).denominator) for (i, j), count in changes]
    try:
        return _least_base(rules, results)
    except UnfactoredError:
        return base_of(rules)


def _least_base(rules: Rules, parts: Sequence[tuple[int, int]]) -> int:
    """Return the least B of which n divides B^lost, for all parts (lost, n)."""
    return prod(p ** max(-(-exponent(p, n) // lost) for lost, n in parts) for p in primes_of(rules))


@lru_cache(maxsize=1024)
def weighted_round(attack_dice: int, defence_dice: int, rules: Rules, base: int) -> WeightedRound:
    """Return the losses of a round, with weights over powers of `base`, which make them whole.

    Equivalent to `round_with_loss`, whose counts are over the number of throws.

    >>> weighted_round(2, 1, STANDARD, 6**4)  # of 1296
    (((0, 1), 750), ((1, 0), 546))
    """
    changes, throws = round_with_loss(attack_dice, defence_dice, rules)
    return tuple(((i, j), count * base ** (i + j) // throws) for (i, j), count in changes)


def round_counts_by_enumeration(
    attack_dice: int, defence_dice: int, rules: Rules = STANDARD
) -> Mapping[Losses, int]:
    """Enumerate all throws: the definition of a round, and the slow form of `round_counts`."""
    counts: Counter[Losses] = Counter()
    pairs = rules.scoring_pairs(attack_dice, defence_dice)
    attack = counted_by_enumeration(rules.attack, attack_dice, rules.faces)
    defence = counted_by_enumeration(rules.defence, defence_dice, rules.faces)
    for (xs, x_ways), (ys, y_ways) in product(attack.items(), defence.items()):
        counts[compare(xs, ys, pairs, rules.ties)] += x_ways * y_ways
    return counts


@lru_cache(maxsize=64)
def counted_by_enumeration(hand: Hand, dice: int, faces: Faces) -> Mapping[tuple[int, ...], int]:
    """Return the number of throws of a hand for each result: what its dice count, highest first.

    >>> counted_by_enumeration(Hand(2), 2, faces=2)
    FrozenMapping({(1, 1): 1, (2, 1): 2, (2, 2): 1})
    """
    thrown = hand.thrown(dice, faces)
    counts: Counter[tuple[int, ...]] = Counter()
    for throw in product(*(zip(die.faces, die.weights, strict=True) for die in thrown)):
        shows = [face for face, _ in throw]
        counts[tuple(hand.counted(shows, thrown, dice))] += prod(weight for _, weight in throw)
    return FrozenMapping(counts)


def _number_of_dice(shows: Sequence[int], hand: Hand, faces: Faces, name: str) -> int:
    """Return the number of dice thrown, without extra dice, after checking what they show."""
    if not isinstance(shows, Sequence) or isinstance(shows, str | range):
        raise RiskError(f"{name} must be a list of what each die shows, not {short_repr(shows)}")
    for number in range(hand.max_dice, 0, -1):
        thrown = hand.thrown(number, faces)
        if len(thrown) == len(shows):
            for show, die in zip(shows, thrown, strict=True):
                most, least = die.bounds
                if whole(show, f"{name}: a die", least, most) not in die.faces:
                    raise RiskError(f"{name}: a die must show one of {die}, not {show}")
            return number
    allowed = sorted({len(hand.thrown(number, faces)) for number in range(1, hand.max_dice + 1)})
    numbers = "1 die" if allowed == [1] else f"{' or '.join(map(str, allowed))} dice"
    raise RiskError(f"{name} must be {numbers} under these rules, not {len(shows)}")


@lru_cache(maxsize=1024)
def _round_counts(attack_dice: int, defence_dice: int, rules: Rules) -> Mapping[Losses, int]:
    # those who ask by the units of each side do not know what the other side allows
    dice = rules.allowed(attack_dice, defence_dice)
    if every := _every_round(rules):
        return every[dice]
    hands = _hands(rules, *([n] for n in dice))
    return count_losses(*hands, rules.scoring_pairs(*dice), rules.ties)[dice]


@lru_cache(maxsize=64)
def _every_round(rules: Rules) -> Mapping[DiceNumbers, Mapping[Losses, int]]:
    """Return the counts of all rounds, from one pass; nothing if that would take long."""
    hands = _hands(rules, *(range(1, most + 1) for most in rules.max_dice))
    if work(*hands) > MAX_STEPS_AT_ONCE:
        return {}
    return count_losses(*hands, rules.scoring_pairs(*rules.max_dice), rules.ties)


def _hands(
    rules: Rules, attack_dice: Iterable[int], defence_dice: Iterable[int]
) -> tuple[OrderStatistics, OrderStatistics]:
    return (
        OrderStatistics(rules.attack, rules.faces, attack_dice),
        OrderStatistics(rules.defence, rules.faces, defence_dice),
    )
