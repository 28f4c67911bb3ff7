(** * The price of a garrison under standard rules: what it costs to take it with three attack dice

    Main results: [price_recursion], that this closed form obeys the recursion over d, and no other
    function does; [price_of_a_garrison], that a battle in which the attacker retreats while he has
    three dice costs him the price of the defenders killed, for any numbers of units. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Dice Geometric Rules.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** The closed form, in letters *)

Lemma is_zero x y : x = y -> x - y = 0.
Proof. intros ->. ring. Qed.

Lemma price_in_letters w0 w1 w2 s t q n power :
  w0 + w1 + w2 = 1 -> s * (w1 + w2 + w2) = w1 + w0 + w0 -> q * (w1 + w2) = - w2 ->
  let price_2 := s * (n + 1 + 1) - t * (1 - q * (q * power)) in
  price_2 = w0 * (1 + 1 + price_2) + w1 * (1 + (s * (n + 1) - t * (1 - q * power)))
    + w2 * (0 + (s * n - t * (1 - power))).
Proof.
  intros all slope root price_2. unfold price_2.
  replace w0 with (1 - w1 - w2) in * by (rewrite <- all; ring). clear all.
  apply is_zero in slope. apply is_zero in root.
  match goal with |- ?left = ?right => transitivity (right
    + (s * (w1 + w2 + w2) - (w1 + (1 - w1 - w2) + (1 - w1 - w2)))
    + t * power * (q - 1) * (q * (w1 + w2) - - w2)) end.
  - ring.
  - rewrite slope, root. ring.
Qed.

Lemma cost_of_many d : cost_of_three (S (S d)) = 2%nat.
Proof. easy. Qed.

Lemma price_obeys : obeys_price_recursion price.
Proof.
  split; [apply Qc_is_canon; vm_compute; reflexivity|]. intros [|[|d]] some; [lia| |].
  - destruct standard_chances as (_ & _ & _ & w0 & w1 & _).
    change (cost_of_three 1) with 1%nat. change (Nat.min 1 2) with 1%nat.
    rewrite sum_of_2, w0, w1. apply Qc_is_canon; vm_compute; reflexivity.
  - rewrite cost_of_many, sum_of_3. replace (Nat.min (S (S d)) 2) with 2%nat by lia.
    destruct standard_chances as (w0 & w1 & w2 & _). rewrite w0, w1, w2.
    cbn [Nat.sub]. rewrite Nat.sub_0_r. unfold price.
    rewrite !number_S, number_0. cbn [Qcpower].
    replace (0 + 1 + 1) with (1 + 1) by ring. replace (0 + 1) with (Q2Qc 1) by ring.
    apply price_in_letters; apply Qc_is_canon; vm_compute; reflexivity.
Qed.

(** ** No other function does *)

Lemma some_defenders_fall d : (1 <= d)%nat -> 1 - dice_chance 2 3 (Nat.min d 2) 0 <> 0.
Proof.
  intros some. destruct standard_chances as (many & _ & _ & one & _).
  destruct d as [|[|d]]; [lia| |replace (Nat.min (S (S d)) 2) with 2%nat by lia];
    [change (Nat.min 1 2) with 1%nat; rewrite one|rewrite many];
    intros zero; apply (f_equal this) in zero; vm_compute in zero; discriminate.
Qed.

Theorem price_recursion f : obeys_price_recursion f <-> forall d, f d = price d.
Proof.
  destruct price_obeys as [none recursion]. split.
  - intros [f_none f_recursion] d. induction d as [d IH] using lt_wf_ind.
    destruct (Nat.eq_dec d 0) as [->|some]; [congruence|].
    assert (f d - price d = dice_chance 2 3 (Nat.min d 2) 0 * (f d - price d)) as same.
    { rewrite f_recursion, recursion at 1 by lia. rewrite !sum_first, !Nat.sub_0_r.
      rewrite (sum_ext _ _ (fun i => dice_chance 2 3 (Nat.min d 2) (S i)
        * (number (cost_of_three d - S i) + price (d - S i)%nat))); [ring|].
      intros i _. now rewrite IH by lia. }
    assert ((1 - dice_chance 2 3 (Nat.min d 2) 0) * (f d - price d) = 0) as product.
    { transitivity (f d - price d - dice_chance 2 3 (Nat.min d 2) 0 * (f d - price d)); [ring|].
      rewrite <- same. ring. }
    apply Qcmult_integral in product as [zero|zero]; [now apply some_defenders_fall in zero; [|lia]|].
    replace (f d) with (f d - price d + price d) by ring. rewrite zero. ring.
  - intros same. split; [now rewrite same|]. intros d some. rewrite same, recursion by easy.
    apply sum_ext. intros i _. now rewrite same.
Qed.

(** ** What a battle costs *)

Lemma units_and_price_balance n d : (1 <= d)%nat -> (cost_of_three d <= n)%nat ->
  Σ i < S (cost_of_three d), dice_chance 2 3 (Nat.min d 2) i
    * (number (n - (cost_of_three d - i)) - price (d - i)) = number n - price d.
Proof.
  intros some enough. destruct price_obeys as [_ recursion]. rewrite (recursion d) by easy.
  set (k := cost_of_three d) in *. set (c := dice_chance 2 3 (Nat.min d 2)).
  transitivity (number n * sum (S k) c
    + (- (1)) * (Σ i < S k, c i * (number (k - i) + price (d - i)))).
  - rewrite <- !sum_mul, <- sum_add. apply sum_ext. intros i lt. rewrite number_sub by lia. ring.
  - assert (all : sum (S k) c = 1) by apply (dice_chances_add_up 2 3). rewrite all. ring.
Qed.

Theorem price_of_a_garrison r a d : (2 <= r)%nat ->
  value (dice 3 2 2 r (dice_chance 2)) (fun x y => number x - price y) a d = number a - price d.
Proof.
  intros many. revert a d. apply induction_on_units. intros a d IH.
  rewrite the_recursion by (apply dice_cost; lia). destruct (over _ a d) eqn:ongoing; [easy|].
  apply over_false in ongoing. cbn [retreat_at dice] in ongoing.
  rewrite <- (units_and_price_balance a d) by (unfold cost_of_three, pairs_compared; lia).
  cbn [cost chance dice]. replace (Nat.min a 3) with 3%nat by lia.
  change (Nat.min 2 (Nat.min 3 (Nat.min d 2))) with (cost_of_three d).
  apply sum_ext. intros i lt. rewrite IH; [easy|].
  unfold cost_of_three, pairs_compared in *. lia.
Qed.
