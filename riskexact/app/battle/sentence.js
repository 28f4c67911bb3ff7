// A rule set in one plain sentence, clause by clause as in Python, from the fragments of a
// language: `sentence(parts, text)`, where `text` is that of shared/language.js.
// Original: riskexact/rules/sentence.py; test of both: tests/app/test_sentences.py.

import { boundsOf, rulesOf } from "../core/parts.js";

/** @typedef {import("../core/parts.js").Hand} Hand */

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Text */

/** @typedef {"attack" | "defence"} Side */

/** @param {import("../core/parts.js").Parts} parts @param {Text} text */
export function sentence(parts, text) {
  const { attack, defence, pairs, ties } = rulesOf(parts);
  return [
    text("sentence.dice", {
      attack: most(attack, true, text),
      defence: most(defence, attack.dice.length === 1, text),
    }),
    ...modifiers("attack", attack, text),
    ...modifiers("defence", defence, text),
    compared(pairs, text),
    text(`sentence.ties.${ties}`),
  ].join("; ");
}

/** @param {Hand} hand @param {boolean} named @param {Text} text */
function most({ dice }, named, text) {
  const words =
    named || dice.some((faces) => faces !== 6)
      ? numbered("sentence.some", dice, text)
      : String(dice.length);
  return dice.length > 1 ? text("sentence.up-to", { dice: words }) : words;
}

/**
 * A number of dice with their faces, unless those are six.
 * @param {"sentence.some" | "sentence.more"} key @param {import("../core/parts.js").Die[]} dice
 * @param {Text} text
 */
function numbered(key, dice, text) {
  const n = dice.length;
  if (dice.every((faces) => faces === 6)) {
    return text(key, { n });
  }
  const equal = dice.every((faces) => faces === dice[0]);
  return text(`${key}-with-faces`, { n, faces: equal ? String(dice[0]) : listed(dice, text) });
}

/** @param {Side} side @param {Hand} hand @param {Text} text */
function modifiers(side, { dice, needs, extra, toAll, toHighest, clamped, toLowest, atMostAttack }, text) {
  const clauses = needs
    .map((units, n) => ({ units: String(units), die: String(n + 1), later: units > n + 1 }))
    .filter(({ later }) => later)
    .map(({ units, die }) => text(`sentence.${side}.needs`, { die, units }));
  if (atMostAttack) {
    clauses.push(text("sentence.at-most-attack"));
  }
  if (extra.length) {
    const more = numbered("sentence.more", extra, text);
    clauses.push(text(`sentence.${side}.extra`, { n: extra.length, more }));
  }
  const bounds = [...dice, ...extra].map(boundsOf);
  for (const [which, by] of Object.entries({ all: toAll, highest: toHighest, lowest: toLowest })) {
    if (by) {
      const counts = text(by > 0 ? "sentence.counts-more" : "sentence.counts-less", {
        dice: text(`sentence.${side}.${which}`),
        n: Math.abs(by),
      });
      clauses.push(clamped ? bounded(counts, by, bounds, text) : counts);
    }
  }
  return clauses;
}

/**
 * Where a die stops that stays within its faces.
 * @param {string} counts @param {number} by
 * @param {number[][]} bounds the greatest and the least face of each die @param {Text} text
 */
function bounded(counts, by, bounds, text) {
  const key = by < 0 ? "sentence.at-least" : "sentence.at-most";
  const [end, ...others] = new Set(bounds.map(([most, least]) => (by < 0 ? least : most)));
  return others.length ? text(`${key}-its-faces`, { counts }) : text(key, { counts, faces: String(end) });
}

/** @param {number[]} pairs those that score @param {Text} text */
function compared(pairs, text) {
  const n = pairs.length;
  if (pairs[n - 1] > n) {
    return text("sentence.some-pairs", { pairs: listed(pairs, text) });
  }
  // words for two to ten
  const number = text("sentence.numbers").split(" ")[n - 2] ?? String(n);
  return n === 1 ? text("sentence.one-pair") : text("sentence.pairs", { number });
}

/** @param {(number | string)[]} numbers two or more @param {Text} text */
function listed(numbers, text) {
  const last = String(numbers[numbers.length - 1]);
  return text("sentence.and", { first: numbers.slice(0, -1).join(", "), last });
}
