"""The documents that a publication cites, as `sources.toml` lists them."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from riskexact.base.frozen import FrozenMapping, NamedTuple


class Source(NamedTuple):
    """A document: its title, author (if named), date and address (if known)."""

    title: str
    author: str = ""
    date: str = ""
    address: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.author, self.title, self.date)))


SOURCES: Mapping[str, Source] = FrozenMapping(
    {
        name: Source(**fields)
        for name, fields in tomllib.loads(
            files("riskexact.publication").joinpath("sources.toml").read_text(encoding="utf-8")
        ).items()
    }
)
"""The sources by name: the four of the closed forms, and the literature."""
