"""Ctrl-C at random moments: a short run of `python -m tests.trust.interrupts`."""

from random import Random

import pytest

from tests.trust.interrupts import LONG, interrupted


@pytest.mark.parametrize("command", Random(0).sample(LONG, 5))
def test_an_interrupt_leaves_nothing_half_done(command: str) -> None:
    end = interrupted(command.split(), Random(command).uniform(0, 1))
    assert end.well, end
