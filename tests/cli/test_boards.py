"""`riskexact plot` of states: outcome graph, flow chart, lattice and calls."""

from pathlib import Path

import pytest

from riskexact.pictures import Picture, call_triangle, flow_chart, lattice, outcome_graph
from riskexact.rules import SINGLE_LOSS, STANDARD
from tests.commands import Capture, run

KINDS = ["outcome-graph", "flow-chart", "lattice", "calls"]


@pytest.mark.parametrize(
    ("arguments", "picture"),
    [
        ("outcome-graph 3 2 --armies", outcome_graph(2, 2, armies=True)),
        ("outcome-graph 2 1 --rules single-loss", outcome_graph(2, 1, SINGLE_LOSS)),
        ("flow-chart", flow_chart()),
        ("flow-chart --rules single-loss", flow_chart(SINGLE_LOSS)),
        ("lattice 5 4 --to 3 2", lattice((5, 4), (3, 2))),
        ("lattice 6 4 --to 3 3 --armies --rules standard", lattice((5, 4), (2, 3), STANDARD, True)),
        ("lattice 5 4", lattice((5, 4))),
        ("calls 3 2", call_triangle(3, 2)),
        ("calls 3 2 --armies --rules standard", call_triangle(2, 2, STANDARD, armies=True)),
    ],
)
def test_pictures(capsys: Capture, tmp_path: Path, arguments: str, picture: Picture) -> None:
    file = tmp_path / "picture.svg"
    assert run(capsys, "plot", *arguments.split(), "-o", str(file)) == (0, "", "")
    assert file.read_bytes() == picture.svg()


def test_png(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "picture.PNG"
    assert run(capsys, "plot", "calls", "1", "1", "-o", str(file)) == (0, "", "")
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("outcome-graph 7 4", "attackers must be a whole number, from 1 to 6, not 7"),
        ("outcome-graph 5 0", "defenders must be a whole number, from 1 to 6, not 0"),
        ("outcome-graph 5 x", "defenders must be a whole number, 0 or more, not 'x'"),
        ("calls 9 8", "attackers and defenders must together be at most 16, not 17"),
        ("lattice 5 4 --to 5 5", "end must be a state to which rounds lead from 5 v 4, not 5 v 5"),
        ("lattice 5 4 --to 0 1 --armies", "armies must be a whole number, 1 or more, not 0"),
        ("lattice 50 4", "attackers at the start must be a whole number, from 1 to 20, not 50"),
        ("flow-chart --rules chess", "rules must be one of"),
    ],
)
def test_what_cannot_be_drawn(
    capsys: Capture, tmp_path: Path, arguments: str, message: str
) -> None:
    file = tmp_path / "picture.svg"
    status, out, err = run(capsys, "plot", *arguments.split(), "-o", str(file))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_help_has_an_example(capsys: Capture, kind: str) -> None:
    status, out, err = run(capsys, "plot", kind, "--help")
    assert (status, err) == (0, "")
    assert f"example: riskexact plot {kind}" in out
