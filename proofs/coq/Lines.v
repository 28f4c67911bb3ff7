(** * Sequences that obey a linear recurrence, and how few terms show that they are not negative

    - [step L r f]        the sequence f(n + L) - r f(n)
    - [vanishes L rs f]   f becomes 0 after a step for each of the numbers [rs]: it is a sum of
                          sequences with f(n + L) = r f(n), and of their like for equal r
    - [starts L rs f]     the first L terms are not negative, nor are the numbers [rs], nor the first
                          L terms after one step, after two, ...

    Main result: [never_negative].  A sequence that vanishes, and starts so, is never negative, since
    f(n + L) = r f(n) + g(n), where g is what a step makes of it.  The steps may be taken in any
    order; ascending numbers leave the term that prevails to the end. *)

From Coq Require Import Arith Bool Lia List Permutation QArith Qcanon.
From Risk Require Import Sums.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Definition step (L : nat) (r : Qc) (f : nat -> Qc) (n : nat) : Qc := f (n + L)%nat - r * f n.

Fixpoint steps_of (L : nat) (rs : list Qc) (f : nat -> Qc) : nat -> Qc :=
  match rs with
  | [] => f
  | r :: others => steps_of L others (step L r f)
  end.

Definition vanishes (L : nat) (rs : list Qc) (f : nat -> Qc) : Prop :=
  forall n, steps_of L rs f n = 0.

(** The same step for a sequence of which the first terms alone are at hand. *)
Definition stepped (L : nat) (r : Qc) (terms : list Qc) : list Qc :=
  map (fun '(later, term) => later - r * term) (combine (skipn L terms) terms).

Fixpoint terms_start (L : nat) (rs : list Qc) (terms : list Qc) : bool :=
  match rs with
  | [] => true
  | r :: others =>
      leb 0 r && forallb (leb 0) (firstn L terms) && terms_start L others (stepped L r terms)
  end.

Definition starts (L : nat) (rs : list Qc) (f : nat -> Qc) : bool :=
  terms_start L rs (map f (seq 0 (L * length rs))).

Fixpoint insert_number (r : Qc) (rs : list Qc) : list Qc :=
  match rs with
  | [] => [r]
  | first :: others => if leb r first then r :: rs else first :: insert_number r others
  end.

Definition ascending (rs : list Qc) : list Qc := fold_right insert_number [] rs.

(** ** Steps are linear, and may be exchanged *)

Lemma steps_ext L rs : forall f g, (forall n, f n = g n) ->
  forall n, steps_of L rs f n = steps_of L rs g n.
Proof.
  induction rs as [|r rs IH]; intros f g same n; cbn [steps_of]; [apply same|].
  apply IH. intros m. unfold step. now rewrite !same.
Qed.

Lemma steps_add L rs : forall f g n,
  steps_of L rs (fun m => f m + g m) n = steps_of L rs f n + steps_of L rs g n.
Proof.
  induction rs as [|r rs IH]; intros f g n; cbn [steps_of]; [easy|].
  rewrite <- IH. apply steps_ext. intros m. unfold step. ring.
Qed.

Lemma steps_mul L rs c : forall f n, steps_of L rs (fun m => c * f m) n = c * steps_of L rs f n.
Proof.
  induction rs as [|r rs IH]; intros f n; cbn [steps_of]; [easy|].
  rewrite <- IH. apply steps_ext. intros m. unfold step. ring.
Qed.

Lemma steps_shift L rs s : forall f n,
  steps_of L rs (fun m => f (s + m)%nat) n = steps_of L rs f (s + n)%nat.
Proof.
  induction rs as [|r rs IH]; intros f n; cbn [steps_of]; [easy|].
  rewrite <- IH. apply steps_ext. intros m. unfold step. now rewrite Nat.add_assoc.
Qed.

Lemma vanishes_ext L rs f g : (forall n, f n = g n) -> vanishes L rs g -> vanishes L rs f.
Proof. intros same none n. now rewrite (steps_ext _ _ _ _ same). Qed.

Lemma vanishes_0 L rs : vanishes L rs (fun _ => 0).
Proof.
  intros n. transitivity (0 * steps_of L rs (fun _ => 0) n); [|ring].
  rewrite <- steps_mul. apply steps_ext. intros m. ring.
Qed.

Lemma vanishes_add L rs f g : vanishes L rs f -> vanishes L rs g ->
  vanishes L rs (fun n => f n + g n).
Proof. intros F G n. rewrite steps_add, F, G. ring. Qed.

Lemma vanishes_mul L rs c f : vanishes L rs f -> vanishes L rs (fun n => c * f n).
Proof. intros F n. rewrite steps_mul, F. ring. Qed.

Lemma vanishes_shift L rs s f : vanishes L rs f -> vanishes L rs (fun n => f (s + n)%nat).
Proof. intros F n. rewrite steps_shift. apply F. Qed.

Lemma vanishes_sum L rs k (f : nat -> nat -> Qc) : (forall i, (i < k)%nat -> vanishes L rs (f i)) ->
  vanishes L rs (fun n => Σ i < k, f i n).
Proof.
  induction k as [|k IH]; intros each; cbn [sum]; [apply vanishes_0|].
  apply vanishes_add; [apply IH; intros|]; apply each; lia.
Qed.

(** A step more does no harm, and a sum of steps is a step of their sum. *)
Lemma vanishes_more L r rs f : vanishes L rs f -> vanishes L (r :: rs) f.
Proof.
  intros F. apply (vanishes_ext L rs _ (fun n => f (L + n)%nat + (- r) * f n)).
  - intros n. unfold step. rewrite Nat.add_comm. ring.
  - apply vanishes_add; [now apply vanishes_shift|now apply vanishes_mul].
Qed.

Lemma vanishes_in_any_order L rs ss : Permutation rs ss ->
  forall f, vanishes L rs f -> vanishes L ss f.
Proof.
  induction 1 as [|r rs ss _ IH|r s rs|rs ss ts _ IH1 _ IH2]; intros f F; auto.
  - exact (IH (step L r f) F).
  - intros n. rewrite <- (F n). cbn [steps_of]. apply steps_ext. intros m. unfold step. ring.
Qed.

Lemma step_of_steps L rs k m L' r f : L' = (m * k)%nat ->
  vanishes L rs (step k r f) -> vanishes L rs (step L' (r ^ m) f).
Proof.
  intros ->. induction m as [|m IH]; intros F.
  - apply (vanishes_ext _ _ _ (fun _ => 0)), vanishes_0.
    intros n. unfold step. rewrite Nat.add_0_r. cbn. ring.
  - apply (vanishes_ext _ _ _
      (fun n => step k r f (m * k + n)%nat + r * step (m * k) (r ^ m) f n)).
    + intros n. unfold step. cbn [Qcpower].
      replace (n + S m * k)%nat with (m * k + n + k)%nat by lia.
      replace (n + m * k)%nat with (m * k + n)%nat by lia. ring.
    + apply vanishes_add; [now apply vanishes_shift|now apply vanishes_mul, IH].
Qed.

(** ** Ascending numbers *)

Lemma insert_number_permutes r rs : Permutation (r :: rs) (insert_number r rs).
Proof.
  induction rs as [|first others IH]; cbn; [easy|].
  destruct (leb r first); [easy|]. rewrite perm_swap. now apply perm_skip.
Qed.

Lemma ascending_permutes rs : Permutation rs (ascending rs).
Proof.
  induction rs as [|r rs IH]; cbn; [easy|].
  rewrite <- insert_number_permutes. now apply perm_skip.
Qed.

(** ** Never negative *)

Lemma forallb_seq f s n i : forallb f (seq s n) = true -> (s <= i < s + n)%nat -> f i = true.
Proof. intros all le. rewrite forallb_forall in all. apply all, in_seq. lia. Qed.

Lemma starts_ext L rs f g : (forall n, f n = g n) -> starts L rs f = starts L rs g.
Proof. intros same. unfold starts. f_equal. apply map_ext, same. Qed.

Lemma skip_terms L (f : nat -> Qc) n : forall s,
  skipn L (map f (seq s (L + n))) = map f (seq (s + L) n).
Proof.
  induction L as [|L IH]; intros s; cbn [Nat.add skipn seq map]; [now rewrite Nat.add_0_r|].
  rewrite IH. do 2 f_equal. lia.
Qed.

Lemma stepped_terms L r (f : nat -> Qc) n : forall s,
  stepped L r (map f (seq s (L + n))) = map (step L r f) (seq s n).
Proof.
  unfold stepped. intros s. rewrite skip_terms, (Nat.add_comm L n). revert s.
  induction n as [|n IH]; intros s; [easy|]. cbn [Nat.add seq map combine].
  f_equal. apply (IH (S s)).
Qed.

Lemma starts_step L r rs f : starts L (r :: rs) f = true ->
  0 <= r /\ (forall n, (n < L)%nat -> 0 <= f n) /\ starts L rs (step L r f) = true.
Proof.
  unfold starts. cbn [length terms_start].
  replace (L * S (length rs))%nat with (L + L * length rs)%nat by lia.
  rewrite stepped_terms, !andb_true_iff, forallb_forall.
  intros [[positive first] later]. split; [now apply leb_le|split; [|easy]].
  intros n lt. apply leb_le, first. rewrite seq_app, map_app, firstn_app, map_length, seq_length.
  rewrite Nat.sub_diag, firstn_O, app_nil_r, firstn_all2 by now rewrite map_length, seq_length.
  apply in_map, in_seq. lia.
Qed.

Lemma never_negative L rs : (1 <= L)%nat ->
  forall f, vanishes L rs f -> starts L rs f = true -> forall n, 0 <= f n.
Proof.
  intros some. induction rs as [|r rs IH]; intros f none start.
  - intros n. replace (f n) with (Q2Qc 0) by (symmetry; apply none). apply Qcle_refl.
  - apply starts_step in start as (positive & first & later).
    assert (rest := IH (step L r f) none later).
    induction n as [n before] using lt_wf_ind. destruct (le_lt_dec L n) as [many|few].
    + replace (f n) with (step L r f (n - L)%nat + r * f (n - L)%nat).
      * apply sum_not_negative; [apply rest|].
        apply product_not_negative; [easy|apply before; lia].
      * unfold step. replace (n - L + L)%nat with n by lia. ring.
    + now apply first.
Qed.
