"""Ctrl-C at random moments: a short run of `python -m tests.trust.interrupts`."""

from itertools import product
from random import Random
from signal import SIGINT, SIGKILL, SIGTERM

import pytest

from riskexact import cli
from riskexact.__main__ import main
from tests.trust.interrupts import LONG, interrupted


# a publication, which the last verifies, takes ten seconds to make
@pytest.mark.parametrize(
    ("command", "sent"),
    [
        *((command, SIGINT) for command in (*Random(0).sample(LONG[:-9], 4), *LONG[-9:-1])),
        *product(LONG[-4:-1], (SIGTERM, SIGKILL)),  # these write files
    ],
)
def test_an_interrupt_leaves_nothing_half_done(command: str, sent: int) -> None:
    end = interrupted(command.split(), Random(command).uniform(0, 1), sent)
    assert end.well, end


def test_an_interrupt_while_a_class_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 raises another error from it."""

    def run(cause: BaseException) -> None:
        raise RuntimeError("Error calling __set_name__") from cause

    monkeypatch.setattr(cli, "main", run)
    assert main(KeyboardInterrupt()) == 130  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        main(ValueError())  # type: ignore[arg-type]
