// Who answers: this thread if that takes no time, else a worker, which can be stopped; see worker.js.

import { closing, the } from "./elements.js";
import { text } from "./language.js";

/**
 * A task for the worker, or for `here`, this thread, and about how many seconds it takes.
 * @typedef {{
 *   kind: string, task: object, here: () => any, seconds: number,
 *   answered: (answer: any) => void, progress?: (done: any) => void,
 *   failed: (reason: string) => void,
 * }} Question
 */

/** Questions answered at once, in estimated seconds. */
export const AT_ONCE = 0.008;

/** Questions answered here where there is no worker. */
export const AT_MOST_HERE = 1;

/** Milliseconds until what takes time is worked out, or drawn: another number may be touched or typed first. */
export const REST = 150;

/** Milliseconds until the page says that it is working. */
const PATIENCE = 150;

let waiting = 0;

/** @param {() => void} shown what else is to be shown then, unless there is an answer soon */
export function worksUnlessSoon(shown) {
  waiting = setTimeout(() => {
    shown();
    the("working").hidden = false;
  }, PATIENCE);
}

/** Nothing is worked out any more. */
export function worksNoMore() {
  clearTimeout(waiting);
  the("working").hidden = true;
}

closing.signal.addEventListener("abort", () => clearTimeout(waiting));

/** Asks a worker, and starts another one when a question is dropped. */
export class Asker {
  /** @param {string} source the text of the worker */
  constructor(source) {
    this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    /** @type {Map<number, Question>} */
    this.open = new Map();
    this.asked = 0;
    this.worker = this.start();
    closing.signal.addEventListener("abort", () => {
      this.open.clear();
      this.worker?.terminate();
      URL.revokeObjectURL(this.url);
    });
  }

  /** @returns {Worker | null} */
  start() {
    try {
      const worker = new Worker(this.url);
      worker.addEventListener("message", (event) => this.heard(event.data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.worker = null;
        const waiting = [...this.open.values()];
        this.open.clear();
        waiting.forEach((question) => question.failed(text("answer.failed")));
      });
      return worker;
    } catch {
      return null;
    }
  }

  /** @param {{id: number, done?: unknown, answer?: unknown, error?: string}} message */
  heard({ id, done, answer, error }) {
    const question = this.open.get(id);
    if (question && done !== undefined) {
      question.progress?.(done);
    } else if (question) {
      this.open.delete(id);
      if (error === undefined) {
        question.answered(answer);
      } else {
        // a BigInt ends after 2^20 bits in Firefox and in WebKit, and after 2^30 elsewhere
        question.failed(error.startsWith("RangeError") ? text("answer.digits-end") : error);
      }
    }
  }

  /** Forget all open questions. */
  cancel() {
    if (this.open.size && this.worker) {
      this.worker.terminate();
      this.worker = this.start();
    }
    this.open.clear();
  }

  /** @param {Question} question */
  ask(question) {
    const { kind, task, here, seconds, answered, failed } = question;
    if (seconds <= AT_ONCE || (!this.worker && seconds <= AT_MOST_HERE)) {
      answered(here());
    } else if (this.worker) {
      const id = (this.asked += 1);
      this.open.set(id, question);
      this.worker.postMessage({ id, kind, task });
    } else {
      failed(text("answer.no-worker"));
    }
  }
}
