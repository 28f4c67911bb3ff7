(** * One coefficient as a mean over roots of unity, without analysis ([riskexact.engine.circle])

    Main result: [nodes_pick].  The sum over the nodes is m times the terms c n z^n for which m divides
    n + e.  If it divides d + e, these are the wanted term, n = d, and its aliases, a multiple of m
    away.  For z^m = -R^m, as in the engine, the aliases have the factors (-1)^k R^(km). *)

From Coq Require Import Arith Lia List Ring QArith Qcanon.
From Risk Require Import Sums Lines.
Open Scope nat_scope.

Section Ring.
Variable F : numbers.
Notation ring_power := (ring_power F).
Notation ring_sum := (ring_sum F).
Notation without_divisors_of_0 := (without_divisors_of_0 F).
Notation primitive_root := (primitive_root F).
Notation polynomial := (polynomial F).
Notation sum_over_nodes := (sum_over_nodes F).

Hypothesis is_ring : ring_theory (@zero F) one add mul sub opp eq.
Add Ring nodes : is_ring.

(** ** Powers and sums *)

Lemma powers_add x i j : ring_power x (i + j) = mul (ring_power x i) (ring_power x j).
Proof. induction i as [|i IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma powers_multiply x i j : ring_power x (i * j) = ring_power (ring_power x j) i.
Proof. induction i as [|i IH]; cbn; [easy|]. now rewrite powers_add, IH. Qed.

Lemma power_of_one n : ring_power one n = one.
Proof. induction n as [|n IH]; cbn; [easy|]. rewrite IH. ring. Qed.

Lemma power_of_a_product x y n : ring_power (mul x y) n = mul (ring_power x n) (ring_power y n).
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma total_ext n f g : (forall j, f j = g j) -> ring_sum n f = ring_sum n g.
Proof. intros same. induction n as [|n IH]; cbn; [easy|]. now rewrite IH, same. Qed.

Lemma total_mul n x f : ring_sum n (fun j => mul x (f j)) = mul x (ring_sum n f).
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma total_add n f g : ring_sum n (fun j => add (f j) (g j)) = add (ring_sum n f) (ring_sum n g).
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Lemma total_exchange m n f :
  ring_sum m (fun i => ring_sum n (f i)) = ring_sum n (fun j => ring_sum m (fun i => f i j)).
Proof.
  induction m as [|m IH]; cbn.
  - induction n as [|n IH]; cbn; [easy|]. rewrite <- IH. ring.
  - now rewrite IH, <- total_add.
Qed.

Lemma sum_of_powers x n : mul (sub x one) (ring_sum n (ring_power x)) = sub (ring_power x n) one.
Proof.
  induction n as [|n IH]; cbn; [ring|].
  transitivity (add (mul (sub x one) (ring_sum n (ring_power x)))
    (mul (sub x one) (ring_power x n))); [ring|].
  rewrite IH. ring.
Qed.

(** ** Orthogonality *)

Hypothesis integral : without_divisors_of_0.
Variables (m : nat) (w : scalar F).
Hypothesis root : primitive_root m w.

Lemma power_of_the_root k : ring_power w k = ring_power w (k mod m).
Proof.
  destruct root as (some & unit & _). rewrite (Nat.div_mod k m) at 1 by lia.
  rewrite powers_add, Nat.mul_comm, powers_multiply, unit, power_of_one. ring.
Qed.

Lemma powers_sum_to_m k : k mod m = 0%nat ->
  ring_sum m (ring_power (ring_power w k)) = ring_sum m (fun _ => one).
Proof.
  intros divides. apply total_ext. intros j.
  now rewrite power_of_the_root, divides, power_of_one.
Qed.

Lemma powers_sum_to_0 k : k mod m <> 0%nat -> ring_sum m (ring_power (ring_power w k)) = zero.
Proof.
  intros other. destruct root as (some & unit & primitive).
  assert (product := sum_of_powers (ring_power w k) m).
  rewrite <- powers_multiply, Nat.mul_comm, powers_multiply, unit, power_of_one in product.
  destruct (integral (sub (ring_power w k) one) (ring_sum m (ring_power (ring_power w k))))
    as [is_one|]; [| |easy].
  - rewrite product. ring.
  - exfalso. apply (primitive (k mod m)).
    + pose proof (Nat.mod_upper_bound k m). lia.
    + rewrite <- power_of_the_root. transitivity (add (sub (ring_power w k) one) one); [ring|].
      rewrite is_one. ring.
Qed.

Theorem nodes_pick N c z e : sum_over_nodes m w N c z e =
  ring_sum N (fun n => if ((n + e) mod m =? 0)%nat
    then mul (ring_sum m (fun _ => one)) (mul (c n) (ring_power z n)) else zero).
Proof.
  unfold sum_over_nodes, polynomial.
  rewrite (total_ext m _ (fun j => ring_sum N (fun n =>
    mul (mul (c n) (ring_power z n)) (ring_power (ring_power w (n + e)) j)))).
  - rewrite total_exchange. apply total_ext. intros n. rewrite total_mul.
    destruct (Nat.eqb_spec ((n + e) mod m) 0) as [divides|other].
    + rewrite powers_sum_to_m by easy. ring.
    + rewrite powers_sum_to_0 by easy. ring.
  - intros j. rewrite <- total_mul. apply total_ext. intros n.
    rewrite power_of_a_product, <- !powers_multiply.
    replace (n * (j * 1))%nat with (n * j)%nat by lia.
    replace (j * (n + e))%nat with (n * j + j * e)%nat by lia. rewrite powers_add. ring.
Qed.
End Ring.

(** ** Four nodes: the complex numbers with rational parts have such a root, i *)

Open Scope Qc_scope.

Lemma complex_ring :
  ring_theory (0, 0) (1, 0) complex_add complex_mul complex_sub complex_opp eq.
Proof.
  split; intros; repeat match goal with x : (Qc * Qc)%type |- _ => destruct x end;
    unfold complex_sub, complex_add, complex_mul, complex_opp; cbn [fst snd]; try easy;
    f_equal; ring.
Qed.

Lemma square_not_negative x : 0 <= x * x.
Proof.
  destruct (Qclt_le_dec x 0) as [negative|]; [|now apply product_not_negative].
  replace (x * x) with (- x * - x) by ring. apply Qclt_le_weak, Qcle_minus_iff in negative.
  replace (0 + - x) with (- x) in negative by ring. now apply product_not_negative.
Qed.

Lemma squares_are_0 x y : x * x + y * y = 0 -> x = 0 /\ y = 0.
Proof.
  assert (one : forall x y, x * x + y * y = 0 -> x = 0).
  { intros u v both. enough (u * u = 0) as zero by now apply Qcmult_integral in zero as [|].
    apply Qcle_antisym; [|apply square_not_negative]. rewrite <- both.
    rewrite <- (Qcplus_0_r (u * u)) at 1.
    apply Qcplus_le_compat; [apply Qcle_refl|apply square_not_negative]. }
  intros both. split; [now apply (one x y)|]. apply (one y x). rewrite <- both. ring.
Qed.

Lemma complex_integral : without_divisors_of_0 complex_numbers.
Proof.
  intros [a b] [c d] product.
  assert (re : a * c - b * d = 0) by exact (f_equal fst product).
  assert (im : a * d + b * c = 0) by exact (f_equal snd product).
  assert ((a * a + b * b) * (c * c + d * d) = 0) as norms.
  { transitivity ((a * c - b * d) * (a * c - b * d) + (a * d + b * c) * (a * d + b * c)); [ring|].
    rewrite re, im. ring. }
  apply Qcmult_integral in norms as [zero|zero]; apply squares_are_0 in zero as [-> ->]; auto.
Qed.

Lemma i_is_primitive : primitive_root complex_numbers 4 (0, 1).
Proof.
  split; [lia|split; [vm_compute; reflexivity|]]. intros k between same.
  assert (k = 1 \/ k = 2 \/ k = 3)%nat as [ -> | [ -> | -> ] ] by lia;
    apply (f_equal (fun x => (this (fst x), this (snd x)))) in same; vm_compute in same;
    discriminate.
Qed.

Definition nodes_pick_complex := nodes_pick complex_numbers complex_ring complex_integral 4 (0, 1) i_is_primitive.

Theorem four_nodes_pick N c z e :
  sum_over_nodes complex_numbers 4 (0, 1) N c z e =
  ring_sum complex_numbers N (fun n => if ((n + e) mod 4 =? 0)%nat
    then complex_mul (number 4, 0) (complex_mul (c n) (ring_power complex_numbers z n))
    else (0, 0)).
Proof.
  rewrite nodes_pick_complex.
  apply total_ext. intros n. destruct ((n + e) mod 4 =? 0)%nat; [|easy].
  change (@mul complex_numbers) with complex_mul. f_equal.
Qed.
