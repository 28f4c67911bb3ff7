"""The libraries that shape the bytes of a publication's files, and which of them are installed."""

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


def installed_extras() -> tuple[str, ...]:
    """Return the extras whose libraries are installed."""
    return tuple(
        extra for extra in EXTRAS if all(_module(name) is not None for name in LIBRARIES[extra])
    )


def installed_libraries(extras: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of the libraries that shape the files of these extras.

    >>> list(installed_libraries(("data",)))
    ['numpy', 'pyarrow']
    """
    found = {}
    for name in sorted({name for extra in extras for name in LIBRARIES[extra]}):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def installed_versions(extras: tuple[str, ...] = EXTRAS) -> dict[str, str]:
    """Return the versions that a worker elsewhere must share.

    >>> list(installed_versions(()))
    ['riskexact']
    """
    return {"riskexact": VERSION, **installed_libraries(extras)}


def _module(library: str) -> object:
    return find_spec({"pillow": "PIL"}.get(library, library))
