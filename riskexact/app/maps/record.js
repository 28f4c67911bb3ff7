// The turn as played: its record, which `riskexact review` reads, and what it was worth.

import { make, the } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { percent } from "../shared/words.js";
import { bordersOf, goals } from "./position.js";

/** @typedef {import("../core/fractions.js").Fraction} Fraction */
/** @typedef {ReturnType<typeof import("../core/review.js").reviewOf>} Review */
/** @typedef {import("./position.js").Turn} Turn */
/** @typedef {import("./position.js").World} World */

/**
 * The record as JSON lines.
 * @param {Turn} first the position at which the turn began @param {object[]} lines @param {World} world
 * @param {import("../core/parts.js").Parts} rules which may have a name that only the page knows
 */
export function recordText(first, lines, world, rules) {
  /** @param {number} t */
  const name = (t) => world.territories[t].name;
  /** @param {Map<number, number>} armies */
  const stand = (armies) => Object.fromEntries([...armies].map(([t, n]) => [name(t), n]));
  const { take, through } = goals(first, world);
  const begun = {
    map: first.border && !world.oneWay ? "classic" : {
      borders: bordersOf(first, world).map((pair) => pair.map(name)),
      one_way: world.oneWay?.map((pair) => pair.map(name)),
    },
    mine: stand(first.mine), enemy: stand(first.enemy), take: take.map(name), through: through.map(name),
    rules, move: first.move, dice: first.dice,
  };
  return [begun, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @param {any[]} lines @param {World} world @returns the lines with territories by their numbers */
export function numberedLines(lines, { territories }) {
  const names = territories.map(({ name }) => name);
  return lines.map((line) =>
    line.attack ? { ...line, attack: line.attack.map((/** @type {string} */ name) => names.indexOf(name)) } : line,
  );
}

/**
 * Show what the turn was worth, and each decision that cost something; nothing where it is unknown.
 * @param {Review | null} review @param {(territory: number) => string} name
 */
export function showReview(review, name) {
  the("review-card").hidden = review === null;
  if (review) {
    const { luck, mistakes, steps } = review;
    /** @param {import("../core/review.js").Told} told */
    const said = (told) =>
      told === null ? text("review.end")
      : "armies" in told ? text("throw.move-in", { n: told.armies })
      : text("moves.one", { source: name(told.source), target: name(told.target), n: told.dice });
    /**
     * The best decision; its dice alone, where nothing else is another one.
     * @param {import("../core/review.js").Told} played @param {import("../core/review.js").Told[]} best
     */
    const better = (played, best) => {
      const same = best.find((told) => told && played && "dice" in told && "dice" in played
        && told.source === played.source && told.target === played.target);
      return same && "dice" in same ? text("review.dice", { n: same.dice }) : said(best[0]);
    };
    const wrong = steps.filter(({ mistake }) => mistake.lower.n < 0n);
    the("review-sum").textContent =
      text("review.sum", { luck: differenceText(luck), mistakes: differenceText(mistakes) });
    the("review-steps").replaceChildren(
      ...wrong.map(({ played, best, mistake }) => make(
        "li", {},
        `${said(played)}. `,
        make("strong", {}, text("review.better", { move: better(played, best), points: differenceText(minus(mistake)) })),
      )),
    );
  }
}

/** @param {{lower: Fraction, upper: Fraction}} mistake @returns its worth to who makes it not */
function minus({ lower, upper }) {
  return { lower: { ...upper, n: -upper.n }, upper: { ...lower, n: -lower.n } };
}

/**
 * A difference of chances in points, with its sign; both bounds where they differ.
 * @param {{lower: Fraction, upper: Fraction}} value
 */
export function differenceText({ lower, upper }) {
  const both = [lower, upper].map(({ n, d }) =>
    `${n < 0n ? "−" : n > 0n ? "+" : ""}${percent({ n: n < 0n ? -n : n, d }, "chance.points")}`,
  );
  return [...new Set(both)].join(" … ");
}
