"""Where texts differ first."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from riskexact.publication.differences import MAX_BYTES_SHOWN, Fault, first_difference

CSV = b"attackers,defenders,fraction\n1,1,5/12\n1,2,275/2592\n"


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (CSV.replace(b"275", b"276"), (3, "fraction", "276/2592", "275/2592")),
        (CSV.replace(b"1,2,", b"1,3,"), (3, "defenders", "3", "2")),
        (CSV.replace(b"attackers", b"armies"), (1, "attackers", "armies", "attackers")),
        (CSV.replace(b"5/12", b""), (2, "fraction", "nothing", "5/12")),
        (CSV.replace(b"1,1,5/12", b"1,1"), (2, None, "1,1", "1,1,5/12")),
        (CSV[:-1], (3, None, "no line ending", "LF")),
        (CSV + b"2,1,1\n", (4, None, "2,1,1", "nothing")),
        (CSV.replace(b"\n", b"\r\n"), (1, None, "CRLF line ending", "LF")),
        (b"", (1, None, "nothing", "attackers,defenders,fraction")),
        (b"\xff\x1b[31m" + CSV, (1, "attackers", "��[31mattackers", "attackers")),
    ],
)
def test_places_in_csv(found: bytes, place: tuple[int, str | None, str, str]) -> None:
    assert first_difference("a/win.csv", found, CSV) == fault("a/win.csv", *place)


def fault(path: str, line: int, column: str | None, found: str, expected: str) -> Fault:
    return Fault(path, f"{found}, should be {expected}", line, column)


def test_places_in_json_and_text() -> None:
    row = b'{"data": [\n  {"attackers": 1, "fraction": "5/12", "double": 0.41},\n  {}]}'
    for old, new, column in (
        (b"5/12", b"5/13", "fraction"),
        (b"0.41", b"0.42", "double"),
        (b": 1,", b": 2,", "attackers"),
    ):
        there, right = (text.decode().strip(": ,") for text in (new, old))
        found = first_difference("a.json", row.replace(old, new), row)
        assert found == fault("a.json", 2, column, there, right)
    found = first_difference("a.html", b"<p>1</p>", b"<p>2</p>")
    assert found == fault("a.html", 1, None, "<p>1</p>", "<p>2</p>")


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
