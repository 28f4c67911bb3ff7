"""`python -m tests.walkthrough`: run the walk, and write what it prints and its pictures."""

from pathlib import Path

from tests.readme import refreshed
from tests.walkthrough.pictures import PICTURES, drawn_by, small_png, with_alternatives

FOLDER = Path(__file__).parent
README = FOLDER / "README.md"
DRAWN_BY = FOLDER / "drawn-by.json"

if __name__ == "__main__":
    pictures = {name: draw() for name, draw in PICTURES.items()}
    for name, picture in pictures.items():
        (FOLDER / name).write_bytes(small_png(picture))
    DRAWN_BY.write_text(drawn_by(), encoding="utf-8")
    text = refreshed(README.read_text(encoding="utf-8"))
    README.write_text(with_alternatives(text, pictures), encoding="utf-8")
