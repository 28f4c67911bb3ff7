(** * A line of territories, taken one after another

    - [beat n f a]         the mean of f over those left of a who attack n; 0 for those who lose
    - [leave f]            f after one of them has stayed behind; 0 if nobody else is left
    - [after later]        the chance to take the territories that come later
    - [before first g]     the chance to take the first ones, and then what [g] is the chance of
    - [has_rounds r pairs p]   the rules throw at most 3 v 2 dice, of which [pairs] are compared;
                           the chances of a round are [p]

    Main results: [line] is these; where two garrisons may be exchanged for two others, whatever
    comes later, they may be so in the midst of a line ([exchange]). *)

From Coq Require Import Arith Bool Lia List NArith ZArith QArith Qcanon.
From Risk Require Import Sums Means Battle Lines Contest Hands Certify.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

(** ** Inequalities *)

Lemma le_by x y z : 0 <= z -> y = x + z -> x <= y.
Proof.
  intros positive ->. replace x with (x + 0) at 1 by ring.
  apply Qcplus_le_compat; [apply Qcle_refl|easy].
Qed.

Lemma difference_not_negative x y : x <= y -> 0 <= y - x.
Proof. apply Qcle_minus_iff. Qed.

Lemma le_of_difference x y : 0 <= y - x -> x <= y.
Proof. apply Qcle_minus_iff. Qed.

Lemma two_terms x y x' y' : 0 <= x -> 0 <= y -> 0 <= x' -> 0 <= y' -> 0 <= x * y + x' * y'.
Proof. intros. now apply sum_not_negative; apply product_not_negative. Qed.

Lemma three_terms x y x' y' x'' y'' : 0 <= x -> 0 <= y -> 0 <= x' -> 0 <= y' -> 0 <= x'' ->
  0 <= y'' -> 0 <= x * y + x' * y' + x'' * y''.
Proof. intros. apply sum_not_negative; [now apply two_terms|now apply product_not_negative]. Qed.

(** ** One battle *)

Section Beat.
Variables (pairs : nat) (p : nat -> nat -> nat -> Qc).
Hypothesis some_pairs : (1 <= pairs)%nat.
Hypothesis chances : forall x y i, 0 <= p x y i.

Definition taken (f : nat -> Qc) (x y : nat) : Qc := if (y =? 0)%nat then f x else 0.

Definition beat (n : nat) (f : nat -> Qc) (a : nat) : Qc :=
  value (dice 3 2 pairs 0 p) (taken f) a n.

Definition leave (f : nat -> Qc) (x : nat) : Qc := if (x <=? 1)%nat then 0 else f (x - 1)%nat.

Lemma rounds_cost_units : rounds_cost (dice 3 2 pairs 0 p).
Proof. apply dice_cost; lia. Qed.

Lemma beat_nobody f a : beat 0 f a = f a.
Proof. apply value_at_the_end. easy. Qed.

Lemma beat_by_nobody n f : (1 <= n)%nat -> beat n f 0 = 0.
Proof.
  intros some. unfold beat. rewrite value_at_the_end by (unfold over; now rewrite orb_true_r).
  unfold taken. now destruct n; [lia|].
Qed.

Lemma beat_round n f a : (1 <= n)%nat -> (1 <= a)%nat -> beat n f a =
  let K := Nat.min pairs (Nat.min (Nat.min a 3) (Nat.min n 2)) in
  Σ i < S K, p (Nat.min a 3) (Nat.min n 2) i * beat (n - i) f (a - (K - i)).
Proof.
  intros some_n some_a. apply (value_before_the_end _ _ a n rounds_cost_units).
  apply over_false. cbn. lia.
Qed.

Lemma beat_ext n f g a : (forall x, (x <= a)%nat -> f x = g x) -> beat n f a = beat n g a.
Proof.
  intros same. apply value_ext; [apply rounds_cost_units|]. intros x y le _.
  unfold taken. now rewrite same.
Qed.

(** What it is worth that nobody is left does not matter: the last round leaves somebody. *)
Lemma beat_ext_of_some f g : forall a n, (1 <= a)%nat ->
  (forall x, (1 <= x <= a)%nat -> f x = g x) -> beat n f a = beat n g a.
Proof.
  apply (induction_on_units (fun a n => (1 <= a)%nat ->
    (forall x, (1 <= x <= a)%nat -> f x = g x) -> beat n f a = beat n g a)).
  intros a n IH some same. destruct (Nat.eq_dec n 0) as [->|].
  { rewrite !beat_nobody. apply same. lia. }
  rewrite !beat_round by lia. cbv zeta. apply sum_ext. intros i lt. f_equal.
  set (K := Nat.min pairs _) in *. assert (1 <= K <= n)%nat by lia.
  destruct (Nat.eq_dec (a - (K - i)) 0) as [none|].
  - now rewrite none, !beat_by_nobody by lia.
  - apply IH; [lia..|]. intros x le. apply same. lia.
Qed.

Lemma beat_linear n c e f g a :
  beat n (fun x => c * f x + e * g x) a = c * beat n f a + e * beat n g a.
Proof.
  transitivity (Σ k < 2, (if (k =? 0)%nat then c else e) *
    value (dice 3 2 pairs 0 p) (taken (if (k =? 0)%nat then f else g)) a n).
  - rewrite <- value_linear by apply rounds_cost_units. apply value_ext; [apply rounds_cost_units|].
    intros x y _ _. unfold taken. cbn. destruct (y =? 0)%nat; ring.
  - rewrite sum_of_2. easy.
Qed.

Lemma beat_add n f g a : beat n (fun x => f x + g x) a = beat n f a + beat n g a.
Proof.
  rewrite <- (Qcmult_1_l (beat n f a)), <- (Qcmult_1_l (beat n g a)), <- beat_linear.
  apply beat_ext. intros. ring.
Qed.

Lemma beat_mul n c f a : beat n (fun x => c * f x) a = c * beat n f a.
Proof.
  transitivity (c * beat n f a + 0 * beat n f a); [|ring]. rewrite <- beat_linear.
  apply beat_ext. intros. ring.
Qed.

Lemma beat_not_negative n f : (forall x, 0 <= f x) -> forall a, 0 <= beat n f a.
Proof.
  intros positive a. revert a n. apply induction_on_units. intros a n IH.
  destruct (Nat.eq_dec n 0) as [->|some_n]; [rewrite beat_nobody; apply positive|].
  destruct (Nat.eq_dec a 0) as [->|some_a]; [rewrite beat_by_nobody by lia; apply Qcle_refl|].
  rewrite beat_round by lia. cbv zeta. apply sum_of_nonnegative. intros i lt.
  apply product_not_negative; [apply chances|apply IH; lia].
Qed.

Lemma beat_le n f g : (forall x, f x <= g x) -> forall a, beat n f a <= beat n g a.
Proof.
  intros le a. apply (le_by _ _ (beat n (fun x => g x - f x) a)).
  - apply beat_not_negative. intros x. now apply difference_not_negative.
  - rewrite <- beat_add. apply beat_ext. intros x _. ring.
Qed.

Lemma leave_not_negative f : (forall x, 0 <= f x) -> forall x, 0 <= leave f x.
Proof.
  intros positive x. unfold leave. destruct (x <=? 1)%nat; [apply Qcle_refl|apply positive].
Qed.

Lemma leave_le f g : (forall x, f x <= g x) -> forall x, leave f x <= leave g x.
Proof. intros le x. unfold leave. destruct (x <=? 1)%nat; [apply Qcle_refl|apply le]. Qed.

(** ** A line *)

Fixpoint after (later : list nat) : nat -> Qc :=
  match later with [] => fun _ => 1 | n :: others => leave (beat n (after others)) end.

Fixpoint before (first : list nat) (g : nat -> Qc) : nat -> Qc :=
  match first with [] => g | n :: others => beat n (leave (before others g)) end.

Definition whole_line (garrisons : list nat) (a : nat) : Qc :=
  match garrisons with [] => 1 | n :: later => beat n (after later) a end.

Lemma after_not_negative later : forall x, 0 <= after later x.
Proof.
  induction later as [|n later IH]; [easy|].
  apply leave_not_negative, beat_not_negative, IH.
Qed.

Lemma before_le first g h : (forall x, g x <= h x) -> forall x, before first g x <= before first h
  x.
Proof.
  intros le. induction first as [|n first IH]; [easy|]. apply beat_le, leave_le, IH.
Qed.

Lemma whole_line_before first n later a :
  whole_line (first ++ n :: later) a = before first (beat n (after later)) a.
Proof.
  revert a. destruct first as [|m first]; [easy|]. cbn [app whole_line before].
  revert m. induction first as [|m first IH]; intros m' a; [easy|].
  cbn [app after before]. apply beat_ext. intros x _. unfold leave.
  destruct (x <=? 1)%nat; [easy|apply IH].
Qed.

Lemma whole_line_le n first first' later later' : (forall x,
    whole_line (first :: later) x <= whole_line (first' :: later') x) -> forall a,
  whole_line (n :: first :: later) a <= whole_line (n :: first' :: later') a.
Proof. intros le. apply beat_le, leave_le, le. Qed.

Lemma lines_le first n later n' later' : (forall x,
    whole_line (n :: later) x <= whole_line (n' :: later') x) -> forall a,
  whole_line (first ++ n :: later) a <= whole_line (first ++ n' :: later') a.
Proof. intros le a. rewrite !whole_line_before. now apply before_le. Qed.

(** Two neighbours are exchanged for two others. *)
Lemma exchange i j i' j' first later a :
  (forall x, beat i' (leave (beat j' (after later))) x <= beat i (leave (beat j (after later))) x)
    ->
  whole_line (first ++ i' :: j' :: later) a <= whole_line (first ++ i :: j :: later) a.
Proof. intros le. rewrite !whole_line_before. now apply before_le. Qed.
End Beat.

(** ** Lists *)

Lemma list_sum_repeat x n : list_sum (repeat x n) = (n * x)%nat.
Proof.
  induction n as [|n IH]; [easy|]. cbn [repeat Nat.mul]. rewrite <- IH. easy.
Qed.

(** ** The rules *)

Definition cost_is (K : nat) (throws : weighted (nat * nat)) : bool :=
  forallb (fun each => fst (fst each) + snd (fst each) =? K)%nat throws.

Definition has_rounds (r : ruleset) (pairs : nat) (p : nat -> nat -> nat -> Qc) : bool :=
  ((units_for_all_dice (attack r) =? 3) && (units_for_all_dice (defence r) =? 2) &&
   forallb (fun x => forallb (fun y =>
     let K := Nat.min pairs (Nat.min x y) in
     let throws := costly (all_grouped r x y) in
     cost_is K throws &&
     forallb (fun k => Qc_eq_bool (share throws k) (p x y k)) (seq 0 (S K)))
     (seq 1 2)) (seq 1 3))%nat.

Section Rules.
Variables (r : ruleset) (pairs : nat) (p : nat -> nat -> nat -> Qc).
Hypothesis some_pairs : (1 <= pairs)%nat.
Hypothesis right : has_rounds r pairs p = true.

Lemma mean_of_a_round a d f : (1 <= a)%nat -> (1 <= d)%nat ->
  let K := Nat.min pairs (Nat.min (Nat.min a 3) (Nat.min d 2)) in
  mean f (costly (all_throws r a d)) =
  Σ k < S K, p (Nat.min a 3) (Nat.min d 2) k * f (K - k, k)%nat.
Proof.
  intros some_a some_d. cbv zeta. unfold has_rounds in right.
  rewrite !andb_true_iff, !Nat.eqb_eq in right. destruct right as [[three two] all].
  rewrite throws_of_most_dice, three, two.
  set (x := Nat.min a 3) in *. set (y := Nat.min d 2) in *.
  apply (forallb_seq _ _ _ x) in all; [|lia]. apply (forallb_seq _ _ _ y) in all; [|lia].
  apply andb_true_iff in all as [cost same].
  unfold mean, total. rewrite <- !grouped_costly.
  transitivity (mean f (costly (all_grouped r x y))); [easy|].
  rewrite (mean_by_losses (Nat.min pairs (Nat.min x y))).
  - apply sum_ext. intros k lt. f_equal.
    apply (forallb_seq _ _ _ k) in same; [|lia]. now apply Qc_eq_bool_correct.
  - unfold cost_is in cost. rewrite forallb_forall in cost.
    intros losses w there. apply Nat.eqb_eq, (cost (losses, w)), there.
Qed.

Lemma expected_is_value f : forall a d,
  expected (fought r 0 0) f a d = value (dice 3 2 pairs 0 p) f a d.
Proof.
  apply induction_on_units. intros a d IH.
  rewrite general_recursion, the_recursion by (apply dice_cost; lia).
  assert (same : ended (fought r 0 0) a d = over (dice 3 2 pairs 0 p) a d).
  { unfold ended, over. cbn [fought retreat_line stop_line dice retreat_at].
    destruct d; [easy|]. now destruct (a <=? 0)%nat. }
  rewrite same. destruct (over _ a d) eqn:ongoing; [easy|]. apply over_false in ongoing.
  cbn [fought throws_at dice cost chance retreat_at] in *. rewrite mean_of_a_round by lia.
  apply sum_ext. intros k lt. cbn [fst snd]. f_equal. apply IH. lia.
Qed.

Lemma line_is_whole_line garrisons : forall a,
  line r garrisons a = whole_line pairs p garrisons a.
Proof.
  unfold line. induction garrisons as [|n later IH]; intros a; [easy|].
  cbn [map campaign whole_line played_by garrison left_behind]. rewrite expected_is_value.
  apply value_ext; [apply dice_cost; lia|]. intros x y _ _. unfold taken.
  destruct y; [|easy]. cbn [Nat.ltb Nat.leb Nat.eqb].
  destruct later as [|m later]; [easy|]. cbn [map after leave Nat.add].
  unfold leave. destruct (x <=? 1)%nat; [easy|]. apply IH.
Qed.
End Rules.
