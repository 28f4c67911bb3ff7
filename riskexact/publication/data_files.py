"""The data files of a publication (a stub: the win probabilities as CSV)."""

from riskexact.digits import decimal_text, fraction_text
from riskexact.publication.plan import Edition, Tile
from riskexact.publication.values import Values


def win_csv(edition: Edition, tile: Tile, values: Values) -> bytes:
    """Return the file."""
    cells = values.win(edition.rules, tile)
    lines = ["attackers,defenders,fraction,decimal"]
    for a in tile.attackers:
        for d in tile.defenders:
            value = cells[a, d]
            lines.append(f"{a},{d},{fraction_text(value)},{decimal_text(value)}")
    return "\n".join([*lines, ""]).encode()
