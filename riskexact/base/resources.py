"""What lies in the package: its features, and its files that are no modules."""

from importlib.util import find_spec
from pkgutil import get_data


def is_there(module: str) -> bool:
    """Return whether a module of the package can be imported: a feature may be left out.

    >>> is_there("riskexact.base"), is_there("riskexact.chess.rules")
    (True, False)
    """
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def package_bytes(name: str, folder: str) -> bytes:
    """Return a file that lies in a folder of the package.

    >>> package_bytes("icon.svg", "base.pages")[:4]
    b'<svg'
    """
    data = get_data(f"riskexact.{folder}", name)
    assert data is not None
    return data


def package_text(name: str, folder: str) -> str:
    """Return a text file that lies in a folder of the package."""
    return package_bytes(name, folder).decode()
