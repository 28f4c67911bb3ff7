"""`riskexact plot`: pictures as SVG, PNG and PDF files; the features have the kinds."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from importlib import import_module

from riskexact.base.arguments import short_repr
from riskexact.base.errors import RiskError
from riskexact.base.files import write_whole
from riskexact.base.frozen import NamedTuple
from riskexact.cli.output import emit
from riskexact.cli.parser import NO_OPTIONS, Command, Option, asked_mode
from riskexact.features import parts

COMMAND = Command(
    "a picture, as an SVG, PNG or PDF file, with alternative text inside",
    "plot outcomes 12 15 -o outcomes.png",
    "",
    common="",
    group="Tables and pictures",
)

ENDINGS = "svg", "png", "pdf"
"""The methods of `Picture`, and the endings of files."""

OF_EVERY_KIND: dict[str, Option | str] = {
    "--dark": "draw on a dark ground",
    "--output": Option(
        "FILE", "an .svg, .png or .pdf file (default: one called as the picture, and printed)"
    ),
}


class Kind(NamedTuple):
    """A kind of picture: a function of the pictures of its feature, and how its arguments are read.

    - `own`: options that few kinds have.
    """

    draw: str
    read: Callable[[Namespace], tuple[object, ...]]
    options: str
    help: str
    example: str
    own: Mapping[str, Option | str] = NO_OPTIONS
    rules: str = "--rules"

    def command(self, name: str) -> Command:
        """Return the command that draws a picture of this kind."""
        return Command(
            self.help,
            f"plot {name} {self.example} -o {name}.svg".replace("  ", " "),
            self.options,
            common=f"{self.rules} --dark --output",
            own={**OF_EVERY_KIND, **self.own},
        )


def kinds() -> dict[str, Kind]:
    """Return the kinds of pictures of the features that are here, by name."""
    return {name: kind for part in parts("commands.plot") for name, kind in part.KINDS.items()}


def run(options: Namespace) -> int:
    """Write the picture in the format that the name of the file ends in."""
    (part,) = (part for part in parts("commands.plot") if options.kind in part.KINDS)
    kind, output = part.KINDS[options.kind], options.output
    output = f"{options.kind}.svg" if output is None else output
    ending = next((each for each in ENDINGS if output.lower().endswith(f".{each}")), None)
    if ending is None:
        raise RiskError(f"output must end in .svg, .png or .pdf, not {short_repr(output)}")
    drawn, mode = kind.read(options), asked_mode(options)
    mode.pop("retreat_at", None)  # which is among what is drawn
    # matplotlib takes its time, so it is imported when nothing is left to refuse
    pictures = import_module(part.__name__.replace(".commands.plot", ".pictures"))
    picture = getattr(pictures, kind.draw)(*drawn, dark=options.dark, **mode)
    write_whole(output, getattr(picture, ending)())
    if options.output is None:
        emit(output + "\n", None)
    return 0
