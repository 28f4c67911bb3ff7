"""A long-lived process does not grow: a short run of `python -m tests.trust.endurance`."""

from tests.trust.endurance import MAX_GROWTH, QUESTIONS, endure


def test_a_short_run_does_not_grow() -> None:
    before, after, asked = endure(2000)
    assert after.resident - before.resident < MAX_GROWTH
    assert sum(asked.values()) == 2000
    assert len(asked) == len(QUESTIONS)
