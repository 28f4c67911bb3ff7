// Exact fractions as text: every digit shown is certain, and rounded half to even.
// Original: riskexact/base/text.py; test of both: tests/app/test_arithmetic.py.

/** @typedef {import("./fractions.js").Fraction} Fraction */

/** @param {bigint} n 0 or more @param {bigint} d @returns n / d, half to even */
export function rounded(n, d) {
  const floor = n / d;
  const twice = 2n * (n - floor * d);
  return twice > d || (twice === d && floor % 2n === 1n) ? floor + 1n : floor;
}

/** @param {Fraction} value @returns a fraction as text, "n/d" */
export function fractionText({ n, d }) {
  return d === 1n ? String(n) : `${n}/${d}`;
}

/** @param {Fraction} value 0 or more @param {number} digits after the point */
export function fixed(value, digits) {
  return agreed(value, digits, 0, fixedAt);
}

/** @param {Fraction} value @param {number} digits */
function fixedAt({ n, d }, digits) {
  const text = String(rounded(n * 10n ** BigInt(digits), d)).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

/**
 * What both bounds of a chance that is not known exactly are as text, to as many digits as they agree on; ""
 * where they agree on none.
 * @param {Fraction} value @param {number} digits @param {number} fewest
 * @param {(value: Fraction, digits: number) => string} write
 */
function agreed({ n, d, off = 0n }, digits, fewest, write) {
  if (!off) {
    return write({ n, d }, digits);
  }
  // neither 0 nor certain, as nothing says so
  const [low, high] = [n > off ? { n: n - off, d } : { n: 1n, d: d << 9999n }, { n: n + off, d }];
  const most = n < d && n + off >= d ? { n: (d << 9999n) - 1n, d: d << 9999n } : high;
  for (let fewer = digits; fewer >= fewest; fewer -= 1) {
    const [one, other] = [low, most].map((each) => write(each, fewer));
    if (one === other) {
      return one;
    }
  }
  return "";
}

/**
 * A chance in percent, without the sign.  Only what is certain or impossible reads 100 or 0.
 * @param {Fraction} chance
 */
export function percentage(chance) {
  return agreed(chance, 1, 0, percentageAt);
}

/** @param {Fraction} chance @param {number} digits after the point: 1 or 0 */
function percentageAt({ n, d }, digits) {
  if (n === 0n || n === d) {
    return n ? "100" : "0";
  }
  const text = fixed({ n: n * 100n, d }, digits);
  if (Number(text) === 0) {
    return digits ? "<0.1" : "<1";
  }
  return Number(text) === 100 ? (digits ? ">99.9" : ">99") : text;
}

/** @param {Fraction} value More than 0. @returns {number} the power of ten of its first digit */
function magnitude({ n, d }) {
  let exponent = String(n).length - String(d).length;
  const least = exponent < 0 ? d : d * 10n ** BigInt(exponent);
  const value = exponent < 0 ? n * 10n ** BigInt(-exponent) : n;
  return value < least ? exponent - 1 : exponent;
}

/**
 * A fraction to a number of significant digits: plain down to 1e-6, and scientific below.  One from
 * below that would round to 1 says how far it is from it.  One that is known to fewer digits has those, and
 * is "" if they were fewer than `fewest`.
 * @param {Fraction} value @param {number} digits @param {number} [fewest]
 */
export function decimal(value, digits, fewest = 1) {
  return agreed(value, digits, fewest, decimalAt);
}

/** @param {Fraction} value @param {number} digits @returns {string} */
function decimalAt({ n, d }, digits) {
  if (n === 0n || n === d) {
    return n ? "1" : "0";
  }
  let exponent = magnitude({ n, d });
  const places = digits - 1 - exponent;
  let figures =
    places < 0 ? rounded(n, d * 10n ** BigInt(-places)) : rounded(n * 10n ** BigInt(places), d);
  if (figures === 10n ** BigInt(digits)) {
    exponent += 1;
    figures /= 10n;
  }
  if (n > d) {
    if (digits === 1 && figures === 1n && exponent === 0) {
      return decimalAt({ n, d }, 2); // a bare 1 is exact
    }
    const whole = { n: figures * 10n ** BigInt(exponent), d: 10n ** BigInt(digits - 1) };
    return fixed(whole, Math.max(0, digits - 1 - exponent));
  }
  if (exponent === 0) {
    return `1 - ${decimalAt({ n: d - n, d }, digits)}`;
  }
  const text = String(figures);
  if (exponent >= -6) {
    return `0.${"0".repeat(-exponent - 1)}${text}`;
  }
  const rest = text.length > 1 ? `.${text.slice(1)}` : "";
  return `${text[0]}${rest}e${exponent}`;
}

/**
 * A chance as people say it, "about 3 times in 4": in the first number of TRIES that is off by 1/40 at
 * most, and by a fifth of the rarer result; riskexact says the same by `tries_text` of base/text.py.
 * @param {Fraction} chance
 * @returns {{kind: "never" | "hardly" | "often" | "nearly" | "always", wins: bigint, tries: bigint, exact: boolean}}
 */
export function roughly({ n, d, off }) {
  const rare = 2n * n < d;
  const rarer = rare ? n : d - n;
  if (n === 0n || n === d) {
    return { kind: rare ? "never" : "always", wins: rare ? 0n : 1n, tries: 1n, exact: true };
  }
  for (const tries of TRIES) {
    const most = (2n * n * tries + d) / (2n * d); // half up
    const wins = most < 1n ? 1n : most < tries ? most : tries - 1n;
    const away = n * tries > wins * d ? n * tries - wins * d : wins * d - n * tries;
    if (tries === 100n ? 200n * away <= d * tries : 40n * away <= d * tries && 5n * away <= rarer * tries) {
      return { kind: "often", wins, tries, exact: away === 0n && !off };
    }
  }
  return { kind: rare ? "hardly" : "nearly", wins: rare ? 0n : 1n, tries: 1n, exact: false };
}

/** The numbers of tries that people speak of. */
const TRIES = [2n, 3n, 4n, 5n, 10n, 20n, 100n];

/** @param {bigint} n @param {bigint} d @returns a number between 0 and 1 for drawing, and for nothing else */
export function share(n, d) {
  return Number((n << 53n) / d) / 2 ** 53;
}
