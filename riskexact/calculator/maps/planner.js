// Who plans: a worker, which keeps its last plan, and can be stopped.

import { planned } from "../arithmetic/map-plan.js";

/** @typedef {import("../arithmetic/map-plan.js").Question} Question */
/** @typedef {import("../arithmetic/map-plan.js").Answer} Answer */

/**
 * @typedef {{
 *   answered: (answer: Answer) => void, progress: (states: number) => void,
 *   failed: (key: "plan.large" | "answer.failed") => void,
 * }} Asker
 */

export class Planner {
  /** @param {string} source the text of the worker */
  constructor(source) {
    this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.asked = 0;
    /** @type {Asker | null} Who waits for an answer. */
    this.open = null;
    this.worker = this.start();
  }

  /** @returns {Worker | null} */
  start() {
    try {
      const worker = new Worker(this.url);
      worker.addEventListener("message", (event) => this.heard(event.data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.worker = null;
        this.close()?.failed("answer.failed");
      });
      return worker;
    } catch {
      return null;
    }
  }

  /** @param {{id: number, states?: number, answer?: Answer, large?: boolean}} message */
  heard({ id, states, answer, large }) {
    if (id !== this.asked) {
      return;
    }
    if (states !== undefined) {
      this.open?.progress(states);
    } else if (answer) {
      this.close()?.answered(answer);
    } else {
      this.close()?.failed(large ? "plan.large" : "answer.failed");
    }
  }

  close() {
    const { open } = this;
    this.open = null;
    return open;
  }

  /** Drop the open question. */
  cancel() {
    if (this.close() && this.worker) {
      this.worker.terminate();
      this.worker = this.start();
    }
  }

  /**
   * Ask, and drop what was asked before.
   * @param {Question} question
   * @param {Asker} asker
   */
  ask(question, asker) {
    this.cancel();
    this.asked += 1;
    if (this.worker) {
      this.open = asker;
      this.worker.postMessage({ id: this.asked, question });
      return;
    }
    try {
      asker.answered(planned(question, null).answer);
    } catch {
      asker.failed("plan.large");
    }
  }
}
