"""Writes the API reference as pages: `python -m tests.publication.reference DIRECTORY`."""

import sys
from pathlib import Path

from riskexact.publication import site


def main() -> None:
    for path, content in site._reference().items():
        file = Path(sys.argv[1], path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    main()
