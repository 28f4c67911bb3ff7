"""A first answer is a short walk: the functions that it calls, and the files they are in."""

import pytest

from tests.benchmarks.calls import calls_of


@pytest.mark.parametrize(
    ("words", "most_calls", "most_files"), [("odds 17 6", 2500, 20), ("need 9", 3500, 22)]
)
def test_an_answer_calls_few_functions_in_few_files(
    words: str, most_calls: int, most_files: int
) -> None:
    calls = calls_of(*words.split())
    assert "cli/__init__.py" in calls
    assert calls.total() <= most_calls, calls
    assert len(calls) <= most_files, calls
