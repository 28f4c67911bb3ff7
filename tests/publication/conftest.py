"""Publications that many tests read and none may leave changed, each made once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from riskexact import publication
from riskexact.publication import publish
from riskexact.publication.plan import Edition
from riskexact.rules import SINGLE_LOSS, STANDARD, Rules
from tests.publications import SMALL, only, tree

OWN = Rules(faces=4, name="ours (4 faces), 50 % more")


def published(place: Path, editions: tuple[Edition, ...], *kinds: str) -> Iterator[Path]:
    """A publication without pictures, of these kinds of files or of all."""
    with pytest.MonkeyPatch.context() as patch:
        if kinds:
            only(patch, *kinds)
        patch.setattr(publication, "installed_extras", lambda: ("data",))
        publish(place / "odds", editions)
    before = tree(place / "odds")
    yield place / "odds"
    assert tree(place / "odds") == before


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All kinds of data of three rule sets."""
    editions = (*SMALL, Edition(Rules(ties="nobody", name="draws"), 2))
    yield from published(tmp_path_factory.mktemp("data"), editions, "data")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All kinds of files but pictures; two rule sets are equal, and one is nobody else's."""
    editions = (
        Edition("capital", 6), Edition("risiko", 2), Edition(STANDARD, 5), Edition(SINGLE_LOSS, 2),
        Edition(OWN, 4),
    )  # fmt: skip
    yield from published(tmp_path_factory.mktemp("whole"), editions)
