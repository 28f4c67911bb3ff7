"""Hostile input: an answer, or one line that refuses it; more by `python -m tests.trust.fuzz`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import riskexact as rx
from tests.programs import needs
from tests.trust.fuzz import addresses, directories, files, targets
from tests.trust.fuzz.targets import TEXTS, VALUES

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


@settings(quick, max_examples=40)
@given(directories.changes)
def test_published_directories(changes: list[directories.Change]) -> None:
    directories.a_publication(changes)


@pytest.mark.parametrize("name", files.BYTES)
def test_files_of_publications(name: str) -> None:
    @quick
    @given(st.binary(max_size=60).map(lambda data: b"\0" + data) | st.binary(max_size=60))
    def every(data: bytes) -> None:
        files.BYTES[name](data)

    every()


@needs("node")
def test_addresses() -> None:
    with addresses.reading() as reader:

        @quick
        @given(addresses.addresses, addresses.links)
        def every(address: str, link: tuple[str, int, int]) -> None:
            reader.read(address)
            addresses.a_link(reader, link)

        every()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written is written here."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("call", "values"),
    [
        (rx.resolve, (range(10**30), [])),
        (rx.win_decimal, (0, 1, 1, rx.STANDARD, np.array([1, 2]))),
        (rx.Battle(1, 1).luck, (0, 10**5000)),
        (rx.Distribution, (0,)),
        (rx.best_order, (1, np.array(3))),
        (rx.campaign_attackers_needed, ([10**5000, 1], 1)),
        (rx.verify_publication, ("\ud800",)),
        (rx.publish, ("\ud800",)),
    ],
)
def test_what_was_found(call: Callable[..., object], values: tuple[Any, ...]) -> None:
    """Inputs that once ended in another error, or in a message without end."""
    assert targets.refused_in_one_line(call, *values)
