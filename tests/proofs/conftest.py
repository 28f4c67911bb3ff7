"""The compiled theory, for all tests of proofs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs import kernel
from proofs.vernacular import SPECIFICATION
from riskexact.certificates import coq
from tests.trust.sabotage import with_required as required

Recompile = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def theory() -> Iterator[Path]:
    """Everything compiled, tables included: what is kept of it is not compiled again.

    Several workers take turns, so that the first one compiles and the others find that.
    """
    with coq.compiled(kernel.sources()) as directory:
        yield directory


@pytest.fixture
def recompile(theory: Path, tmp_path: Path) -> Recompile:
    """Compile another text of one file, beside what it requires and the specification."""

    def compiled(name: str, text: str) -> Path:
        texts = kernel.sources() | {name: text}
        for each in {file for wanted in (name, *SPECIFICATION) for file in required(texts, wanted)}:
            if each != name:
                (tmp_path / f"{each}.vo").symlink_to(theory / f"{each}.vo")
        coq.read(name, text, tmp_path)
        return tmp_path

    return compiled


def source(name: str, old: str = "", new: str = "") -> str:
    """A file of `proofs/coq`, with one change."""
    text = (kernel.SOURCES / f"{name}.v").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1) if old else text
