"""Prime factors of numbers that are made of dice: small ones, by trial division."""

LARGEST_DIVISOR = 1 << 14


class UnfactoredError(ArithmeticError):
    """A number that small primes do not factor."""


def prime_factors(n: int) -> set[int]:
    """Return the primes that divide n >= 1, by trial division up to 2^14.

    Raises `UnfactoredError` where that does not do.

    >>> sorted(prime_factors(2275))
    [5, 7, 13]
    """
    found, p = set(), 2
    while p * p <= n:
        if p > LARGEST_DIVISOR:
            raise UnfactoredError(f"a factor of {n.bit_length()} bits")
        while n % p == 0:
            found.add(p)
            n //= p
        p += 1
    return found | {n} if n > 1 else found


def exponent(p: int, n: int) -> int:
    """Return how often p divides n, which is not 0.

    >>> exponent(2, 7776), exponent(7, 7776)
    (5, 0)
    """
    k = 0
    while n % p == 0:
        n, k = n // p, k + 1
    return k
