"""What Coq and Python compute: the same, for each function that rests on a theorem."""

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from proofs import kernel, specification
from riskexact.odds.recursion import win_probability
from riskexact.rules import STANDARD
from riskexact.rules.dice import loss_counts, round_with_loss
from tests.programs import needs
from tests.proofs import links

TEXT = specification.THEOREMS.read_text(encoding="utf-8")

needs_coq = needs("coqc")


@pytest.fixture(scope="module")
def computed(theory: Path) -> dict[str, list[Fraction]]:
    """The numbers of all links by Coq, in one run."""
    return links.by_coq(theory)


@needs_coq
@pytest.mark.parametrize("name", links.LINKS)
def test_coq_and_python_compute_the_same(computed: dict[str, list[Fraction]], name: str) -> None:
    assert computed[name] == list(map(Fraction, links.LINKS[name]()))


@pytest.mark.parametrize("name", links.LINKS)
def test_the_function_of_a_link_is_executed(name: str) -> None:
    assert links.executed(name.partition(":")[0], links.LINKS[name])


def test_a_function_that_only_exists_is_not_executed() -> None:
    def counts() -> Sequence[int]:
        return loss_counts(1, 1, STANDARD)

    assert not links.executed("odds.recursion.win_probability", counts)
    assert not links.executed("rules.distribution.Distribution", counts)
    assert links.executed("rules.dice.loss_counts", counts)


def test_what_relies_on_a_theorem_is_linked() -> None:
    """Each function after "Used by" has a link, so that it is executed beside Coq."""
    assert list(links.LINKS) == links.names()
    linked = {name.partition(":")[0] for name in links.LINKS}
    for name, words in specification.listed(TEXT).items():
        functions = re.findall(r"`([\w.]+)`", words.partition("Used by ")[2])
        assert functions, name
        assert set(functions) <= linked, name


def test_every_definition_is_computed() -> None:
    meanings = specification.definitions(kernel.sources())
    said = links.judged() + re.sub(r"\(\*.*?\*\)", "", links.IN_COQ, flags=re.DOTALL)
    assert meanings.keys() - links.spoken_of(said, meanings) == links.NOT_COMPUTED


POLICIES = """
Definition cautious : policy := fun h a d n =>
  let wanted := match h with
    | [] => 1
    | (x, y, i) :: _ => 1 + (units standard x y - i)
    end%nat in
  if (n =? Nat.min wanted (Nat.min a 3))%nat then 1 else 0.
Definition even : policy := fun h a d n =>
  if (2 <=? d)%nat then Q2Qc (1 # 2) else if (n =? 1)%nat then 1 else 0.
Definition shown (defence : policy) :=
  let q := played standard cautious defence 3 3 in [Qnum q; Zpos (Qden q)].
Eval vm_compute in map shown [even; most_defence standard].
"""
"""One attack die first, then one more than were lost in the last round; one defence die or two."""


@needs_coq
def test_coq_and_python_play_the_same_game(theory: Path) -> None:
    said = kernel.asked([POLICIES], ["MostDice.", "SaddlePoint."], theory)
    numbers = [int(number) for number in re.findall(r"\d+", said.replace("%Z", ""))]

    def play(a: int, d: int, wanted: int, mixed: bool) -> Fraction:
        if not a or not d:
            return Fraction(int(not d))
        x, most = min(wanted, a, 3), min(d, 2)
        chosen = range(1, most + 1) if mixed else [most]
        value = Fraction(0)
        for y in chosen:
            counts, total = round_with_loss(x, y, STANDARD)
            for (i, j), count in counts:
                chance = Fraction(count, total * len(chosen))
                value += chance * play(a - i, d - j, 1 + i, mixed)
        return value

    values = [play(3, 3, 1, mixed) for mixed in (True, False)]
    assert values == [Fraction(*numbers[:2]), Fraction(*numbers[2:])]
    assert len({*values, win_probability(3, 3)}) == 3
