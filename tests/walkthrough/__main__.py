"""`python -m tests.walkthrough`: run the walk, and write what it prints and its pictures."""

from pathlib import Path

from tests.readme import refreshed

README = Path(__file__).parent / "README.md"

if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
