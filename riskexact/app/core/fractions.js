// Exact fractions: whole numbers over powers of one base, brought to lowest terms at the end.
// Original: riskexact/base/fractions.py; test of both: tests/app/test_arithmetic.py.

/**
 * A fraction in lowest terms, d > 0; `rounded` says that it stands for a number that is none.  With `off`
 * it is in the middle of those that the number is among: at most off / d away.
 * @typedef {{n: bigint, d: bigint, rounded?: boolean, off?: bigint}} Fraction
 */

/**
 * A number whose powers are denominators, with its primes where small ones factor it.
 * @typedef {{value: bigint, primes: [bigint, number][] | null}} Base
 */

const MAX_DIVISOR = 1n << 14n;

/** @param {number[]} numbers */
export function sumOf(numbers) {
  return numbers.reduce((sum, n) => sum + n, 0);
}

/** @param {bigint} a @param {bigint} b @returns the greatest common divisor of two numbers, 0 or more */
export function gcd(a, b) {
  while (b) {
    [a, b] = [b, a % b];
  }
  return a;
}

/** @param {bigint} n @param {bigint} d @returns {Fraction} in lowest terms, for n >= 0 and d > 0 */
export function fraction(n, d) {
  const common = gcd(n, d);
  return { n: n / common, d: d / common };
}

/** @param {number} chance in floating point @returns {Fraction} to more digits than are seen */
export function fromDouble(chance) {
  return { n: BigInt(Math.round(Math.max(0, chance) * 1e12)), d: 10n ** 12n };
}

/** @param {bigint} n @returns {[bigint, number][] | null} its primes; null where small ones do not do */
export function factored(n) {
  /** @type {[bigint, number][]} */
  const primes = [];
  for (let p = 2n; p * p <= n; p += 1n) {
    if (p > MAX_DIVISOR) {
      return null;
    }
    let exponent = 0;
    while (n % p === 0n) {
      n /= p;
      exponent += 1;
    }
    if (exponent) {
      primes.push([p, exponent]);
    }
  }
  if (n > 1n) {
    primes.push([n, 1]);
  }
  return primes;
}

/** @param {bigint} value @returns {Base} */
export function baseOf(value) {
  return { value, primes: factored(value) };
}

/**
 * Divide n > 0 by p as often as it divides, at most `most` times: by p, p², p⁴, … while these
 * divide, and then back.
 * @param {bigint} n @param {bigint} p @param {number} most
 * @returns {[bigint, number]} What is left, and how often p went.
 */
function divided(n, p, most) {
  /** @type {[bigint, number][]} */
  const powers = [];
  let count = 0;
  for (let power = p, times = 1; count + times <= most && n % power === 0n; ) {
    n /= power;
    count += times;
    powers.push([power, times]);
    power *= power;
    times *= 2;
  }
  for (const [power, times] of powers.reverse()) {
    if (count + times <= most && n % power === 0n) {
      n /= power;
      count += times;
    }
  }
  return [n, count];
}

/**
 * The fraction n / (2^bits base^power) in lowest terms, for n >= 0.
 * @param {bigint} n @param {Base} base @param {number} power @param {number} [bits]
 * @returns {Fraction}
 */
export function overPower(n, base, power, bits = 0) {
  if (n === 0n) {
    return { n, d: 1n };
  }
  if (bits) {
    const [odd, twos] = divided(n, 2n, bits);
    const found = overPower(odd, base, power);
    return { n: found.n, d: found.d << BigInt(bits - twos) };
  }
  if (base.primes === null) {
    return fraction(n, base.value ** BigInt(power));
  }
  let d = 1n;
  for (const [p, exponent] of base.primes) {
    const [left, times] = divided(n, p, exponent * power);
    n = left;
    d *= p ** BigInt(exponent * power - times);
  }
  return { n, d };
}

/**
 * The sum of masses, each a whole number over base^power, as one fraction.
 * @param {Iterable<{mass: bigint, power: number}>} masses @param {Base} base
 */
export function total(masses, base) {
  let sum = 0n;
  let reached = 0;
  for (const { mass, power } of [...masses].sort((x, y) => x.power - y.power)) {
    sum = sum * base.value ** BigInt(power - reached) + mass;
    reached = power;
  }
  return overPower(sum, base, reached);
}

/** @param {bigint} n @param {bigint} d @returns the nearest to n / d, as `float` in Python */
export function nearestDouble(n, d) {
  if (n === 0n) {
    return 0;
  }
  const bits = n.toString(2).length - d.toString(2).length;
  // a quotient of 55 or 56 bits, whose last bit stands for all that is cut off; the smallest doubles
  // have fewer bits, so that they are rounded once
  const shift = Math.min(55 - bits, 1074 + 2);
  const [up, down] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  const quotient = up / down;
  const sticky = quotient | (quotient * down === up ? 0n : 1n);
  const half = Math.trunc(shift / 2);
  return (Number(sticky) / 2 ** half) / 2 ** (shift - half);
}
