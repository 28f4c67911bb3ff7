"""What the tests of the calculator share: its functions that need no page, in `node`."""

from collections.abc import Iterator

import pytest

from tests.node import Node, node


@pytest.fixture(scope="module")
def page() -> Iterator[Node]:
    """The modules of `tests.node.BATTLE`."""
    with node() as started:
        yield started
