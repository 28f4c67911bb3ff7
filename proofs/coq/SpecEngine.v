(** * The rest of what is claimed: formulas, criteria, and what the fast engine relies on *)

From Coq Require Import Arith Bool Factorial List NArith Ring ZArith QArith Qcanon.
From Risk Require Import Spec.
Import ListNotations.
Local Open Scope nat_scope.
Local Open Scope Qc_scope.

(** ** The chances of a round *)
Definition single_loss_counts_says : Prop :=
  loss_counts 1 3 2 = [4109; 3667]%Z /\ loss_counts 1 3 1 = [441; 855]%Z /\
  loss_counts 1 2 2 = [791; 505]%Z /\ loss_counts 1 2 1 = [91; 125]%Z /\
  loss_counts 1 1 2 = [161; 55]%Z /\ loss_counts 1 1 1 = [21; 15]%Z.
Definition standard_chances_says : Prop :=
  dice_chance 2 3 2 0 = Q2Qc (2275 # 7776) /\ dice_chance 2 3 2 1 = Q2Qc (2611 # 7776) /\
  dice_chance 2 3 2 2 = Q2Qc (2890 # 7776) /\ dice_chance 2 3 1 0 = Q2Qc (441 # 1296) /\
  dice_chance 2 3 1 1 = Q2Qc (855 # 1296) /\ dice_chance 2 2 2 0 = Q2Qc (581 # 1296) /\
  dice_chance 2 2 2 1 = Q2Qc (420 # 1296) /\ dice_chance 2 2 2 2 = Q2Qc (295 # 1296) /\
  dice_chance 2 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 2 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 2 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 2 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 2 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 2 1 1 1 = Q2Qc (15 # 36).
Definition single_loss_chances_says : Prop :=
  dice_chance 1 3 2 0 = Q2Qc (4109 # 7776) /\ dice_chance 1 3 2 1 = Q2Qc (3667 # 7776) /\
  dice_chance 1 3 1 0 = Q2Qc (441 # 1296) /\ dice_chance 1 3 1 1 = Q2Qc (855 # 1296) /\
  dice_chance 1 2 2 0 = Q2Qc (791 # 1296) /\ dice_chance 1 2 2 1 = Q2Qc (505 # 1296) /\
  dice_chance 1 2 1 0 = Q2Qc (91 # 216) /\ dice_chance 1 2 1 1 = Q2Qc (125 # 216) /\
  dice_chance 1 1 2 0 = Q2Qc (161 # 216) /\ dice_chance 1 1 2 1 = Q2Qc (55 # 216) /\
  dice_chance 1 1 1 0 = Q2Qc (21 # 36) /\ dice_chance 1 1 1 1 = Q2Qc (15 # 36).

(** ** Weights: the coefficients of a power *)
Fixpoint binomial (n k : nat) : nat :=
  match n, k with _, O => 1 | O, S _ => 0 | S n', S k' => binomial n' k' + binomial n' k end.
Definition ways (n j k : nat) : nat := (binomial n j * binomial (n - j) k)%nat.
Section Weights.
Variables (K : nat) (c : nat -> Qc).
Definition P (x : Qc) : Qc := Σ k < S K, c k * x ^ k.
Definition trinomial_term (n j k : nat) : Qc :=
  number (ways n j k) * c 2%nat ^ j * c 1%nat ^ k * c 0%nat ^ (n - k - j).
Definition trinomial_sum (n i : nat) : Qc :=
  Σ j < S i, if (2 * j <=? i)%nat then trinomial_term n j (i - 2 * j) else 0.
Definition T_is_the_coefficient_says : Prop :=
  forall (n : nat) (x : Qc), Σ i < S (K * n), T K c n i * x ^ i = P x ^ n.
Definition T_binomial_says : Prop :=
  forall n i, (i <= n)%nat -> T 1 c n i = number (binomial n i) * c 1 ^ i * c 0 ^ (n - i).
Definition T_trinomial_says : Prop := forall n i, T 2 c n i = trinomial_sum n i.
Definition row_recurrence_says : Prop := forall n m, Σ k < S K,
  c k * (number m - number k * (number n + 1)) * shift k (T K c n) m = 0.
Definition turned_round_says : Prop :=
  forall n i, (i <= K * n)%nat -> T K (fun k => c (K - k)%nat) n (K * n - i) = T K c n i.
Definition recurrence_in_a_row_says : Prop := forall n i,
  c 0 * number i * T 2 c n i =
    c 1 * (number n - number i + 1) * shift 1 (T 2 c n) i
      + c 2 * (number 2 * number n - number i + number 2) * shift 2 (T 2 c n) i.
Definition step_down_a_column_says : Prop := forall n i,
  let two := number 2 in
  let m := two * number n + two - number i in
  m * (m + 1) * c 2 * T 2 c (S n) i = (number n + 1) *
    (two * c 0 * c 2 * (m + 1) * T 2 c n i + c 1 * c 2 * (m + 1) * shift 1 (T 2 c n) i) /\
  m * (m + 1) * c 2 * shift 1 (T 2 c (S n)) i = (number n + 1) *
    (c 0 * c 1 * number i * T 2 c n i
    + (two * c 0 * c 2 * m - c 1 * c 1 * (number n - number i + 1)) * shift 1 (T 2 c n) i).
End Weights.
Definition coefficients_are_unique_says : Prop := forall (n : nat) (f g : nat -> Qc),
  (forall x : Qc, Σ i < n, f i * x ^ i = Σ i < n, g i * x ^ i) -> forall i, (i < n)%nat ->
  f i = g i.
Definition binomial_factorials_says : Prop :=
  forall m n, (binomial (m + n) m * (fact m * fact n))%nat = fact (m + n).
Definition step_of_binomials_says : Prop := forall D j,
  ((j + 1) * binomial (D + (j + 1)) (j + 1))%nat = ((D + j + 1) * binomial (D + j) j)%nat.

(** ** The boundary and the interior *)
Definition geometric_sum (x y : Qc) (n : nat) : Qc := Σ j < n, x ^ j * y ^ (n - 1 - j).
Definition geometric_sum_times_difference_says : Prop :=
  forall (x y : Qc) (n : nat), geometric_sum x y n * (x - y) = x ^ n - y ^ n.
Definition geometric_sum_quotient_says : Prop :=
  forall (x y : Qc) (n : nat), x <> y -> geometric_sum x y n = (x ^ n - y ^ n) / (x - y).
Definition geometric_sum_of_equals_says : Prop :=
  forall (x : Qc) (n : nat), geometric_sum x x n = number n * x ^ (n - 1).
Section AnyDice.
Variables (pairs : nat) (p : nat -> nat -> nat -> Qc).
Definition one_attacker_says : Prop :=
  (1 <= pairs)%nat -> forall d, (1 <= d)%nat -> odds pairs p 1 d = p 1 1 1 * p 1 2 1 ^ (d - 1).
Definition one_defender_says : Prop :=
  (1 <= pairs)%nat -> forall a, p 3 1 0 + p 3 1 1 = 1 -> (2 <= a)%nat ->
  odds pairs p a 1 = 1 - (1 - odds pairs p 2 1) * p 3 1 0 ^ (a - 2).
Definition two_against_one_says : Prop :=
  (1 <= pairs)%nat -> odds pairs p 2 1 = p 2 1 1 + p 2 1 0 * p 1 1 1.
Definition single_loss_two_attackers_says : Prop := forall d, (1 <= d)%nat ->
  odds 1 p 2 d =
    odds 1 p 2 1 * p 2 2 1 ^ (d - 1)
      + p 2 2 0 * p 1 1 1 * p 1 2 1 * geometric_sum (p 2 2 1) (p 1 2 1) (d - 1).
Definition standard_two_attackers_says : Prop := forall m e,
  odds 2 p 2 (2 * m + e) =
    p 2 2 2 ^ m * odds 2 p 2 e
      + p 2 2 1 * p 1 1 1 * p 1 2 1 ^ e * geometric_sum (p 2 2 2) (p 1 2 1 ^ 2) m.
Definition single_loss_interior_says : Prop :=
  forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  odds 1 p a d =
    p 3 2 1 ^ (d - 1) *
        (Σ j < a - 2, number (binomial (d - 2 + j) j) * p 3 2 0 ^ j * odds 1 p (a - j) 1)
      + p 3 2 0 ^ (a - 2) *
        (Σ k < d - 1, number (binomial (a - 3 + k) k) * p 3 2 1 ^ k * odds 1 p 2 (d - k)).
Definition standard_interior_says : Prop := forall a d, (3 <= a)%nat -> (2 <= d)%nat ->
  odds 2 p a d =
    Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 2 * (p 3 2 2 + p 3 2 1 * odds 2 p (2 + i) 1)
    + Σ i < a - 2, reach 2 (p 3 2) a d (3 + i) 3 * (p 3 2 2 * odds 2 p (3 + i) 1)
    + Σ i < d - 1, reach 2 (p 3 2) a d 3 (2 + i)
      * ((if i =? 0 then 0 else p 3 2 1 * odds 2 p 2 (1 + i)) + p 3 2 0 * odds 2 p 1 (2 + i))
    + Σ i < d - 1, reach 2 (p 3 2) a d 4 (2 + i) * (p 3 2 0 * odds 2 p 2 (2 + i)).

(** ** One cell, as sums over the rounds *)
Definition turned (c : nat -> Qc) (k : nat) : Qc := c (2 - k)%nat.
Definition kappa : Qc := p 2 2 1 * p 1 1 1 / (p 1 2 1 ^ 2 - p 2 2 2).
Definition gee (parity : nat) : Qc := odds 2 p 2 parity - kappa * p 1 2 1 ^ parity.
Definition beyond : Qc := p 2 2 0 * p 1 1 1 * p 1 2 1 / (p 2 2 1 - p 1 2 1).
Definition two_units_sums (a d : nat) : Qc :=
  let units := (a + d)%nat in
  let N := ((units - 4) / 2)%nat in
  let odd := (units mod 2 =? 1)%nat in
  let bottom n := T 2 (p 3 2) n (d - 2) in
  let below n := shift 1 (T 2 (p 3 2) n) (d - 2) in
  let left n := T 2 (turned (p 3 2)) n (a - 3) in
  let beside n := shift 1 (T 2 (turned (p 3 2)) n) (a - 3) in
    ((Σ n < N, ((p 3 2 1 + p 3 2 2) * bottom n + p 3 2 2 * below n))
      + (if odd then (p 3 2 1 + p 3 2 2) * bottom N else 0))
  - (1 - odds 2 p 2 1) * ((Σ n < N, p 3 1 0 ^ (units - 5 - 2 * n)
        * (p 3 2 1 * bottom n + p 3 2 2 * below n))
      + (if odd then p 3 2 1 * bottom N else 0))
  + ((Σ n < N, p 1 2 1 ^ (units - 4 - 2 * n)
        * ((p 3 2 0 * p 1 1 1 + p 3 2 1 * kappa) * left n + p 3 2 0 * kappa * beside n))
      + (if odd then p 1 2 1 * (p 3 2 0 * p 1 1 1 * left N) else 0))
  + gee (units mod 2) * (Σ n < N, p 2 2 2 ^ ((units - 4) / 2 - n)
        * (p 3 2 1 * left n + p 3 2 0 * beside n)).
Definition one_unit_sums (a d : nat) : Qc :=
    p 3 2 1 ^ (d - 1) * (Σ j < a - 2,
      number (binomial (d - 2 + j) j) * p 3 2 0 ^ j
      * (1 - (1 - odds 1 p 2 1) * p 3 1 0 ^ (a - 2 - j)))
  + p 3 2 0 ^ (a - 2) * (Σ j < d - 1,
      number (binomial (a - 3 + j) j) * p 3 2 1 ^ j
      * ((odds 1 p 2 1 + beyond) * p 2 2 1 ^ (d - 1 - j) - beyond * p 1 2 1 ^ (d - 1 - j))).
Definition two_units_cell_says : Prop :=
  forall a d, (3 <= a)%nat -> (2 <= d)%nat -> p 3 1 0 + p 3 1 1 = 1 ->
  p 1 2 1 ^ 2 <> p 2 2 2 -> odds 2 p a d = two_units_sums a d.
Definition one_unit_cell_says : Prop :=
  forall a d, (3 <= a)%nat -> (2 <= d)%nat -> p 3 1 0 + p 3 1 1 = 1 ->
  p 2 2 1 <> p 1 2 1 -> odds 1 p a d = one_unit_sums a d.
Definition two_attackers_as_powers_says : Prop := forall d, p 1 2 1 ^ 2 <> p 2 2 2 ->
  odds 2 p 2 d = kappa * p 1 2 1 ^ d + gee (d mod 2) * p 2 2 2 ^ (d / 2).
End AnyDice.
Definition powers_taken_out_says : Prop :=
  forall (x : Qc) (m n : nat), x <> 0 -> (2 * n <= m)%nat ->
  x ^ (m - 2 * n) = x ^ m * (1 / x ^ 2) ^ n.
(** Blocks of binary splitting. *)
Record block := Block { A00 : Qc; A01 : Qc; A10 : Qc; A11 : Qc; V0 : Qc; V1 : Qc; D : Qc }.
Definition is_block (u0 u1 f0 f1 : nat -> Qc) (zeta : Qc) (lo steps : nat) (b : block) : Prop :=
  A00 b * u0 lo + A01 b * u1 lo = D b * u0 (lo + steps)%nat /\
  A10 b * u0 lo + A11 b * u1 lo = D b * u1 (lo + steps)%nat /\
  V0 b * u0 lo + V1 b * u1 lo = D b * (Σ i < steps,
    zeta ^ (steps - i) * (f0 (lo + i)%nat * u0 (lo + i)%nat + f1 (lo + i)%nat * u1 (lo + i)%nat)).
Definition joined (zeta : Qc) (steps2 : nat) (b2 b1 : block) : block :=
  Block (A00 b2 * A00 b1 + A01 b2 * A10 b1) (A00 b2 * A01 b1 + A01 b2 * A11 b1)
        (A10 b2 * A00 b1 + A11 b2 * A10 b1) (A10 b2 * A01 b1 + A11 b2 * A11 b1)
        (V0 b2 * A00 b1 + V1 b2 * A10 b1 + zeta ^ steps2 * D b2 * V0 b1)
        (V0 b2 * A01 b1 + V1 b2 * A11 b1 + zeta ^ steps2 * D b2 * V1 b1)
        (D b2 * D b1).
Definition blocks_join_says : Prop :=
  forall (u0 u1 f0 f1 : nat -> Qc) (zeta : Qc) (lo steps1 steps2 : nat) (b1 b2 : block),
  is_block u0 u1 f0 f1 zeta lo steps1 b1 -> is_block u0 u1 f0 f1 zeta (lo + steps1) steps2 b2 ->
  is_block u0 u1 f0 f1 zeta lo (steps1 + steps2) (joined zeta steps2 b2 b1).

(** ** Criteria: more units never hurt, and exponential bounds *)
Definition leb (x y : Qc) : bool := Qle_bool x y.
Definition mean_after (U : nat -> nat -> Qc) (k : nat) (c : nat -> Qc) (a d : nat) : Qc :=
  Σ i < S k, c i * U (a - (k - i))%nat (d - i)%nat.
Definition well_formed (g : game) (A D : nat) : Prop :=
  (1 <= compared g)%nat /\ (1 <= A)%nat /\ (1 <= D)%nat /\
  (forall a, (1 <= a)%nat -> (1 <= attack_dice g a <= a)%nat) /\
  (forall d, (1 <= d)%nat -> (1 <= defence_dice g d <= d)%nat) /\
  (forall a, (A <= a)%nat -> attack_dice g a = attack_dice g A) /\
  (forall d, (D <= d)%nat -> defence_dice g d = defence_dice g D).
Definition tail (n : nat) (c : nat -> Qc) (m : nat) : Qc := Σ i < n - m, c (m + i)%nat.
Definition dominated (n : nat) (c c' : nat -> Qc) : bool :=
  Qc_eq_bool (tail n c 0) (tail n c' 0) &&
  forallb (fun m => leb (tail n c m) (tail n c' m)) (seq 0 n).
Definition up_to (k : nat) (c : nat -> Qc) (i : nat) : Qc := if (i <=? k)%nat then c i else 0.
Section Criteria.
Variable g : game.
Definition units_at (a d : nat) : nat := units g (attack_dice g a) (defence_dice g d).
Definition chances_at (a d : nat) : nat -> Qc := chances g (attack_dice g a) (defence_dice g d).
Definition round_is_fair (a d : nat) : bool :=
  forallb (fun i => leb 0 (chances_at a d i)) (seq 0 (S (units_at a d))) &&
  Qc_eq_bool (Σ i < S (units_at a d), chances_at a d i) 1.
Definition attacker_helps (a d : nat) : bool :=
  let k := units_at a d in
  let k' := units_at (S a) d in
  (k <=? k')%nat && (k' <=? S k)%nat &&
  dominated (S k') (up_to k (chances_at a d)) (chances_at (S a) d).
Definition defender_helps (a d : nat) : bool :=
  let k := units_at a d in
  let k' := units_at a (S d) in
  (k <=? k')%nat && (k' <=? S k)%nat &&
  dominated (S k') (chances_at a (S d)) (shift (k' - k) (up_to k (chances_at a d))).
Definition everywhere (A D : nat) (f : nat -> nat -> bool) : bool :=
  forallb (fun a => forallb (f a) (seq 1 D)) (seq 1 A).
Definition rounds_are_fair (A D : nat) : bool := everywhere A D round_is_fair.
Definition more_units_help (A D : nat) : bool :=
  everywhere A D (fun a d => attacker_helps a d && defender_helps a d).
Definition after_round (k : nat) (c : nat -> Qc) (x y : Qc) : Qc :=
  Σ i < S k, c i * x ^ i * y ^ (k - i).
Definition does_not_grow (x y : Qc) (a d : nat) : bool :=
  leb (after_round (units_at a d) (chances_at a d) x y) ((x * y) ^ units_at a d).
Definition win_is_bounded (A D : nat) (C x y : Qc) : bool :=
  leb 1 x && leb 0 y && leb y 1 && leb 1 (C * y ^ (D - 1)) && leb 0 C &&
  forallb (fun a => does_not_grow x y a D) (seq 1 A).
Definition loss_is_bounded (A D : nat) (C x y : Qc) : bool :=
  leb 1 y && leb 0 x && leb x 1 && leb 1 (C * x ^ (A - 1)) && leb 0 C &&
  forallb (fun d => does_not_grow x y A d) (seq 1 D).
Definition helpful_units_are_monotone_says : Prop :=
  forall A D, well_formed g A D -> rounds_are_fair A D = true ->
  more_units_help A D = true -> monotone g.
Definition attackers_found_are_the_least_says : Prop :=
  forall (goal : Qc) (d n : nat), monotone g -> most_odds g n d < goal ->
  goal <= most_odds g (S n) d -> forall m, goal <= most_odds g m d <-> (S n <= m)%nat.
Definition garrison_found_is_the_least_says : Prop :=
  forall (goal : Qc) (a n : nat), monotone g -> 1 - most_odds g a n < goal ->
  goal <= 1 - most_odds g a (S n) -> forall m, goal <= 1 - most_odds g a m <-> (S n <= m)%nat.
Definition win_bound_says : Prop :=
  forall (A D : nat) (C x y : Qc), well_formed g A D -> rounds_are_fair A D = true ->
  win_is_bounded A D C x y = true -> forall a d, most_odds g a d <= C * x ^ a * y ^ d.
Definition loss_bound_says : Prop :=
  forall (A D : nat) (C x y : Qc), well_formed g A D -> rounds_are_fair A D = true ->
  loss_is_bounded A D C x y = true -> forall a d, 1 - most_odds g a d <= C * x ^ a * y ^ d.
End Criteria.
Definition single_loss_odds_are_monotone_says : Prop :=
  forall a a' d d' : nat, (a <= a')%nat -> (d' <= d)%nat ->
  single_loss_odds a d <= single_loss_odds a' d'.
Definition standard_odds_are_chances_says : Prop := forall a d, 0 <= standard_odds a d <= 1.
Definition single_loss_odds_are_chances_says : Prop := forall a d, 0 <= single_loss_odds a d <= 1.
Definition single_loss_win_bound_says : Prop :=
  forall a d, single_loss_odds a d <= Q2Qc (10 # 9) * Q2Qc (28 # 25) ^ a * Q2Qc (9 # 10) ^ d.
Definition single_loss_loss_bound_says : Prop := forall a d,
  1 - single_loss_odds a d <= Q2Qc (100 # 81) * Q2Qc (9 # 10) ^ a * Q2Qc (23 # 20) ^ d.

(** ** An attacker who may stop *)
Definition larger (x y : Qc) : Qc := if leb x y then y else x.
Definition best (b : battle) (worth : nat -> nat -> Qc) (a d : nat) : Qc :=
  play (fun '(a, d) => over b a d)
    (fun V '(a, d) => larger (worth a d)
      (mean_after (fun x y => V (x, y)) (cost b a d) (chance b a d) a d))
    (fun '(a, d) => worth a d) (a + d) (a, d).
(** The states before, and this one: the chance to stop. *)
Definition stopping : Type := list (nat * nat) -> nat -> nat -> Qc.
Definition stopped (b : battle) (worth : nat -> nat -> Qc) (s : stopping) (a d : nat) : Qc :=
  play (fun '(_, a, d) => over b a d)
    (fun V '(before, a, d) => s before a d * worth a d + (1 - s before a d)
      * mean_after (fun x y => V ((a, d) :: before, x, y)) (cost b a d) (chance b a d) a d)
    (fun '(_, a, d) => worth a d) (a + d) ([], a, d).
Definition is_stopping (s : stopping) : Prop := forall before a d, 0 <= s before a d <= 1.
Definition chances_not_negative (b : battle) : Prop := forall a d i, 0 <= chance b a d i.
Definition stop_at_best (b : battle) (worth : nat -> nat -> Qc) : stopping := fun _ a d =>
  if leb (mean_after (best b worth) (cost b a d) (chance b a d) a d) (worth a d) then 1 else 0.
Definition best_obeys_bellman_says : Prop :=
  forall (b : battle) (worth : nat -> nat -> Qc), rounds_cost b -> forall a d,
  best b worth a d =
    (if over b a d then worth a d
       else larger (worth a d) (mean_after (best b worth) (cost b a d) (chance b a d) a d)).
Definition no_policy_is_better_says : Prop :=
  forall (b : battle) (worth : nat -> nat -> Qc), chances_not_negative b ->
  forall (s : stopping) (a d : nat), is_stopping s -> stopped b worth s a d <= best b worth a d.
Definition best_policy_is_best_says : Prop :=
  forall (b : battle) (worth : nat -> nat -> Qc), rounds_cost b -> forall a d,
  stopped b worth (stop_at_best b worth) a d = best b worth a d.

(** ** Certain digits: a mean over roots of unity *)
Definition not_negative (c : nat -> Qc) : Prop := forall n, 0 <= c n.
Definition bounds (C r : Qc) (c : nat -> Qc) : Prop := forall n, c n * r ^ n <= C.
Definition aliases (m d N : nat) (c : nat -> Qc) (R : Qc) : Qc :=
  Σ k < (N - 1 - d) / m, c (d + S k * m)%nat * R ^ (d + S k * m)
  + Σ k < d / m, c (d - S k * m)%nat * R ^ (d - S k * m).
Definition coefficient_bound_says : Prop :=
  forall (N : nat) (c : nat -> Qc) (r : Qc) (n : nat), not_negative c -> 0 <= r -> (n < N)%nat ->
  c n * r ^ n <= Σ i < N, c i * r ^ i.
Definition aliases_beyond_says : Prop :=
  forall (c : nat -> Qc) (C r R : Qc) (m d N : nat), not_negative c -> bounds C r c -> 0 < r ->
  0 <= (R / r) ^ m <= 1 ->
  (1 - (R / r) ^ m) * (Σ k < N, c (d + S k * m)%nat * R ^ (S k * m) * r ^ d) <= C * (R / r) ^ m.
Definition aliases_before_says : Prop :=
  forall (c : nat -> Qc) (C r R : Qc) (m d N : nat), not_negative c -> bounds C r c -> 0 < R ->
  0 <= (r / R) ^ m <= 1 -> (N * m <= d)%nat ->
  (1 - (r / R) ^ m) * (Σ k < N, c (d - S k * m)%nat / R ^ (S k * m) * r ^ d) <= C * (r / R) ^ m.
Definition inside (A D a d : nat) : bool := ((A <=? a) && (D <=? d))%nat.
(** A ring, in which [real] has the rational numbers, and [at_most z q] says that |z| <= q. *)
Record numbers := Numbers {
  scalar : Type; zero : scalar; one : scalar; add : scalar -> scalar -> scalar;
  mul : scalar -> scalar -> scalar; sub : scalar -> scalar -> scalar; opp : scalar -> scalar;
  real : Qc -> scalar; at_most : scalar -> Qc -> Prop }.
Arguments zero {_}. Arguments one {_}. Arguments add {_}. Arguments mul {_}. Arguments sub {_}.
Arguments opp {_}. Arguments real {_}. Arguments at_most {_}.
(** V obeys rounds that cost any s <= K units, j of them the defender's with the chance p s j. *)
Section Circle.
Variables (K A D : nat) (p V : nat -> nat -> Qc).
Variable F : numbers.
Definition inside_value (a d : nat) : Qc := if inside A D a d then V a d else 0.
Definition obeys_rounds : Prop := forall a d, (A <= a)%nat -> (D <= d)%nat ->
  V a d = Σ i < K, Σ j < S (S i), p (S i) j * V (a - (S i - j))%nat (d - j)%nat.
Definition diagonal (units m : nat) : Qc := inside_value (units - m) m.
Definition outside_value (a d : nat) : Qc := if inside A D a d then 0 else V a d.
Definition entering (units m : nat) : Qc :=
  if inside A D (units - m) m
  then Σ i < K, Σ j < S (S i), p (S i) j * outside_value (units - m - (S i - j)) (m - j)
  else 0.
Fixpoint largest_within (fuel : nat) (q : nat -> Qc) (R : Qc) (units : nat) : Qc :=
  match fuel with O => 0
  | S fuel' => Σ i < K, q (S i) * largest_within fuel' q R (units - S i)
               + Σ m < S units, entering units m * R ^ m end.
Definition largest (q : nat -> Qc) (R : Qc) (units : nat) : Qc := largest_within units q R units.
Fixpoint ring_power (x : scalar F) (n : nat) : scalar F :=
  match n with O => one | S m => mul x (ring_power x m) end.
Fixpoint ring_sum (n : nat) (f : nat -> scalar F) : scalar F :=
  match n with O => zero | S m => add (ring_sum m f) (f m) end.
Definition without_divisors_of_0 : Prop := forall x y : scalar F, mul x y = zero -> x = zero \/ y = zero.
Definition primitive_root (m : nat) (w : scalar F) : Prop :=
  (1 <= m)%nat /\ ring_power w m = one /\ forall k, (0 < k < m)%nat -> ring_power w k <> one.
Definition polynomial (N : nat) (c : nat -> scalar F) (z : scalar F) : scalar F :=
  ring_sum N (fun n => mul (c n) (ring_power z n)).
Definition sum_over_nodes (m : nat) (w : scalar F) (N : nat) (c : nat -> scalar F) (z : scalar F) (e : nat) : scalar F :=
  ring_sum m (fun j => mul (ring_power w (j * e)) (polynomial N c (mul z (ring_power w j)))).
Definition sum_over_kept (kept : nat -> bool) (m : nat) (w : scalar F) (N : nat) (c : nat -> scalar F) (z : scalar F)
    (e : nat) : scalar F :=
  ring_sum m (fun j => if kept j then mul (ring_power w (j * e))
    (polynomial N c (mul z (ring_power w j))) else zero).
Definition embedding : Prop := real 0 = @zero F /\ real 1 = @one F /\
  (forall x y, real (x + y) = @add F (real x) (real y)) /\
  (forall x y, real (x * y) = @mul F (real x) (real y)).
Definition modulus : Prop :=
  (forall x q, - q <= x <= q -> at_most (@real F x) q) /\
  (forall (y z : scalar F) p q, at_most y p -> at_most z q -> at_most (add y z) (p + q)) /\
  (forall (y z : scalar F) p q, at_most y p -> at_most z q -> at_most (mul y z) (p * q)).
Definition rational_polynomial (N : nat) (c : nat -> Qc) (z : scalar F) : scalar F :=
  polynomial N (fun n => real (c n)) z.
Definition mean_of_kept (kept : nat -> bool) (m : nat) (w : scalar F) (N : nat) (c : nat -> Qc) (z y : scalar F)
    (d e : nat) : scalar F :=
  mul (real (1 / number m)) (mul (ring_power y d)
    (sum_over_kept kept m w N (fun n => real (c n)) z e)).
Definition nodes_pick_says : Prop :=
  ring_theory (@zero F) one add mul sub opp eq -> without_divisors_of_0 -> forall (m : nat) (w : scalar F),
  primitive_root m w -> forall (N : nat) (c : nat -> scalar F) (z : scalar F) (e : nat),
  sum_over_nodes m w N c z e = ring_sum N (fun n => if (n + e) mod m =? 0
    then mul (ring_sum m (fun _ => one)) (mul (c n) (ring_power z n)) else zero).
Definition diagonal_recursion_says : Prop :=
  (1 <= A)%nat -> (1 <= D)%nat -> ring_theory (@zero F) one add mul sub opp eq -> embedding ->
  forall (N units : nat) (z : scalar F), obeys_rounds -> (units < N)%nat ->
  rational_polynomial N (diagonal units) z = add
    (ring_sum K (fun i => mul (rational_polynomial (S (S i)) (p (S i)) z)
      (rational_polynomial N (diagonal (units - S i)) z)))
    (rational_polynomial N (entering units) z).
Definition largest_recursion_says : Prop :=
  (1 <= A)%nat -> (1 <= D)%nat -> forall (q : nat -> Qc) (R : Qc) (units : nat),
  largest q R units = Σ i < K, q (S i) * largest q R (units - S i) + Σ m < S units,
  entering units m * R ^ m.
Definition diagonal_at_most_says : Prop :=
  (1 <= A)%nat -> (1 <= D)%nat -> ring_theory (@zero F) one add mul sub opp eq -> embedding ->
  modulus -> forall (q : nat -> Qc) (R : Qc) (N units : nat) (z : scalar F), obeys_rounds ->
  (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat -> at_most z R ->
  (forall s, (1 <= s <= K)%nat -> at_most (rational_polynomial (S s) (p s) z) (q s)) ->
  at_most (rational_polynomial N (diagonal units) z) (largest q R units).
Definition nodes_left_out_says : Prop :=
  ring_theory (@zero F) one add mul sub opp eq -> embedding -> modulus ->
  forall (q : nat -> Qc) (R : Qc) (N units : nat) (z : scalar F) (m : nat) (w : scalar F) (e : nat)
  (kept : nat -> bool), (1 <= A)%nat -> (1 <= D)%nat -> obeys_rounds ->
  (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat -> at_most z R ->
  at_most w 1 ->
  (forall j s, (j < m)%nat -> kept j = false -> (1 <= s <= K)%nat ->
    at_most (rational_polynomial (S s) (p s) (mul z (ring_power w j))) (q s)) ->
  let c := fun m => real (diagonal units m) in
  at_most (sub (sum_over_nodes m w N c z e) (sum_over_kept kept m w N c z e))
    (number (length (filter (fun j => negb (kept j)) (seq 0 m))) * largest q R units).
Definition certain_digits_says : Prop :=
  ring_theory (@zero F) one add mul sub opp eq -> without_divisors_of_0 -> embedding -> modulus ->
  forall (q : nat -> Qc) (R r : Qc) (N units : nat) (z y : scalar F) (m : nat) (w : scalar F) (d e : nat)
  (kept : nat -> bool), (1 <= A)%nat -> (1 <= D)%nat -> obeys_rounds ->
  (forall a d, 0 <= V a d) -> (forall s j, 0 <= p s j) -> (units < N)%nat -> (d < N)%nat ->
  at_most z R -> at_most y r -> mul y z = one -> at_most w 1 -> primitive_root m w ->
  ((d + e) mod m = 0)%nat ->
  (forall j s, (j < m)%nat -> kept j = false -> (1 <= s <= K)%nat ->
    at_most (rational_polynomial (S s) (p s) (mul z (ring_power w j))) (q s)) ->
  let c := diagonal units in
  let left_out := number (length (filter (fun j => negb (kept j)) (seq 0 m))) in
  at_most (sub (mean_of_kept kept m w N c z y d e) (real (c d)))
    ((aliases m d N c R + left_out / number m * largest q R units) * r ^ d).
End Circle.
Definition complex : Type := Qc * Qc.
Definition complex_add (x y : complex) : complex := (fst x + fst y, snd x + snd y).
Definition complex_opp (x : complex) : complex := (- fst x, - snd x).
Definition complex_sub (x y : complex) : complex := complex_add x (complex_opp y).
Definition complex_mul (x y : complex) : complex :=
  (fst x * fst y - snd x * snd y, fst x * snd y + snd x * fst y).
Definition complex_real (x : Qc) : complex := (x, 0).
Definition complex_norm (z : complex) : Qc := fst z * fst z + snd z * snd z.
Definition complex_at_most (z : complex) (q : Qc) : Prop := 0 <= q /\ complex_norm z <= q * q.
Definition complex_numbers : numbers := Numbers complex (0, 0) (1, 0) complex_add complex_mul
  complex_sub complex_opp complex_real complex_at_most.
Definition complex_modulus_says : Prop := modulus complex_numbers.
Definition real_part_at_most_says : Prop :=
  forall (z : complex) (q : Qc), complex_at_most z q -> - q <= fst z <= q.
Definition norm_on_a_circle_says : Prop :=
  forall (N : nat) (c : nat -> Qc) (R : Qc) (h : complex), complex_norm h = 1 ->
  let w := fun j : nat => c j * R ^ j in
  let sine := fun n : nat => snd (ring_power complex_numbers h n) in
  complex_norm (rational_polynomial complex_numbers N c
    (complex_mul (complex_real R) (complex_mul h h)))
  = (Σ i < N, w i) ^ 2 - Σ k < N, Σ j < k, number 4 * w j * w k * sine (k - j)%nat ^ 2.
Definition most_units (throws : weighted (nat * nat)) : nat :=
  fold_right (fun each most => Nat.max (fst (fst each) + snd (fst each)) most) 0%nat throws.
Definition round_share (throws : weighted (nat * nat)) (s j : nat) : Qc :=
  mean (fun losses => if ((fst losses + snd losses =? s) && (snd losses =? j))%nat then 1 else 0)
    (costly throws).
Definition hands_obey_rounds_says : Prop :=
  forall (r : ruleset) (retreat stop : nat) (f : nat -> nat -> Qc),
  obeys_rounds (most_units (full_round r)) (Nat.max (units_for_all_dice (attack r)) (S retreat))
    (Nat.max (units_for_all_dice (defence r)) (S stop)) (round_share (full_round r))
    (expected (fought r retreat stop) f).

(** ** Tables of floats *)
Definition near (e h x y : Qc) : Prop := (1 - e) * x <= y + h /\ (1 - e) * y <= x + h.
Definition in_thousandths (x : Qc) : Qc :=
  Q2Qc (Qnum (this x) * 1000 / Zpos (Qden (this x)) # 1000).
Definition errors_add_up_says : Prop :=
  forall (c : contest) (f V : nat -> nat -> Qc) (e h : Qc) (a d : nat), decisive c ->
  0 <= e <= 1 -> 0 <= h -> (forall x y, 0 <= f x y) -> (forall x y, 0 <= V x y) ->
  (forall x y, ended c x y = true -> V x y = f x y) ->
  (forall x y, ended c x y = false -> near e h (mean (fun losses =>
    V (x - fst losses)%nat (y - snd losses)%nat) (costly (throws_at c x y))) (V x y)) ->
  near (number (a + d) * e) (number (a + d) * h) (expected c f a d) (V a d).

(** ** How the kernel counts *)
Fixpoint product_of_totals (dice : list die) : Qc :=
  match dice with [] => 1 | d :: others => total d * product_of_totals others end.
Definition throws_are_all_says : Prop := forall (r : ruleset) (a d : nat),
  total (all_throws r a d) =
    product_of_totals (dice_of_units (attack r) a ++ extra_dice (attack r)) * product_of_totals
      (dice_of_units (defence r) d ++ extra_dice (defence r)).
Fixpoint with_one_more {X} (same : X -> X -> bool) (x : X) (w : N) (things : weighted X) :
    weighted X :=
  match things with [] => [(x, w)]
  | (y, v) :: others =>
      if same x y then (y, (v + w)%N) :: others else (y, v) :: with_one_more same x w others end.
Definition grouped {X} (same : X -> X -> bool) (things : weighted X) : weighted X :=
  fold_right (fun '(x, w) => with_one_more same x w) [] things.
Definition same_counts (xs ys : list Z) : bool :=
  if list_eq_dec Z.eq_dec xs ys then true else false.
Definition same_losses (x y : nat * nat) : bool :=
  ((fst x =? fst y) && (snd x =? snd y))%nat.
Definition grouped_throws (r : ruleset) (xs ys : list die) : weighted (nat * nat) :=
  grouped same_losses (together (pairs_cost r (scoring_pairs r))
    (grouped same_counts (hand_counts (attack r) xs))
    (grouped same_counts (hand_counts (defence r) ys))).
Definition all_grouped (r : ruleset) (a d : nat) : weighted (nat * nat) :=
  grouped_throws r (dice_of_units (attack r) a) (dice_of_units (defence r) d).
Definition grouped_throws_are_all_says : Prop :=
  forall (r : ruleset) (xs ys : list die) (f : nat * nat -> Qc),
  weighted_sum f (grouped_throws r xs ys) = weighted_sum f (throws_of r xs ys).

(** ** How often the naive recursion calls itself *)
Local Open Scope nat_scope.
Fixpoint words (n : nat) : list (list bool) :=
  match n with O => [[]] | S m => map (cons true) (words m) ++ map (cons false) (words m) end.
Definition attackers_lost (path : list bool) : nat := count_occ Bool.bool_dec path true.
Definition paths (a d : nat) : list (list bool) :=
  filter (fun path => attackers_lost path =? a) (words (a + d)).
Definition M (a d : nat) : nat := length (paths a d).
Fixpoint calls (a d : nat) : nat :=
  match a with
  | O => 1
  | S a' => (fix row d := match d with O => 1 | S d' => 1 + row d' + calls a' (S d') end) d
  end.
Fixpoint calls_of (a d x y : nat) : nat :=
  match a with
  | O => if (x =? 0) && (y =? d) then 1 else 0
  | S a' => (fix row d :=
      (if (x =? S a') && (y =? d) then 1 else 0)
      + match d with O => 0 | S d' => row d' + calls_of a' (S d') x y end) d
  end.
Definition number_of_paths_says : Prop :=
  forall a d, (M a d * (fact a * fact d))%nat = fact (a + d).
Definition number_of_calls_says : Prop := forall a d, (calls a d + 1)%nat = (2 * M a d)%nat.
Definition calls_of_one_state_says : Prop :=
  forall a d x y, (1 <= x <= a)%nat -> (1 <= y <= d)%nat -> calls_of a d x y = M (a - x) (d - y).
