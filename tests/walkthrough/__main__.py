"""`python -m tests.walkthrough`: run the walk, and write what it prints, its table and pictures."""

from pathlib import Path

from tests.readme import ROOT, refreshed
from tests.walkthrough.claims import TABLE, table
from tests.walkthrough.pictures import (
    MAP_PICTURES,
    PICTURES,
    drawn_by,
    small_png,
    with_alternatives,
)

FOLDER = Path(__file__).parent
README = FOLDER / "README.md"
MAPS = ROOT / "riskexact" / "turn" / "README.md"
ILLUSTRATED = {README: PICTURES, MAPS: MAP_PICTURES}
DRAWN_BY = FOLDER / "drawn-by.json"

if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    for readme, drawn in ILLUSTRATED.items():
        pictures = {name: draw() for name, draw in drawn.items()}
        for name, picture in pictures.items():
            (FOLDER / name).write_bytes(small_png(picture))
        text = refreshed(readme.read_text(encoding="utf-8"))
        readme.write_text(with_alternatives(text, pictures), encoding="utf-8")
    DRAWN_BY.write_text(drawn_by(), encoding="utf-8")
