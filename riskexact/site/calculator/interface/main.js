// The page: what is typed becomes a question, and its answers are shown.

import { ANSWERS, PERCENTS, luckOf, secondsForEnds, secondsForNeeded } from "../arithmetic/questions.js";
import { Rules } from "../arithmetic/rules.js";
import { fixed, inWords, percent, share } from "../arithmetic/words.js";
import { Asker } from "./asker.js";
import { Chart } from "./chart.js";
import { counted, make, the } from "./elements.js";
import { copy, exactButton, showExactly } from "./exact.js";
import { Heat } from "./heat.js";
import { MOST_ROUNDS, MOST_TERRITORIES, MOST_UNITS, fightOf, firstState, fromAddress, toAddress } from "./state.js";
import { Stepper } from "./stepper.js";

/** @typedef {import("../arithmetic/questions.js").Answer} Answer */
/** @typedef {import("../arithmetic/fractions.js").Fraction} Fraction */
/** @typedef {import("../arithmetic/forwards.js").Fight} Fight */

/** What takes longer, in seconds by the estimate, is not started. */
const LONGEST = 90;

/** Milliseconds until the page says that it is working. */
const PATIENCE = 150;

/** @type {import("../arithmetic/rules.js").RuleData[]} */
const ruleData = JSON.parse(the("rules", HTMLElement).textContent ?? "");
/** @type {Map<string, Rules>} */
const ruleSets = new Map(ruleData.map((data) => [data.name, new Rules(data)]));
const first = firstState(ruleData[0].name);
let state = { ...first };

/** @type {{fight: Fight, answer: Answer, rules: Rules} | null} */
let shown = null;
let waiting = 0;
let neededKey = "";

const asker = new Asker(the("arithmetic", HTMLElement).textContent ?? "");
const chart = new Chart();
const heat = new Heat((attackers, defenders) => {
  the("map", HTMLElement).focus({ preventScroll: true });
  change({ attackers: attackers + Number(state.stays), garrisons: [defenders] });
});

const UNITS = { least: 0, most: MOST_UNITS };

const attackers = new Stepper({
  ...UNITS,
  label: "Attackers",
  changed: (value) => change({ attackers: value ?? 0 }),
});
const defenders = new Stepper({
  ...UNITS,
  label: "Defenders",
  changed: (value) => change({ garrisons: [value ?? 0, ...state.garrisons.slice(1)] }),
});
const leaveBehind = new Stepper({
  ...UNITS,
  label: "Units that stay on each taken territory",
  changed: (value) => change({ leaveBehind: value ?? 0 }),
});
const retreatAt = new Stepper({
  ...UNITS,
  least: 1,
  empty: 0,
  label: "",
  changed: (value) => change({ retreatAt: value ?? 0 }),
});
const stopAtDefenders = new Stepper({
  ...UNITS,
  least: 1,
  empty: 0,
  label: "Stop when this many defenders are left",
  changed: (value) => change({ stopAtDefenders: value ?? 0 }),
});
const stopAfter = new Stepper({
  least: 1,
  most: MOST_ROUNDS,
  empty: null,
  label: "Stop after this many rounds",
  changed: (value) => change({ stopAfter: value }),
});
const stopBelow = new Stepper({
  least: 1,
  most: 100,
  empty: 0,
  label: "Stop when the chance falls below … %",
  changed: (value) => change({ stopBelow: value ?? 0 }),
});
const attackersLeft = new Stepper({
  ...UNITS,
  label: "Attackers left",
  changed: (value) => change({ left: [value ?? 0, state.left?.[1] ?? 0] }),
});
const defendersLeft = new Stepper({
  ...UNITS,
  label: "Defenders left",
  changed: (value) => change({ left: [state.left?.[0] ?? 0, value ?? 0] }),
});

/** The steppers of the territories behind the first, made when they are needed. */
/** @type {{stepper: Stepper, element: HTMLElement}[]} */
const behind = [];

/** @param {number} n from 1 */
function territory(n) {
  const stepper = new Stepper({
    ...UNITS,
    label: `Defenders on territory ${n + 1}`,
    changed: (value) => {
      const garrisons = [...state.garrisons];
      garrisons[n] = value ?? 0;
      change({ garrisons });
    },
  });
  const remove = make("button", { type: "button", class: "quiet" }, "remove");
  remove.setAttribute("aria-label", `Remove territory ${n + 1}`);
  remove.addEventListener("click", () => {
    change({ garrisons: state.garrisons.filter((_, m) => m !== n) });
    const next = behind[Math.min(n, state.garrisons.length - 1) - 1];
    (next ? next.stepper.input : the("add-territory", HTMLElement)).focus();
  });
  const element = make("div", { class: "territory" }, stepper.element, remove);
  return { stepper, element };
}

/**
 * Take over what was typed, and answer anew.
 * @param {Partial<import("./state.js").State>} typed
 */
function change(typed) {
  state = { ...state, ...typed };
  the("message", HTMLElement).hidden = true;
  remember();
  update();
}

/** Write the state into the address. */
function remember() {
  try {
    history.replaceState(null, "", toAddress(state, first));
  } catch {
    // a browser that does not let a file do so
  }
}

/** Take over the state in the address, or say that it holds none. */
function read() {
  const found = fromAddress(location.hash, first, [...ruleSets.keys()]);
  const message = the("message", HTMLElement);
  message.hidden = found !== null;
  message.textContent = found
    ? ""
    : "The address of this page does not hold a battle that can be shown, and was left unread.";
  state = found ?? { ...first };
  update();
}

/** Show the state in all controls, and ask for the answers. */
function update() {
  showControls();
  const rules = ruleSets.get(state.rules);
  const data = ruleData.find(({ name }) => name === state.rules);
  if (!rules || !data) {
    return;
  }
  const fight = fightOf(state);
  heat.show(rules, fight.attackers, fight.garrisons[0]);
  asker.cancel();
  clearTimeout(waiting);
  the("working", HTMLElement).hidden = true;
  const fault = refusal(fight, rules);
  the("refused", HTMLElement).textContent = fault;
  if (fault) {
    shown = null;
    blank();
  } else {
    waiting = setTimeout(() => {
      blank();
      the("progress", HTMLProgressElement).value = 0;
      the("working", HTMLElement).hidden = false;
    }, PATIENCE);
    asker.ask(
      {
        kind: "ends",
        fight,
        seconds: secondsForEnds(fight, rules),
        answered: (answer) => showAnswer({ fight, answer, rules }),
        progress: (done) => {
          the("progress", HTMLProgressElement).value = done;
        },
        failed: (reason) => showFailure(reason),
      },
      data,
      rules,
    );
  }
  askNeeded(fight, rules, data);
}

/**
 * Why a fight is not worked out here; "" where it is.
 * @param {Fight} fight
 * @param {Rules} rules
 */
function refusal(fight, rules) {
  if (fight.attackers === 0 && fight.garrisons[0] === 0) {
    return "There is nobody on either side: type a number above 0.";
  }
  const seconds = secondsForEnds(fight, rules);
  if (seconds > LONGEST) {
    return `So many units would take about ${duration(seconds)} here, and more than ${duration(LONGEST)} is not started. The command “riskexact odds” answers at any size.`;
  }
  return "";
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 100) {
    return `${Math.round(seconds)} seconds`;
  }
  return seconds < 5400
    ? `${Math.round(seconds / 60)} minutes`
    : counted(Math.round(seconds / 3600), "hour");
}

/** Show everything that was typed. */
function showControls() {
  const { garrisons, stays } = state;
  the("rule-set", HTMLSelectElement).value = state.rules;
  the("about-rules", HTMLElement).textContent =
    ruleData.find(({ name }) => name === state.rules)?.about ?? "";
  the("stays", HTMLInputElement).checked = stays;
  const free = fightOf(state).attackers;
  the("stays-hint", HTMLElement).textContent = stays ? `${free} can fight` : `all ${free} can fight`;
  attackers.call(stays ? "Armies" : "Attackers");
  defenders.call(garrisons.length > 1 ? "On territory 1" : "Defenders");
  attackers.show(state.attackers);
  defenders.show(garrisons[0]);
  leaveBehind.show(state.leaveBehind);
  retreatAt.call(`Retreat when this many ${stays ? "armies" : "attackers"} are left`);
  retreatAt.show(state.retreatAt);
  stopAtDefenders.show(state.stopAtDefenders);
  stopAfter.show(state.stopAfter);
  stopBelow.show(state.stopBelow);
  attackersLeft.show(state.left?.[0] ?? 0);
  defendersLeft.show(state.left?.[1] ?? 0);
  const one = garrisons.length === 1;
  the("chain", HTMLElement).hidden = one;
  while (behind.length < garrisons.length - 1) {
    behind.push(territory(behind.length + 1));
  }
  const wanted = behind.slice(0, garrisons.length - 1);
  const place = the("territories", HTMLElement);
  if (place.childElementCount !== wanted.length) {
    place.replaceChildren(...wanted.map(({ element }) => element));
  }
  wanted.forEach(({ stepper }, n) => stepper.show(garrisons[n + 1]));
  the("add-territory", HTMLButtonElement).disabled = garrisons.length >= MOST_TERRITORIES;
  for (const stepper of [stopAtDefenders, stopAfter, stopBelow]) {
    stepper.element.hidden = !one;
  }
  the("stops-words", HTMLElement).textContent = one
    ? "The battle is broken off as soon as one of these holds."
    : "In a row of territories, the attackers break off with so few of them free to fight.";
  for (const id of ["luck-sides", "luck"]) {
    the(id, HTMLElement).hidden = !one;
  }
  the("luck-words", HTMLElement).textContent = one
    ? "Type what was left: attackers who were free to fight, and defenders."
    : "For one territory alone: remove the others.";
  the("question", HTMLElement).textContent = questionText();
}

/** What is asked, in words. */
function questionText() {
  const { garrisons, stays } = state;
  const against =
    garrisons.length === 1
      ? counted(garrisons[0], "defender")
      : `${garrisons.join(", then ")} defenders`;
  return `${counted(state.attackers, stays ? "army" : "attacker")} against ${against}`;
}

/** Show that there is no answer (yet). */
function blank() {
  the("result", HTMLElement).hidden = true;
  for (const id of ["show-exact", "share"]) {
    the(id, HTMLButtonElement).disabled = true;
  }
  document.body.classList.add("unanswered");
}

/** @param {string} reason */
function showFailure(reason) {
  clearTimeout(waiting);
  shown = null;
  blank();
  the("working", HTMLElement).hidden = true;
  the("refused", HTMLElement).textContent = reason;
}

/** @param {{fight: Fight, answer: Answer, rules: Rules}} answered */
function showAnswer(answered) {
  clearTimeout(waiting);
  shown = answered;
  the("working", HTMLElement).hidden = true;
  the("result", HTMLElement).hidden = false;
  for (const id of ["show-exact", "share"]) {
    the(id, HTMLButtonElement).disabled = false;
  }
  document.body.classList.remove("unanswered");
  const win = answered.answer.chances.won;
  const all = answered.fight.garrisons.length > 1 ? "take them all" : "win";
  the("chance", HTMLElement).textContent = percent(win);
  the("words", HTMLElement).textContent = `You ${all} ${inWords(win)}.`;
  showSplit(answered);
  showConquered(answered);
  showCosts(answered);
  showLuck(answered);
  showChart();
}

/** @param {{answer: Answer}} answered */
function showSplit({ answer }) {
  const entries = Object.entries(answer.chances).filter(([, chance]) => chance.n > 0n);
  the("split", HTMLElement).replaceChildren(
    ...entries.map(([result, chance]) => {
      const part = make("span", { class: result });
      part.style.flexGrow = String(share(chance.n, chance.d));
      return part;
    }),
  );
  const names = { won: "won", stopped: "broken off", lost: "lost" };
  the("split-words", HTMLElement).textContent = entries
    .map(([result, chance]) => `${names[/** @type {"won"} */ (result)]} ${percent(chance)}`)
    .join(" · ");
}

/** @param {{fight: Fight, answer: Answer}} answered */
function showConquered({ fight, answer }) {
  const { garrisons } = fight;
  const rows = garrisons.length === 1 ? [] : [...garrisons.keys(), garrisons.length];
  const body = make("tbody");
  for (const taken of rows) {
    const value = answer.taken[taken];
    const title = taken === garrisons.length ? `all ${taken} taken` : `${taken || "none"} taken`;
    const bar = make("span", { class: taken === garrisons.length ? "won" : "lost" });
    bar.style.width = `${share(value.n, value.d) * 100}%`;
    body.append(
      make(
        "tr",
        {},
        make("th", { scope: "row" }, title),
        make("td", { class: "bar-cell" }, make("span", { class: "track" }, bar)),
        make("td", {}, percent(value)),
        make("td", {}, exactButton(title, () => value)),
      ),
    );
  }
  const table = the("conquered", HTMLTableElement);
  table.replaceChildren(...(table.caption ? [table.caption] : []), body);
}

/** @param {{fight: Fight, answer: Answer}} answered */
function showCosts({ fight, answer }) {
  const { costs } = answer;
  const defendersLost = fight.garrisons.reduce((x, y) => x + y, 0);
  /** @type {[string, Fraction | null, Fraction | null][]} */
  const rows = [
    ["on average", costs.attackers, costs.defenders],
    ["when you win", costs.attackersOfAWin, { n: BigInt(defendersLost), d: 1n }],
  ];
  const head = ["Units lost", "you", "they"].map((text) => make("th", { scope: "col" }, text));
  const body = make("tbody");
  for (const [title, yours, theirs] of rows) {
    if (yours && theirs) {
      body.append(
        make(
          "tr",
          {},
          make("th", { scope: "row" }, title),
          make("td", { class: "attacker" }, brief(yours)),
          make("td", { class: "defender" }, brief(theirs)),
        ),
      );
    }
  }
  const table = the("costs", HTMLTableElement);
  const caption = table.caption ? [table.caption] : [];
  table.replaceChildren(...caption, make("thead", {}, make("tr", {}, ...head)), body);
}

/**
 * A number to two digits after the point, unless it is whole.
 * @param {Fraction} value
 */
function brief(value) {
  return value.d === 1n ? String(value.n) : fixed(value, 2);
}

/** @param {{fight: Fight, answer: Answer}} answered */
function showLuck({ fight, answer }) {
  const place = the("luck", HTMLElement);
  place.replaceChildren();
  const [a, d] = state.left ?? [0, 0];
  if (fight.garrisons.length > 1 || (!state.left && a === d)) {
    return;
  }
  const luck = luckOf(fight, answer, a, d);
  if (luck === null) {
    const end = `${counted(a, "attacker")} and ${counted(d, "defender")}`;
    place.append(make("p", { class: "fault" }, `This battle does not end with ${end} left.`));
    return;
  }
  for (const [title, chance] of /** @type {[string, Fraction][]} */ ([
    ["at least this bad for you", luck.atLeastThisBad],
    ["at least this good for you", luck.atLeastThisGood],
  ])) {
    const words = make("span", { class: "muted" }, ` ${inWords(chance)} `);
    const line = make("p", {}, make("strong", {}, percent(chance)), ` ${title},`, words);
    line.append(exactButton(`a result ${title}`, () => chance));
    place.append(line);
  }
}

function showChart() {
  if (!shown) {
    return;
  }
  const mirrored = the("left-title", HTMLElement).dataset.bars === "sides";
  chart.show(shown.fight, shown.answer, mirrored);
  const { answer } = shown;
  const { won, stopped, lost } = answer.chances;
  const legend = mirrored
    ? [
        ["won", "attackers left, if any"],
        ["lost", "defenders left, if any"],
      ]
    : [
        ...(lost.n ? [["lost", "lost, defenders left"]] : []),
        ...(stopped.n ? [["stopped", "broken off, the difference"]] : []),
        ...(won.n ? [["won", "won, attackers left"]] : []),
      ];
  the("chart-legend", HTMLElement).replaceChildren(
    ...legend.map(([result, text]) => make("span", { class: `key ${result}` }, text)),
  );
}

/**
 * @param {Fight} fight
 * @param {Rules} rules
 * @param {import("../arithmetic/rules.js").RuleData} data
 */
function askNeeded(fight, rules, data) {
  const garrisons = fight.garrisons.join(", then ");
  const words = the("needed-words", HTMLElement);
  const against = fight.garrisons.length === 1 && fight.garrisons[0] === 1 ? "defender" : "defenders";
  words.textContent = `${state.stays ? "Armies" : "Attackers"} against ${garrisons} ${against}, fought out, for a chance of at least`;
  const key = JSON.stringify([state.rules, state.stays, fight.garrisons, fight.leaveBehind]);
  if (key === neededKey) {
    return;
  }
  neededKey = "";
  the("needed", HTMLElement).classList.add("stale");
  const seconds = secondsForNeeded(fight, rules);
  if (seconds > LONGEST) {
    showNeeded(PERCENTS.map(() => null));
    return;
  }
  asker.ask(
    {
      kind: "needed",
      fight,
      seconds,
      answered: (found) => {
        neededKey = key;
        showNeeded(found);
      },
      progress: () => {},
      failed: () => showNeeded(PERCENTS.map(() => null)),
    },
    data,
    rules,
  );
}

/** @param {(number | null)[]} found */
function showNeeded(found) {
  const place = the("needed", HTMLElement);
  const focused = [...place.children].indexOf(document.activeElement ?? place);
  const one = state.stays ? "army" : "attacker";
  place.classList.remove("stale");
  place.replaceChildren(
    ...PERCENTS.map((goal, n) => {
      const fewest = found[n];
      const typed = fewest === null ? null : fewest + Number(state.stays);
      const number = typed === null ? "–" : String(typed);
      const tile = make(
        "button",
        { type: "button", class: "tile" },
        make("span", { class: "goal" }, `${goal} %`),
        make("strong", {}, number),
      );
      tile.disabled = typed === null;
      if (typed !== null) {
        tile.setAttribute("aria-label", `${goal} %: ${counted(typed, one)}; use`);
        tile.addEventListener("click", () => change({ attackers: typed }));
      }
      return tile;
    }),
  );
  const again = place.children[focused];
  if (again instanceof HTMLElement) {
    again.focus();
  }
}

/** Put everything into the page that is made here, and listen to it. */
function start() {
  the("sides", HTMLElement).append(attackers.element, defenders.element);
  the("leave-behind", HTMLElement).append(leaveBehind.element);
  the("luck-sides", HTMLElement).append(attackersLeft.element, defendersLeft.element);
  the("stops", HTMLElement).append(
    retreatAt.element,
    stopAtDefenders.element,
    stopAfter.element,
    stopBelow.element,
  );
  const select = the("rule-set", HTMLSelectElement);
  select.append(...ruleData.map(({ name, title }) => make("option", { value: name }, title)));
  select.addEventListener("change", () => change({ rules: select.value }));
  const stays = the("stays", HTMLInputElement);
  stays.addEventListener("change", () => {
    neededKey = "";
    change({ stays: stays.checked });
  });
  the("add-territory", HTMLElement).addEventListener("click", () => {
    change({ garrisons: [...state.garrisons, state.garrisons[state.garrisons.length - 1]] });
    behind[state.garrisons.length - 2].stepper.input.focus();
  });
  the("show-exact", HTMLElement).addEventListener("click", () => {
    if (shown) {
      showExactly(`Chance to win, ${questionText()}`, shown.answer.chances.won);
    }
  });
  the("share", HTMLElement).addEventListener("click", () => sharePage());
  the("cancel", HTMLElement).addEventListener("click", () => {
    asker.cancel();
    showFailure("Cancelled. Change a number to ask again.");
    if (neededKey === "") {
      showNeeded(PERCENTS.map(() => null));
    }
    the("answer", HTMLElement).focus();
  });
  for (const input of document.querySelectorAll("input[name=bars]")) {
    input.addEventListener("change", () => {
      if (input instanceof HTMLInputElement && input.checked) {
        the("left-title", HTMLElement).dataset.bars = input.value;
        showChart();
      }
    });
  }
  for (const form of document.querySelectorAll("#battle, #setup")) {
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  addEventListener("hashchange", () => read());
  read();
  install();
}

/** Hand the address on: to another app where the device can do that, else to the clipboard. */
async function sharePage() {
  remember();
  const { href } = location;
  if (navigator.share) {
    try {
      await navigator.share({ title: questionText(), url: href });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        return;
      }
    }
  }
  await copy(href, "Address copied: it holds this battle");
}

/** Where the page is served, let it be installed, and work without a connection. */
function install() {
  if (!/^https?:$/.test(location.protocol)) {
    return;
  }
  document.head.append(
    make("link", { rel: "manifest", href: "manifest.webmanifest" }),
    make("link", { rel: "apple-touch-icon", href: "icon-192.png" }),
  );
  navigator.serviceWorker?.register("service-worker.js").catch(() => {
    // no use without a connection then
  });
}

/** For tests: what this page answers with. */
export const answers = ANSWERS;

start();
