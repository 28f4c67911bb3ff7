(** * One turn on a map, evaluated in whole numbers

    - [memo]                  the values of stages, each with its stage, under a number: whole numbers
                              over [units s] powers of the base B
    - [stage_value]           the value of a stage from those that it leads to; none where one lacks
    - [explored]              a memo with the values of a stage, and of all that it leads to

    Main result: where the kernel finds a fraction in the end, no way to play has a higher chance,
    and one has this chance ([turn_certified]).  Only [with_value] has to be right: in which order
    stages are visited, and under which number they are kept, does not matter. *)

From Coq Require Import Arith Bool FMapPositive Lia List NArith ZArith QArith Qcanon.
From Risk Require Export SpecTurn.
From Risk Require Import Sums Means Contest Hands Certify Decisions.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Values that are kept *)

(** What stands on the map, less one for each territory: each unit lost costs one of them, and a
    territory that falls none. *)
Definition all_units (s : stage) : nat :=
  fold_right (fun each sum => fst each + snd each + sum)%nat 0%nat (stands s).

Definition units (s : stage) : nat := (all_units s - length (stands s))%nat.

Fixpoint same_stands (xs ys : list (nat * nat)) : bool :=
  match xs, ys with
  | [], [] => true
  | (a, b) :: xs, (c, d) :: ys => (a =? c)%nat && (b =? d)%nat && same_stands xs ys
  | _, _ => false
  end.

Definition same_stage (x y : stage) : bool :=
  same_stands (stands x) (stands y)
  && match fallen x, fallen y with
     | None, None => true
     | Some (t, u, n), Some (t', u', n') => (t =? t')%nat && (u =? u')%nat && (n =? n')%nat
     | _, _ => false
     end.

Definition key (s : stage) : positive :=
  let digit (k : N) (n : nat) := (k * 256 + N.of_nat n)%N in
  let here := match fallen s with
    | None => 0%N
    | Some (t, u, n) => digit (digit (digit 1%N t) u) n
    end in
  N.succ_pos (fold_left (fun k '(a, d) => digit k (a + a + d + d + if d =? 0 then 0 else 1)%nat)
    (stands s) here).

Definition memo : Type := PositiveMap.t (stage * Z).

Definition kept (m : memo) (s : stage) : option Z :=
  match PositiveMap.find (key s) m with
  | Some (t, x) => if same_stage s t then Some x else None
  | None => None
  end.

Definition kept_value (m : memo) (s : stage) : Z :=
  match kept m s with Some x => x | None => 0 end.

(** A stage that is kept, and has as many units less as it cost to get there. *)
Definition fits (m : memo) (s next : stage) (cost : nat) : bool :=
  match kept m next with Some _ => (units next + cost =? units s)%nat | None => false end.

(** ** Values of stages *)

(** What a round costs, by the territory that is attacked and the dice. *)
Definition tables : Type := list (nat * nat * list (list costs)).

Definition table_of (all : tables) (u n : nat) : option (list (list costs)) :=
  option_map snd (find (fun each => (fst (fst each) =? u)%nat && (snd (fst each) =? n)%nat) all).

Section Turn.
Variables (g : map_turn) (B : Z).

Definition table_on (each : nat * nat) : nat * nat * list (list costs) :=
  (each, round_table (with_dice (snd each) (rules_on g (fst each))) B).

Definition base_on (each : nat * nat) : bool :=
  base_is_right (with_dice (snd each) (rules_on g (fst each))) B.

Definition round_of (table : list (list costs)) (s : stage) (t u n : nat) : costs :=
  found (with_dice n (rules_on g u)) table (free s t) (enemies s u).

Section Explored.
Variable (all : tables).

Definition choice_value (m : memo) (s : stage) (choice : nat * nat * nat) : option Z :=
  let '(t, u, n) := choice in
  match fallen s, table_of all u n with
  | Some _, _ =>
      let next := after_move s t u n in
      if fits m s next 0 then Some (kept_value m next) else None
  | None, Some table =>
      let round := round_of table s t u n in
      if (1 <=? free s t)%nat && (1 <=? enemies s u)%nat
         && forallb (fun '(losses, _) =>
              fits m s (after_losses s t u n losses) (fst losses + snd losses)) round
      then Some (whole_mean round (fun losses => kept_value m (after_losses s t u n losses)))
      else None
  | None, None => None
  end.

Definition stage_value (m : memo) (s : stage) : option Z :=
  fold_right (fun choice best =>
    match choice_value m s choice, best with
    | Some x, Some y => Some (Z.max x y)
    | _, _ => None
    end)
    (Some (if all_taken g s then B ^ Z.of_nat (units s) else 0)) (allowed g s).

Definition with_value (m : memo) (s : stage) : memo :=
  match stage_value m s with
  | Some x => PositiveMap.add (key s) (s, x) m
  | None => m
  end.

Definition after_choice (s : stage) (choice : nat * nat * nat) : list stage :=
  let '(t, u, n) := choice in
  match fallen s, table_of all u n with
  | Some _, _ => [after_move s t u n]
  | None, Some table =>
      map (fun losses => after_losses s t u n (fst losses)) (round_of table s t u n)
  | None, None => []
  end.

Fixpoint explored (steps : nat) (m : memo) (s : stage) : memo :=
  match kept m s, steps with
  | None, S fewer =>
      with_value (fold_left (explored fewer) (flat_map (after_choice s) (allowed g s)) m) s
  | _, _ => m
  end.
End Explored.

Definition attacked (s : stage) : list (nat * nat) :=
  flat_map (fun u =>
    if (enemies s u =? 0)%nat then []
    else map (pair u) (seq 1 (length (unit_dice (attack (rules_on g u))))))
    (seq 0 (length (stands s))).

Definition turn_is (s : stage) (n m : Number.uint) : bool :=
  (0 <? B) && forallb base_on (attacked s)
  && match kept (explored (map table_on (attacked s)) (2 * all_units s)
       (PositiveMap.empty _) s) s with
     | Some x => is_fraction x (B ^ Z.of_nat (units s)) n m
     | None => false
     end.

(** ** They are right *)

Local Open Scope Qc_scope.

Hypothesis positive : (0 < B)%Z.

(** From some number of steps on, x is the highest worth of a stage. *)
Definition right (s : stage) (x : Z) : Prop := exists N, forall n, (N <= n)%nat ->
  integer x = highest n (turn g) s * integer B ^ units s.

Definition all_right (m : memo) : Prop := forall s x, kept m s = Some x -> right s x.

Lemma same_stands_equal xs : forall ys, same_stands xs ys = true -> xs = ys.
Proof.
  induction xs as [|[a b] xs IH]; intros [|[c d] ys]; try easy. cbn [same_stands].
  rewrite !andb_true_iff, !Nat.eqb_eq. intros [[-> ->] same]. now rewrite (IH ys same).
Qed.

Lemma same_stage_equal x y : same_stage x y = true -> x = y.
Proof.
  destruct x as [xs f], y as [ys h]. unfold same_stage. cbn [stands fallen].
  rewrite andb_true_iff. intros [same others]. rewrite (same_stands_equal xs ys same).
  destruct f as [[[t u] n]|], h as [[[t' u'] n']|]; try easy.
  rewrite !andb_true_iff, !Nat.eqb_eq in others. now destruct others as [[-> ->] ->].
Qed.

Lemma adding_is_right m s x : all_right m -> right s x ->
  all_right (PositiveMap.add (key s) (s, x) m).
Proof.
  intros before here t y. unfold kept. destruct (Pos.eq_dec (key t) (key s)) as [same|other].
  - rewrite same, PositiveMap.gss. destruct (same_stage t s) eqn:equal; [|easy].
    apply same_stage_equal in equal. intros [= <-]. now subst.
  - rewrite PositiveMap.gso by easy. apply before.
Qed.

Lemma power_positive n : 0 < integer B ^ n.
Proof.
  rewrite <- integer_power. apply (integer_lt 0). now apply Z.pow_pos_nonneg; [|apply Nat2Z.is_nonneg].
Qed.

Lemma fits_right m s next cost : all_right m -> fits m s next cost = true ->
  exists N, forall n, (N <= n)%nat ->
  integer (kept_value m next) * integer B ^ cost
  = highest n (turn g) next * integer B ^ units s.
Proof.
  intros right_before. unfold fits, kept_value. destruct (kept m next) as [x|] eqn:there; [|easy].
  intros same. apply Nat.eqb_eq in same. destruct (right_before next x there) as [N value].
  exists N. intros n enough. rewrite (value n enough), <- same, power_add. ring.
Qed.

(** All losses of a round from the same number of steps on. *)
Lemma all_fit (things : weighted (nat * nat)) m s (next : nat * nat -> stage) : all_right m ->
  (forall losses w, In (losses, w) things ->
    fits m s (next losses) (fst losses + snd losses) = true) ->
  exists N, forall n, (N <= n)%nat -> forall losses w, In (losses, w) things ->
  integer (kept_value m (next losses)) * integer B ^ (fst losses + snd losses)
  = highest n (turn g) (next losses) * integer B ^ units s.
Proof.
  intros before. induction things as [|[losses w] others IH]; intros fit; [now exists 0%nat|].
  destruct IH as [N rest]; [intros l v there; apply (fit l v); now right|].
  destruct (fits_right m s _ _ before (fit losses w (or_introl eq_refl))) as [M first].
  exists (N + M)%nat. intros n enough l v [[= -> ->]|there]; [apply first; lia|].
  apply (rest n ltac:(lia) l v there).
Qed.

Lemma mean_of_each {X Y} (f : X -> Y) h (things : weighted X) :
  mean h (each f things) = mean (fun x => h (f x)) things.
Proof. unfold mean, total. now rewrite !weighted_sum_each. Qed.

Lemma choice_right targets m s choice x : forallb base_on targets = true -> all_right m ->
  choice_value (map table_on targets) m s choice = Some x ->
  exists N, forall n, (N <= n)%nat ->
  integer x = mean (highest n (turn g)) (leads_to g s choice) * integer B ^ units s.
Proof.
  intros bases before. destruct choice as [[t u] k]. unfold choice_value, leads_to.
  destruct (fallen s) as [f|].
  - destruct (fits m s (after_move s t u k) 0) eqn:fit; [|easy]. intros [= <-].
    destruct (fits_right m s _ 0 before fit) as [N value]. exists N. intros n enough.
    assert (one : forall v : Qc, mean (fun _ : stage => v) [(after_move s t u k, 1%N)] = v).
    { intros v. unfold mean, total. cbn [weighted_sum].
      replace (from_N 1) with 1 by now apply Qc_is_canon.
      replace (1 * 1 + 0) with 1 by ring. unfold Qcdiv. replace (/ 1) with 1 by easy. ring. }
    rewrite (mean_ext _ (fun _ => highest n (turn g) (after_move s t u k)))
      by (intros y w [[= <- _]|none]; easy).
    rewrite one, <- (value n enough). cbn. ring.
  - unfold table_of. destruct (find _ _) as [[[v j] table]|] eqn:there; [|easy].
    apply find_some in there as [there same]. cbn [fst snd option_map] in *.
    apply andb_true_iff in same as [U K]. apply Nat.eqb_eq in U, K. subst v j.
    apply in_map_iff in there as ([v j] & [= -> -> <-] & there).
    rewrite forallb_forall in bases. specialize (bases _ there). unfold base_on in bases.
    cbn [fst snd] in *. unfold round_of.
    destruct (_ && _) eqn:checks; [|easy]. intros [= <-].
    rewrite !andb_true_iff, !Nat.leb_le in checks. destruct checks as [[some_a some_d] fit].
    destruct (found_is_whole _ B _ (free s t) (enemies s u) bases (le_n _) some_a some_d)
      as (throws & round & whole & same).
    rewrite round in fit |- *. rewrite forallb_forall in fit.
    destruct (all_fit (costly throws) m s (after_losses s t u k) before) as [N values].
    { intros losses w in_throws.
      apply (fit (losses, (raised_to B losses w / whole_total (costly throws))%Z)).
      unfold over_base. apply in_map_iff. now exists (losses, w). }
    exists N. intros n enough. rewrite mean_of_each. unfold mean, total. rewrite <- !same.
    apply (whole_mean_is_mean _ _ _ _ _ _ _ _ whole). intros losses w in_throws _ _ _.
    now apply (values n enough losses w).
Qed.

Lemma larger_in_whole_numbers x y p q n :
  integer x = p * integer B ^ n -> integer y = q * integer B ^ n ->
  integer (Z.max x y) = larger p q * integer B ^ n.
Proof.
  intros X Y. pose proof (Qclt_le_weak _ _ (power_positive n)) as some. unfold larger.
  destruct (leb p q) eqn:order; [apply leb_le in order; rewrite Z.max_r|apply leb_total in order;
    rewrite Z.max_l]; try easy; apply integer_le; rewrite X, Y; now apply Qcmult_le_compat_r.
Qed.

Lemma stage_right targets m s x : forallb base_on targets = true -> all_right m ->
  stage_value (map table_on targets) m s = Some x -> right s x.
Proof.
  intros bases before value.
  enough (exists N, forall n, (N <= n)%nat ->
    integer x = greatest (if all_taken g s then 1 else 0)
      (map (fun choice => mean (highest n (turn g)) (leads_to g s choice)) (allowed g s))
      * integer B ^ units s) as [N same].
  { exists (S N). intros [|n] enough; [lia|]. cbn [highest turn choices worth].
    rewrite map_map. apply same. lia. }
  revert x value. unfold stage_value.
  induction (allowed g s) as [|choice others IH]; cbn [fold_right map]; intros x value.
  - exists 0%nat. intros n _. injection value as <-. cbn [greatest fold_right].
    destruct (all_taken g s).
    + rewrite integer_power. ring.
    + replace (integer 0) with 0 by now apply Qc_is_canon. ring.
  - destruct (choice_value _ m s choice) as [y|] eqn:first; [|easy].
    destruct (fold_right _ _ others) as [z|]; [|easy]. injection value as <-.
    destruct (choice_right targets m s choice y bases before first) as [N this].
    destruct (IH z eq_refl) as [M rest]. exists (N + M)%nat. intros n enough.
    apply larger_in_whole_numbers; [apply this|apply rest]; lia.
Qed.

Lemma explored_right targets steps : forallb base_on targets = true -> forall m s, all_right m ->
  all_right (explored (map table_on targets) steps m s).
Proof.
  intros bases. induction steps as [|fewer IH]; intros m s before; cbn [explored];
    destruct (kept m s); try easy.
  assert (visited : forall others m, all_right m ->
    all_right (fold_left (explored (map table_on targets) fewer) others m)).
  { intros others. induction others as [|t others more]; intros k right_k; [easy|].
    cbn [fold_left]. now apply more, IH. }
  unfold with_value. destruct (stage_value _ _ s) as [x|] eqn:value; [|now apply visited].
  apply adding_is_right; [now apply visited|].
  exact (stage_right targets _ s x bases (visited _ m before) value).
Qed.
End Turn.

Lemma turn_certified B g s n m : turn_is g B s n m = true ->
  is_highest (turn g) s (fraction n m).
Proof.
  unfold turn_is. rewrite !andb_true_iff, Z.ltb_lt. intros [[positive bases] found].
  destruct (kept _ s) as [x|] eqn:value; [|easy].
  assert (nothing : all_right g B (PositiveMap.empty _)).
  { intros t y. unfold kept. now rewrite PositiveMap.gempty. }
  destruct (explored_right g B positive _ _ bases _ s nothing s x value) as [N same].
  apply (is_highest_of _ _ _ N). intros k enough.
  refine (is_fraction_right x _ n m _ _ found). rewrite integer_power. now apply same.
Qed.

(** ** A real map *)

Theorem standard_turn : is_highest (turn australia) from_siam
  (fraction 7209256319291875 12999674453557248).
Proof. apply (turn_certified 432). vm_cast_no_check (eq_refl true). Qed.
