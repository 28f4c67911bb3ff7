"""What is in a directory is read without following a link, or waiting, and compared."""

import os
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.publication.directory import (
    MAX_BYTES_SHOWN,
    Fault,
    first_difference,
    read_inside,
    unexpected_files,
)


def test_unexpected_entries(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").mkdir()
    (tmp_path / "a" / "listed").write_text("")
    (tmp_path / "c").symlink_to("a")
    assert unexpected_files(tmp_path, ["a/listed", "c", "missing"]) == ["a/b", "c"]


def test_reading_follows_no_link_and_waits_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "real" / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    assert read_inside(tmp_path, "real/file", 3) == b"1234"
    for path in ("link/file", "real/link", "pipe", "real"):
        with pytest.raises(RiskError, match=f"{path} must be a plain file"):
            read_inside(tmp_path, path, 9)
    with pytest.raises(FileNotFoundError):
        read_inside(tmp_path, "real/nothing", 9)


# --- where texts differ first

CSV = b"attackers,defenders,fraction\n1,1,5/12\n1,2,275/2592\n"


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (CSV.replace(b"275", b"276"), (3, "fraction", "276/2592", "275/2592")),
        (CSV.replace(b"1,2,", b"1,3,"), (3, "defenders", "3", "2")),
        (CSV.replace(b"attackers", b"armies"), (1, "attackers", "armies", "attackers")),
        (CSV.replace(b"5/12", b""), (2, "fraction", "nothing", "5/12")),
        (CSV.replace(b"1,1,5/12", b"1,1"), (2, None, "1,1", "1,1,5/12")),
        (CSV[:-1], (3, "fraction", "275/2592", "275/2592�")),
        (CSV + b"2,1,1\n", (4, None, "2,1,1�", "nothing")),
        (CSV.replace(b"\n", b"\r\n"), (1, "fraction", "fraction�", "fraction")),
        (b"", (1, None, "nothing", "attackers,defenders,fraction�")),
        (b"\xff\x1b[31m" + CSV, (1, "attackers", "��[31mattackers", "attackers")),
    ],
)
def test_places_in_csv(found: bytes, place: tuple[int, str | None, str, str]) -> None:
    line, column, there, right = place
    fault = Fault("a/win.csv", f"{there}, should be {right}", line, column)
    assert first_difference("a/win.csv", found, CSV) == fault


def test_places_in_other_texts() -> None:
    right = b"<p>1</p>\n" + b"a" * 999 + b"1" + b"b" * 999
    fault = first_difference("a.html", right.replace(b"a1b", b"a2b"), right)
    parts = ("a" * 30 + digit + "b" * 29 for digit in "21")
    assert fault == Fault("a.html", ", should be ".join(parts), 2)


@given(
    st.binary(),
    st.text().map(str.encode),
    st.sampled_from(["a.csv", "a.json", "a.html"]),
)
def test_every_difference_has_a_place(found: bytes, expected: bytes, path: str) -> None:
    assume(found != expected)
    _, problem, line, _ = first_difference(path, found, expected)
    assert line is not None
    assert 1 <= line <= expected.count(b"\n") + 1
    assert found.split(b"\n")[: line - 1] == expected.split(b"\n")[: line - 1]
    assert problem.isprintable()
    assert ", should be " in problem
    assert len(problem) <= 2 * MAX_BYTES_SHOWN + 30
