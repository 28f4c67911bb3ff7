"""`riskexact plot`: pictures as SVG and PNG files."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from riskexact.base.arguments import shown
from riskexact.base.errors import RiskError
from riskexact.cli.options import Commands, Parser, add_rules
from riskexact.cli.output import write_whole

if TYPE_CHECKING:
    from riskexact.pictures.picture import Picture

KINDS = {
    "heat-map": "plots",
    "outcomes": "plots",
    "net": "plots",
    "chain": "plots",
    "outcome-graph": "boards",
    "flow-chart": "boards",
    "lattice": "boards",
    "calls": "boards",
}
"""The module of each kind of picture: it has a function `add_<kind>`."""

SUFFIXES = (".svg", ".png")


def add_plot(commands: Commands) -> None:
    """Add the command, and under it every kind of picture."""
    parser = commands.add_parser(
        "plot",
        help="a picture, as an SVG or PNG file",
        description="A picture, as an SVG or PNG file, with alternative text inside.",
        epilog="example: riskexact plot outcomes 12 15 -o outcomes.svg",
    )
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    for name, module in KINDS.items():
        home = import_module(f"riskexact.cli.{module}")
        getattr(home, f"add_{name.replace('-', '_')}")(kinds)


def add_kind(
    kinds: Commands,
    name: str,
    make: "Callable[[Namespace], Picture]",
    help: str,  # noqa: A002
    example: str,
    rules: str = "standard",
) -> Parser:
    """Add a kind of picture with its help, its example, `--rules` and `-o`.

    `make` returns the picture of what was typed; `rules` says what is taken where no rule set is
    named.
    """
    parser = kinds.add_parser(
        name, help=help, description=help[0].upper() + help[1:] + ".", epilog=f"example: {example}"
    )
    parser.set_defaults(run=partial(run_plot, make))
    add_rules(parser, rules)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="write to FILE, whole or not at all; it ends in .svg or .png",
    )
    return parser


def run_plot(make: "Callable[[Namespace], Picture]", options: Namespace) -> int:
    """Write the picture in the form that its name asks for."""
    suffix = next((s for s in SUFFIXES if options.output.lower().endswith(s)), None)
    if suffix is None:
        allowed = " or ".join(SUFFIXES)
        raise RiskError(f"output must end in {allowed}, not {shown(options.output)}")
    picture = make(options)
    write_whole(options.output, picture.svg() if suffix == ".svg" else picture.png())
    return 0
