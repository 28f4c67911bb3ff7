(** * What is claimed of one turn on a map: no way to play has a higher chance

    The attacker attacks, moves armies in where a territory falls, and stops when he likes. *)

From Coq Require Import Arith Bool List NArith ZArith QArith Qcanon.
From Risk Require Import Spec.
Import ListNotations.
Local Open Scope nat_scope.
Local Open Scope Qc_scope.

(** ** Decisions: in every state one may stop, or take a choice, which leads to states at random *)
Record decisions := Decisions {
  state : Type; choices : state -> list (weighted state); worth : state -> Qc }.
(** A plan gives each choice a chance, given the states before and the state; else it stops. *)
Definition plan (g : decisions) : Type := list (state g) -> state g -> nat -> Qc.
Definition is_plan (g : decisions) (p : plan g) : Prop := forall before s,
  (forall n, 0 <= p before s n) /\ Σ n < length (choices g s), p before s n <= 1.
(** The expected worth where a plan ends, in at most this number of steps. *)
Fixpoint carried_out (steps : nat) (g : decisions) (p : plan g) (before : list (state g))
    (s : state g) : Qc :=
  match steps with
  | O => worth g s
  | S fewer =>
      Σ n < length (choices g s), p before s n *
        mean (carried_out fewer g p (s :: before)) (nth n (choices g s) [])
      + (1 - Σ n < length (choices g s), p before s n) * worth g s
  end.
(** No plan has more, in any number of steps, and one has as much. *)
Definition is_highest (g : decisions) (s : state g) (v : Qc) : Prop :=
  (forall p steps, is_plan g p -> carried_out steps g p [] s <= v) /\
  (exists p steps, is_plan g p /\ carried_out steps g p [] s = v).
(** Values, by the number of steps left, that neither stopping nor a choice improves. *)
Definition no_plan_is_better_says : Prop :=
  forall (g : decisions) (V : nat -> state g -> Qc),
  (forall n s, worth g s <= V n s) ->
  (forall n s c, In c (choices g s) -> mean (V n) c <= V (S n) s) ->
  forall p, is_plan g p -> forall n before s, carried_out n g p before s <= V n s.

(** ** One turn *)
Local Open Scope nat_scope.
(** Which territories border each other, the rules by which each is attacked, and what has to be
    taken; the fewest dice, of as many as are allowed; the fewest armies that move in, by the dice
    that were thrown and the armies that may. *)
Record map_turn := MapTurn {
  bordering : list (nat * nat); rules_on : nat -> ruleset; to_take : list nat;
  fewest_dice : nat -> nat; fewest_moving : nat -> nat -> nat }.
(** My armies and the enemy's on each territory, of which one number is 0.  Where one has fallen,
    and armies have to move in: from where, which one, and the dice that were thrown. *)
Record stage := Stage { stands : list (nat * nat); fallen : option (nat * nat * nat) }.
Definition mine (s : stage) (t : nat) : nat := fst (nth t (stands s) (0, 0)).
Definition enemies (s : stage) (t : nat) : nat := snd (nth t (stands s) (0, 0)).
(** One army stays. *)
Definition free (s : stage) (t : nat) : nat := mine s t - 1.
Fixpoint put (t : nat) (units : nat * nat) (all : list (nat * nat)) : list (nat * nat) :=
  match all, t with
  | [], _ => []
  | _ :: others, O => units :: others
  | first :: others, S u => first :: put u units others
  end.
(** The attacker throws only the first of his dice. *)
Definition with_dice (n : nat) (r : ruleset) : ruleset :=
  let h := attack r in
  RuleSet (Hand (firstn n (unit_dice h)) (extra_dice h) (to_all h) (to_highest h) (to_lowest h)
    (clamped h)) (defence r) (scoring_pairs r) (tied_pair r).
Definition after_losses (s : stage) (t u n : nat) (losses : nat * nat) : stage :=
  let left := enemies s u - snd losses in
  Stage (put t (mine s t - fst losses, 0) (put u (0, left) (stands s)))
    (if left =? 0 then Some (t, u, n) else None).
Definition after_move (s : stage) (t u armies : nat) : stage :=
  Stage (put t (mine s t - armies, 0) (put u (armies, 0) (stands s))) None.
(** From where, on which territory, and how many: dice of an attack, or armies moving in. *)
Definition between (first last : nat) : list nat := seq first (S last - first).
Definition may_attack (g : map_turn) (s : stage) (t u : nat) : list (nat * nat * nat) :=
  let most := length (dice_of_units (attack (rules_on g u)) (free s t)) in
  if enemies s u =? 0 then []
  else map (fun n => (t, u, n)) (between (Nat.max 1 (fewest_dice g most)) most).
Definition allowed (g : map_turn) (s : stage) : list (nat * nat * nat) :=
  match fallen s with
  | Some (t, u, n) =>
      map (fun armies => (t, u, armies)) (between (fewest_moving g n (free s t)) (free s t))
  | None => flat_map (fun '(t, u) => may_attack g s t u ++ may_attack g s u t) (bordering g)
  end.
(** A throw that costs nothing is thrown again. *)
Definition leads_to (g : map_turn) (s : stage) (choice : nat * nat * nat) : weighted stage :=
  let '(t, u, n) := choice in
  match fallen s with
  | Some _ => [(after_move s t u n, 1%N)]
  | None => each (after_losses s t u n)
      (costly (all_throws (with_dice n (rules_on g u)) (free s t) (enemies s u)))
  end.
Definition all_taken (g : map_turn) (s : stage) : bool :=
  forallb (fun t => 0 <? mine s t) (to_take g).
Definition turn (g : map_turn) : decisions :=
  Decisions stage (fun s => map (leads_to g s) (allowed g s))
    (fun s => if all_taken g s then 1%Qc else 0%Qc).
(** Indonesia, New Guinea, Western and Eastern Australia, and Siam: a certificate of one position. *)
Definition australia : map_turn :=
  MapTurn [(4, 0); (0, 1); (0, 2); (1, 2); (1, 3); (2, 3)] (fun _ => standard_rules) [0; 1; 2; 3]
    (fun _ => 1) (fun _ _ => 1).
Definition from_siam : stage := Stage [(0, 2); (0, 1); (0, 1); (0, 1); (8, 0)] None.
Definition standard_turn_says : Prop := is_highest (turn australia) from_siam
  (fraction 7209256319291875 12999674453557248).
