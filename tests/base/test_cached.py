"""Properties that are computed once."""

import pickle
from threading import Barrier, Thread

import pytest

from riskexact.base.frozen import cached_property


class Asked:
    """Counts how often it is asked."""

    times = 0
    together: Barrier | None = None

    @cached_property
    def value(self) -> list[int]:
        """A new list each time."""
        if self.together:
            self.together.wait(10)
        self.times += 1
        return [self.times]


def test_it_is_computed_once_and_can_be_pickled() -> None:
    asked = Asked()
    assert asked.value is asked.value
    assert asked.times == 1
    assert Asked().value is not asked.value
    assert pickle.loads(pickle.dumps(asked)).value == [1]
    assert vars(Asked)["value"].__doc__ == "A new list each time."


def test_an_error_is_not_kept() -> None:
    class Fails(Asked):
        @cached_property
        def value(self) -> list[int]:
            self.times += 1
            return [1 // (self.times - 1)]

    asked = Fails()
    with pytest.raises(ZeroDivisionError):
        asked.value  # noqa: B018
    assert asked.value == [1]


def test_two_threads_compute_at_once_and_share_one_value() -> None:
    asked = Asked()
    asked.together = Barrier(2)
    seen: list[list[int]] = []
    threads = [Thread(target=lambda: seen.append(asked.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] is seen[1] is asked.value
