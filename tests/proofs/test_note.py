"""The note: its checks, its numbers, and that `python -m proofs.note` makes it."""

import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

import riskexact as rx
from proofs import kernel
from proofs.note import checks
from proofs.note.__main__ import TEXT, VALUE, cited, completed, main, typeset
from proofs.note.battles import beaten, bulk, candidates, left_behind, line, ray
from proofs.note.battles import product as series
from proofs.note.pictures import ones
from proofs.note.values import last_exception, values
from proofs.specification import compared
from proofs.theorem import ProofError
from tests.programs import needs

NOTE = TEXT.read_text(encoding="utf-8")


def test_the_recursion_is_that_of_battles_and_campaigns() -> None:
    rows = beaten(9, ray(1))
    assert all(rows[d][a] == rx.win_probability(a, d) for a in range(1, 9) for d in range(1, 9))
    chance = rx.Campaign(11, (2, 1, 4)).win_probability
    assert type(chance) is Fraction
    assert line((2, 1, 4), ray(1))[11] == chance
    # in the bulk only losses count: 20 of 24 attackers are left
    assert beaten(5, ray(20))[5][24] - beaten(5, ray(21))[5][24] == bulk(5, 9)[4]


@pytest.mark.parametrize("garrisons", [(1,), (2,), (1, 2), (2, 2)])
def test_the_recursion_of_a_pair(garrisons: tuple[int, ...]) -> None:
    p, q, K = checks.p, checks.q, checks.kernel(garrisons)
    R = checks.source(K)
    for c in (1, 2, 3):
        behind = beaten(7, ray(c))
        Y = [line(garrisons, left_behind(f)) for f in behind]
        for j, a in product(range(3, 8), range(3, 12)):
            rest = (p[2] - q[2]) * K[3][a] * behind[j - 2][2] + R[a] * behind[j - 2][1]
            mean = p[2] * Y[j - 2][a] + p[1] * Y[j - 1][a - 1] + p[0] * Y[j][a - 2]
            assert Y[j][a] == mean - rest


def test_two_together_or_one_and_one() -> None:
    most = 12
    G = [bulk(n, most) for n in range(8)]
    even = [checks.p[0] ** (e // 2) * (e % 2 == 0) for e in range(most + 1)]
    one, two = [Fraction(0), *(checks.p[1] * x for x in even[:-1])], [checks.p[2] * x for x in even]
    U = [[Fraction(0)] * (most + 1), [Fraction(e == 0) for e in range(most + 1)]]
    for _ in range(4):
        U.append([x + y for x, y in zip(series(one, U[-1]), series(two, U[-2]), strict=True)])
    better = checks.minus(series(G[1], G[1]), G[2])
    for i, j in product((2, 3, 4), (2, 3, 4)):
        gain = checks.minus(series(G[i], G[j]), series(G[2], G[i + j - 2]))
        assert gain == series(series(two, two), series(series(U[i - 2], U[j - 2]), better))


@pytest.fixture(scope="module")
def lines() -> list[checks.Line]:
    return checks.lines()


def test_every_line_holds_and_its_numbers_too(lines: list[checks.Line]) -> None:
    for each in lines:
        assert each.decided() >= each.first
        assert min(each.numbers[each.first :]) >= 0, each.says
    assert [checks.powers(M) for M in checks.POWERS] == [25, 180]


def test_another_line_is_refused(lines: list[checks.Line]) -> None:
    for each in lines:
        at_first, later = list(each.numbers), list(each.numbers)
        at_first[each.first], later[each.first + 2] = Fraction(-1), Fraction(-1)
        for other in (at_first, later):
            with pytest.raises(ProofError, match="is not shown"):
                each._replace(numbers=other).decided()


def test_a_smaller_ratio_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for power, (A, B) in checks.RATIOS.items():
        monkeypatch.setattr(checks, "RATIOS", {power: (str(Fraction(A) - Fraction(1, 40)), B)})
        (line,) = checks.ratios()
        with pytest.raises(ProofError):
            line.decided()


def test_smaller_powers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for M, power in ((3, (1, 0, 1)), (4, (4, 14, 17)), (4, (2, 18, 21))):
        monkeypatch.setitem(checks.POWERS, M, power)
        with pytest.raises(ProofError):
            checks.powers(M)


def test_two_on_each_is_best_among_all_lines() -> None:
    """The theorem, by every line of up to four territories and eight defenders."""
    for k in (2, 3, 4):
        for n in range(k, 9):
            cuts = combinations(range(1, n), k - 1)
            ways = [tuple(b - a for a, b in zip((0, *c), (*c, n), strict=True)) for c in cuts]
            chances = {way: line(way, ray(1)) for way in ways}
            for a in range(16):
                least = min(each[a] for each in chances.values())
                assert least == min(chances[way][a] for way in candidates(k, n))
                if n >= 2 * k and a >= 2 * k:
                    assert chances[*[2] * (k - 1), n - 2 * (k - 1)][a] == least
    assert ones(4, 9)[4:9] == [3, 3, 1, 1, 0]
    assert [last_exception(k, 2 * k + 1) for k in (2, 3, 4)] == [3, 5, 7]


def test_every_number_in_the_text_comes_from_the_program() -> None:
    text = NOTE[: NOTE.index(r"\begin{thebibliography}")]
    body = VALUE.sub("", text[text.index(r"\begin{abstract}") :])
    body = re.sub(r"\\includegraphics\[.*?\]", "", body)
    assert not re.findall(r"\d{3,}|\d+\.\d+|\d+/\d+", body)


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(ProofError, match="the note has no numbers b"):
        completed(r"\val{a}\val{b}", {"a": "1"})
    assert cited(NOTE) <= compared(kernel.sources()).keys()
    assert "SaddlePoint.saddle_point" in cited(NOTE)


@needs("pdflatex")
@pytest.mark.tools
@pytest.mark.searches
def test_the_command_makes_the_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "note.pdf"
    assert main([str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out == f"{path}: every check of the note holds\n"
    named, made = (
        set(VALUE.findall(NOTE)),
        {name for name in values() if not re.match(r"\dv\d", name)},
    )
    assert made <= named, "numbers that nobody reads"
    with pytest.raises(ProofError, match="LaTeX: LaTeX Warning: Reference `nowhere' on page 1"):
        typeset(r"\documentclass{article}\begin{document}\ref{nowhere}\end{document}")
    assert main(["a", "b"]) == main(["--fresh"]) == 2
