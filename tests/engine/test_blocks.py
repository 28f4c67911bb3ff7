"""The bounds of `engine.blocks`, against what they bound; `test_engine_decimals` has the sums."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import isqrt

import pytest
from flint import acb, arb, ctx, fmpq_poly

from riskexact.engine.balls import UndecidedError
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


def test_there_is_no_aliasing_beyond_the_weights() -> None:
    (block,) = made((1, 4), 6)[:1]
    assert (block.first, block.width) == (5, 4)  # indices 0 to 8
    for m, above, below in [(2, True, True), (3, True, True), (4, False, True), (6, False, True)]:
        assert (block._aliasing(m, 1) > 0, block._aliasing(m, -1) > 0) == (above, below)
    assert block._aliasing(7, -1) == 0


@pytest.mark.parametrize("side", [1, -1])
def test_aliasing_is_bounded_by_a_whole_geometric_series(side: int) -> None:
    """On the other circle the terms fall off by a factor at least, one m after the other."""
    for block, _, _ in named_blocks():
        other, bound = block._saddle(block.i + 4 * side), block._aliasing(4, side)
        if bound > 0:
            q = (block.R / other) ** (4 * side)
            series = sum((q**k for k in range(1, 100)), arb(0))
            assert bound > block.bound(other) * series * (1 - NARROW)


def test_a_block_is_found_with_hardly_any_precision() -> None:
    for block, counts, _ in named_blocks():
        found = block.value(block.most * (1 - arb(2) ** -20))
        assert found.overlaps(exact_sum(block, counts, 0))


def test_less_than_no_precision_is_undecided() -> None:
    for block, _, _ in named_blocks():
        with pytest.raises(UndecidedError):
            block.value(block.most * (1 + arb(2) ** -20))


def test_a_block_that_is_not_finite_is_undecided() -> None:
    endless = [[arb(1), arb(1), arb("inf")]]
    for block in blocks(fmpq_poly([1, 2, 1]) / 4, 1, endless):
        with pytest.raises(UndecidedError):
            block.value(arb(1))


def test_blocks_follow_upon_each_other_up_to_the_end() -> None:
    P = fmpq_poly([1, 2, 1]) / 4
    ones = [arb(1)] * 200
    for end in range(1, 26):
        found = blocks(P, 3, [ones[:end], ones[: end - 1]])
        assert [block.first for block in found] == list(range(1, end, 4))
    for block, after in pairwise(blocks(P, 3, [ones])):
        assert block.width == max(4, isqrt(block.first - 2)) == after.first - block.first


def named_blocks() -> Iterator[tuple[Block, tuple[int, ...], arb]]:
    """Blocks with what is negligible in them."""
    with ctx.workprec(200):
        for counts in COUNTS:
            for i in (0, 5, 20):
                for block in made(counts, i)[:-1]:
                    for bits in (20, 60):
                        if block.most > 0:
                            yield block, counts, block.most * arb(2) ** -bits


def test_the_number_of_nodes_is_about_the_least_that_will_do() -> None:
    for block, _, negligible in named_blocks():
        m, aliasing = block._nodes(negligible)
        assert m % 2 == 0
        assert aliasing == block._aliasing(m, 1) + block._aliasing(m, -1) < negligible
        least = 2
        while not block._aliasing(least, 1) + block._aliasing(least, -1) < negligible:
            least += 2
        assert m <= 1.5 * least + 8


def test_nodes_are_left_out_where_the_integrand_is_small_and_nowhere_else() -> None:
    left_out = 0
    for block, counts, negligible in named_blocks():
        small = negligible / block.most
        for m in (8, 30):
            sizes = []
            for j in range(m // 2):
                angle = (2 * j + 1) * arb.pi() / m
                x = acb(block.R * angle.cos(), block.R * angle.sin())
                P, PR = (
                    sum((c * at**k for k, c in enumerate(counts)), acb(0))
                    for at in (x, acb(block.R))
                )
                sizes.append(abs(P / PR) ** block.first)
            kept = block._kept(m, small)
            assert kept == [j for j, each in enumerate(sizes) if not each < small]
            left_out += m // 2 - len(kept)
    assert left_out > 50


def test_the_radius_of_a_sum_covers_what_is_left_out() -> None:
    for block, counts, negligible in named_blocks():
        found = block.value(negligible)
        assert found.overlaps(exact_sum(block, counts, 0))
        assert negligible < found.rad() < negligible * arb("2.001")
