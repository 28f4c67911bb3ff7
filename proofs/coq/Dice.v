(** * The dice: what one round can cost, counted throw by throw

    Main results: the 14 loss counts of the standard rules ([pairs] = 2), and those of the
    single-loss rules ([pairs] = 1), by counting in the kernel.  That [sorted] sorts, and that every
    throw is counted once, is proved for any number of dice. *)

From Coq Require Import Arith Lia List Permutation Sorted ZArith QArith Qcanon.
From Risk Require Import Sums.
Import ListNotations.
Open Scope nat_scope.

(** ** Sorting *)

Lemma insert_permutes die dice : Permutation (die :: dice) (insert die dice).
Proof.
  induction dice as [|first rest IH]; cbn; [easy|].
  destruct (first <=? die); [easy|].
  rewrite perm_swap. now apply perm_skip.
Qed.

Lemma insert_keeps_order die dice :
  StronglySorted ge dice -> StronglySorted ge (insert die dice).
Proof.
  induction 1 as [|first rest sorted IH highest]; cbn.
  - repeat constructor.
  - destruct (Nat.leb_spec first die) as [le|gt].
    + constructor; [now constructor|]. constructor; [lia|].
      apply (Forall_impl _ (P := ge first)); [|easy]. unfold ge. intros; lia.
    + constructor; [easy|].
      apply (Permutation_Forall (insert_permutes die rest)). constructor; [lia|easy].
Qed.

Theorem sorted_sorts throw : Permutation throw (sorted throw) /\ StronglySorted ge (sorted throw).
Proof.
  induction throw as [|die rest [permuted ordered]]; cbn.
  - repeat constructor.
  - split.
    + rewrite <- insert_permutes. now apply perm_skip.
    + now apply insert_keeps_order.
Qed.

(** ** Every throw is counted once *)

Lemma throws_length faces n : length (throws faces n) = faces ^ n.
Proof.
  induction n as [|n IH]; [easy|].
  cbn [throws Nat.pow].
  transitivity (length (seq 1 faces) * length (throws faces n)).
  - induction (seq 1 faces) as [|face rest IHrest]; [easy|].
    cbn. now rewrite app_length, map_length, IHrest.
  - now rewrite seq_length, IH.
Qed.

Lemma filter_length_le {X} (f : X -> bool) xs : length (filter f xs) <= length xs.
Proof. induction xs as [|x xs IH]; cbn; [easy|]. destruct (f x); cbn; lia. Qed.

Lemma sorted_length throw : length (sorted throw) = length throw.
Proof. symmetry. apply Permutation_length, sorted_sorts. Qed.

Lemma defenders_lost_le pairs attack defence :
  defenders_lost pairs attack defence <= pairs_compared pairs (length attack) (length defence).
Proof.
  unfold defenders_lost, pairs_compared.
  rewrite filter_length_le, firstn_length, combine_length, !sorted_length. lia.
Qed.

Lemma throws_have_n_dice faces n throw : In throw (throws faces n) -> length throw = n.
Proof.
  revert throw. induction n as [|n IH]; intros throw.
  - intros [<-|[]]; easy.
  - cbn [throws]. rewrite in_flat_map. intros (face & _ & there).
    apply in_map_iff in there as (rest & <- & there). cbn. now rewrite (IH rest).
Qed.

Lemma list_sum_cons n ns : list_sum (n :: ns) = n + list_sum ns.
Proof. easy. Qed.

Lemma list_sum_add {X} (f g : X -> nat) xs :
  list_sum (map (fun x => f x + g x) xs) = list_sum (map f xs) + list_sum (map g xs).
Proof. induction xs as [|x xs IH]; [easy|]. cbn [map]. rewrite !list_sum_cons. lia. Qed.

Lemma one_drawer j drawers : NoDup drawers -> In j drawers ->
  list_sum (map (fun i => if j =? i then 1 else 0) drawers) = 1.
Proof.
  intros distinct.
  assert (elsewhere : forall others, ~ In j others ->
    list_sum (map (fun i => if j =? i then 1 else 0) others) = 0).
  { intros others. induction others as [|i others IH]; intros absent; [easy|].
    cbn [map]. rewrite list_sum_cons. cbn in absent.
    destruct (Nat.eqb_spec j i) as [->|]; [easy + tauto|]. apply IH. tauto. }
  induction distinct as [|i drawers new distinct IH]; [easy|].
  cbn [map]. rewrite list_sum_cons. intros there.
  destruct (Nat.eqb_spec j i) as [<-|different].
  - now rewrite elsewhere.
  - apply IH. now destruct there as [<-|].
Qed.

(** Things that are laid into drawers are all found there. *)
Lemma drawers_hold_all {X} (drawer : X -> nat) drawers xs :
  NoDup drawers -> (forall x, In x xs -> In (drawer x) drawers) ->
  list_sum (map (fun i => length (filter (fun x => drawer x =? i) xs)) drawers) = length xs.
Proof.
  intros distinct. induction xs as [|x xs IH]; intros there.
  - clear. now induction drawers.
  - transitivity (list_sum (map (fun i => (if drawer x =? i then 1 else 0)
      + length (filter (fun x => drawer x =? i) xs)) drawers)).
    + f_equal. apply map_ext. intros i. cbn. now destruct (drawer x =? i).
    + rewrite list_sum_add, one_drawer, IH; [easy| |easy|]; intros; apply there; now (left + right).
Qed.

Theorem counts_are_of_all_throws pairs x y :
  list_sum (map (loss_count pairs x y) (seq 0 (S (pairs_compared pairs x y)))) = 6 ^ (x + y).
Proof.
  unfold loss_count.
  transitivity (length (list_prod (throws 6 x) (throws 6 y))).
  - rewrite <- (drawers_hold_all (fun '(attack, defence) => defenders_lost pairs attack defence)
                  (seq 0 (S (pairs_compared pairs x y)))).
    + f_equal. apply map_ext. intros i. f_equal. apply filter_ext. now intros [].
    + apply seq_NoDup.
    + intros [attack defence] there. apply in_prod_iff in there as [inA inD].
      apply throws_have_n_dice in inA, inD. subst. apply in_seq.
      pose proof (defenders_lost_le pairs attack defence). lia.
  - now rewrite prod_length, !throws_length, Nat.pow_add_r.
Qed.

Lemma sum_of_numbers n f : Σ i < n, number (f i) = number (list_sum (map f (seq 0 n))).
Proof.
  induction n as [|n IH]; [easy|].
  rewrite seq_S, map_app, list_sum_app, number_add, <- IH. cbn. now rewrite Nat.add_0_r.
Qed.

Theorem dice_chances_add_up pairs x y :
  Σ i < S (pairs_compared pairs x y), dice_chance pairs x y i = 1%Qc.
Proof.
  unfold dice_chance, Qcdiv.
  rewrite sum_mul_right, sum_of_numbers, counts_are_of_all_throws.
  apply Qcmult_inv_r, number_not_0, Nat.pow_nonzero. easy.
Qed.

(** ** The counts *)

Theorem standard_loss_counts :
  loss_counts 2 3 2 = [2275; 2611; 2890]%Z /\
  loss_counts 2 3 1 = [441; 855]%Z /\
  loss_counts 2 2 2 = [581; 420; 295]%Z /\
  loss_counts 2 2 1 = [91; 125]%Z /\
  loss_counts 2 1 2 = [161; 55]%Z /\
  loss_counts 2 1 1 = [21; 15]%Z.
Proof. vm_compute. repeat split. Qed.

Theorem single_loss_counts :
  loss_counts 1 3 2 = [4109; 3667]%Z /\
  loss_counts 1 3 1 = [441; 855]%Z /\
  loss_counts 1 2 2 = [791; 505]%Z /\
  loss_counts 1 2 1 = [91; 125]%Z /\
  loss_counts 1 1 2 = [161; 55]%Z /\
  loss_counts 1 1 1 = [21; 15]%Z.
Proof. vm_compute. repeat split. Qed.
