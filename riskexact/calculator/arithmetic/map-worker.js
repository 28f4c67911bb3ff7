// Plans are made in a thread of their own, which keeps the last one.

import { Plan, planned } from "./map-plan.js";
import { TooManyStates } from "./map-play.js";

/** @typedef {import("./map-plan.js").Question} Question */

/** Milliseconds between two reports of progress, and states between two looks at the clock. */
const PAUSE = 100;
const LOOK = 256;

/** @type {Plan | null} */
let kept = null;

/**
 * @param {{id: number, question: Question}} task
 * @param {(message: object) => void} report
 */
function work({ id, question }, report) {
  let reported = Date.now();
  try {
    const { plan, answer } = planned(question, kept, (states) => {
      if (states % LOOK === 0 && Date.now() - reported > PAUSE) {
        reported = Date.now();
        report({ id, states });
      }
    });
    kept = plan;
    report({ id, answer });
  } catch (error) {
    kept = null;
    // the depth of a position is bounded by its armies, and that of the stack by the browser
    const large = error instanceof TooManyStates || error instanceof RangeError;
    report({ id, ...(large ? { large } : { error: String(error) }) });
  }
}

// the same text is a script of the page, where this does nothing
if (typeof document === "undefined" && typeof postMessage === "function") {
  addEventListener("message", (event) => work(event.data, postMessage));
}
