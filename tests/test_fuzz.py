"""Hostile input: an answer, or one line that refuses it.  More of it: `python -m tests.fuzz`."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import targets
from tests.fuzz.targets import TEXTS, VALUES

quick = settings(suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", TEXTS)
def test_text(name: str) -> None:
    strategy = targets.chance_texts if name == "chance" else targets.texts

    @quick
    @given(strategy)
    def every(text: str) -> None:
        TEXTS[name](text)

    every()


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    call, strategies = VALUES[name]

    @quick
    @given(st.tuples(*strategies))
    def every(values: tuple[Any, ...]) -> None:
        targets.refused_in_one_line(call, *values)

    every()


@quick
@given(targets.command_lines.filter(targets.harmless))
def test_command_lines(words: list[str]) -> None:
    targets.a_command(words)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written is written here."""
    monkeypatch.chdir(tmp_path)
