"""Where the territories of the classic map stand in a drawing: `layout.toml`."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pkgutil import get_data

from riskexact.base.frozen import NamedTuple

Place = tuple[int, int]


class MapLayout(NamedTuple):
    """Where territories stand: x grows to the east, y to the south.

    - `width`, `height`: the size of the drawing;
    - `at`: the place of each territory;
    - `again`: where some stand behind the edge too, beside those that they border there.
    """

    width: int
    height: int
    at: Mapping[str, Place]
    again: Mapping[str, Place]


@lru_cache(maxsize=1)
def classic_layout() -> MapLayout:
    """Return where the territories of the classic map stand.

    >>> layout = classic_layout()
    >>> layout.at["Alaska"], layout.again["Kamchatka"]
    ((55, 70), (-65, 70))
    """
    data = get_data("riskexact.boards", "layout.toml")
    assert data is not None
    table = tomllib.loads(data.decode())
    at, again = ({t: (x, y) for t, (x, y) in table[key].items()} for key in ("at", "again"))
    return MapLayout(table["width"], table["height"], at, again)
