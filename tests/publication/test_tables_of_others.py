"""Tables of others: what is read, what is right, and which mistake is named."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import riskexact as rx
from riskexact.base.errors import RiskError
from riskexact.base.text import number_text, telling_percent_text
from riskexact.publication.tables_of_others import check_table
from riskexact.publication.vectors.mistakes import MISTAKES, expected_with
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES

Cell = tuple[int, int]


def written(cells: dict[Cell, str], corner: str, random: Random) -> str:
    """A table as people write one: rows of one side or of the other, some delimiter."""
    rows, columns = (sorted({cell[n] for cell in cells}) for n in (0, 1))
    lines = [[corner, *map(str, columns)]]
    lines += [[str(row), *(cells[row, column] for column in columns)] for row in rows]
    delimiter = random.choice([",", ";", "\t", " | "])
    ends = random.choice(["\n", "\r\n"])
    return ends.join(delimiter.join(line) for line in lines) + random.choice(["", ends])


PRINTED: list[Callable[[Fraction], str]] = [
    lambda p: repr(float(p)),
    lambda p: f"{p.numerator}/{p.denominator}",
    lambda p: f"{float(p):.6g}",
    *(lambda p, n=n: f"{float(p):.{n}f}" for n in (3, 4, 5)),
    lambda p: f"{float(100 * p):.1f}",
    lambda p: f"{float(100 * p):.2f}%",
    telling_percent_text,
    lambda p: number_text(p, 4),
    lambda p: f"{float(p):.3f}".rstrip("0").rstrip("."),
]
"""How tables are printed."""

Table = tuple[Rules, dict[Cell, Fraction], str]


def sides(random: Random) -> list[list[int]]:
    """Sizes of both sides: up to ten numbers from some size on."""
    return [
        list(range(first := random.choice([1, 1, 1, 2, 3]), first + random.randint(4, 10)))
        for _ in range(2)
    ]


def rules_of(random: Random) -> Rules:
    own = Rules(random.randint(1, 4), random.randint(1, 3), random.choice([4, 6, 8]))
    return random.choice([rx.STANDARD, random.choice(list(RULES.values())), own])


def right_table(seed: int) -> tuple[Rules, dict[Cell, Fraction]]:
    random = Random(seed)
    rules, (attackers, defenders) = rules_of(random), sides(random)
    exact = rx.win_table(attackers, defenders, rules)
    return rules, {cell: Fraction(exact[cell]) for cell in exact}


def mistaken(rules: Rules, cells: dict[Cell, Fraction], mistake: str, which: int) -> Any:
    """What a program with the mistake has in these cells; None where that makes no sense."""
    found = {}
    for a, d in cells:
        asked = {"kind": "wins", "rules": rules, "attackers": a, "defenders": d}
        ways = expected_with(mistake, asked)
        if not ways:
            return None
        found[a, d] = ways[min(which, len(ways) - 1)]
    return found


def wrong_tables() -> Iterator[tuple[Rules, dict[Cell, str], str, set[str]]]:
    """Tables with mistakes that show, and the names of all that give the same table."""
    seed = 0
    names = [*MISTAKES, "cut", "simulation"]
    while True:
        seed += 1
        random = Random(1000 + seed)
        rules, exact = right_table(seed)
        printed, mistake = random.choice(PRINTED), random.choice(names)
        if mistake == "cut":
            places = random.choice([3, 4, 5])
            cut = {c: f"{int(p * 10**places) / 10**places:.{places}f}" for c, p in exact.items()}
            yield rules, cut, "attackers", {f"it is cut off after {places} decimals"}
            continue
        if mistake == "simulation":
            n = random.choice([1000, 10_000])
            shares = {
                c: Fraction(sum(random.random() < float(p) for _ in range(n)), n)
                for c, p in exact.items()
            }
            uncertain = sum(Fraction(1, 50) < p < Fraction(49, 50) for p in exact.values())
            if uncertain >= 25:
                yield rules, {c: str(float(p)) for c, p in shares.items()}, "attackers", {"sim"}
            continue
        found = mistaken(rules, exact, mistake, 0)
        if found is None or not all(0 <= p <= 1 for p in found.values()):
            continue
        text = {cell: printed(p) for cell, p in found.items()}
        if sum(printed(exact[c]) != text[c] for c in exact) < 4:
            continue
        same = {
            other
            for other in MISTAKES
            for way in range(4)
            if (made := mistaken(rules, exact, other, way))
            if all(printed(p) == text[c] for c, p in made.items())
        }
        yield rules, text, "attackers", same


def named_rightly(number: int, folder: Path) -> list[tuple[Rules, set[str], str | None]]:
    """Which of some wrong tables have another mistake named, or none."""
    failed = []
    for n, (rules, cells, corner, names) in zip(range(number), wrong_tables(), strict=False):
        file = folder / "odds.csv"
        file.write_text(written(cells, corner, Random(n)), encoding="utf-8", newline="")
        found = check_table(file, rules)
        assert found.wrong
        said = found.mistake or ""
        if said not in names and not (names == {"sim"} and said.startswith("simulation of about")):
            failed.append((rules, names, found.mistake))
    return failed


def accused(number: int, folder: Path) -> int:
    """How many of some right tables have a wrong cell, or a mistake."""
    wrong = 0
    for seed in range(number):
        random = Random(seed)
        rules, exact = right_table(seed)
        printed = random.choice(PRINTED)
        turned = random.choice([False, True])
        cells = {(c[::-1] if turned else c): printed(p) for c, p in exact.items()}
        corner = random.choice(["", "defenders" if turned else "attackers"])
        file = folder / "odds.csv"
        file.write_text(written(cells, corner, random), encoding="utf-8", newline="")
        found = check_table(file, rules)
        wrong += bool(found.wrong or found.mistake)
        assert found.cells == len(exact)
        assert not corner or found.orientation == corner
    return wrong


def test_wrong_tables_are_diagnosed(tmp_path: Path) -> None:
    """`python -m tests.publication.test_tables_of_others` tries a hundred."""
    assert named_rightly(6, tmp_path) == []


def test_right_tables_are_not_accused(tmp_path: Path) -> None:
    assert accused(10, tmp_path) == 0


def test_doubles_are_right_and_the_next_ones_in_decimals_are_not(tmp_path: Path) -> None:
    """A program in double precision has few units in the 16th digit wrong."""
    size, chances = range(1, 21), {(a, d): float(a > 0) for a in range(21) for d in (-1, 0)}
    chances |= {(a, d): 0.0 for a in (-1, 0) for d in range(1, 21)}
    for a, d in sorted((a, d) for a in size for d in size):
        counts = rx.loss_counts(min(a, 3), min(d, 2))
        ends = enumerate(n / sum(counts) for n in counts)
        chances[a, d] = sum(p * chances[a + n + 1 - len(counts), d - n] for n, p in ends)
    exact = {cell: p for cell, p in chances.items() if min(cell) > 0}
    assert any(Fraction(p) != float(rx.win_probability(*cell)) for cell, p in exact.items())
    for printed, is_right in ((repr, True), (lambda p: repr(p * (1 + 1e-13)), False)):
        file = tmp_path / "odds.csv"
        cells = {cell: printed(p) for cell, p in exact.items()}
        file.write_text(written(cells, "attackers", Random(1)), encoding="utf-8")
        assert len(check_table(file).wrong) == (0 if is_right else len(exact))


def test_rules_by_name(tmp_path: Path) -> None:
    file = tmp_path / "odds.csv"
    file.write_text("1 2 3\n1 15/36 25/144 125/1728", encoding="utf-8")
    assert (check_table(file, "ksirk").wrong, check_table(file, "any").rules.name) == ((), "ksirk")
    with pytest.raises(RiskError, match="not 'riskio'; did you mean 'risiko'"):
        check_table(file, "riskio")


def test_the_sides_are_exchanged_where_the_corner_says_which_they_are(tmp_path: Path) -> None:
    """Else the table has the defenders in its rows."""
    exact = rx.win_table(range(1, 6), range(1, 6))
    cells = {(d, a): f"{float(p):.4f}" for (a, d), p in exact.items()}
    for corner, side in (("attackers", "attackers"), ("", "defenders"), ("att / def", "defenders")):
        file = tmp_path / "odds.csv"
        file.write_text(written(cells, corner, Random(1)), encoding="utf-8")
        found = check_table(file, "standard")
        assert (found.orientation, bool(found.wrong)) == (side, corner == "attackers")
        assert found.mistake == ("the sides are exchanged" if found.wrong else None)


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as there:
        failed = named_rightly(100, Path(there))
        print(
            f"{100 - len(failed)} of 100 wrong tables named rightly; not these:", *failed, sep="\n"
        )
        print(f"{accused(100, Path(there))} of 100 right tables accused")
