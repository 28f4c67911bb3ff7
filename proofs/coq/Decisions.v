(** * Decisions: no plan is better than Bellman's recursion, and one is as good

    - [highest n g s]     the greater of stopping and the best choice, for n steps, in every state
    - [best_plan n g]     stop where that is as good, else take the first of the best choices

    Main results: [no_plan_is_better], whatever a plan remembers, and [is_highest_of], that values
    which no longer change with the number of steps are the highest. *)

From Coq Require Import Arith Lia List NArith ZArith QArith Qcanon.
From Risk Require Import SpecTurn Sums Means.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** The greatest of all *)

Definition greatest (x : Qc) (others : list Qc) : Qc := fold_right larger x others.

Lemma greatest_left x others : x <= greatest x others.
Proof.
  induction others as [|y others IH]; cbn; [apply Qcle_refl|].
  now apply Qcle_trans with (2 := larger_right _ _).
Qed.

Lemma greatest_right x y others : In y others -> y <= greatest x others.
Proof.
  induction others as [|z others IH]; [easy|]. intros [->|there]; cbn; [apply larger_left|].
  apply Qcle_trans with (2 := larger_right _ _). now apply IH.
Qed.

Lemma greatest_least x others z : x <= z -> (forall y, In y others -> y <= z) ->
  greatest x others <= z.
Proof.
  intros first rest. induction others as [|y others IH]; cbn; [easy|].
  apply larger_least; [now apply rest; left|]. apply IH. intros u there. apply rest. now right.
Qed.

Lemma greatest_is_one x others : greatest x others = x \/ In (greatest x others) others.
Proof.
  induction others as [|y others IH]; [now left|].
  change (greatest x (y :: others)) with (larger y (greatest x others)). unfold larger.
  destruct (leb y (greatest x others)); [|right; now left].
  destruct IH as [IH|IH]; [now left|right; now right].
Qed.

Fixpoint position (x : Qc) (numbers : list Qc) : nat :=
  match numbers with
  | [] => 0
  | y :: others => if Qc_eq_dec x y then 0 else S (position x others)
  end.

Lemma position_of x numbers : In x numbers ->
  (position x numbers < length numbers)%nat /\ nth (position x numbers) numbers 0 = x.
Proof.
  induction numbers as [|y others IH]; [easy|]. cbn. destruct (Qc_eq_dec x y) as [->|other].
  - intros _. split; [lia|easy].
  - intros [same|there]; [now subst|]. destruct (IH there). split; [lia|easy].
Qed.

(** ** Bellman's recursion *)

Fixpoint highest (n : nat) (g : decisions) (s : state g) : Qc :=
  match n with
  | O => worth g s
  | S fewer => greatest (worth g s) (map (mean (highest fewer g)) (choices g s))
  end.

Lemma worth_at_most_highest g n s : worth g s <= highest n g s.
Proof. destruct n; cbn; [apply Qcle_refl|apply greatest_left]. Qed.

Lemma highest_rises g n : forall s, highest n g s <= highest (S n) g s.
Proof.
  induction n as [|n IH]; intros s; [apply worth_at_most_highest|].
  cbn [highest]. apply greatest_least; [apply greatest_left|].
  intros y there. apply in_map_iff in there as (c & <- & there).
  apply Qcle_trans with (mean (highest (S n) g) c).
  - apply mean_rises. intros t w _. apply IH.
  - apply greatest_right. exact (in_map (mean (highest (S n) g)) _ _ there).
Qed.

Lemma highest_rises_to g n more s : highest n g s <= highest (n + more) g s.
Proof.
  induction more as [|more IH]; [rewrite Nat.add_0_r; apply Qcle_refl|].
  rewrite Nat.add_succ_r. apply Qcle_trans with (1 := IH), highest_rises.
Qed.

(** ** No plan is better *)

Theorem no_plan_is_better (g : decisions) (V : nat -> state g -> Qc) :
  (forall n s, worth g s <= V n s) ->
  (forall n s c, In c (choices g s) -> mean (V n) c <= V (S n) s) ->
  forall p, is_plan g p -> forall n before s, carried_out n g p before s <= V n s.
Proof.
  intros stops goes_on p legal. induction n as [|n IH]; intros before s; [apply stops|].
  cbn [carried_out]. destruct (legal before s) as [chances total].
  set (k := length (choices g s)) in *.
  apply Qcle_trans with (Σ i < k, p before s i * V (S n) s + (1 - sum k (p before s)) * V (S n) s).
  - apply Qcplus_le_compat.
    + apply sum_le. intros i lt. apply times_le; [apply chances|].
      apply Qcle_trans with (mean (V n) (nth i (choices g s) [])).
      * apply mean_rises. intros t w _. apply IH.
      * apply goes_on, nth_In, lt.
    + apply times_le; [now apply Qcle_minus_iff in total|apply stops].
  - rewrite sum_mul_right.
    replace (_ + _) with (V (S n) s) by ring. apply Qcle_refl.
Qed.

(** An instance: who stops at once wins no more than always. *)
Theorem stopping_at_once n before s :
  carried_out n (turn australia) (fun _ _ _ => 0) before s <= 1.
Proof.
  apply (no_plan_is_better (turn australia) (fun _ _ => 1)).
  - intros _ t. cbn [turn worth]. now destruct (all_taken australia t).
  - intros _ t c _. unfold mean, Qcdiv. fold (total c).
    destruct (Qc_eq_dec (total c) 0) as [->|some]; [easy|].
    rewrite Qcmult_inv_r by easy. apply Qcle_refl.
  - intros earlier t. split; [easy|]. now rewrite sum_0.
Qed.

(** ** One plan is as good *)

Definition best_plan (n : nat) (g : decisions) : plan g := fun before s i =>
  let fewer := (n - S (length before))%nat in
  let best := highest (S fewer) g s in
  if Qc_eq_dec best (worth g s) then 0
  else if (i =? position best (map (mean (highest fewer g)) (choices g s)))%nat then 1 else 0.

Lemma best_plan_is_plan n g : is_plan g (best_plan n g).
Proof.
  intros before s. unfold best_plan. cbv zeta.
  set (best := highest _ g s). set (values := map _ (choices g s)).
  destruct (Qc_eq_dec best (worth g s)) as [|going_on].
  - split; [intros; apply Qcle_refl|]. now rewrite sum_0.
  - split; [now intros i; destruct (i =? _)%nat|].
    rewrite (sum_one _ (position best values)).
    + rewrite Nat.eqb_refl. now destruct (_ <? _)%nat.
    + intros i _ other. now destruct (Nat.eqb_spec i (position best values)).
Qed.

Lemma best_plan_is_best N g : forall n before s, (length before + n)%nat = N ->
  carried_out n g (best_plan N g) before s = highest n g s.
Proof.
  induction n as [|n IH]; intros before s left; [easy|]. cbn [carried_out].
  unfold best_plan at 1 3. cbv zeta. replace (N - S (length before))%nat with n by lia.
  set (best := highest (S n) g s). set (values := map _ (choices g s)).
  destruct (Qc_eq_dec best (worth g s)) as [stop|going_on].
  - rewrite !sum_0 by (intros; ring). rewrite <- stop. ring.
  - assert (there : In best values).
    { destruct (greatest_is_one (worth g s) values) as [same|there]; [now destruct going_on|].
      exact there. }
    destruct (position_of best values there) as [in_range found].
    set (k := position best values) in *. unfold values in in_range, found.
    rewrite map_length in in_range.
    assert (others : forall i, i <> k -> (i =? k)%nat = false) by now intros; apply Nat.eqb_neq.
    rewrite !(sum_one _ k) by (intros i _ other; rewrite (others i other); ring).
    rewrite Nat.eqb_refl. apply Nat.ltb_lt in in_range as counted. rewrite counted.
    rewrite (mean_ext _ (highest n g)) by (intros t w _; apply IH; cbn; lia).
    rewrite (nth_indep _ 0 (mean (highest n g) [])), map_nth in found by now rewrite map_length.
    rewrite found. ring.
Qed.

(** From some number of steps on, more do not matter. *)
Lemma is_highest_of g s v N : (forall n, (N <= n)%nat -> highest n g s = v) -> is_highest g s v.
Proof.
  intros same. split.
  - intros p n legal. apply Qcle_trans with (highest n g s).
    + apply (no_plan_is_better g (fun n => highest n g)); [apply worth_at_most_highest| |easy].
      intros m t c there. apply greatest_right. exact (in_map (mean (highest m g)) _ _ there).
    + rewrite <- (same (n + N)%nat) by lia. apply highest_rises_to.
  - exists (best_plan N g), N. split; [apply best_plan_is_plan|].
    rewrite best_plan_is_best by easy. now apply same.
Qed.
