"""The command line for pictures: `riskexact plot`."""

import sys
from pathlib import Path
from typing import Any

import pytest

from riskexact.base.drawing.picture import Picture
from riskexact.cli.commands.plot import kinds
from riskexact.pictures import (
    campaign_odds,
    conquest_gain,
    heat_map,
    lattice,
    net_results,
    outcome_bars,
    outcome_graph,
)
from riskexact.rules import SINGLE_LOSS, STANDARD
from riskexact.rules.catalogue import RULES
from riskexact.turn.pictures.conquest import conquest
from riskexact.turn.position import Position
from tests.commands import Capture, run

AUSTRALIA = {"Indonesia": 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2}

LOG = Path(__file__).parents[1] / "logs" / "battles.csv"

PNG = b"\x89PNG\r\n\x1a\n"


TURN = Position(
    "classic",
    {"Siam": 5},
    {"Indonesia": 2, "India": 1},
    {"Indonesia": RULES["capital"], "India": SINGLE_LOSS},
)
"""A turn with rules of its own."""


def names() -> list[str]:
    return [path.name for path in Path().iterdir() if path.name != "battles.csv"]


@pytest.fixture(autouse=True)
def in_a_directory_with_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "battles.csv").write_bytes(LOG.read_bytes())


@pytest.mark.parametrize(
    ("command", "draw"),
    [
        (
            "heat-map --attackers 3..5 --defenders 2..4 --armies --rules risiko",
            lambda: heat_map(range(2, 5), range(2, 5), RULES["risiko"], armies=True),
        ),
        ("outcomes 4 3 --rules single-loss", lambda: outcome_bars(3, 3, SINGLE_LOSS, armies=True)),
        ("net 4 3", lambda: net_results(3, 3, armies=True)),
        (
            "chain 8 3 2:capital --leave-behind 2,1 --retreat-at 3",
            lambda: campaign_odds(7, (3, 2), (STANDARD, RULES["capital"]), (2, 1), 2, armies=True),
        ),
        (
            "conquest --mine Siam=5 --take Indonesia --through India Indonesia=2:capital India=1 "
            "--move all --dice most --rules single-loss",
            lambda: conquest(TURN, "Indonesia", "India", "all", "most"),
        ),
        (
            "outcome-graph 3 2 --rules single-loss",
            lambda: outcome_graph(2, 2, SINGLE_LOSS, armies=True),
        ),
        (
            "lattice 6 4 --to 4 3 --rules single-loss",
            lambda: lattice((5, 4), (3, 3), SINGLE_LOSS, True),
        ),
        # the defaults are those of the library
        ("outcome-graph", lambda: outcome_graph(armies=True)),
        ("lattice", lambda: lattice(armies=True)),
        ("conquest", lambda: conquest(Position("classic", {"Siam": 14}, AUSTRALIA), "Australia")),
        (
            "conquest-gain --mine Siam=5 --take Indonesia --through India Indonesia=2:capital "
            "India=1 --move all --dice most --rules single-loss --vary siam=3..5",
            lambda: conquest_gain(
                TURN, ["Indonesia"], ["India"], "all", "most", "Siam", range(3, 6)
            ),
        ),
    ],
)
def test_what_is_written_is_what_the_library_draws(
    capsys: Capture, command: str, draw: Any
) -> None:
    counted = "--armies" not in command and not command.startswith("conquest")
    armies = ["--armies"] * counted
    assert run(capsys, "plot", *command.split(), *armies, "-o", "Picture.SVG") == (0, "", "")
    assert Path("Picture.SVG").read_bytes() == draw().svg()
    assert names() == ["Picture.SVG"]


def test_without_matplotlib(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(capsys, "plot", "outcomes", "12", "15", "-o", "a.svg") == (
        2,
        "",
        "riskexact: pictures need matplotlib, which is not installed: "
        "pip install 'riskexact[plot]'\n",
    )
    assert names() == []


def test_the_name_of_the_file_says_its_format(capsys: Capture) -> None:
    """Without one it is named after the kind, and said."""
    for file, start in (("net.png", PNG), ("net.PDF", b"%PDF")):
        assert run(capsys, "plot", "net", "2", "1", "-o", file) == (0, "", "")
        assert Path(file).read_bytes().startswith(start)
    assert run(capsys, "plot", "net", "2", "1") == (0, "net.svg\n", "")
    assert Path("net.svg").read_bytes() == net_results(2, 1).svg()


def test_every_kind_has_help_with_an_example_that_runs_and_can_be_dark(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples are run, but not drawn to the end: that is what takes time."""
    monkeypatch.setattr(Picture, "svg", lambda picture: repr(picture.dark).encode())
    status, out, err = run(capsys, "plot", "--help")
    assert (status, err) == (0, "")
    assert "example: riskexact plot " in out
    for kind in kinds():
        assert f"\n    {kind}" in out
        status, helped, err = run(capsys, "plot", kind, "--help")
        assert (status, err) == (0, "")
        assert f"usage: riskexact plot {kind}" in helped
        assert "%%" not in helped
        example = helped.partition("example: riskexact ")[2].split()
        assert example[:2] == ["plot", kind]
        assert run(capsys, *example, "--dark") == (0, "", "")
        file = Path(example[example.index("-o") + 1])
        assert file.read_text() == "True"
    assert run(capsys, "plot", "net", "2", "1", "-o", str(file)) == (0, "", "")
    assert file.read_text() == "False"
