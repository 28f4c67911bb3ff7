(** * Battles of a line, as lists of their values

    - [holds t f s xs]     [xs] are the values of f from s on, that at a times d^(t + a)
    - [taken_1], [taken_2]   the values of the battle against one, or two, for [leave f]
    - [turns]              a function changes its sign once, and its weighed sum is not negative
    - [rows_stay]          what is not negative for 6 attackers or more is so behind s twos for
                           2 s + 6 or more, and turns, if s is not small

    Main result: [rows].  With the right d all values are whole numbers: no fraction is reduced. *)

From Coq Require Import Arith Bool Lia List ZArith QArith Qcanon.
From Risk Require Import Sums Battle Powers Lines Line LineTwo.
Import ListNotations.
Open Scope nat_scope.
Open Scope Qc_scope.

Section Rows.
Variables (p : nat -> nat -> nat -> Qc) (d per : Qc).
Hypothesis chances : forall x y i, 0 <= p x y i.
Hypothesis some_per : 0 <= per.
Hypothesis inverts : d * per = 1.
Notation beat := (beat 2 p).

Fixpoint holds (t : nat) (f : nat -> Qc) (s : nat) (xs : list Qc) : Prop :=
  match xs with [] => True | x :: later => x = d ^ (t + s) * f s /\ holds t f (S s) later end.

Lemma holds_listed t f n : forall s, holds t f s (map (fun a => d ^ (t + a) * f a) (seq s n)).
Proof. induction n as [|n IH]; intros s; [easy|]. split; [easy|apply IH]. Qed.

Lemma holds_ext t f g xs : forall s, (forall a, (s <= a)%nat -> f a = g a) -> holds t f s xs ->
  holds t g s xs.
Proof.
  induction xs as [|x xs IH]; intros s same; [easy|]. intros [-> later].
  split; [now rewrite same|]. apply IH; [|exact later]. intros a le. apply same. lia.
Qed.

Lemma holds_shifted t f c xs : forall s, holds t f (c + s) xs ->
  holds (t + c) (fun x => f (c + x)%nat) s xs.
Proof.
  induction xs as [|x xs IH]; intros s; [easy|]. intros [-> later].
  split; [now rewrite Nat.add_assoc|]. apply IH. now rewrite Nat.add_succ_r.
Qed.

Lemma holds_skipped t f n : forall s xs, holds t f s xs -> holds t f (n + s) (skipn n xs).
Proof.
  induction n as [|n IH]; intros s [|x xs]; try easy. intros [_ later].
  cbn [skipn]. replace (S n + s)%nat with (n + S s)%nat by lia. now apply IH.
Qed.

Lemma holds_first t f n : forall s xs, holds t f s xs -> holds t f s (firstn n xs).
Proof.
  induction n as [|n IH]; intros s [|x xs]; try easy. intros [value later].
  split; [exact value|now apply IH].
Qed.

Lemma holds_is_map t f xs : holds t f 0 xs ->
  xs = map (fun x => d ^ t * (d ^ x * f x)) (seq 0 (length xs)).
Proof.
  generalize 0%nat. induction xs as [|x xs IH]; intros s; [easy|]. intros [-> later].
  cbn [length seq map]. rewrite power_add. f_equal; [ring|now apply IH].
Qed.

(** ** Signs *)

Lemma unscaled k y : y = per ^ k * (d ^ k * y).
Proof.
  transitivity ((d * per) ^ k * y); [rewrite inverts, one_to_the; ring|].
  rewrite power_of_product. ring.
Qed.

Lemma sign k y : 0 <= d ^ k * y -> 0 <= y.
Proof.
  intros scaled. rewrite (unscaled k y). now apply product_not_negative;
    [apply power_not_negative|].
Qed.

Lemma opposite_sign k y : d ^ k * y <= 0 -> y <= 0.
Proof.
  intros scaled. apply minus, (sign k).
  apply (le_by _ _ (0 - d ^ k * y)); [now apply difference_not_negative|ring].
Qed.

Definition stays_at (i : nat) (xs : list Qc) : bool := leb 0 (nth i xs (- (1))).

Lemma at_place t f i : forall s xs, holds t f s xs -> stays_at i xs = true -> 0 <= f (i + s)%nat.
Proof.
  unfold stays_at. induction i as [|i IH]; intros s [|x xs]; try easy; intros [-> later] stays.
  - apply (sign (t + s)), leb_le, stays.
  - replace (S i + s)%nat with (i + S s)%nat by lia. now apply (IH (S s) xs).
Qed.

Lemma all_places t f xs : forall s, holds t f s xs -> forallb (leb 0) xs = true ->
  forall x, (x < length xs)%nat -> 0 <= f (x + s)%nat.
Proof.
  induction xs as [|y xs IH]; intros s; [easy|]. intros [-> later] all x lt.
  cbn [forallb] in all. apply andb_true_iff in all as [first all].
  destruct x as [|x]; [apply (sign (t + s)), leb_le, first|].
  replace (S x + s)%nat with (x + S s)%nat by lia. apply IH; try easy. cbn in lt. lia.
Qed.

Fixpoint turns_once (xs : list Qc) : bool :=
  match xs with
  | [] => false
  | x :: later => forallb (leb 0) xs || leb x 0 && turns_once later
  end.

Lemma turns_somewhere t f xs : forall s, holds t f s xs -> turns_once xs = true ->
  exists y, (y < length xs)%nat /\ (forall x, (x < y)%nat -> f (x + s)%nat <= 0) /\
  forall x, (y <= x < length xs)%nat -> 0 <= f (x + s)%nat.
Proof.
  induction xs as [|z xs IH]; intros s; [easy|]. intros [-> later] once.
  cbn [turns_once] in once. apply orb_true_iff in once as [all|once].
  - exists 0%nat. split; [cbn; lia|split; [lia|]]. intros x between.
    apply (all_places t f (d ^ (t + s) * f s :: xs) s (conj eq_refl later) all), between.
  - apply andb_true_iff in once as [first once].
    destruct (IH (S s) later once) as (y & lt & below & above).
    exists (S y). split; [cbn; lia|split]; intros [|x] le; try lia.
    + apply (opposite_sign (t + s)), leb_le, first.
    + replace (S x + s)%nat with (x + S s)%nat by lia. apply below. lia.
    + replace (S x + s)%nat with (x + S s)%nat by lia. apply above. cbn in le. lia.
Qed.

(** Horner's scheme. *)
Fixpoint weigh (M sum : Qc) (xs : list Qc) : Qc :=
  match xs with [] => sum | x :: later => weigh M (M * sum + x) later end.

Lemma weigh_is t f M i xs : M * i = d -> forall s sum, holds t f s xs ->
  M * weigh M sum xs = M ^ S (length xs) * sum
    + d ^ (t + s) * M ^ length xs * (Σ x < length xs, f (x + s)%nat * i ^ x).
Proof.
  intros scaled. induction xs as [|y xs IH]; intros s sum; [intros _; cbn; ring|].
  intros [-> later]. cbn [weigh length]. rewrite (IH (S s) _ later), sum_first, Nat.add_succ_r.
  rewrite (sum_ext _ (fun x => f (S x + s)%nat * i ^ S x)
    (fun x => i * (f (x + S s)%nat * i ^ x)))
    by (intros x _; rewrite (Nat.add_succ_r x); cbn [Qcpower Nat.add]; ring).
  rewrite sum_mul. cbn [Qcpower Nat.add]. rewrite <- scaled. ring.
Qed.

(** ** One battle *)

Fixpoint ones (c1 c0 u : Qc) (xs : list Qc) : list Qc :=
  match xs with
  | [] => []
  | x :: later => let now := c1 * x + c0 * u in now :: ones c1 c0 now later
  end.

Fixpoint twos (c2 c1 c0 w w' : Qc) (xs us : list Qc) : list Qc :=
  match xs, us with
  | x :: xs', u :: us' =>
      let now := c2 * x + c1 * u + c0 * w' in now :: twos c2 c1 c0 now w xs' us'
  | _, _ => []
  end.

Definition by_one (xs : list Qc) : list Qc :=
  match xs with
  | x :: x' :: later =>
      let u := d * p 1 1 1 * x in
      let u' := d * p 2 1 1 * x' + d * p 2 1 0 * u in
      u :: u' :: ones (d * p 3 1 1) (d * p 3 1 0) u' later
  | _ => []
  end.

Definition by_two (xs us : list Qc) : list Qc :=
  match xs, us with
  | _ :: x' :: later, u :: us' =>
      let w := d * p 1 2 1 * u in
      let w' := d * d * p 2 2 2 * x' + d * d * p 2 2 1 * u in
      w :: w' :: twos (d * d * p 3 2 2) (d * d * p 3 2 1) (d * d * p 3 2 0) w' w later us'
  | _, _ => []
  end.

Fixpoint battles (n : nat) (xs : list Qc) : list Qc * list Qc :=
  match n with
  | O => (xs, by_one xs)
  | S m => let '(now, next) := battles m xs in (next, by_two now next)
  end.

Lemma ones_hold t f xs : forall a u, u = d ^ (S t + S (S a)) * beat 1 f (S (S a)) ->
  holds t f (S (S (S a))) xs ->
  holds (S t) (beat 1 f) (S (S (S a))) (ones (d * p 3 1 1) (d * p 3 1 0) u xs).
Proof.
  induction xs as [|x xs IH]; intros a u before; [easy|]. intros [now later].
  cbn [ones holds].
  assert (next : d * p 3 1 1 * x + d * p 3 1 0 * u
                 = d ^ (S t + S (S (S a))) * beat 1 f (S (S (S a)))).
  { rewrite before, now, one_of_more, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  split; [exact next|]. now apply IH.
Qed.

Lemma twos_hold n t f xs : forall us a w w',
  w = d ^ (S (S t) + S (S a)) * beat (S (S n)) f (S (S a)) ->
  w' = d ^ (S (S t) + S a) * beat (S (S n)) f (S a) ->
  holds t (beat n f) (S (S (S a))) xs -> holds (S t) (beat (S n) f) (S (S a)) us ->
  holds (S (S t)) (beat (S (S n)) f) (S (S (S a)))
    (twos (d * d * p 3 2 2) (d * d * p 3 2 1) (d * d * p 3 2 0) w w' xs us).
Proof.
  induction xs as [|x xs IH]; intros [|u us] a w w' before former; try easy.
  intros [value values] [one_less ones_less]. cbn [twos holds].
  assert (next : d * d * p 3 2 2 * x + d * d * p 3 2 1 * u + d * d * p 3 2 0 * w'
                 = d ^ (S (S t) + S (S (S a))) * beat (S (S n)) f (S (S (S a)))).
  { rewrite former, value, one_less, two_of_more, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  split; [exact next|]. now apply IH.
Qed.

Lemma by_one_holds t f xs : holds t f 1 xs -> holds (S t) (beat 1 f) 1 (by_one xs).
Proof.
  destruct xs as [|x [|x' xs]]; try easy. intros (value & value' & later). cbn [by_one holds].
  assert (now : d * p 1 1 1 * x = d ^ (S t + 1) * beat 1 f 1).
  { rewrite value, one_of_one, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  assert (next : d * p 2 1 1 * x' + d * p 2 1 0 * (d * p 1 1 1 * x)
                 = d ^ (S t + 2) * beat 1 f 2).
  { rewrite now, value', one_of_two, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  split; [exact now|split; [exact next|]]. now apply ones_hold.
Qed.

Lemma by_two_holds n t f xs us : holds t (beat n f) 1 xs -> holds (S t) (beat (S n) f) 1 us ->
  holds (S (S t)) (beat (S (S n)) f) 1 (by_two xs us).
Proof.
  destruct xs as [|x [|x' xs]], us as [|u us]; try easy.
  intros (_ & value & values) [one_less ones_less]. cbn [by_two holds].
  assert (now : d * p 1 2 1 * u = d ^ (S (S t) + 1) * beat (S (S n)) f 1).
  { rewrite one_less, two_of_one, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  assert (next : d * d * p 2 2 2 * x' + d * d * p 2 2 1 * u
                 = d ^ (S (S t) + 2) * beat (S (S n)) f 2).
  { rewrite one_less, value, two_of_two, !Nat.add_succ_r. cbn [Nat.add Qcpower]. ring. }
  split; [exact now|split; [exact next|]]. now apply twos_hold.
Qed.

Lemma battles_hold t f xs n : holds t f 1 xs ->
  holds (n + t) (beat n f) 1 (fst (battles n xs)) /\
  holds (S n + t) (beat (S n) f) 1 (snd (battles n xs)).
Proof.
  intros values. induction n as [|n [now next]]; cbn [battles].
  - split; [|now apply by_one_holds]. apply (holds_ext t f); [|exact values].
    intros a _. symmetry. apply nobody.
  - destruct (battles n xs) as [xs' us]. cbn [fst snd] in *. split; [exact next|].
    now apply by_two_holds.
Qed.

Definition taken_1 (xs : list Qc) : list Qc := fst (battles 1 (0 :: xs)).
Definition taken_2 (xs : list Qc) : list Qc := snd (battles 1 (0 :: xs)).

Lemma leave_holds t f xs : holds (S t) f 1 xs -> holds t (leave f) 1 (0 :: xs).
Proof.
  intros values. split; [unfold leave; cbn [Nat.leb]; ring|]. revert values.
  generalize 0%nat. induction xs as [|x xs IH]; intros s; [easy|]. intros [-> later].
  split; [|now apply IH]. unfold leave. cbn [Nat.leb Nat.sub].
  now rewrite !Nat.add_succ_r.
Qed.

Lemma taken_hold t f xs : holds (S t) f 1 xs -> holds (S t) (beat 1 (leave f)) 1 (taken_1 xs) /\
  holds (S (S t)) (beat 2 (leave f)) 1 (taken_2 xs).
Proof. intros values. apply (battles_hold t (leave f) (0 :: xs) 1), leave_holds, values. Qed.

Definition minus_each (xs ys : list Qc) : list Qc := map (fun '(x, y) => x - y) (combine xs ys).

Lemma differences_hold t f g xs : forall s ys, holds t f s xs -> holds t g s ys ->
  holds t (fun a => f a - g a) s (minus_each xs ys).
Proof.
  induction xs as [|x xs IH]; intros s [|y ys]; try easy. intros [-> later] [-> later'].
  split; [ring|now apply IH].
Qed.

(** ** Behind twos *)

Lemma taken_stay g A : (2 <= A)%nat -> (forall a, (A <= a)%nat -> 0 <= g a) ->
  0 <= beat 1 (leave g) (S (S A)) -> 0 <= beat 2 (leave g) (S (S A)) ->
  0 <= beat 2 (leave g) (S (S (S A))) -> forall a, (S (S A) <= a)%nat ->
  0 <= beat 1 (leave g) a /\ 0 <= beat 2 (leave g) a.
Proof.
  intros enough stay one two two'.
  assert (ones_stay : forall b, 0 <= beat 1 (leave g) (S (S A) + b)).
  { induction b as [|b IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. cbn [Nat.add] in *.
    rewrite one_of_more. apply two_terms; [apply chances| |apply chances|exact IH].
    unfold leave. cbn [Nat.leb Nat.sub]. apply stay. lia. }
  apply (well_founded_induction lt_wf (fun a => (S (S A) <= a)%nat ->
    0 <= beat 1 (leave g) a /\ 0 <= beat 2 (leave g) a)).
  intros a IH le. split; [replace a with (S (S A) + (a - S (S A)))%nat by lia; apply ones_stay|].
  destruct (Nat.eq_dec a (S (S A))) as [->|]; [exact two|].
  destruct (Nat.eq_dec a (S (S (S A)))) as [->|]; [exact two'|].
  destruct a as [|[|[|a]]]; try lia. rewrite two_of_more, nobody.
  apply three_terms; try apply chances; [|apply IH; lia|apply IH; lia].
  unfold leave. cbn [Nat.leb Nat.sub]. apply stay. lia.
Qed.

Variables (few : nat) (M i : Qc).
Hypothesis some_M : 0 <= M.
Hypothesis some_i : 0 <= i.
Hypothesis scaled : M * i = d.

Definition turn (r : nat) (xs : list Qc) : bool :=
  let low := firstn (2 * r + 6) (skipn 1 xs) in
  (length low =? 2 * r + 6)%nat && turns_once low && leb 0 (weigh M 0 low).

Definition turns (r : nat) (g : nat -> Qc) : Prop :=
  (exists y, (y <= 2 * r + 5)%nat /\ (forall x, (x < y)%nat -> g (2 + x)%nat <= 0) /\
    forall x, (y <= x <= 2 * r + 5)%nat -> 0 <= g (2 + x)%nat) /\
  0 <= Σ x < S (2 * r + 5), g (2 + x)%nat * i ^ x.

Lemma turn_turns t g r xs : holds t g 1 xs -> turn r xs = true -> turns r g.
Proof.
  intros values. unfold turn. rewrite !andb_true_iff, Nat.eqb_eq. intros [[long once] enough].
  apply (holds_skipped t g 1), (holds_first t g (2 * r + 6)), (holds_shifted t g 2 _ 0) in values.
  split.
  - destruct (turns_somewhere _ _ _ _ values once) as (y & lt & below & above).
    rewrite long in *. exists y. split; [lia|split]; intros x le.
    + rewrite <- (Nat.add_0_r x). now apply below.
    + rewrite <- (Nat.add_0_r x). apply above. lia.
  - apply leb_le, (product_not_negative M _ some_M) in enough.
    rewrite (weigh_is _ _ _ _ _ scaled 0 0 values), long in enough.
    replace (S (2 * r + 5)) with (2 * r + 6)%nat by lia.
    rewrite (sum_ext _ _ (fun x => g (2 + (x + 0))%nat * i ^ x))
      by (intros x _; now rewrite Nat.add_0_r).
    apply (sign (t + 2 + 0)). set (total := sum _ _) in *.
    apply (le_by _ _ ((i * per) ^ (2 * r + 6)
      * (M ^ S (2 * r + 6) * 0 + d ^ (t + 2 + 0) * M ^ (2 * r + 6) * total))).
    + apply product_not_negative; [|exact enough].
      now apply power_not_negative, product_not_negative.
    + transitivity ((d * per) ^ (2 * r + 6) * (d ^ (t + 2 + 0) * total));
        [rewrite inverts, one_to_the; ring|].
      rewrite <- scaled, !power_of_product. ring.
Qed.

Fixpoint rows_stay (count r : nat) (xs : list Qc) : bool :=
  ((r <? few)%nat || turn r xs) &&
  match count with
  | O => true
  | S others =>
      let '(us, ws) := battles 1 (0 :: xs) in
      stays_at (2 * r + 7) us && stays_at (2 * r + 7) ws && stays_at (2 * r + 8) ws &&
      rows_stay others (S r) ws
  end.

Notation row r g := (before 2 p (repeat 2%nat r) g).

Lemma rows g count : forall t r xs, holds (S t) (row r g) 1 xs ->
  (forall a, (2 * r + 6 <= a)%nat -> 0 <= row r g a) -> rows_stay count r xs = true ->
  forall s, (r <= s <= r + count)%nat ->
  (forall a, (2 * s + 6 <= a)%nat -> 0 <= row s g a) /\
  ((s < r + count)%nat -> forall a, (2 * s + 8 <= a)%nat -> 0 <= beat 1 (leave (row s g)) a) /\
  ((few <= s)%nat -> turns s (row s g)).
Proof.
  induction count as [|count IH]; intros t r xs values stay check s between;
    cbn [rows_stay] in check; apply andb_true_iff in check as [turned check];
    (assert (turns_here : (few <= r)%nat -> turns r (row r g));
      [intros enough; apply (turn_turns _ _ _ _ values);
       apply orb_true_iff in turned as [fewer|turned]; [|exact turned];
       apply Nat.ltb_lt in fewer; lia|]).
  { replace s with r by lia. split; [exact stay|split; [lia|exact turns_here]]. }
  destruct (taken_hold t _ xs values) as [one two]. unfold taken_1, taken_2 in *.
  destruct (battles 1 (0 :: xs)) as [us ws]. cbn [fst snd] in *.
  rewrite !andb_true_iff in check. destruct check as [[[at_1 at_2] at_2'] check].
  apply (at_place _ _ _ _ _ one) in at_1. apply (at_place _ _ _ _ _ two) in at_2, at_2'.
  assert (next := taken_stay (row r g) (2 * r + 6) ltac:(lia) stay).
  replace (S (S (2 * r + 6))) with (2 * r + 7 + 1)%nat in next by lia.
  replace (S (2 * r + 7 + 1)) with (2 * r + 8 + 1)%nat in next by lia.
  specialize (next at_1 at_2 at_2').
  destruct (Nat.eq_dec s r) as [->|].
  - split; [exact stay|split; [|exact turns_here]]. intros _ a le. apply next. lia.
  - replace (r + S count)%nat with (S r + count)%nat in * by lia.
    apply (IH (S t) (S r) ws two); [|exact check|lia].
    intros a le. cbn [repeat before]. apply next. lia.
Qed.
End Rows.
