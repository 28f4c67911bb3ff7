// Answers in a thread of their own, so that a slow one never freezes the page.

import { ANSWERS } from "./questions.js";
import { rulesFrom } from "./rules.js";

/** @typedef {import("./forward.js").Fight} Fight */

/**
 * @typedef {{id: number, kind: "outcomes" | "needed", fight: Fight,
 *   rules: import("./rules.js").Counted | import("./rules.js").Counted[]}} Task
 */

/** Milliseconds between two reports of progress. */
const PAUSE = 100;

/**
 * @param {Task} task
 * @param {(message: object) => void} report
 */
function work({ id, kind, fight, rules }, report) {
  let reported = Date.now();
  const answer = ANSWERS[kind](fight, rulesFrom(rules), (done) => {
    if (Date.now() - reported > PAUSE) {
      reported = Date.now();
      report({ id, done });
    }
  });
  report({ id, answer });
}

// the same text is a script of the page, where this does nothing
if (typeof document === "undefined" && typeof postMessage === "function") {
  addEventListener("message", (event) => {
    try {
      work(event.data, postMessage);
    } catch (error) {
      postMessage({ id: event.data.id, error: String(error) });
    }
  });
}
