"""What Coq and Python compute: the same, for each function that rests on a theorem."""

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from proofs import kernel, specification
from riskexact.rules import STANDARD
from riskexact.rules.dice import loss_counts
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
