(** * How often the naive recursion calls itself

    The recursion Q(a, d) = p Q(a, d-1) + q Q(a-1, d), programmed as it stands:

    Main results: M(a, d) = (a+d)! / (a! d!), all calls are 2 M(a, d) - 1, and a state (x, y) that
    is not yet the end is called once for every path there.  (M is the count of "Should I attack in
    Risk? (The Board Game)", where it is 'the number of calls'.) *)

From Coq Require Import Arith Bool Lia List.
From Risk Require Import Spec SpecEngine Weights.
Import ListNotations.
Open Scope nat_scope.

(** ** Paths *)

Lemma paths_by_length n : forall a,
  length (filter (fun path => attackers_lost path =? a) (words n)) = binomial n a.
Proof.
  assert (after : forall (f g : list bool -> bool) step,
    (forall path, f (step :: path) = g path) -> forall paths,
    length (filter f (map (cons step) paths)) = length (filter g paths)).
  { intros f g step same. induction paths as [|path rest IH]; [easy|].
    cbn. rewrite same. destruct (g path); cbn; now rewrite IH. }
  induction n as [|n IH]; intros a.
  - now destruct a.
  - cbn [words]. rewrite filter_app, app_length.
    rewrite (after _ (fun path => attackers_lost path =? a) false) by easy. rewrite IH.
    destruct a as [|a].
    + rewrite (after _ (fun _ => false) true) by easy. rewrite !binomial_0.
      clear IH. induction (words n) as [|path rest IH]; [easy|exact IH].
    + rewrite (after _ (fun path => attackers_lost path =? a) true) by easy. now rewrite IH.
Qed.

Lemma M_is_binomial a d : M a d = binomial (a + d) a.
Proof. apply paths_by_length. Qed.

Theorem number_of_paths a d : M a d * (fact a * fact d) = fact (a + d).
Proof. rewrite M_is_binomial. apply binomial_factorials. Qed.

Lemma M_0_right a : M a 0 = 1.
Proof. now rewrite M_is_binomial, Nat.add_0_r, binomial_all. Qed.

Lemma M_0_left d : M 0 d = 1.
Proof. now rewrite M_is_binomial, binomial_0. Qed.

Lemma M_S_S a d : M (S a) (S d) = M a (S d) + M (S a) d.
Proof. rewrite !M_is_binomial. cbn [Nat.add binomial]. now rewrite Nat.add_succ_r. Qed.

(** ** Calls *)

Theorem number_of_calls a d : calls a d + 1 = 2 * M a d.
Proof.
  revert d. induction a as [|a IHa]; intros d; [now rewrite M_0_left|].
  induction d as [|d IHd]; [now rewrite M_0_right|].
  rewrite M_S_S. specialize (IHa (S d)).
  change (calls (S a) (S d)) with (1 + calls (S a) d + calls a (S d)). lia.
Qed.

Lemma calls_of_any_state a d x y : 1 <= x -> 1 <= y ->
  calls_of a d x y = if (x <=? a) && (y <=? d) then M (a - x) (d - y) else 0.
Proof.
  intros ongoing_x ongoing_y. revert d. induction a as [|a IHa]; intros d.
  - cbn [calls_of]. now destruct (Nat.eqb_spec x 0), (Nat.leb_spec x 0); try lia.
  - induction d as [|d IHd].
    + cbn [calls_of]. destruct (Nat.eqb_spec y 0), (Nat.leb_spec y 0); try lia.
      now rewrite !andb_false_r.
    + change (calls_of (S a) (S d) x y) with
        ((if (x =? S a) && (y =? S d) then 1 else 0)
         + (calls_of (S a) d x y + calls_of a (S d) x y)).
      rewrite IHd, IHa.
      destruct (Nat.eqb_spec x (S a)), (Nat.eqb_spec y (S d)), (Nat.leb_spec x (S a)),
        (Nat.leb_spec y d), (Nat.leb_spec x a), (Nat.leb_spec y (S d)); cbn [andb]; try lia;
        subst; rewrite ?Nat.sub_diag, ?M_0_left, ?M_0_right; try lia.
      replace (S a - x) with (S (a - x)) by lia. replace (S d - y) with (S (d - y)) by lia.
      rewrite M_S_S. lia.
Qed.

Theorem calls_of_one_state a d x y : 1 <= x <= a -> 1 <= y <= d ->
  calls_of a d x y = M (a - x) (d - y).
Proof.
  intros in_x in_y. rewrite calls_of_any_state by lia.
  now destruct (Nat.leb_spec x a), (Nat.leb_spec y d); try lia.
Qed.
