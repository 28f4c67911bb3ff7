"""The pictures of the note, by the name of their file."""

from typing import TYPE_CHECKING

from proofs.note.battles import MOST, candidates, line, ray
from riskexact.base.drawing.picture import ATTACKER, INK, PALE, PAPER, Picture, chart
from riskexact.game.pictures.duel_policy import duel_policy
from riskexact.pictures import heat_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TERRITORIES, ATTACKERS, GARRISONS = 4, range(4, 15), range(8, 19)
"""Of the picture of the best line."""


def pictures() -> dict[str, Picture]:
    """Return the pictures."""
    return {"odds": heat_map(), "line": best_line(), "duel": duel_policy()}


def best_line() -> Picture:
    """Return how many ones the best line has, by attackers and defenders."""
    found = {n: ones(TERRITORIES, n) for n in GARRISONS}
    last = max(a for a in ATTACKERS if any(best[a] for best in found.values()))
    return chart(
        f"Two on each is best from {last + 1} attackers on",
        f"How many of the {TERRITORIES - 1} garrisons in front are one, the others two",
        "; ".join(f"{n} defenders: {[best[a] for a in ATTACKERS]}" for n, best in found.items()),
        lambda axes: _draw(axes, found),
        size=(6.4, 3.6),
    )


def ones(k: int, n: int) -> list[int]:
    """Return the number of ones in the best candidate, the fewest, by attackers."""
    chances = [line(each, ray(1)) for each in candidates(k, n)]
    return [min(range(k), key=[each[a] for each in chances].__getitem__) for a in range(MOST)]


def _draw(axes: "Axes", found: dict[int, list[int]]) -> None:
    """Draw a cell for each battle, the darker the more ones."""
    for n, best in found.items():
        for a in ATTACKERS:
            strong = best[a] / (TERRITORIES - 1)
            style = {"color": ATTACKER, "alpha": strong} if best[a] else {"color": PALE}
            axes.barh(n, 1, 1, a - 0.5, edgecolor=PAPER, linewidth=0.5, **style)
            color = PAPER if strong > 0.6 else INK
            axes.text(a, n, str(best[a]), ha="center", va="center", color=color, fontsize=8)
    axes.set(xlim=(ATTACKERS[0] - 0.5, ATTACKERS[-1] + 0.5), xticks=ATTACKERS, yticks=GARRISONS)
    axes.set_ylim(GARRISONS[-1] + 0.5, GARRISONS[0] - 0.5)
    axes.set_xlabel("attackers", color=INK)
    axes.set_ylabel("defenders", color=INK)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
