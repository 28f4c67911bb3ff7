"""The scripts of all pages, each of several modules in one function."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from riskexact.calculator import scripts
from riskexact.calculator.document import package_text

DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE
)

LISTS = {name: value for name, value in vars(scripts).items() if isinstance(value, tuple)}


@pytest.mark.parametrize("modules", LISTS.values(), ids=LISTS)
def test_no_name_is_declared_twice(modules: Sequence[str]) -> None:
    """In one function the second would take the place of the first, without a word."""
    names = Counter(name for path in modules for name in DECLARED.findall(package_text(path)))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_page_has_its_list() -> None:
    assert len(LISTS) >= 5
