// The answers, as they stand on the page.

import { luckOf } from "../core/answers.js";
import { share } from "../core/text.js";
import { ownUnits } from "./conditions.js";
import { make, pressable, showShares, the } from "../shared/elements.js";
import { exactButton } from "../shared/exact.js";
import { number, text } from "../shared/language.js";
import { showLarge } from "../shared/motion.js";
import { brief, percent, said, verdictOf } from "../shared/words.js";
import { PERCENTS } from "./questions.js";

/** @typedef {import("../core/answers.js").Answer} Answer */
/** @typedef {import("../core/forward.js").Fight} Fight */

/** @param {{fight: Fight, answer: Pick<Answer, "chances">}} answered */
export function showOutlook({ fight, answer: { chances: { won } } }) {
  showLarge(percent(won), won);
  the("verdict").textContent = won.n % won.d ? text(`verdict.${verdictOf(won)}`) : certainty(fight);
  const what = fight.garrisons.length > 1 ? "take." : "win.";
  the("words").textContent = said(what, won);
}

/** @param {Answer} answer @param {number} all units typed */
export function showLosses({ losses }, all) {
  const lost = losses.attackersGivenWin;
  const left = lost && brief({ ...lost, n: BigInt(all) * lost.d - lost.n });
  the("left-words").textContent = left ? text("left.words", { left, n: all }) : "";
  const [yours, theirs] = [brief(losses.attackers), brief(losses.defenders)];
  the("losses").textContent = text("left.losses", { yours, theirs });
}

/** @param {Fight} fight @returns why there is nothing to fight; "" where there is */
function certainty({ attackers, garrisons }) {
  return attackers ? (garrisons.some(Boolean) ? "" : text("verdict.walk")) : text("verdict.nobody");
}

/** @param {{answer: Pick<Answer, "chances">}} answered */
export function showSplit({ answer }) {
  const entries = Object.entries(answer.chances).filter(([, chance]) => chance.n > 0n);
  showShares(entries.map(([result, { n, d }]) => [result, share(n, d)]));
  the("split-words").textContent = entries
    .map(([result, chance]) => `${text(`result.${result}`)} ${percent(chance)}`)
    .join(" · ");
}

/** @param {{fight: Fight, answer: Answer}} answered */
export function showConquered({ fight, answer }) {
  const { garrisons } = fight;
  const rows = garrisons.length === 1 ? [] : [...garrisons.keys(), garrisons.length];
  const body = make("tbody");
  for (const taken of rows) {
    const value = answer.taken[taken];
    const all = taken === garrisons.length ? "campaign.all" : "campaign.taken";
    const title = text(taken ? all : "campaign.none", { n: taken });
    const bar = make("span", { class: taken === garrisons.length ? "won" : "lost" });
    bar.style.width = `${share(value.n, value.d) * 100}%`;
    const track = make("td", { class: "bar-cell" }, make("span", { class: "track" }, bar));
    body.append(row(title, track, make("td", {}, exactButton(title, value))));
  }
  const table = the("conquered", HTMLTableElement);
  table.replaceChildren(...(table.caption ? [table.caption] : []), body);
}

/** @param {string} title @param {HTMLElement[]} cells */
function row(title, ...cells) {
  return make("tr", {}, make("th", { scope: "row" }, title), ...cells);
}

/**
 * The odds of the outcome that was typed; nothing where none was.  Returns whether the battle was won so.
 * @param {{fight: Fight, answer: Answer}} answered @param {[number, number] | null} left
 * @param {boolean} armies whether one more is counted, who stayed behind
 */
export function showLuck({ fight, answer }, left, armies) {
  const place = the("luck");
  place.replaceChildren();
  if (fight.garrisons.length > 1 || left === null) {
    return false;
  }
  const [a, d] = left;
  const luck = luckOf(answer, a - Number(armies), d);
  if (luck === null) {
    const end = {
      attackers: text(ownUnits(armies), { n: a }),
      defenders: text("units.defenders", { n: d }),
    };
    place.append(make("p", { class: "fault" }, text("luck.impossible", end)));
    return false;
  }
  for (const [title, chance] of /** @type {[string, import("../core/fractions.js").Fraction][]} */ ([
    [text("luck.bad"), luck.atLeastThisBad],
    [text("luck.good"), luck.atLeastThisGood],
  ])) {
    const words = make("span", { class: "muted" }, ` ${said("chance.", chance)}`);
    place.append(make("p", {}, exactButton(title, chance), ` ${title},`, words));
  }
  return d === 0;
}

/** @param {Answer} answer @param {boolean} mirrored @param {boolean} armies */
export function showLegend(answer, mirrored, armies) {
  const { won, stopped, lost } = answer.chances;
  const legend = mirrored
    ? [
        ["won", text(armies ? "left.armies" : "left.attackers")],
        ["lost", text("left.defenders")],
      ]
    : [
        ...(lost.n ? [["lost", text("result.lost")]] : []),
        ...(stopped.n ? [["stopped", text("result.stopped")]] : []),
        ...(won.n ? [["won", text("result.won")]] : []),
      ];
  the("chart-legend").replaceChildren(
    ...legend.map(([result, words]) => make("span", { class: `key ${result}` }, words)),
  );
}

/**
 * The numbers of units needed; a press on one uses it.
 * @param {HTMLElement} place @param {(number | null)[]} found
 * @param {"units.attackers" | "units.armies" | "units.defenders"} units @param {(typed: number) => void} use
 */
export function showNeeded(place, found, units, use) {
  const focused = [...place.children].indexOf(document.activeElement ?? place);
  place.classList.remove("stale");
  place.replaceChildren(
    ...PERCENTS.map((goal, n) => {
      const percentOf = text("chance.percent", { percent: goal });
      const fewest = found[n];
      // with armies, what is typed counts the one who stays behind
      const typed = fewest === null ? null : fewest + Number(units === "units.armies");
      const said = [make("span", { class: "goal" }, percentOf), make("strong", {}, typed === null ? "–" : number(typed))];
      const tile = pressable("", () => typed !== null && use(typed), { class: "tile" }, ...said);
      tile.disabled = typed === null;
      if (typed !== null) {
        tile.setAttribute("aria-label", text("needed.use", { percent: percentOf, units: text(units, { n: typed }) }));
      }
      return tile;
    }),
  );
  const again = place.children[focused];
  if (again instanceof HTMLElement) {
    again.focus();
  }
}
