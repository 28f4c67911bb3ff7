"""Files that anyone may have written, byte by byte, and what their readers must do with them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from riskexact.publication.directory import PATH, files_in_package, first_difference
from riskexact.publication.jobs import PACKAGE, SUMS, jobs_of
from riskexact.publication.package import read_package
from tests.trust.fuzz.directories import genuine
from tests.trust.fuzz.targets import MAX_MESSAGE, refused_in_one_line


def a_data_package(data: bytes) -> None:
    """A data package is refused, or says what it must."""
    if not refused_in_one_line(read_package, data):
        package = read_package(data)
        assert package.size >= 0
        assert all(PATH.fullmatch(path) for path in package.files)
        if sum(edition.most**2 for edition in package.plan) < 100**2:
            assert jobs_of(package.plan)


def checksums(data: bytes) -> None:
    """What is listed for removal lies inside the directory."""
    with TemporaryDirectory() as there:
        Path(there, PACKAGE).write_text('{"riskexact": {}}')
        Path(there, SUMS).write_bytes(data)
        assert all(path == SUMS or PATH.fullmatch(path) for path in files_in_package(Path(there)))


def a_text(data: bytes) -> None:
    """A text differs from what it should be in a place that can be shown."""
    path, found = _texts()[data[0] % len(_texts()) if data else 0], data[1:]
    if found != genuine()[path]:
        line = str(first_difference(path, found, genuine()[path]))
        assert line.isprintable(), line
        assert len(line) < MAX_MESSAGE, line


def _texts() -> list[str]:
    return [path for path in genuine() if not path.endswith(".parquet")]


BYTES: Mapping[str, Callable[[bytes], None]] = {
    "package": a_data_package,
    "checksums": checksums,
    "text": a_text,
}
"""The readers."""

contents = st.binary(max_size=60).map(lambda data: b"\0" + data) | st.binary(max_size=60)
"""What may be in a file; the first byte says in the place of which text."""
