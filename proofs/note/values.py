"""Every number in the text of the note, by the name that stands there in its place."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import riskexact as rx
from proofs.note.battles import candidates, chances, line, ray
from proofs.note.checks import POWERS, RATIOS, Line, lines, m, powers
from proofs.theorem import ProofError
from riskexact.base.version import VERSION
from riskexact.game.bellman import certified
from riskexact.odds.price import price
from riskexact.rules import STANDARD
from riskexact.rules.dice import loss_counts

DUELS = range(1, 21)
"""The reinforcements for which the theorem on two territories is checked."""

GARRISONS = 1, 2, 3, 5, 10, 20, 50, 100
"""The garrisons whose prices are printed."""

LARGE = {"large": (100, 100), "larger": (1000, 1200)}
"""Attackers and defenders of large battles."""

EXAMPLE = (14, [(2, 2, 8), (1, 1, 10), (1, 2, 9), (4, 4, 4), (8, 2, 2), (10, 1, 1)])
"""Attackers, and lines that they attack."""

SHARP = range(2, 7), range(6)
"""Territories, and how many defenders more than two on each."""

Values = Iterator[tuple[str, object]]


def values() -> dict[str, str]:
    """Return the numbers by name; raise `ProofError` if a check fails."""
    parts = (rounds(), odds(), prices(), examples(), sharp(), duels(), checks())
    return {"version": VERSION} | {name: str(value) for part in parts for name, value in part}


def rounds() -> Values:
    """Yield the counts of rounds, whole, and in lowest terms the chance that nobody is hit."""
    for x, y in ((3, 2), (2, 2), (3, 1), (2, 1), (1, 2), (1, 1)):
        counts, dice = loss_counts(x, y), f"{x}v{y}"
        yield dice, sum(counts)
        yield from ((f"{dice}:{i}", count) for i, count in enumerate(counts))
        lowest = Fraction(counts[0], sum(counts))
        yield f"{dice}:0:less", lowest.numerator
        yield f"{dice}:less", lowest.denominator


def odds() -> Values:
    """Yield some odds."""
    yield "Q:3:2", rx.win_probability(3, 2)
    yield "large:digits", len(str(rx.win_probability(*LARGE["large"]).numerator))
    for name, (a, d) in LARGE.items():
        yield f"{name}:a", a
        yield f"{name}:d", d
        yield f"{name}:win", rx.win_decimal(a, d, digits=10)


def prices() -> Values:
    """Yield the closed form of the price, and a table."""
    p, (ell, w) = chances(3, 2), chances(3, 1)
    alpha, rho = (2 * p[0] + p[1]) / (p[1] + 2 * p[2]), -p[2] / (p[1] + p[2])
    beta = (alpha - ell / w) / (1 - rho)
    for name, value in (("alpha", alpha), ("beta", beta), ("rho", -rho)):
        yield f"{name}:above", value.numerator
        yield f"{name}:below", value.denominator
    yield "alpha", f"{float(alpha):.4f}\\ldots"
    yield "beta", f"{float(beta):.4f}\\ldots"
    yield "price:1", ell / w
    for d in GARRISONS:
        if price(d).mean != alpha * d - beta * (1 - rho**d):
            raise ProofError(f"the note: another price of {d} defenders")
    yield "price:columns", "r" * len(GARRISONS)
    yield "price:defenders", row(GARRISONS)
    yield "price:row", row(f"{float(price(d).mean):.3f}" for d in GARRISONS)
    yield "price:even", row(rx.attackers_needed(d, chance="50%") for d in GARRISONS)


def examples() -> Values:
    """Yield the chances of some lines."""
    attackers, garrisons = EXAMPLE
    yield "line:a", attackers
    yield "line:n", sum(garrisons[0])
    yield "line:k", len(garrisons[0])
    yield "line:columns", "r" * len(garrisons)
    yield "line:garrisons", row(", ".join(map(str, each)) for each in garrisons)
    yield "line:chances", row(f"{float(line(each, ray(1))[attackers]):.4f}" for each in garrisons)


def sharp() -> Values:
    """Yield the most attackers against whom two on each is not best."""
    territories, more = SHARP
    yield "sharp:columns", "r" * len(more)
    yield "sharp:head", row(f"$n=2k+{m}$" if m else "$n=2k$" for m in more)
    yield (
        "sharp:rows",
        "\n".join(
            f"{k} & {row(last_exception(k, 2 * k + m) for m in more)}\\\\" for k in territories
        ),
    )


def last_exception(k: int, n: int) -> int:
    """Return the most attackers against whom two on each, the rest behind, is not best."""
    two, *others = (line(each, ray(1)) for each in candidates(k, n))
    return max(a for a in range(3 * k) if any(other[a] < two[a] for other in others))


def duels() -> Values:
    """Yield the limits of the best policy on two territories, and what proves it."""
    found = {r: certified(STANDARD, r) for r in DUELS}
    limits: dict[int, tuple[int, ...]] = {}
    for r, certificate in found.items():
        if certificate is None:
            raise ProofError(f"the note: no policy for {r} armies a turn")
        limits[r] = tuple(len(row) - 1 for row in certificate.policy.rows[1:3])
        chance = rx.duel(1, 1, r).lower
        lost = chances(1, 1)[0] * chances(2, 1)[0] * chances(3, 1)[0] ** (r - 2)
        if r >= 3 and chance != 1 / (1 + lost):
            raise ProofError(f"the note: another chance in a duel with {r} armies a turn")
    yield "limits:columns", "r" * len(found)
    yield "limits:r", row(found)
    for i, name in enumerate(("two", "three")):
        yield f"limits:{name}", row(limit[i] for limit in limits.values())
    three, chance = found[3], rx.duel(1, 1, 3).lower
    assert three is not None
    yield (
        "core:rows",
        "\n".join(
            f"$x={x}$ & {row(f'{float(three.core[x, y]):.7f}' for y in (1, 2, 3))}\\\\"
            for x in (1, 2, 3)
        ),
    )
    yield "duel:above", chance.numerator
    yield "duel:below", chance.denominator
    yield "duel", f"{float(chance):.6f}\\ldots"
    yield "duel:lines", len(three.claims)
    yield (
        "duel:place",
        max(claim.settled for each in found.values() if each for claim in each.claims),
    )
    every = [chances(x, y) for x in (1, 2, 3) for y in (1, 2)]
    yield "duel:least", min(min(each[0], each[-1]) for each in every)


def checks() -> Values:
    """Yield the checks of `proofs.note.checks`, each made, as a table."""
    said: dict[str, list[tuple[Line, int]]] = {}
    for each in lines():
        said.setdefault(each.says, []).append((each, each.decided()))
    numbers, rows = 0, []
    for says, cases in said.items():
        one, _ = cases[0]
        compared = sum(place - each.first + 2 * sum(each.roots.values()) for each, place in cases)
        rays = [str(each.case) for each, _ in cases if each.case]
        of = f", $c={','.join(rays)}$" if rays else ""
        rows.append(f"${says}${of} & {one.first} & {roots(one)} & {compared}\\\\")
        numbers += compared
    yield "checks:rows", "\n".join(rows)
    yield "checks:lines", sum(map(len, said.values()))
    yield "checks:numbers", numbers
    yield (
        "ratio:rows",
        "\n".join(f"{t} & {A} & {B} & {float(m(t)):g}\\\\" for t, (A, B) in RATIOS.items()),
    )
    _, first, last = POWERS[4]
    yield "table:first", first
    yield "table:last", last
    yield "table:numbers", sum(map(powers, POWERS))


def roots(each: Line) -> str:
    """Return the roots in LaTeX, with their multiplicity."""
    return ", ".join(
        f"${name}$" + (f" ({times} times)" if times > 1 else "")
        for name, times in each.roots.items()
        if times
    )


def row(cells: Iterable[object]) -> str:
    """Return the cells of a row in LaTeX."""
    return " & ".join(map(str, cells))
