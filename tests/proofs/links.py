"""What both Coq and Python compute: one link for each function that rests on a theorem, or more.

`links.v` has the numbers of each link in terms of the specification; `LINKS` has them by the
function.  `executed` says whether that function has run for it.
"""

import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import _lru_cache_wrapper, partial
from itertools import islice, product
from math import floor
from pathlib import Path
from types import CodeType, FrameType

from flint import acb, arb, fmpq, fmpz

from proofs import kernel
from proofs.vernacular import COMPARISON
from riskexact.battle import battle
from riskexact.battle.campaign import Campaign
from riskexact.battle.campaign.garrisons import best_garrisons
from riskexact.battle.needed import attackers_needed, garrison_needed
from riskexact.battle.tables import win_table
from riskexact.battle.tables.floats import win_floats
from riskexact.certificates.certificates import certificate, of_battle, of_campaign
from riskexact.certificates.turn import of_turn
from riskexact.engine import cell, splitting
from riskexact.engine.balls import working_precision
from riskexact.engine.boundary import boundary_of
from riskexact.engine.circle import CORNER, Diagonal, Part, Span
from riskexact.engine.saddle import Coefficient
from riskexact.game.bellman import DuelPolicy, DuelValues
from riskexact.game.duel import duel
from riskexact.odds import closed_form, recursion
from riskexact.odds.bounds import Bound, loss_bound, win_bound
from riskexact.odds.closed_form import exits, regions_of, visits
from riskexact.odds.closed_form.written_out import (
    T,
    binomial,
    boundary,
    chances,
    geometric_sum,
    one_attacker,
    one_defender,
    trinomial,
    two_attackers,
)
from riskexact.odds.monotone import is_monotone
from riskexact.odds.price import price
from riskexact.odds.recursion import path_counts
from riskexact.odds.states import Stops
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import (
    loss_counts,
    round_counts,
    round_counts_by_enumeration,
    round_with_loss,
)
from riskexact.rules.hand import Die, Hand
from riskexact.strategy import Strategy
from riskexact.turn.best_play import BestPlay
from riskexact.turn.geography import Map, map_named
from riskexact.turn.named_front import NamedFront
from riskexact.turn.position import Position

Number = Fraction | int

IN_COQ = Path(__file__).with_name("links.v").read_text(encoding="utf-8")

NOT_COMPUTED = {
    *("rounds_cost", "chances_add_up", "constant_rounds", "is_block"),
    *("legal_attack", "legal_defence", "saddle", "well_formed", "monotone", "P", "sum"),
    *("is_stopping", "chances_not_negative", "obeys_price_recursion", "not_negative", "bounds"),
    *("without_divisors_of_0", "primitive_root"),
    *("embedding", "modulus", "obeys_rounds"),
    *("decisive", "near", "table_is_right", "is_plan", "is_highest"),
    *("is_best", "held_by_ones_and_twos"),
    *("is_played", "has_mass_1", "is_monotone", "has_saddle", "attacker_gains", "defender_gains"),
    *("bellman", "legal"),
}
"""The definitions that no function mirrors: propositions, the polynomial P, and sums."""

BOARD = [(a, d) for a in range(1, 5) for d in range(1, 5)]
INNER = [(a, d) for a in range(3, 8) for d in range(2, 5)]
WEIGHTS = [(n, i) for n in range(4) for i in range(8)]
ODD = Rules(
    Hand((3, Die((0, 2), (1, 2))), extra=(2,), to_highest=1, to_lowest=-1, clamped=True),
    Hand((2, 3), needs=(1, 3), to_all=-1, to_lowest=1),
    ties="nobody",
)
GAP = Rules(Hand(3, needs=(1, 3, 4)), Hand((6, 6, 8)), pairs=(1, 3), ties="attacker")
COIN = Rules(Hand((Die((0, 2)),)), Hand((Die((1,)),)))
UNPROVED = Rules((5, 5), Hand((8, 4), to_highest=5, clamped=True))
COUNTS = loss_counts(3, 2, STANDARD)

ODD_BATTLES = (
    battle.Battle(2, 1, ODD, retreat_at=1),
    battle.Battle(2, 1, ODD),
    battle.Battle(1, 2, ODD, stop_at_defenders=1),
)
ODD_CAMPAIGNS = (
    Campaign(2, (1, 0), ODD, (0, 1)),
    Campaign(3, (1, 1), ODD, (1, 0)),
    Campaign(4, (1, 2)),
)


def each(function: Callable[..., Number], states: Iterable[Sequence[int]]) -> list[Number]:
    """The function of each state."""
    return [function(*state) for state in states]


def square(a: int, d: int) -> int:
    """What an end is worth, where that is not one number of units."""
    return a * a + 3 * d


# ---- rounds and battles


def by_enumeration() -> Iterable[Number]:
    counts = round_counts_by_enumeration(3, 2, STANDARD)
    return [counts[2 - lost, lost] for lost in range(3)]


def counts_of_all_dice() -> Iterator[Number]:
    for rules in RULES.values():
        for x, y in rules.dice_numbers():
            counts = loss_counts(x, y, rules)
            yield from counts
            yield from [0] * (len(loss_counts(*rules.max_dice, rules)) - len(counts))


def odd_throws() -> Iterable[Number]:
    counts = round_counts(*ODD.dice(2, 3), ODD)
    return [counts.get((i, j), 0) for i in range(3) for j in range(3)]


def odd_mean() -> Iterable[Number]:
    changes, total = round_with_loss(*ODD.dice(2, 3), ODD)
    return [Fraction(sum(i * count for (i, _), count in changes), total)] * 2


def odd_values() -> Iterable[Number]:
    return [
        *recursion.expected_values(2, 2, ODD, [square]),
        recursion.win_probability(2, 1, ODD, Stops(1)),
        recursion.win_probability(1, 2, GAP, Stops(0, 1)),
    ]


def at_all(found: Mapping[tuple[int, int], Number], a: int, d: int) -> Iterable[Number]:
    return [found.get(state, 0) for state in product(range(a + 1), range(d + 1))]


def ends_by_walk() -> Iterable[Number]:
    regions = regions_of(STANDARD, Stops(retreat_at=1))
    ends = [end for end in visits(regions, 5, 3) if not end.cost]
    return at_all({e.state: Fraction(e.weight, regions.base**e.lost) for e in ends}, 5, 3)


def by_exits() -> Iterable[Number]:
    regions, found = regions_of(STANDARD), Fraction(0)
    for n, leaving in enumerate(exits(regions, 6, 5)):
        for state, weight in leaving.items():
            found += weight * recursion.win_probability(*state) / Fraction(regions.base) ** (2 * n)
    return [found]


def interior_of_four_dice() -> Iterable[Number]:
    regions = regions_of(Rules(4, 3, pairs=2), Stops(retreat_at=5))
    return [regions.losses_per_round, regions.min_attackers, regions.min_defenders]


def interior_of_gaps() -> Iterable[Number]:
    regions = regions_of(GAP, Stops(retreat_at=4, stop_at_defenders=1))
    full = {d: Fraction(n, GAP.throws(3, 3)) for (_, d), n in round_counts(3, 3, GAP).items()}
    border = [regions.losses_per_round, regions.min_attackers, regions.min_defenders]
    return [*border, *(full[d] for d in range(3))]


def constants(rules: Rules) -> Sequence[Number]:
    border = boundary(rules)
    return [border.fast, *border.slow]


def second_rows() -> Iterable[Number]:
    return [*(two_attackers(d, SINGLE_LOSS) for d in range(1, 7)), *map(two_attackers, range(7))]


def least_of_its_kind(function: Callable[[Rules], Bound], rules: Rules) -> Iterable[Number]:
    return [1, 0] if function(rules).factor else []


# ---- tables and certificates


def in_thousandths() -> Iterable[Number]:
    floats = win_floats(4, 4, STANDARD)
    return [Fraction(floor(1000 * Fraction(floats[state])), 1000) for state in BOARD]


def doubles() -> Iterable[Number]:
    floats = win_floats(40, 40, STANDARD)
    parts = floats[1:10, 1:10], floats[5::5, 5::5]
    return [Fraction(cell) for part in parts for cell in part.ravel().tolist()]


def table() -> Iterable[Number]:
    cells = win_table(range(1, 41), range(1, 41)).cells
    return [cells[a - 1][d - 1] for a, d in [*BOARD, (17, 6), (40, 40)]]


def claimed(a: int, defenders: int | Sequence[int], need: str | None = None) -> Number:
    theorem = certificate(a, defenders, need=need).partition("Theorem ")[2]
    if least := re.search(r"fewer < (\d+) ", theorem):
        return int(least[1])
    return Fraction(*map(int, re.findall(r"\d+", theorem.partition("fraction ")[2])[:2]))


def claims() -> Iterable[Number]:
    forces = [claimed(6, 2, "90%"), claimed(27, 20, "90%"), claimed(8, (1, 2), "90%")]
    return [claimed(3, 2), *forces, claimed(4, (1, 2))]


# ---- games, turns, and when to stop


def one_die_each() -> Iterable[Number]:
    policy = duel(1, 1).policy

    def won(steps: int, mover: bool, x: int, y: int) -> Fraction:
        if not steps or not y:
            return Fraction(int(mover and not y))
        if not min(1, x - 1):
            return won(steps - 1, not mover, y + 3, x)
        ways, total = round_with_loss(1, min(y, 2), STANDARD)
        return sum(n * won(steps - 1, mover, x - i, y - j) for (i, j), n in ways) / Fraction(total)

    assert policy
    return [won(4, mover, 2, 1) for mover in (True, False)]


def rounds_on_two_countries() -> Iterable[Number]:
    values = DuelValues(STANDARD, 3, DuelPolicy(((0,), (0,), (0,), (3,))))
    turn = {(x, y): Fraction(x, x + y) for x in range(1, 5) for y in range(4)}
    return [values.after(x, 3, dice, turn) for x in range(2, 5) for dice in range(1, x)]


def both_taken() -> Iterable[Number]:
    world = Map([("Sea", "Beach"), ("Beach", "Hill")])
    position = Position(world, {"Sea": 4}, {"Beach": 1, "Hill": 1}, Rules(2, 1, faces=2))
    front = NamedFront(position).front
    return [BestPlay(front, every=True).value(front.start)]


def siam_takes_australia() -> Iterable[Number]:
    defenders = dict(zip(map_named("classic").named("Australia"), (2, 1, 1, 1), strict=True))
    return [of_turn(Position("classic", {"Siam": 8}, defenders)).chance]


def by_policies() -> Iterable[Number]:

    def won(a: int, d: int, wanted: int, even: bool) -> Fraction:
        if not a or not d:
            return Fraction(int(not d))
        most, value = min(d, 2), Fraction(0)
        chosen = range(1, most + 1) if even else [most]
        for y in chosen:
            ways, total = round_with_loss(min(wanted, a, 3), y, STANDARD)
            for (i, j), n in ways:
                value += Fraction(n, total * len(chosen)) * won(a - i, d - j, 1 + i, even)
        return value

    found = [won(3, 3, 1, even) for even in (True, False)]
    assert len({*found, recursion.win_probability(3, 3)}) == 3
    return found


def best_values() -> Iterable[Number]:
    strategy = Strategy(4, 3, territory=2, attacker_unit=1, defender_unit=1)
    values = {state: decision.value for state, decision in strategy.decisions.items()}
    return [values.get((a, d), strategy.worth(a, d)) for a in range(5) for d in range(4)]


# ---- certain digits


def enclosed(ball: arb) -> Fraction:
    scale = 30**60
    whole = (ball * fmpz(scale) + arb(1) / 2).floor()
    return Fraction(int(whole.unique_fmpz() or 0), scale)


def on_a_circle(function: Callable[[Part], arb], rules: Rules = STANDARD) -> list[Number]:
    with working_precision(400):
        diagonal = Diagonal(5, 4, boundary_of(rules, True, 9))
        spans = [Span(side, 0, diagonal.T) for side in (0, 1)]
        return [enclosed(function(Part(diagonal, [CORNER, *spans])))]


def mean(part: Part) -> arb:
    return part.mean(arb(1), 2, [0])


def round_bound(part: Part) -> arb:
    return part.bound(arb(1), {2: acb(2683) / 7776})


def left_out() -> Iterable[Number]:
    return [*on_a_circle(lambda part: part.left_out(arb(3) / 4, 2, 0), COIN), Fraction(5, 8) ** 2]


def by_certain_digits() -> list[Number]:
    with working_precision(600):
        return [enclosed(Coefficient(5, 4, boundary_of(STANDARD, True, 9), 400).enclosed())]


def squared_round() -> list[Number]:
    with working_precision(400):
        found = Diagonal(5, 4, boundary_of(STANDARD, True, 9)).rounds(acb(7, 24) / 50)[2]
        return [enclosed(found.real**2 + found.imag**2)] * 2


def boundary_round(rules: Rules) -> list[Number]:
    lines = boundary_of(rules, True, 9)
    losses = [(s - j, j) for s in range(1, 5) for j in range(s + 1)]
    chances = [lines.round.get(each, fmpq(0)) for each in losses]
    return [lines.A, lines.D, lines.K, *(Fraction(int(p.p), int(p.q)) for p in chances)]


RECURRENCE = splitting.Recurrence((3, 2, 5, 7), (11, 13), [(1, 2), (3, 4)], (5, 6), 4, None)


def sums_by_splitting() -> Iterable[Number]:
    return map(int, splitting.two_sums(RECURRENCE, 2, 6, (17, 19), 2))


# ---- links


def judged() -> str:
    """Definitions of what Coq judges: a certificate's rules, blocks of sums, and bounds."""
    rules = of_battle(ODD_BATTLES[0]).definitions.partition(":=")[2].strip().removesuffix(".")
    blocks = []
    for k in (0, 1):
        leaves = [RECURRENCE.leaf(lo, lo + 2) for lo in (4, 2)]
        parts = [[*leaf[:4], *leaf[5 + 2 * k : 7 + 2 * k], leaf[4]] for leaf in leaves]
        terms = [f"(Block {' '.join(f'(integer {n})' for n in part)})" for part in parts]
        blocks.append(f"joined (integer {RECURRENCE.zeta[k]}) 2 {' '.join(terms)}")
    sums = [f"V0 ({b}) * integer 17 + V1 ({b}) * integer 19" for b in blocks]
    lines = [
        f"Definition written := ({rules})%nat.",
        f"Definition sums_of_blocks := [{'; '.join(sums)}; SpecEngine.D ({blocks[0]})].",
    ]
    for name, each in {"standard": STANDARD, "single_loss": SINGLE_LOSS}.items():
        for function in (win_bound, loss_bound):
            values = ", ".join(f"Q2Qc ({q.numerator} # {q.denominator})" for q in function(each))
            lines.append(f"Definition {name}_{function.__name__} := ({values}).")
    return "\n".join(lines)


LINKS: Mapping[str, Callable[[], Iterable[Number]]] = {
    "rules.dice.loss_counts: 3 v 2 dice, single losses": lambda: loss_counts(3, 2, SINGLE_LOSS),
    "rules.dice.round_counts_by_enumeration: 3 v 2 dice": by_enumeration,
    "odds.closed_form.written_out.chances: 2 v 2 dice": lambda: chances(2, 2),
    "rules.dice.loss_counts: all numbers of dice of the catalogue": counts_of_all_dice,
    "rules.dice.round_counts: 2 v 3 units, dice of 2 and 3 faces": odd_throws,
    "rules.dice.round_counts: the same": lambda: [sum(round_counts(2, 2, ODD).values())] * 2,
    "rules.dice.round_with_loss: the same": odd_mean,
    "odds.recursion.expected_values: 2 v 2, 2 v 1 and 1 v 2 of two odd rule sets": odd_values,
    "odds.recursion.outcomes: 2 v 1 of an odd rule set, all ends": lambda: at_all(
        recursion.outcomes(2, 1, ODD), 2, 1
    ),
    "odds.closed_form.regions_of: rules with gaps, 4 v 3 dice": interior_of_gaps,
    "certificates.certificates.of_battle: 1 v 1, 3 v 2": lambda: [
        of_battle(battle.Battle(*state)).chance for state in [(1, 1), (1, 1), (3, 2)]
    ],
    "certificates.certificates.of_campaign: 2 v 1, 0 and 3 v 1, 1 of an odd rule set, 4 v 1, 2": (
        lambda: [of_campaign(campaign).chance for campaign in ODD_CAMPAIGNS]
    ),
    "certificates.certificates.of_battle: an odd rule set, as written": lambda: [
        of_battle(each).chance for each in ODD_BATTLES
    ],
    "certificates.certificates.certificate: 3 v 2; the least force against 2, 20, and 1, 2; "
    "4 v 1, 2": claims,
    "odds.recursion.expected_values: 5 v 3, retreat at 1": lambda: recursion.expected_values(
        5, 3, STANDARD, [square], Stops(1)
    ),
    "odds.recursion.win_probability: 2 v 1, all to 4 v 4": lambda: each(
        recursion.win_probability, [(2, 1), *BOARD]
    ),
    "odds.closed_form.visits: 5 v 3, retreat at 1, all ends": ends_by_walk,
    "rules.distribution.Distribution: 4 v 3, single losses, all ends": lambda: at_all(
        battle.Battle(4, 3, SINGLE_LOSS).outcomes, 4, 3
    ),
    "odds.closed_form.exits: 6 v 5": by_exits,
    "odds.closed_form.regions_of: 4 v 3 dice, two pairs, retreat at 5": interior_of_four_dice,
    "odds.closed_form.weight: n < 4, i < 8": lambda: each(
        partial(closed_form.weight, COUNTS), WEIGHTS
    ),
    "odds.closed_form.columns: n < 5, i = 3, 4": lambda: [
        x for row in islice(closed_form.columns(COUNTS, 4), 5) for x in row
    ],
    "odds.closed_form.written_out.geometric_sum: n < 4, equal and other bases": lambda: [
        geometric_sum(Fraction(2), Fraction(y), n) for y in (3, 2) for n in range(4)
    ],
    "odds.closed_form.written_out.one_attacker: 1 v 1 to 6": lambda: map(one_attacker, range(1, 7)),
    "odds.closed_form.written_out.one_defender: 2 to 7 v 1": lambda: map(one_defender, range(2, 8)),
    "odds.closed_form.written_out.binomial: all to 4 v 4": lambda: each(binomial, BOARD),
    "odds.closed_form.written_out.two_attackers: 2 v 1 to 6, single losses 2 v 0 to 6": second_rows,
    "odds.closed_form.written_out.trinomial: all to 4 v 4": lambda: each(trinomial, BOARD),
    "odds.closed_form.written_out.T: n < 4, i < 8": lambda: each(
        partial(T, counts=COUNTS), WEIGHTS
    ),
    "odds.closed_form.written_out.boundary: standard rules": lambda: constants(STANDARD),
    "odds.closed_form.written_out.boundary: single losses": lambda: constants(SINGLE_LOSS),
    "engine.cell.win_probability: 3 to 7 v 2 to 4": lambda: each(
        partial(cell.win_probability, rules=STANDARD), INNER
    ),
    "engine.columns.Trinomials: 3 to 7 v 2 to 4": lambda: each(
        partial(cell.win_probability, rules=STANDARD), INNER
    ),
    "engine.columns.Binomials: 3 to 7 v 2 to 4": lambda: each(
        partial(cell.win_probability, rules=SINGLE_LOSS), INNER
    ),
    "engine.splitting.two_sums: 4 steps of one recurrence": sums_by_splitting,
    "odds.monotone.is_monotone: the catalogue, and one of which it is false": lambda: map(
        is_monotone, [*RULES.values(), UNPROVED]
    ),
    "odds.monotone.is_monotone: standard rules, single losses": lambda: map(
        is_monotone, [STANDARD, SINGLE_LOSS]
    ),
    **{
        f"odds.bounds.{function.__name__}: {name}, and a hundredth less": partial(
            least_of_its_kind, function, RULES[name]
        )
        for function in (win_bound, loss_bound)
        for name in ("standard", "single-loss")
    },
    "battle.campaign.garrisons.best_garrisons: two territories": lambda: [
        best_garrisons(a, 2, 2, SINGLE_LOSS).win_probability for a in (1, 2)
    ],
    "odds.price.price: d < 9": lambda: [price(d).mean for d in range(9)],
    "odds.price.price: d = 1 to 4": lambda: [price(d).mean for d in range(1, 5)],
    "game.duel.duel: 3 to 8 new armies": lambda: [duel(1, 1, r).lower for r in range(3, 9)],
    "game.duel.duel: 2 v 1, one die each, four steps": one_die_each,
    "game.bellman.DuelValues: 2 to 4 armies against 3": rounds_on_two_countries,
    "strategy.Strategy: all to 4 v 3": best_values,
    "strategy.Strategy: 3 v 2": lambda: [
        Strategy(3, 2, territory=2, attacker_unit=1, defender_unit=1).value
    ],
    "engine.circle.Part.mean: 5 v 4, two nodes": lambda: on_a_circle(mean),
    "engine.circle.Part.bound: 5 v 4, radius 2": lambda: on_a_circle(
        lambda part: part.bound(arb(2))
    ),
    "engine.circle.Part.aliasing: 5 v 4, radius 1/2": lambda: on_a_circle(
        lambda part: part.aliasing(arb(1) / 2, 2, [arb(1) / 4])
    ),
    "engine.circle.Part.mean: 5 v 4, two of four nodes": lambda: on_a_circle(
        lambda part: part.mean(arb(1), 6, [1])
    ),
    "engine.circle.Part.mean: 5 v 4, radius 1/2, four nodes": lambda: on_a_circle(
        lambda part: part.mean(arb(1) / 2, 2, [0])
    ),
    "engine.circle.Part.mean: 5 v 4, all aliases": lambda: [
        recursion.win_probability(5, 4) - on_a_circle(mean)[0]
    ],
    "engine.saddle.Coefficient.enclosed: 5 v 4": by_certain_digits,
    "odds.recursion.win_probability: 9 units": lambda: [
        sum(recursion.win_probability(9 - d, d) for d in range(2, 7)) / Fraction(4)
    ],
    "engine.circle.Part.bound: 5 v 4, no alias in the interior": lambda: on_a_circle(round_bound),
    "engine.circle.Part.bound: 5 v 4": lambda: on_a_circle(round_bound),
    "engine.circle.Part.left_out: 5 v 4, a coin": left_out,
    "engine.circle.Diagonal.rounds: one angle": squared_round,
    "battle.tables.floats.win_floats: all to 4 v 4, three digits": in_thousandths,
    "battle.tables.floats.win_floats: to the last bit": doubles,
    "engine.boundary.BoundaryLines: an odd rule set": lambda: boundary_round(ODD),
    "engine.boundary.BoundaryLines: standard rules": lambda: boundary_round(STANDARD),
    "odds.recursion.path_counts: all to 4 v 3": lambda: [
        path_counts((4, 3))[x, y] for x in range(1, 5) for y in range(1, 4)
    ],
    "odds.recursion.path_counts: 4 v 3, 3 v 1": lambda: [
        sum(path_counts((4, 3)).values()),
        path_counts((4, 3))[1, 2],
    ],
    "turn.best_play.BestPlay: 3 armies, 1 and 1 defenders, dice of 2 faces": both_taken,
    "odds.recursion.win_probability: 3 v 1, dice of 2 faces": lambda: [
        recursion.win_probability(3, 1, Rules(1, 1, faces=2))
    ],
    "certificates.turn.of_turn: Siam 8 against Australia 2, 1, 1, 1": siam_takes_australia,
    "battle.battle.win_probability: 2 v 2": lambda: [
        battle.win_probability(2, 2, rules) for rules in (STANDARD, SINGLE_LOSS)
    ],
    "battle.needed.attackers_needed: 1 to 4 defenders": lambda: [
        attackers_needed(d, "2/3") for d in range(1, 5)
    ],
    "battle.needed.garrison_needed: 1 to 4 attackers": lambda: [
        garrison_needed(a, "2/3") for a in range(1, 5)
    ],
    "strategy.Strategy: 3 v 3 of two rule sets": lambda: [
        Strategy(3, 3, 1, 0, 0, name, "defender-first").value for name in ("risiko", "four-dice")
    ],
    "strategy.Strategy: 2 v 2, 2 v 3": lambda: [
        Strategy(2, d, 1, 0, 0, dice="attacker-first").value for d in (2, 3)
    ],
    "battle.tables.win_table: all to 4 v 4, 17 v 6, 40 v 40": table,
    "rules.dice.round_with_loss: 3 v 3, two policies of the defender": by_policies,
}
"""The numbers of each link by the function that its name begins with, in the order of `links.v`."""


def names() -> list[str]:
    """The links of `links.v`, by its comments."""
    return re.findall(r"^\(\* ([\w.]+: .*) \*\)$", IN_COQ, re.MULTILINE)


def by_coq(directory: Path) -> dict[str, list[Fraction]]:
    """The numbers of each link, by one run of Coq beside the compiled files."""
    files = [*kernel.written() - {COMPARISON}, "StandardTable"]
    said = kernel.asked([judged(), IN_COQ], [f"{file}." for file in sorted(files)], directory)
    numbers = [
        [Fraction(*map(int, re.findall(r"-?\d+", pair.replace("%Z", "")))) for pair in pairs]
        for pairs in (
            re.findall(r"\[([^][]+)\]", each) for each in said.split(": list (list Z)")[:-1]
        )
    ]
    return dict(zip(names(), numbers, strict=True))


def executed(function: str, python: Callable[[], Iterable[Number]]) -> bool:
    """Whether this function runs, or a method of the class, when Python computes a link.

    What the caches of the program hold is forgotten before.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("riskexact"):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
    wanted = inspect.unwrap(pkgutil.resolve_name(f"riskexact.{function}"))
    ran: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        list(python())
    finally:
        sys.setprofile(before)
    if not isinstance(wanted, type):
        return wanted.__code__ in ran
    return any(
        inspect.isfunction(method) and method.__code__ in ran for method in vars(wanted).values()
    )


def spoken_of(text: str, meanings: Mapping[str, str]) -> set[str]:
    """The names in a term of Coq, and in the definitions of these, and so on."""
    found, ahead = set[str](), set(re.findall(r"\w+", text))
    while ahead:
        found |= ahead
        ahead = {
            word for name in ahead for word in re.findall(r"\w+", meanings.get(name, ""))
        } - found
    return found
