// Answers in a thread of their own, so that a slow one never freezes the page; asker.js asks it.

/** Milliseconds between two reports of progress. */
const PAUSE = 100;

/**
 * Answer whatever the page asks this thread, each kind of task by its function.
 * @param {Record<string, (task: any, progress: (done: any) => void) => unknown>} answers
 */
export function serve(answers) {
  // the same text is a script of the page, where this does nothing
  if (typeof document !== "undefined" || typeof postMessage !== "function") {
    return;
  }
  addEventListener("message", ({ data: { id, kind, task } }) => {
    if (!Object.hasOwn(answers, kind)) {
      return; // another part of the app answers it
    }
    let reported = Date.now();
    try {
      const answer = answers[kind](task, (done) => {
        if (Date.now() - reported > PAUSE) {
          reported = Date.now();
          postMessage({ id, done });
        }
      });
      postMessage({ id, answer });
    } catch (error) {
      postMessage({ id, error: String(error) });
    }
  });
}
