"""What can be read off a picture: its texts, and where they stand."""

from itertools import combinations
from math import prod

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from riskexact.base.drawing.picture import look
from riskexact.pictures import Picture


def axes_of(picture: Picture) -> Axes:
    """Return the only axes of a picture."""
    (axes,) = picture.figure.axes
    return axes


def texts(picture: Picture) -> list[str]:
    """Return everything that is written in a picture of one axes, but for its title."""
    return [text.get_text() for text in axes_of(picture).texts]


def crowded(picture: Picture) -> list[str]:
    """Return the texts that overlap, or that do not fit on the picture, as messages."""
    figure = picture.figure
    with look():
        figure.draw_without_rendering()
        renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
        boxes = {text: text.get_window_extent(renderer) for text in _written(picture)}
    page = figure.bbox
    found = [
        f"{text.get_text()!r} does not fit"
        for text, box in boxes.items()
        if not (page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1)
    ]
    for one, other in combinations(boxes, 2):
        common = Bbox.intersection(boxes[one], boxes[other])
        if common is not None and prod(common.size) > 1:
            found.append(f"{one.get_text()!r} and {other.get_text()!r} overlap")
    return found


def _written(picture: Picture) -> list[Text]:
    return [text for text in picture.figure.findobj(Text) if text.get_text()]
