"""What both Coq and Python compute: one link for each function that rests on a theorem, or more.

A link has a list of numbers in terms of the definitions of the specification, and the same list by
the function.  `executed` says whether that function has run for it.
"""

import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import _lru_cache_wrapper, partial
from itertools import islice
from math import floor
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from flint import acb, arb, fmpq, fmpz

from proofs import kernel
from proofs.catalogue import in_coq
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
from riskexact.odds.bounds import HUNDREDTHS, Bound, loss_bound, win_bound
from riskexact.odds.closed_form import exits, regions_of, visits
from riskexact.odds.closed_form.boundary import (
    boundary,
    chances,
    geometric_sum,
    one_attacker,
    one_defender,
    two_attackers,
)
from riskexact.odds.closed_form.written_out import T, binomial, trinomial
from riskexact.odds.monotone import is_monotone
from riskexact.odds.price import price
from riskexact.odds.recursion import path_counts
from riskexact.odds.states import Stops
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from riskexact.rules.catalogue import RULES, label, rule_set
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


class Link(NamedTuple):
    """`function` of `riskexact`, in `python`, and what it should be, in Coq, at which points."""

    function: str
    at: str
    coq: str
    python: Callable[[], Iterable[Number]]


COMMANDS = """
Definition board (A D : nat) : list (nat * nat) := list_prod (seq 1 A) (seq 1 D).
Definition corner (A D : nat) : list (nat * nat) := list_prod (seq 0 (S A)) (seq 0 (S D)).
Definition at_all {X} (states : list (nat * nat)) (f : nat -> nat -> X) : list X :=
  map (fun s => f (fst s) (snd s)) states.
Definition whole (n : Z) : Qc := Q2Qc (inject_Z n).
Definition counts_of (pairs : nat) : list (list (list N)) :=
  map (fun x => map (fun y => map Z.to_N (loss_counts pairs x y)) (seq 1 2)) (seq 1 3).
Definition counts1 := Eval vm_compute in counts_of 1.
Definition counts2 := Eval vm_compute in counts_of 2.
Definition p1 := counted counts1.
Definition p2 := counted counts2.
Definition c2 (k : nat) : Qc := whole (Z.of_N (nth k (nth 1 (nth 2 counts2 []) []) 0%N)).
Definition first (f : nat -> bool) : nat :=
  match find f (seq 0 12) with Some n => n | None => 0%nat end.
Definition yes (answer : bool) : Qc := if answer then 1 else 0.
Definition worth (a d : nat) : Qc := number a - number d + (if (d =? 0)%nat then whole 2 else 0).
Definition of_9_units (n : nat) : Qc := diagonal 3 2 (odds 2 p2) 9 n.
Definition at_radius (r : Qc) : Qc := (Σ n < 10, of_9_units n * r ^ n) / r ^ 4.
Definition two_nodes : complex := sum_over_nodes complex_numbers
  2 (complex_sub (0, 0) (1, 0)) 10 (fun n => complex_real (of_9_units n)) (0, 1) 4.
Definition two_of_four : complex := sum_over_kept complex_numbers
  Nat.even 4 (0, 1) 10 (fun n => complex_real (of_9_units n)) (0, 1) 4.
Definition at_most_54 (q : nat -> Qc) (r : Qc) : Qc :=
  largest 2 3 2 (of_one_cost 2 (p2 3 2)%nat) (odds 2 p2) q r 9 / r ^ 4.
Definition point (z : complex) (n : nat) (c : nat -> Qc) : complex :=
  rational_polynomial complex_numbers n c z.
Definition half : Qc := Q2Qc (1 # 2).
Definition coin : battle := dice 1 1 1 0 (fun _ _ _ => half).
Definition coin_left_out (q r : Qc) : Qc :=
  largest 1 1 1 (of_one_cost 1 (fun _ => half)) (value coin won) (fun _ => q) r 9 / r ^ 4.
Definition two_thirds (x : Qc) : bool := Qle_bool (2 # 3) x.
Definition odd_rules : ruleset := RuleSet
  (Hand [(1, numbered 3); (2, [(0%Z, 1%N); (2%Z, 2%N)])] [numbered 2] 0 1 (-1) true)%nat
  (Hand [(1, numbered 2); (3, numbered 3)] [] (-1) 0 1 false)%nat [1; 2]%nat (0, 0)%nat.
Definition gap_rules : ruleset := RuleSet
  (Hand [(1, numbered 6); (3, numbered 6); (4, numbered 6)] [] 0 0 0 false)%nat
  (Hand [(1, numbered 6); (2, numbered 6); (3, numbered 8)] [] 0 0 0 false)%nat
  [1; 3]%nat (0, 1)%nat.
Definition losing (i j : nat) (losses : nat * nat) : Qc :=
  if ((fst losses =? i) && (snd losses =? j))%nat then 1 else 0.
Definition two_faces (n : nat) : hand :=
  Hand (map (fun unit => (unit, numbered 2)) (seq 1 n)) [] 0 0 0 false.
Definition island (goals : list nat) : map_turn := MapTurn [(0, 1); (1, 2)]%nat
  (fun _ => RuleSet (two_faces 2) (two_faces 1) [1%nat] (1, 0)%nat) goals
  (fun _ => 1%nat) (fun _ _ => 1%nat).
Definition landed : stage := Stage [(4, 0); (0, 1); (0, 1)]%nat None.
Definition first_choice : plan (turn (island [1%nat])) :=
  fun _ _ n => if (n =? 0)%nat then 1 else 0.
Definition chance_in (column : list Z) (a d : nat) : Qc :=
  integer (nth a column 0%Z) / integer 432 ^ (a + d).
Definition least_of (column : list Z) (d : nat) : Qc := number (hd 0%nat
  (filter (fun a => (9 * 432 ^ Z.of_nat (a + d) <=? 10 * nth a column 0)%Z) (seq 0 31))).
Definition to_double (q : Q) : Qc :=
  let n := Qnum q in let d := Zpos (Qden q) in
  let e := (52 + Z.log2 d - Z.log2 n)%Z in
  let places := (if n * 2 ^ e <? 2 ^ 52 * d then e + 1 else e)%Z in
  Q2Qc ((2 * n * 2 ^ places + d) / (2 * d) # Z.to_pos (2 ^ places)).
Definition kept_of_siam : Z := kept_value (explored australia 432
  (map (table_on australia 432) (attacked australia from_siam)) 40
  (FMapPositive.PositiveMap.empty _) from_siam) from_siam.
"""
"""The chances of both rule sets, counted once by the kernel, and functions of lists."""

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
THREE_PAIRS = ("risiko", "four-dice")
ODD = Rules(
    Hand((3, Die((0, 2), (1, 2))), extra=(2,), to_highest=1, to_lowest=-1, clamped=True),
    Hand((2, 3), needs=(1, 3), to_all=-1, to_lowest=1),
    ties="nobody",
)
GAP = Rules(Hand(3, needs=(1, 3, 4)), Hand((6, 6, 8)), pairs=(1, 3), ties="attacker")
COIN = Rules(Hand((Die((0, 2)),)), Hand((Die((1,)),)))
COUNTS = loss_counts(3, 2, STANDARD)


ODD_BATTLES = (
    battle.Battle(2, 1, ODD, retreat_at=1),
    battle.Battle(2, 1, ODD),
    battle.Battle(1, 2, ODD, stop_at_defenders=1),
)
RULES_WRITTEN = of_battle(ODD_BATTLES[0]).definitions.partition(":=")[2].strip().removesuffix(".")
"""A rule set as a certificate has it, between a definition's := and its end."""


def claimed(a: int, defenders: int | Sequence[int], need: str | None = None) -> Number:
    """The chance, or the least force, in the theorem of a certificate."""
    theorem = certificate(a, defenders, need=need).partition("Theorem ")[2]
    if least := re.search(r"fewer < (\d+) ", theorem):
        return int(least[1])
    return Fraction(*map(int, re.findall(r"\d+", theorem.partition("fraction ")[2])[:2]))


def one_die_each() -> Iterable[Number]:
    """The chances that the mover, and the other, has won on two countries after four steps."""
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
    """What one, two and three dice are worth there, by some chances."""
    values = DuelValues(STANDARD, 3, DuelPolicy(((0,), (0,), (0,), (3,))))
    turn = {(x, y): Fraction(x, x + y) for x in range(1, 5) for y in range(4)}
    return [values.after(x, 3, dice, turn) for x in range(2, 5) for dice in range(1, x)]


def by_enumeration() -> Iterable[Number]:
    """The throws of 3 v 2 dice that cost the defender 0, 1, 2 units."""
    counts = round_counts_by_enumeration(3, 2, STANDARD)
    return [counts[2 - lost, lost] for lost in range(3)]


def counts_of_all_dice(rules: Rules) -> Iterator[Number]:
    """The loss counts of all numbers of dice, of each as many as of the most dice."""
    for x, y in rules.dice_numbers():
        counts = loss_counts(x, y, rules)
        yield from counts
        yield from [0] * (len(loss_counts(*rules.max_dice, rules)) - len(counts))


def ends_by_walk(a: int, d: int) -> Iterable[Number]:
    """The chances of all ends, by the walk along the border."""
    regions = regions_of(STANDARD, Stops(retreat_at=1))
    ends = {end.state: end for end in visits(regions, a, d) if not end.cost}
    chances = {s: Fraction(end.weight, regions.base**end.lost) for s, end in ends.items()}
    return [chances.get((x, y), 0) for x in range(a + 1) for y in range(d + 1)]


def outcomes(a: int, d: int) -> Iterable[Number]:
    """The chances of all ends, as a distribution."""
    found = battle.Battle(a, d, SINGLE_LOSS).outcomes
    return [found.get((x, y), 0) for x in range(a + 1) for y in range(d + 1)]


def in_thousandths() -> Iterable[Number]:
    """A table of floats, rounded down to three digits."""
    floats = win_floats(4, 4, STANDARD)
    return [Fraction(floor(1000 * Fraction(floats[state])), 1000) for state in BOARD]


def doubles() -> Iterable[Number]:
    """Cells of a table of floats, near and far."""
    floats = win_floats(40, 40, STANDARD)
    parts = floats[1:10, 1:10], floats[5::5, 5::5]
    return [Fraction(cell) for part in parts for cell in part.ravel().tolist()]


def by_exits(a: int, d: int) -> Fraction:
    """The odds as a sum over the exits of the interior."""
    regions, found = regions_of(STANDARD), Fraction(0)
    for n, leaving in enumerate(exits(regions, a, d)):
        for state, weight in leaving.items():
            found += weight * recursion.win_probability(*state) / Fraction(regions.base) ** (2 * n)
    return found


def interior_of_four_dice() -> Iterable[Number]:
    """The units of a round of 4 v 3 dice, 2 pairs compared, and where its interior begins."""
    regions = regions_of(Rules(4, 3, pairs=2), Stops(retreat_at=5))
    return [regions.losses_per_round, regions.min_attackers, regions.min_defenders]


def odd_throws() -> Iterable[Number]:
    """The throws of two attackers against three defenders, by losses."""
    counts = round_counts(*ODD.dice(2, 3), ODD)
    return [counts.get((i, j), 0) for i in range(3) for j in range(3)]


def odd_mean() -> Iterable[Number]:
    """The attackers lost in such a round, given a loss."""
    changes, total = round_with_loss(*ODD.dice(2, 3), ODD)
    return [Fraction(sum(i * count for (i, _), count in changes), total)] * 2


def odd_outcomes() -> Iterable[Number]:
    """The chances of all ends of 2 v 1."""
    found = recursion.outcomes(2, 1, ODD)
    return [found.get((x, y), 0) for x in range(3) for y in range(2)]


def interior_of_gaps() -> Iterable[Number]:
    """The units of a round, where the interior begins, and its chances."""
    regions = regions_of(GAP, Stops(retreat_at=4, stop_at_defenders=1))
    full = {d: Fraction(n, GAP.throws(3, 3)) for (_, d), n in round_counts(3, 3, GAP).items()}
    return [
        regions.losses_per_round,
        regions.min_attackers,
        regions.min_defenders,
        *(full[d] for d in range(3)),
    ]


def constants(rules: Rules) -> Sequence[Number]:
    """The constants of Q(2, d)."""
    border = boundary(rules)
    return [border.fast, *border.slow]


def decided(rules: Iterable[str | Rules]) -> str:
    """Whether more units never hurt under these rules, as Coq decides it from their dice."""
    return f"map yes (map is_helpful [{'; '.join(in_coq(rule_set(each)) for each in rules)}]%nat)"


def bounds(bound: Bound, what: str, game: str) -> str:
    """Whether Coq takes a bound, and one with the greater base a hundredth less."""
    factor, x, y = (f"(Q2Qc ({each.numerator} # {each.denominator}))" for each in bound)
    lower_x, lower_y = (
        f"({name} - Q2Qc (1 # {HUNDREDTHS}))" if value >= 1 else name
        for name, value in ((x, bound.x), (y, bound.y))
    )
    both = f"{factor} {x} {y}", f"{factor} {lower_x} {lower_y}"
    return f"map yes [{'; '.join(f'{what} {game} 3 2 {each}' for each in both)}]"


def least_of_its_kind(function: Callable[[Rules], Bound], rules: Rules) -> Iterable[Number]:
    """The bound is one, and the one with the lesser base is none."""
    return [1, 0] if function(rules).factor else []


def both_taken() -> Iterable[Number]:
    """The chance of three free armies to take two territories in a line, one defender on each."""
    world = Map([("Sea", "Beach"), ("Beach", "Hill")])
    position = Position(world, {"Sea": 4}, {"Beach": 1, "Hill": 1}, Rules(2, 1, faces=2))
    front = NamedFront(position).front
    return [BestPlay(front, every=True).value(front.start)]


def siam_takes_australia() -> Iterable[Number]:
    """The chance of eight armies in Siam to take Australia, where five are."""
    defenders = dict(zip(map_named("classic").named("Australia"), (2, 1, 1, 1), strict=True))
    return [of_turn(Position("classic", {"Siam": 8}, defenders)).chance]


SINGLE_LOSS_GAME = "(grouped_game single_loss)"
UNPROVED = Rules((5, 5), Hand((8, 4), to_highest=5, clamped=True))
DECIDED: tuple[str | Rules, ...] = (*RULES, UNPROVED)


def best_values() -> Iterable[Number]:
    """The values of all states for an attacker who may stop."""
    strategy = Strategy(4, 3, territory=2, attacker_unit=1, defender_unit=1)
    values = {state: decision.value for state, decision in strategy.decisions.items()}
    return [values.get((a, d), strategy.worth(a, d)) for a in range(5) for d in range(4)]


def enclosed(ball: arb) -> Fraction:
    """The one fraction in a narrow ball whose denominator has no primes but 2, 3 and 5."""
    scale = 30**60
    whole = (ball * fmpz(scale) + arb(1) / 2).floor()
    return Fraction(int(whole.unique_fmpz() or 0), scale)


def on_a_circle(function: Callable[[Part], arb], rules: Rules = STANDARD) -> list[Number]:
    """The function of the whole diagonal of 5 v 4."""
    with working_precision(400):
        diagonal = Diagonal(5, 4, boundary_of(rules, True, 9))
        spans = [Span(side, 0, diagonal.T) for side in (0, 1)]
        return [enclosed(function(Part(diagonal, [CORNER, *spans])))]


def by_certain_digits() -> list[Number]:
    """The one fraction in the ball around the chance of 5 v 4."""
    with working_precision(600):
        return [enclosed(Coefficient(5, 4, boundary_of(STANDARD, True, 9), 400).enclosed())]


def squared_round() -> list[Number]:
    """|P_2(h^2 / 2)|^2 for h = (4 + 3i) / 5, for both of Coq's formulas."""
    with working_precision(400):
        found = Diagonal(5, 4, boundary_of(STANDARD, True, 9)).rounds(acb(7, 24) / 50)[2]
        return [enclosed(found.real**2 + found.imag**2)] * 2


def boundary_round(rules: Rules) -> list[Number]:
    """Where the interior begins, the most units of its round, and its chances by losses."""
    lines = boundary_of(rules, True, 9)
    losses = [(s - j, j) for s in range(1, 5) for j in range(s + 1)]
    chances = [lines.round.get(each, fmpq(0)) for each in losses]
    return [lines.A, lines.D, lines.K, *(Fraction(int(p.p), int(p.q)) for p in chances)]


RECURRENCE = splitting.Recurrence((3, 2, 5, 7), (11, 13), [(1, 2), (3, 4)], (5, 6), 4, None)


def sums_by_splitting() -> Iterable[Number]:
    """Two sums over four steps, and their divisor, by blocks of two steps."""
    return map(int, splitting.two_sums(RECURRENCE, 2, 6, (17, 19), 2))


def sums_by_joining() -> str:
    """The same in Coq, from single steps."""
    blocks = []
    for k in (0, 1):
        leaves = [RECURRENCE.leaf(lo, lo + 2) for lo in (4, 2)]
        parts = [[*leaf[:4], *leaf[5 + 2 * k : 7 + 2 * k], leaf[4]] for leaf in leaves]
        terms = [f"(Block {' '.join(f'(whole {n})' for n in part)})" for part in parts]
        blocks.append(f"joined (whole {RECURRENCE.zeta[k]}) 2 {' '.join(terms)}")
    sums = [f"V0 ({b}) * whole 17 + V1 ({b}) * whole 19" for b in blocks]
    return f"[{'; '.join(sums)}; SpecEngine.D ({blocks[0]})]"


def table() -> Iterable[Number]:
    """Some cells of the published table."""
    cells = win_table(range(1, 41), range(1, 41)).cells
    return [cells[a - 1][d - 1] for a, d in [*BOARD, (17, 6), (40, 40)]]


def each(function: Callable[..., Number], states: Iterable[Sequence[int]]) -> list[Number]:
    """The function of each state."""
    return [function(*state) for state in states]


ODDS = "at_all (board 4 4) (odds 2 p2)"
SINGLE_ODDS = "at_all (board 4 4) (odds 1 p1)"
SUMS = "at_all (list_prod (seq 3 5) (seq 2 3)) (two_units_sums p2)"
SINGLE_SUMS = "at_all (list_prod (seq 3 5) (seq 2 3)) (one_unit_sums p1)"
T_OF_COUNTS = "at_all (list_prod (seq 0 4) (seq 0 8)) (T 2 c2)"

LINKS = (
    Link(
        "rules.dice.loss_counts",
        "3 v 2 dice, single losses",
        "map whole (loss_counts 1 3 2)",
        lambda: loss_counts(3, 2, SINGLE_LOSS),
    ),
    Link(
        "rules.dice.round_counts_by_enumeration",
        "3 v 2 dice",
        "map whole (loss_counts 2 3 2)",
        by_enumeration,
    ),
    Link(
        "odds.closed_form.boundary.chances",
        "2 v 2 dice",
        "map (dice_chance 2 2 2) (seq 0 3)",
        lambda: chances(2, 2),
    ),
    Link(
        "rules.dice.loss_counts",
        "all numbers of dice of the catalogue",
        "map (fun n => whole (Z.of_N n)) (concat (concat (concat (map grouped_counts rule_sets))))",
        lambda: [n for rules in RULES.values() for n in counts_of_all_dice(rules)],
    ),
    Link(
        "rules.dice.round_counts",
        "2 v 3 units, dice of 2 and 3 faces",
        "at_all (corner 2 2) (fun i j => weighted_sum (losing i j) (all_throws odd_rules 2 3))",
        odd_throws,
    ),
    Link(
        "rules.dice.round_counts",
        "the same",
        "let dice h n := product_of_totals (dice_of_units h n ++ extra_dice h) in "
        "[dice (attack odd_rules) 2%nat * dice (defence odd_rules) 3%nat; "
        "total (all_throws odd_rules 2 3)]",
        lambda: [sum(round_counts(2, 2, ODD).values())] * 2,
    ),
    Link(
        "rules.dice.round_with_loss",
        "the same",
        "map (fun throws => mean (fun l => number (fst l)) (costly throws)) "
        "[all_throws odd_rules 2 3; all_grouped odd_rules 2 3]",
        odd_mean,
    ),
    Link(
        "odds.recursion.expected_values",
        "2 v 2, 2 v 1 and 1 v 2 of two odd rule sets, with stop lines",
        "[expected (fought odd_rules 0 0) (fun a d => number (a * a + 3 * d)%nat) 2 2; "
        "win_chance odd_rules 1 0 2 1; win_chance gap_rules 0 1 1 2]",
        lambda: [
            *recursion.expected_values(2, 2, ODD, [lambda a, d: a * a + 3 * d]),
            recursion.win_probability(2, 1, ODD, Stops(1)),
            recursion.win_probability(1, 2, GAP, Stops(0, 1)),
        ],
    ),
    Link(
        "odds.recursion.outcomes",
        "2 v 1 of an odd rule set, all ends",
        "at_all (corner 2 1) (fun x y => ends_at (fought odd_rules 0 0) x y 2 1)",
        odd_outcomes,
    ),
    Link(
        "odds.closed_form.regions_of",
        "rules with gaps, 4 v 3 dice",
        "let more h n := number (Nat.max (units_for_all_dice h) (S n)) in "
        "if ties_cost_one gap_rules then number (full_pairs gap_rules) :: "
        "more (attack gap_rules) 4%nat :: more (defence gap_rules) 1%nat :: "
        "map (share (grouped same_losses (full_round gap_rules))) (seq 0 3) else []",
        interior_of_gaps,
    ),
    Link(
        "certificates.certificates.of_battle",
        "1 v 1, 3 v 2",
        "[win_chance standard_rules 0 0 1 1; fraction 5 12; fraction 6610505 10077696]",
        lambda: [of_battle(battle.Battle(*state)).chance for state in [(1, 1), (1, 1), (3, 2)]],
    ),
    Link(
        "certificates.certificates.of_campaign",
        "2 v 1, 0 and 3 v 1, 1 of an odd rule set, 4 v 1, 2",
        "[campaign [Territory odd_rules 1 0; Territory odd_rules 0 1] 0 2; "
        "campaign [Territory odd_rules 1 1; Territory odd_rules 1 0] 0 3; "
        "fraction 2017223125 3869835264]",
        lambda: [
            of_campaign(campaign).chance
            for campaign in (
                Campaign(2, (1, 0), ODD, (0, 1)),
                Campaign(3, (1, 1), ODD, (1, 0)),
                Campaign(4, (1, 2)),
            )
        ],
    ),
    Link(
        "certificates.certificates.of_battle",
        "the rules as they are written, 2 v 1 and 1 v 2 of an odd rule set",
        f"let rules := ({RULES_WRITTEN})%nat in "
        "[win_chance rules 1 0 2 1; win_chance rules 0 0 2 1; win_chance rules 0 1 1 2]",
        lambda: [of_battle(each).chance for each in ODD_BATTLES],
    ),
    Link(
        "certificates.certificates.certificate",
        "3 v 2; the least force against 2, 20, and 1, 2; 4 v 1, 2",
        "let two := win_column standard_rules 432 0 0 9 2 in "
        "let all := campaign_column two_territories 432 0 9 in "
        "[chance_in two 3 2; least_of two 2; "
        "least_of (win_column standard_rules 432 0 0 30 20) 20; least_of all 3; chance_in all 4 3]",
        lambda: [
            claimed(3, 2),
            claimed(6, 2, "90%"),
            claimed(27, 20, "90%"),
            claimed(8, (1, 2), "90%"),
            claimed(4, (1, 2)),
        ],
    ),
    Link(
        "odds.recursion.expected_values",
        "5 v 3, retreat at 1",
        "[value (dice 3 2 2 1 p2) (fun a d => number (a * a + 3 * d)%nat) 5 3]",
        lambda: recursion.expected_values(5, 3, STANDARD, [lambda a, d: a * a + 3 * d], Stops(1)),
    ),
    Link(
        "odds.recursion.win_probability",
        "2 v 1, all to 4 v 4",
        f"value standard_battle won 2 1 :: {ODDS}",
        lambda: each(recursion.win_probability, [(2, 1), *BOARD]),
    ),
    Link(
        "odds.closed_form.visits",
        "5 v 3, retreat at 1, all ends",
        "at_all (corner 5 3) (fun x y => ends_in (dice 3 2 2 1 p2) x y 5 3)",
        lambda: ends_by_walk(5, 3),
    ),
    Link(
        "rules.distribution.Distribution",
        "4 v 3, single losses, all ends",
        "at_all (corner 4 3) (fun x y => ends_in (dice 3 2 1 0 p1) x y 4 3)",
        lambda: outcomes(4, 3),
    ),
    Link(
        "odds.closed_form.exits",
        "6 v 5",
        "[exit_sum 2 3 2 (p2 3 2)%nat (odds 2 p2) 6 5]",
        lambda: [by_exits(6, 5)],
    ),
    Link(
        "odds.closed_form.regions_of",
        "4 v 3 dice, two pairs, retreat at 5",
        "let b := dice 4 3 2 5 p2 in map number [cost b 6 3; retreat_at b + 1; 3]%nat",
        interior_of_four_dice,
    ),
    Link(
        "odds.closed_form.weight",
        "n < 4, i < 8",
        T_OF_COUNTS,
        lambda: each(lambda n, i: closed_form.weight(COUNTS, n, i), WEIGHTS),
    ),
    Link(
        "odds.closed_form.columns",
        "n < 5, i = 3, 4",
        "at_all (list_prod (seq 0 5) [3; 4]) (T 2 c2)",
        lambda: [x for row in islice(closed_form.columns(COUNTS, 4), 5) for x in row],
    ),
    Link(
        "odds.closed_form.boundary.geometric_sum",
        "n < 4, equal and other bases",
        "flat_map (fun y => map (geometric_sum (whole 2) (whole y)) (seq 0 4)) [3; 2]%Z",
        lambda: [geometric_sum(Fraction(2), Fraction(y), n) for y in (3, 2) for n in range(4)],
    ),
    Link(
        "odds.closed_form.boundary.one_attacker",
        "1 v 1 to 6",
        "map (odds 2 p2 1) (seq 1 6)",
        lambda: map(one_attacker, range(1, 7)),
    ),
    Link(
        "odds.closed_form.boundary.one_defender",
        "2 to 7 v 1",
        "map (fun a => odds 2 p2 a 1) (seq 2 6)",
        lambda: map(one_defender, range(2, 8)),
    ),
    Link(
        "odds.closed_form.written_out.binomial",
        "all to 4 v 4",
        SINGLE_ODDS,
        lambda: each(binomial, BOARD),
    ),
    Link(
        "odds.closed_form.boundary.two_attackers",
        "2 v 1 to 6, single losses, 2 v 0 to 6",
        "map (odds 1 p1 2) (seq 1 6) ++ map (odds 2 p2 2) (seq 0 7)",
        lambda: [
            *(two_attackers(d, SINGLE_LOSS) for d in range(1, 7)),
            *map(two_attackers, range(7)),
        ],
    ),
    Link(
        "odds.closed_form.written_out.trinomial",
        "all to 4 v 4",
        ODDS,
        lambda: each(trinomial, BOARD),
    ),
    Link(
        "odds.closed_form.written_out.T",
        "n < 4, i < 8",
        "at_all (list_prod (seq 0 4) (seq 0 8)) (trinomial_sum (p2 3 2)%nat)",
        lambda: each(lambda n, i: T(n, i, COUNTS), WEIGHTS),
    ),
    Link(
        "odds.closed_form.boundary.boundary",
        "standard rules",
        "[kappa p2; gee p2 0; gee p2 1]",
        lambda: constants(STANDARD),
    ),
    Link(
        "odds.closed_form.boundary.boundary",
        "single losses",
        "[- beyond p1; odds 1 p1 2 1 + beyond p1]",
        lambda: constants(SINGLE_LOSS),
    ),
    Link(
        "engine.cell.win_probability",
        "3 to 7 v 2 to 4",
        SUMS,
        lambda: each(lambda a, d: cell.win_probability(a, d, STANDARD), INNER),
    ),
    Link(
        "engine.columns.Trinomials",
        "3 to 7 v 2 to 4",
        SUMS,
        lambda: each(lambda a, d: cell.win_probability(a, d, STANDARD), INNER),
    ),
    Link(
        "engine.columns.Binomials",
        "3 to 7 v 2 to 4",
        SINGLE_SUMS,
        lambda: each(lambda a, d: cell.win_probability(a, d, SINGLE_LOSS), INNER),
    ),
    Link(
        "engine.splitting.two_sums",
        "4 steps of one recurrence",
        sums_by_joining(),
        sums_by_splitting,
    ),
    Link(
        "odds.monotone.is_monotone",
        "the catalogue, and a rule set of which it is false",
        decided(DECIDED),
        lambda: map(is_monotone, map(rule_set, DECIDED)),
    ),
    Link(
        "odds.monotone.is_monotone",
        "standard rules, single losses",
        "map (fun g => yes (rounds_are_fair g 3 2 && more_units_help g 3 2)) "
        "[standard_counted; grouped_game single_loss]",
        lambda: [is_monotone(STANDARD), is_monotone(SINGLE_LOSS)],
    ),
    *(
        Link(
            f"odds.bounds.{function.__name__}",
            f"{label(rules)}, and a hundredth less",
            bounds(function(rules), what, game),
            partial(least_of_its_kind, function, rules),
        )
        for function, what in ((win_bound, "win_is_bounded"), (loss_bound, "loss_is_bounded"))
        for rules, game in ((STANDARD, "standard_counted"), (SINGLE_LOSS, SINGLE_LOSS_GAME))
    ),
    Link(
        "battle.campaign.garrisons.best_garrisons",
        "1 and 2 attackers on two territories with one unit each",
        "map (line single_loss_rules (spread 1 0 1)) [1; 2]%nat",
        lambda: [best_garrisons(a, 2, 2, SINGLE_LOSS).win_probability for a in (1, 2)],
    ),
    Link(
        "odds.price.price",
        "d < 9",
        "map Spec.price (seq 0 9)",
        lambda: [price(d).mean for d in range(9)],
    ),
    Link(
        "odds.price.price",
        "d = 1 to 4",
        "map (fun d => Σ i < S (cost_of_three d), p2 3%nat (Nat.min d 2) i "
        "* (number (cost_of_three d - i) + Spec.price (d - i)%nat)) (seq 1 4)",
        lambda: [price(d).mean for d in range(1, 5)],
    ),
    Link(
        "game.duel.duel",
        "3 to 8 new armies",
        "map one_each (seq 3 6)",
        lambda: [duel(1, 1, r).lower for r in range(3, 9)],
    ),
    Link(
        "game.duel.duel",
        "2 v 1, one die each, four steps",
        "let play := always (fun x _ => Nat.min 1 (x - 1)) in "
        "map (fun mover => won_within 4 3 mover play play [] 2 1) [true; false]",
        one_die_each,
    ),
    Link(
        "game.bellman.DuelValues",
        "2 to 4 armies against 3",
        "flat_map (fun x => map (worth_of 3 (fun x y => number x / number (x + y)) x 3) "
        "(seq 1 (dice_allowed x))) (seq 2 3)",
        rounds_on_two_countries,
    ),
    Link(
        "strategy.Strategy",
        "all to 4 v 3",
        "at_all (corner 4 3) (best (dice 3 2 2 0 p2) worth)",
        best_values,
    ),
    Link(
        "strategy.Strategy",
        "3 v 2",
        "let b := dice 3 2 2 0 p2 in [stopped b worth (stop_at_best b worth) 3 2]",
        lambda: [Strategy(3, 2, territory=2, attacker_unit=1, defender_unit=1).value],
    ),
    Link(
        "engine.circle.Part.mean",
        "5 v 4, two nodes",
        "[fst two_nodes / number 2]",
        lambda: on_a_circle(lambda part: part.mean(arb(1), 2, [0])),
    ),
    Link(
        "engine.circle.Part.bound",
        "5 v 4, radius 2",
        "[at_radius (whole 2)]",
        lambda: on_a_circle(lambda part: part.bound(arb(2))),
    ),
    Link(
        "engine.circle.Part.aliasing",
        "5 v 4, radius 1/2",
        "let t := Q2Qc (1 # 4) in map (fun C => C * t / (1 - t)) [1 + at_radius t]",
        lambda: on_a_circle(lambda part: part.aliasing(arb(1) / 2, 2, [arb(1) / 4])),
    ),
    Link(
        "engine.circle.Part.mean",
        "5 v 4, two of four nodes",
        "[fst two_of_four / number 6]",
        lambda: on_a_circle(lambda part: part.mean(arb(1), 6, [1])),
    ),
    Link(
        "engine.circle.Part.mean",
        "5 v 4, radius 1/2, four nodes",
        "[fst (mean_of_kept complex_numbers "
        "(fun _ => true) 2 (complex_sub (0, 0) (1, 0)) 10 of_9_units "
        "(0, half) (0, - number 2) 4 4)]",
        lambda: on_a_circle(lambda part: part.mean(arb(1) / 2, 2, [0])),
    ),
    Link(
        "engine.circle.Part.mean",
        "5 v 4, all aliases",
        "[aliases 2 4 10 of_9_units 1]",
        lambda: [
            recursion.win_probability(5, 4) - on_a_circle(lambda part: part.mean(arb(1), 2, [0]))[0]
        ],
    ),
    Link("engine.saddle.Coefficient.enclosed", "5 v 4", "[odds 2 p2 5 4]", by_certain_digits),
    Link(
        "odds.recursion.win_probability",
        "9 units",
        "[fst (standard_mean 5 4)]",
        lambda: [sum((recursion.win_probability(9 - d, d) for d in range(2, 7)), Fraction(0)) / 4],
    ),
    Link(
        "engine.circle.Part.bound",
        "5 v 4",
        "[standard_error 5 4 / (number 3 / number 4)]",  # no state of the interior is an alias
        lambda: on_a_circle(lambda part: part.bound(arb(1), {2: acb(2683) / 7776})),
    ),
    Link(
        "engine.circle.Part.bound",
        "5 v 4",
        "[at_most_54 standard_round_bound 1]",
        lambda: on_a_circle(lambda part: part.bound(arb(1), {2: acb(2683) / 7776})),
    ),
    Link(
        "engine.circle.Part.left_out",
        "5 v 4, a coin",
        "[coin_left_out (Q2Qc (5 # 8)) (Q2Qc (3 # 4)); "
        "complex_norm (point (0, Q2Qc (3 # 4)) 2 (fun _ => half))]",
        lambda: [
            *on_a_circle(lambda part: part.left_out(arb(3) / 4, 2, 0), COIN),
            Fraction(5, 8) ** 2,
        ],
    ),
    Link(
        "engine.circle.Diagonal.rounds",
        "one angle",
        "let h := (Q2Qc (4 # 5), Q2Qc (3 # 5)) in "
        "let c := (p2 3 2)%nat in let w j := c j * half ^ j in "
        "let sine n := snd (ring_power complex_numbers h n) in "
        "[complex_norm (point (complex_mul (half, 0) (complex_mul h h)) 3 c); "
        "(Σ j < 3, w j) ^ 2 - Σ k < 3, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2]",
        squared_round,
    ),
    Link(
        "battle.tables.floats.win_floats",
        "all to 4 v 4, three digits",
        "at_all (board 4 4) (fun a d => in_thousandths (odds 2 p2 a d))",
        in_thousandths,
    ),
    Link(
        "battle.tables.floats.win_floats",
        "all to 9 v 9, and each fifth to 40 v 40, to the last bit",
        "at_all (board 9 9 ++ map (fun s => (5 * fst s, 5 * snd s)%nat) (board 8 8)) "
        "(fun a d => to_double (published standard_table a d))",
        doubles,
    ),
    Link(
        "engine.boundary.BoundaryLines",
        "an odd rule set",
        "let r := odd_rules in let round := full_round r in "
        "number (units_for_all_dice (attack r)) :: number (units_for_all_dice (defence r)) :: "
        "number (most_units round) :: "
        "flat_map (fun s => map (round_share round s) (seq 0 (S s))) (seq 1 4)",
        lambda: boundary_round(ODD),
    ),
    Link(
        "engine.boundary.BoundaryLines",
        "standard rules",
        "[number 3; number 2; number 2] ++ "
        "flat_map (fun s => map (standard_share s) (seq 0 (S s))) (seq 1 4)",
        lambda: boundary_round(STANDARD),
    ),
    Link(
        "odds.recursion.path_counts",
        "all to 4 v 3",
        "map number (at_all (board 4 3) (fun x y => calls_of 4 3 x y))",
        lambda: [path_counts((4, 3))[x, y] for x in range(1, 5) for y in range(1, 4)],
    ),
    Link(
        "odds.recursion.path_counts",
        "4 v 3, 3 v 1",
        "map number [calls 4 3; M 3 1]",
        lambda: [sum(path_counts((4, 3)).values()), path_counts((4, 3))[1, 2]],
    ),
    Link(
        "turn.best_play.BestPlay",
        "3 armies, 1 and 1 defenders, dice of 2 faces",
        "[highest 9 (turn (island [1; 2]%nat)) landed]",
        both_taken,
    ),
    Link(
        "odds.recursion.win_probability",
        "3 v 1, dice of 2 faces",
        "[carried_out 9 (turn (island [1%nat])) first_choice [] landed]",
        lambda: [recursion.win_probability(3, 1, Rules(1, 1, faces=2))],
    ),
    Link(
        "certificates.turn.of_turn",
        "Siam 8 against Australia 2, 1, 1, 1",
        "[integer kept_of_siam / integer 432 ^ units from_siam]",
        siam_takes_australia,
    ),
    Link(
        "battle.battle.win_probability",
        "2 v 2",
        "[standard_odds 2 2; single_loss_odds 2 2]",
        lambda: [battle.win_probability(2, 2, rules) for rules in (STANDARD, SINGLE_LOSS)],
    ),
    Link(
        "battle.needed.attackers_needed",
        "1 to 4 defenders",
        "map (fun d => number (first (fun a => two_thirds (odds 2 p2 a d)))) (seq 1 4)",
        lambda: [attackers_needed(d, "2/3") for d in range(1, 5)],
    ),
    Link(
        "battle.needed.garrison_needed",
        "1 to 4 attackers",
        "map (fun a => number (first (fun d => two_thirds (1 - odds 2 p2 a d)))) (seq 1 4)",
        lambda: [garrison_needed(a, "2/3") for a in range(1, 5)],
    ),
    Link(
        "strategy.Strategy",
        "3 v 3 of two rule sets",
        "map (fun g => played g (most_attack g) (most_defence g) 3 3) "
        "(map grouped_game [risiko; four_dice])",
        lambda: [Strategy(3, 3, 1, 0, 0, name, "defender-first").value for name in THREE_PAIRS],
    ),
    Link(
        "strategy.Strategy",
        "2 v 2, 2 v 3",
        "[played standard (most_attack standard) (most_defence standard) 2 2; "
        "most_odds (game_of standard_rules) 2 3]",
        lambda: [Strategy(2, d, 1, 0, 0, dice="attacker-first").value for d in (2, 3)],
    ),
    Link(
        "battle.tables.win_table",
        "all to 4 v 4, 17 v 6, 40 v 40",
        "at_all (board 4 4 ++ [(17, 6); (40, 40)]%nat) "
        "(fun a d => Q2Qc (published standard_table a d))",
        table,
    ),
)


def by_coq(directory: Path) -> list[list[Fraction]]:
    """The numbers of each link, by one run of Coq beside the compiled files."""
    commands = [COMMANDS, "Definition shown (q : Qc) := [Qnum q; Zpos (Qden q)]."]
    commands += [f"Eval vm_compute in map shown ({link.coq})." for link in LINKS]
    files = [*kernel.written() - {COMPARISON}, "StandardTable"]
    said = kernel.asked(commands, [f"{file}." for file in sorted(files)], directory)
    return [
        [Fraction(*map(int, re.findall(r"-?\d+", pair.replace("%Z", "")))) for pair in pairs]
        for pairs in (
            re.findall(r"\[([^][]+)\]", each) for each in said.split(": list (list Z)")[:-1]
        )
    ]


def executed(link: Link) -> bool:
    """Whether the function of a link runs, or a method of the class, when Python computes it.

    What the caches of the program hold is forgotten before.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("riskexact"):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
    wanted = inspect.unwrap(pkgutil.resolve_name(f"riskexact.{link.function}"))
    ran: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        list(link.python())
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
