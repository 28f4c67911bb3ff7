"""The compiled theory, for all tests of proofs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs import kernel
from riskexact.certificates import coq

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
    """Compile another text of one file, beside the compiled others."""

    def compiled(name: str, text: str) -> Path:
        for path in theory.glob("*.vo"):
            if path.stem != name:
                (tmp_path / path.name).symlink_to(path)
        coq.read(name, text, tmp_path)
        return tmp_path

    return compiled


def source(name: str, old: str = "", new: str = "") -> str:
    """A file of `proofs/coq`, with one change."""
    text = (kernel.SOURCES / f"{name}.v").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1) if old else text
