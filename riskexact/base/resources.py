"""The files of the package that are no modules."""

from pkgutil import get_data


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
