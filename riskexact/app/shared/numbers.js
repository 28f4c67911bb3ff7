// Numbers as people type them.

/** The largest number of units that can be typed. */
export const MAX_UNITS = 9999;

/** The largest number of territories in a campaign. */
export const MAX_TERRITORIES = 12;

/**
 * The defenders of a row of territories as people type it, "3,3,2", "3 3 2" or "3.3.2"; null for a single
 * number, and for what is no such row.
 * @param {string} text
 */
export function rowOf(text) {
  const row = text.trim().split(/[\s,;.+]+/);
  if (row.length > 1 && row[row.length - 1] === "") {
    row.pop(); // the next number is not typed yet
  } else if (row.length < 2) {
    return null;
  }
  const numbers = row.flatMap((each) => whole(each, MAX_UNITS) ?? []);
  return numbers.length === row.length ? numbers : null;
}

/** @param {string} text @param {number} most @returns a number as people type it; null for anything else */
export function whole(text, most) {
  return /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) <= most ? Number(text) : null;
}
