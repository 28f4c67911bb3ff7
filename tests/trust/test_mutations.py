"""The lists by which mutants are made and explained, checked without making one."""

import re
from importlib.util import find_spec

import pytest

from tests.trust.mutations.__main__ import ROOT, TESTS, Mutant, explained, groups, path_of


def test_every_module_has_tests() -> None:
    for module, tests in TESTS.items():
        assert find_spec("riskexact." + module.removesuffix("/__init__").replace("/", "."))
        for name in tests:
            assert (ROOT / path_of(name)).is_file()


@pytest.mark.parametrize("group", groups(), ids=lambda group: group["why"][:40])
def test_explanations_are_of_mutants_that_there_can_be(group: dict[str, str]) -> None:
    """Each is for some module, and for a kind of line and what became of it."""
    assert set(group) == {"why", "module", "was", "became"}
    modules = [module for module in TESTS if re.fullmatch(group["module"], module)]
    assert modules
    assert ".*" not in (group["was"], group["became"])


def test_a_mutant_without_an_explanation() -> None:
    mutant = Mutant(
        "odds/states", "NumberReplacer", "defenders == 0", "defenders == -1", noticed=False
    )
    assert explained(mutant)
    assert not explained(mutant._replace(module="rules/dice"))
    assert not explained(mutant._replace(became="defenders == 1"))
