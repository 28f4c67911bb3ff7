"""The benchmark of the readers runs; how fast they are is not a test."""

from tests.benchmarks.doubles import milliseconds
from tests.programs import needs


@needs("node")
def test_it_measures_every_reader() -> None:
    assert {name: took > 0 for name, took in milliseconds()} == {
        "Python": True, "numpy": True, "JavaScript": True,
    }  # fmt: skip
