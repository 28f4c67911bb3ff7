// Numbers and chances, as people say them.

import { fixed, percentage, roughly } from "../arithmetic/text.js";
import { localized, number, text } from "./language.js";

/** @typedef {import("../arithmetic/fractions.js").Fraction} Fraction */

/**
 * A chance in percent.
 * @param {Fraction} chance
 */
export function percent(chance) {
  const plain = percentage(chance);
  const words = text("chance.percent", { percent: localized(plain.replace(/^[<>]/, "")) });
  if (plain.startsWith("<")) {
    return text("chance.below", { percent: words });
  }
  return plain.startsWith(">") ? text("chance.above", { percent: words }) : words;
}

/**
 * A number to two decimal places, unless it is whole.
 * @param {Fraction} value
 */
export function brief(value) {
  return value.d === 1n ? number(value.n) : localized(fixed(value, 2));
}

/**
 * A chance as people say it: "about 2 in 3".
 * @param {Fraction} chance
 */
export function inWords(chance) {
  return said("chance.", chance);
}

/**
 * How likely a win is, in a sentence; who breaks off does not lose, but fails.
 * @param {{fight: import("../arithmetic/forward.js").Fight, answer: import("../arithmetic/questions.js").Answer}} answered
 */
export function outlook({ fight, answer: { chances } }) {
  const fails = chances.stopped.n > 0n && roughly(chances.won).kind === "mostly";
  return said(fails || fight.garrisons.length > 1 ? "take." : "win.", chances.won);
}

/**
 * A chance in words or in a sentence: "You win about 2 in 3."
 * @param {"chance." | "win." | "take."} what
 * @param {Fraction} chance
 */
export function said(what, chance) {
  const { kind, wins, tries, exact } = roughly(chance);
  const about = exact ? "" : `${text("chance.about")} `;
  return text(what + kind, { n: wins, wins, tries, about });
}

/**
 * What is asked.
 * @param {{attackers: number, garrisons: number[], armies: boolean}} state
 */
export function questionText({ attackers, garrisons, armies }) {
  const units = text(armies ? "units.armies" : "units.attackers", { n: attackers });
  return garrisons.length === 1
    ? text("question.one", {
        attackers: units,
        defenders: text("units.defenders", { n: garrisons[0] }),
      })
    : text(garrisons.length > SHORT ? "question.long" : "question.row", {
        attackers: garrisons.length > SHORT ? number(attackers) : units,
        row: garrisons.join(", "),
      });
}

/** The most territories with which a headline has room for words. */
const SHORT = 4;
