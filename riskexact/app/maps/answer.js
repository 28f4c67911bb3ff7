// The chance, what to do next, and what a throw may have cost.

import { dice } from "../core/rules.js";
import { fixed, percentage, share } from "../core/text.js";
import { make, pressable, showShares, the } from "../shared/elements.js";
import { localized, text } from "../shared/language.js";
import { drawnDice } from "../shared/icons.js";
import { showLarge } from "../shared/motion.js";
import { Stepper } from "../shared/stepper.js";
import { percent, said } from "../shared/words.js";

/** @typedef {import("../core/plan.js").Move} Move */
/** @typedef {import("../core/fractions.js").Fraction} Fraction */

/** The most moves that are listed. */
const LISTED = 8;

/** The most digits by which two bounds are told apart. */
const MAX_DIGITS = 9;

/**
 * Both bounds in percent, with as many digits as tell them apart.
 * @param {{lower: Fraction, upper: Fraction}} answer
 */
export function boundsText({ lower, upper }) {
  if (percentage(lower) !== percentage(upper)) {
    return { lower: percent(lower), upper: percent(upper) };
  }
  /** @param {Fraction} value @param {number} digits */
  const told = ({ n, d }, digits) => fixed({ n: n * 100n, d }, digits);
  let digits = 2;
  while (digits < MAX_DIGITS && told(lower, digits) === told(upper, digits)) {
    digits += 1;
  }
  const [low, high] = [lower, upper].map((value) =>
    text("chance.percent", { percent: localized(told(value, digits)) }),
  );
  return { lower: low, upper: high };
}

/**
 * The chance to take this many territories.
 * @param {import("../core/plan.js").Answer} answer @param {number} territories
 */
export function showChance(answer, territories) {
  const { lower, proved } = answer;
  const bounds = boundsText(answer);
  const chance = proved ? percent(lower) : text("plan.at-least", bounds);
  showLarge(chance, lower);
  the("chance").classList.toggle("bound", !proved);
  the("words").textContent = proved
    ? said(territories > 1 ? "take." : "win.", lower)
    : text("plan.at-most", bounds);
  const short = text("plan.short", { lower: bounds.lower });
  the("turn-chance").textContent = proved ? chance : short;
  const [low, high] = [share(lower.n, lower.d), share(answer.upper.n, answer.upper.d)];
  showShares([["won", low], ["stopped", high - low], ["lost", 1 - high]]);
  const shown = !proved && answer.moves.some((move) => move.shown) ? ` ${text("plan.shown")}` : "";
  the("certainty").textContent = text(proved ? "plan.proved" : "plan.bounds", bounds) + shown;
}

/**
 * The chance of a battle or a campaign that is asked about.
 * @param {Fraction[]} chances to take all up to each territory
 */
export function showWay(chances) {
  const chance = chances[chances.length - 1];
  showLarge(percent(chance), chance);
  the("chance").classList.remove("bound");
  the("words").textContent = said("win.", chance);
  the("turn-chance").textContent = percent(chance);
  const won = share(chance.n, chance.d);
  showShares([["won", won], ["lost", 1 - won]]);
  the("certainty").textContent = text(chances.length > 1 ? "way.campaign" : "way.battle");
}

/**
 * The moves that may come first, the first one aside; a press on one says that it is made.
 * @param {Move[]} moves @param {Move | null} made
 * @param {{name: (territory: number) => string, make: (move: Move) => void}} page
 */
export function showMoves(moves, made, page) {
  const listed = moves.filter(({ chance }) => chance.n > 0n).slice(0, LISTED);
  the("moves-card").hidden = listed.length < 2;
  the("moves").replaceChildren(
    ...listed.map((move) => {
      const said = make("span", {}, text("moves.one", namesOf(move, page.name)), " ", drawnDice("attacker", move.dice));
      const look = { "aria-pressed": String(move === made) };
      return make("li", {}, pressable("", () => page.make(move), look, said, make("strong", {}, percent(move.chance))));
    }),
  );
}

/** @param {Move} move @param {(territory: number) => string} name */
export function namesOf({ source, target, dice: n }, name) {
  return { source: name(source), target: name(target), n };
}

/**
 * What a throw may cost: attackers, defenders.
 * @param {Move} move @param {import("./position.js").Turn} turn @param {import("../core/rules.js").Counted} rules
 * @returns {[number, number][]}
 */
export function lossesOfThrow({ target, dice: thrown }, { enemy }, { rounds, defence }) {
  const round = rounds[thrown - 1][dice(defence, enemy.get(target) ?? 1) - 1];
  return round
    .filter(([i, j]) => i + j > 0)
    .map(([i, j]) => /** @type {[number, number]} */ ([i, j]))
    .sort(([i, j], [k, l]) => i - j - (k - l));
}

/** What is done when a throw is told; the last that was shown. */
let onLosses = (/** @type {[number, number]} */ _) => {};

/**
 * A button for each of the losses; those that are there stay, for one may just be pressed.
 * @param {[number, number][]} losses @param {(losses: [number, number]) => void} lost
 */
export function showThrow(losses, lost) {
  const place = the("throw");
  const said = losses.map(([i, j]) => {
    const key = i === 0 ? "throw.they" : j === 0 ? "throw.you" : i === j ? "throw.both" : "throw.some";
    return text(key, { n: i || j, i, j });
  });
  onLosses = lost;
  if (place.dataset.of !== `${said}`) {
    place.dataset.of = `${said}`;
    place.replaceChildren(
      ...losses.map(([i, j], n) => {
        const kind = i === 0 ? "attacker" : j === 0 ? "defender" : "";
        return pressable(said[n], () => onLosses([i, j]), { class: kind });
      }),
    );
  }
}

/** What is done with armies that move in; the last that was shown. */
let onMoveIn = { now: 1, changed: (/** @type {number} */ _) => {}, done: (/** @type {number} */ _) => {} };

/**
 * Ask how many armies move in; the board shows each number at once.
 * @param {{fewest: number, most: number, now: number, territory: string}} asked
 * @param {{changed: (armies: number) => void, done: (armies: number) => void}} heard
 */
export function showMoveIn({ fewest, most, now, territory }, heard) {
  const place = the("throw");
  onMoveIn = { now, ...heard };
  if (place.dataset.of !== territory) {
    const stepper = new Stepper({ least: fewest, most, changed: (armies) => onMoveIn.changed(armies ?? onMoveIn.now) });
    stepper.show(now, text("throw.armies", { territory }));
    place.dataset.of = territory;
    place.replaceChildren(stepper.element, pressable("", () => onMoveIn.done(onMoveIn.now), { class: "main" }));
  }
  place.querySelector("button.main")?.replaceChildren(text("throw.move-in", { n: now }));
}
