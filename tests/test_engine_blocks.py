"""The bounds of `engine.blocks`, against what they bound; `test_engine_decimals` has the sums."""

from functools import cache

import pytest
from flint import arb, ctx, fmpq_poly

from riskexact.engine.blocks import Block, blocks

COUNTS = [(2, 3, 1), (1, 4), (1, 0, 2, 3)]
LINES = [[arb(n % 3 + 1) for n in range(30)], [arb(n % 4 + 1) for n in range(30)]]
NARROW = arb(2) ** -60


def made(counts: tuple[int, ...], i: int) -> list[Block]:
    return blocks(fmpq_poly(list(counts)) / sum(counts), i, LINES)


@cache
def weights(counts: tuple[int, ...], n: int) -> fmpq_poly:
    """P^n."""
    return (fmpq_poly(list(counts)) / sum(counts)) ** n


def exact_sum(block: Block, counts: tuple[int, ...], shift: int) -> arb:
    """Σ_r Σ_n h_r(n) T(n, i + shift - r) over the block."""
    return sum(
        (
            line[k] * arb(weights(counts, n)[block.i + shift - r])
            for r, line in enumerate(block.lines)
            for k, n in enumerate(range(block.first, block.first + block.width))
            if block.i + shift >= r
        ),
        arb(0),
    )


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("i", [0, 5, 20])
def test_the_bound_on_a_circle(counts: tuple[int, ...], i: int) -> None:
    """It is Σ h(n) P(R)^n R^-i, rounded up, and no less than the sum anywhere."""
    with ctx.workprec(128):
        for block in made(counts, i):
            total = exact_sum(block, counts, 0)
            assert block.most > total or block.most == total == 0
            for R in (arb(1) / 3, arb(1), arb(2)):
                P = sum((c * R**k for k, c in enumerate(counts)), arb(0)) / sum(counts)
                value = sum(
                    (
                        line[k] * P**n * R ** (r - i)
                        for r, line in enumerate(block.lines)
                        for k, n in enumerate(range(block.first, block.first + block.width))
                    ),
                    arb(0),
                )
                found = block.bound(R)
                assert found > total or found == total == 0
                assert abs(found - value) <= NARROW * value
                assert not found < value


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("i", [0, 5, 20])
@pytest.mark.parametrize("side", [1, -1])
def test_the_bound_of_aliasing(counts: tuple[int, ...], i: int, side: int) -> None:
    """At least the weights a whole number of times m away, on the circle of the block."""
    with ctx.workprec(128):
        for block in made(counts, i)[:-1]:  # the last may be wider than the lines
            for m in range(2, 60, 3):
                shifts = range(side * m, side * 80, side * m)
                exact = sum((exact_sum(block, counts, k) * block.R**k for k in shifts), arb(0))
                found = block._aliasing(m, side)
                assert found == exact == 0 or exact < found < 512 * exact
