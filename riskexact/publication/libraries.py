"""The libraries that shape the bytes of a publication's files, and which of them are installed."""

import sqlite3
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from riskexact.base.version import VERSION
from riskexact.publication.plan import EXTRAS

LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "data": ("numpy", "pyarrow"),
    "plot": ("matplotlib", "numpy", "pillow"),
}
"""The libraries of each extra, on whose versions the bytes of its files depend."""

LEFT_OUT = {
    "data": "Parquet files are left out, which need numpy and pyarrow",
    "plot": "pictures are left out, which need matplotlib",
}
"""The note about a missing extra."""


def shaped_by(path: str, extra: str | None) -> tuple[str, ...]:
    """Return the libraries on which the bytes of a file depend, which needs this extra.

    >>> shaped_by("data.sqlite", None), shaped_by("win.parquet", "data"), shaped_by("a.svg", None)
    (('sqlite',), ('numpy', 'pyarrow'), ())
    """
    if path.endswith(".sqlite"):
        return ("sqlite",)
    return LIBRARIES[extra] if extra else ()


def installed_extras() -> tuple[str, ...]:
    """Return the extras whose libraries are installed."""
    return tuple(
        extra for extra in EXTRAS if all(_module(name) is not None for name in LIBRARIES[extra])
    )


def installed_libraries(extras: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of the libraries that shape the files of these extras.

    >>> sorted(installed_libraries(()))
    ['sqlite']
    """
    found = {"sqlite": sqlite3.sqlite_version}
    for name in sorted({name for extra in extras for name in LIBRARIES[extra]}):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return dict(sorted(found.items()))


def installed_versions(extras: tuple[str, ...] = EXTRAS) -> dict[str, str]:
    """Return the versions that a worker elsewhere must share: SQLite files are put together here.

    >>> list(installed_versions(()))
    ['riskexact']
    """
    libraries = installed_libraries(extras)
    del libraries["sqlite"]
    return {"riskexact": VERSION, **libraries}


def _module(library: str) -> object:
    return find_spec({"pillow": "PIL"}.get(library, library))
