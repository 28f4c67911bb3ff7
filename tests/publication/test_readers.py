"""What people read the data with, newest releases: what the README says that they have right."""

from pathlib import Path

import pytest

from riskexact.publication.metadata import OPEN_WITH
from tests.publication import readers
from tests.publication.readers import READERS, README, b_file, installed, row_of, written

FILES = [(name, ending) for name, (_, _, endings) in READERS.items() for ending in endings.split()]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    readers.write(folder)
    return folder


@pytest.mark.tools
@pytest.mark.searches
@pytest.mark.parametrize(("name", "ending"), FILES)
def test_a_reader_has_right_what_the_table_says(data: Path, name: str, ending: str) -> None:
    if not installed(READERS[name][0]):
        pytest.skip(f"{READERS[name][0]} is not installed")
    _, *said = written()[name, ending]
    found = row_of(data, name, ending)
    assert [each == "right" for each in found] == [each == "right" for each in said], found


@pytest.mark.tools
@pytest.mark.searches
def test_pari_reads_the_terms_of_a_b_file(data: Path) -> None:
    if not installed("gp"):
        pytest.skip("gp is not installed")
    assert b_file(data) == {"b": "1,640 of 1,640 differ", "terms": "right"}


def test_the_readme_has_the_lines_that_open_them() -> None:
    text = README.read_text("utf-8")
    for name, line in OPEN_WITH.items():
        assert f"| {name} | `{line.format(win='standard/win')}` |" in text
