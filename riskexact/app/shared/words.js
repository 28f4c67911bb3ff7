// Numbers and chances, as people say them.

import { fixed, percentage, roughly, share } from "../core/text.js";
import { localized, number, text } from "./language.js";

/** @typedef {import("../core/fractions.js").Fraction} Fraction */

/** Chances from which on a verdict is another one. */
const VERDICTS = [0.25, 0.45, 0.55, 0.75, 0.9];

/** @param {Fraction} chance @returns what a chance is worth, from 0, a long shot, to 5, near certain */
export function verdictOf({ n, d }) {
  const chance = share(n, d);
  return VERDICTS.filter((each) => chance >= each).length;
}

/**
 * A chance in percent, or a difference of chances in points.
 * @param {Fraction} chance @param {"chance.percent" | "chance.points"} unit
 */
export function percent(chance, unit = "chance.percent") {
  const plain = percentage(chance);
  const words = text(unit, { percent: localized(plain.replace(/^[<>]/, "")) });
  if (plain.startsWith("<")) {
    return text("chance.below", { percent: words });
  }
  return plain.startsWith(">") ? text("chance.above", { percent: words }) : words;
}

/** @param {Fraction} value @returns a number to two decimal places, unless it is whole */
export function brief(value) {
  const [whole, places] = fixed(value, 2).split(".");
  return number(BigInt(whole)) + (value.d === 1n ? "" : localized(`.${places}`));
}

/**
 * A chance in words, "about 2 in 3", or in a sentence: "You win about 2 in 3."
 * @param {"chance." | "win." | "take."} what @param {Fraction} chance
 */
export function said(what, chance) {
  const { kind, wins, tries, exact } = roughly(chance);
  const about = exact ? "" : `${text("chance.about")} `;
  return text(what + kind, { n: wins, wins, tries, about });
}
