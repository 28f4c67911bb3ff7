"""Hostile input: an answer, or one line that refuses it; more by `python -m tests.trust.fuzz`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

import riskexact as rx
from tests.programs import needs
from tests.trust.fuzz import addresses, targets
from tests.trust.fuzz.__main__ import properties, properties_of, try_many

PROPERTIES = properties()


@pytest.mark.parametrize("name", PROPERTIES)
def test_hostile_values(name: str) -> None:
    many = 40 if name == "directory" else settings().max_examples
    try_many(*PROPERTIES[name], settings(max_examples=many))


@needs("node")
@pytest.mark.parametrize("name", ["address", "link"])
def test_addresses(name: str) -> None:
    with addresses.reading() as reader:
        try_many(*properties_of(reader)[name], settings())


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
