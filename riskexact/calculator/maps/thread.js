// The plan for the position that the page shows, in a thread of its own.

import { TooManyStates } from "../core/play.js";
import { planned } from "../core/plan.js";
import { serve } from "../shared/worker.js";

/** @typedef {import("../core/plan.js").Question} Question */
/** @typedef {import("../core/plan.js").Answer} Answer */

/** States between two reports of progress. */
const LOOK = 256;

/** @type {import("../core/plan.js").Plan | null} The last plan, which may hold the next position too. */
let kept = null;

/**
 * The answer for a position; null for too large a one.
 * @param {Question} question
 * @param {(states: number) => void} [progress]
 */
export function planFor(question, progress = () => {}) {
  try {
    const { plan, answer } = planned(question, kept, (states) => {
      if (states % LOOK === 0) {
        progress(states);
      }
    });
    kept = plan;
    return answer;
  } catch (error) {
    kept = null;
    // the depth of a position is bounded by its armies, and that of the stack by the browser
    if (error instanceof TooManyStates || error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

serve({ plan: planFor });
