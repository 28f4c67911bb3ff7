// The thread that makes the plans of the page, and finds the chances of a way: battles one after another, by one stack.

import { answerTo, chanceOf } from "../core/answers.js";
import { TO_THE_END } from "../core/forward.js";
import { sumOf } from "../core/fractions.js";
import { planFor } from "../core/plan.js";
import { reviewOf } from "../core/review.js";
import { rulesFrom } from "../core/rules.js";
import { serve } from "../shared/worker.js";

/** Armies and defenders whose battles take no time. */
const FEW = 120;

/**
 * The chances to take all garrisons up to each, by attackers that are free to fight.
 * @param {{
 *   attackers: number, garrisons: number[], rules: import("../core/rules.js").Counted,
 *   blitz: import("../core/blitz.js").Blitz | null,
 * }} task
 */
function chancesOf({ attackers, garrisons, rules, blitz }) {
  const fight = { ...TO_THE_END, attackers, garrisons, leaveBehind: 1, blitz };
  const found = answerTo(fight, rulesFrom(rules));
  return garrisons.map((_, n) => chanceOf(found, ({ taken }) => taken > n));
}

/**
 * The same as a question that asker.js takes, without what becomes of the answer.
 * @param {Parameters<typeof chancesOf>[0]} task
 */
export function wayQuestion(task) {
  const units = sumOf([task.attackers, ...task.garrisons]);
  return { kind: "way", task, here: () => chancesOf(task), seconds: units > FEW ? 1 : 0 };
}

serve({ plan: planFor, way: chancesOf, review: reviewOf });
