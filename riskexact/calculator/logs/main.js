// The page of logs: what is pasted is tested, and nothing of it leaves the page.

import { remember, remembered } from "../interface/device.js";
import { draw, make, the } from "../interface/elements.js";
import { has, localized, number, offerLanguages, text } from "../interface/language.js";
import { Rules } from "../arithmetic/rules.js";
import { LogFault } from "../arithmetic/log-rows.js";
import { LEVEL, MAX_NEEDED, tested } from "../arithmetic/log-tests.js";

/** @typedef {import("../arithmetic/log-tests.js").Tested} Tested */
/** @typedef {import("../arithmetic/log-tests.js").Test} Test */

/** Milliseconds after the last key. */
const PAUSE = 300;

/** P-values that are told no more closely. */
const LEAST = 1e-40;

const EXAMPLE = `attackers,defenders,attackers_left,defenders_left
12,9,0,4
5,3,3,0
8,8,0,2
10,5,7,0
4,4,0,3
6,2,6,0
9,10,0,5
7,6,0,1
15,12,6,0
3,3,0,2
`;

/** @type {import("../arithmetic/rules.js").RuleData[]} */
const ruleData = JSON.parse(the("rules", HTMLElement).textContent ?? "");
const ruleSets = new Map(ruleData.map((data) => [data.name, new Rules(data)]));

const log = the("log", HTMLTextAreaElement);
const rules = the("rule-set", HTMLSelectElement);
const armies = the("armies", HTMLInputElement);
let waiting = 0;

/** Test what stands there as soon as nothing is typed any more. */
function later() {
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE);
}

/** Test the log, and show what comes of it. */
function show() {
  clearTimeout(waiting);
  /** @type {Tested | null} */
  let found = null;
  let fault = "";
  if (log.value.trim()) {
    try {
      found = tested(log.value, armies.checked, ruleSets, rules.value);
    } catch (error) {
      if (!(error instanceof LogFault)) {
        throw error;
      }
      fault = text(error.key, error.values);
    }
  }
  the("fault", HTMLElement).textContent = fault;
  log.setAttribute("aria-invalid", String(Boolean(fault)));
  the("result", HTMLElement).hidden = !found;
  the("verdict", HTMLElement).textContent = found ? verdict(found) : text("verdict.waiting");
  the("words", HTMLElement).textContent = found ? wordsOf(found) : "";
  the("notes", HTMLElement).textContent = found ? notesOf(found).join("\n") : "";
  if (found) {
    showTests(found);
    showChart(found);
    showPower(found);
  }
}

/** @param {Tested} found */
function least({ tests }) {
  return Math.min(...tests.map(({ corrected }) => corrected));
}

/** @param {Tested} found */
function verdict(found) {
  if (found.impossible) {
    return text("verdict.impossible", { n: found.impossible });
  }
  return text(least(found) <= LEVEL ? "verdict.odd" : "verdict.usual");
}

/** @param {Tested} found */
function wordsOf(found) {
  const size = found.rounds
    ? text("size.rounds", { n: found.rounds })
    : text("size.battles", { n: found.battles });
  if (found.impossible) {
    return size;
  }
  return `${size} ${text(least(found) <= LEVEL ? "words.odd" : "words.usual", { p: pText(least(found)) })}`;
}

/** @param {Tested} found */
function notesOf({ inPart, leftOut }) {
  const all = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
  return [
    ...(inPart ? [text("notes.part", { n: inPart })] : []),
    ...(all ? [text("notes.left-out", { n: all })] : []),
  ];
}

/**
 * A p-value, to three digits.
 * @param {number} p
 */
function pText(p) {
  if (p < LEAST) {
    return p ? "<10⁻⁴⁰" : "0";
  }
  return localized(p < 1e-4 ? p.toExponential(2) : String(Number(p.toPrecision(3))));
}

/** @param {number} value */
function signed(value) {
  const written = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  return (value < 0 ? "−" : "") + written.format(Math.abs(value));
}

/**
 * Two bounds, or the one number that they are.
 * @param {string} low
 * @param {string} high
 */
function span(low, high) {
  return low === high ? low : text("between", { low, high });
}

/** @param {Test} test */
function nameOf({ name, sides, rules: played, losses }) {
  if (!sides || !losses) {
    return text(`tests.${name}`);
  }
  const where = played === ruleData[0].name ? "" : `, ${titleOf(played)}`;
  return (
    text("tests.rounds", { sides: sides.join(" – "), losses: losses.join(" – ") }) + where
  );
}

/** @param {string} name */
function titleOf(name) {
  const known = ruleData.find((each) => each.name === name);
  return has(`rules.${name}`) ? text(`rules.${name}`) : (known?.title ?? name);
}

/**
 * @param {string} id
 * @param {string[]} head
 * @param {string[][]} rows
 */
function fill(id, head, rows) {
  the(id, HTMLTableElement).replaceChildren(
    make("thead", {}, make("tr", {}, ...head.map((each) => make("th", { scope: "col" }, each)))),
    make(
      "tbody",
      {},
      ...rows.map(([first, ...others]) =>
        make("tr", {}, make("th", { scope: "row" }, first), ...others.map((each) => make("td", {}, each))),
      ),
    ),
  );
}

/** @param {Tested} found */
function showTests({ tests }) {
  const head = ["tests.name", "tests.observed", "tests.expected", "tests.p", "tests.corrected"];
  fill(
    "tests",
    head.map((key) => text(key)),
    tests.map((test) => [
      nameOf(test),
      span(signed(test.least), signed(test.most)),
      signed(Number(test.expected.toFixed(1))),
      span(pText(test.pAtLeast), pText(test.p)),
      pText(test.corrected),
    ]),
  );
}

/** @param {Tested} found */
function showPower({ power, rounds }) {
  the("power-words", HTMLElement).textContent = text(rounds ? "power.rounds" : "power.battles");
  fill(
    "power",
    [text("power.bend"), text("power.chance"), text("power.needed")],
    power.map(({ bend, power: chance, needed }) => [
      [0.5 + bend, 0.5 - bend].map((each) => `${Math.round(100 * each)} %`).join(" / "),
      `${localized((100 * chance).toFixed(1))} %`,
      needed === null ? text("power.many", { n: MAX_NEEDED }) : number(needed),
    ]),
  );
}

/** @param {Tested} found */
function showChart({ moments, rounds }) {
  const [width, height, left, low] = [640, 280, 56, 36];
  const all = [
    { number: 0, least: 0, most: 0, expected: 0, usual: /** @type {[number, number]} */ ([0, 0]) },
    ...moments,
  ];
  const end = all[all.length - 1];
  const farthest = Math.max(
    1,
    ...all.flatMap(({ least: a, most: b, usual, expected }) =>
      [a, b, ...usual].map((each) => Math.abs(each - expected)),
    ),
  );
  const x = (/** @type {number} */ n) => left + ((width - left - 10) * n) / end.number;
  const middle = (height - low) / 2;
  const y = (/** @type {number} */ value) => middle - ((middle - 10) * value) / farthest;
  /** @param {(moment: typeof end) => number} of */
  const along = (of) => all.map((each) => `${x(each.number).toFixed(1)},${y(of(each) - each.expected).toFixed(1)}`);
  const area = (/** @type {string[]} */ one, /** @type {string[]} */ other) => [...one, ...other.reverse()].join(" ");
  const [lower, upper] = [along((m) => m.least), along((m) => m.most)];
  const known = lower.join() === upper.join();
  const tick = Math.max(1, Math.floor(farthest / 10 ** Math.floor(Math.log10(farthest))) * 10 ** Math.floor(Math.log10(farthest)));
  const words = text(rounds ? "chart.rounds" : "chart.battles", {
    least: signed(end.usual[0]),
    most: signed(end.usual[1]),
    found: span(signed(end.least), signed(end.most)),
    mean: signed(Math.round(end.expected)),
  });
  const label = (/** @type {number} */ value) => [
    draw("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, value > 0 ? `+${number(value)}` : signed(value)),
  ];
  the("course", HTMLElement).replaceChildren(
    draw(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      draw("polygon", { class: "usual", points: area(along((m) => m.usual[0]), along((m) => m.usual[1])) }),
      draw("line", { class: "mean", x1: left, x2: width - 10, y1: y(0), y2: y(0) }),
      ...(known ? [] : [draw("polygon", { class: "between", points: area([...lower], [...upper]) })]),
      ...(known ? [lower] : [lower, upper]).map((points) => draw("polyline", { class: "seen", points: points.join(" ") })),
      ...[tick, 0, -tick].flatMap(label),
      draw("text", { x: left, y: height - 8 }, "0"),
      draw("text", { x: width - 10, y: height - 8, "text-anchor": "end" }, number(end.number)),
    ),
  );
  the("course-words", HTMLElement).textContent = words;
}

/** Say everything in the language of the page. */
function say() {
  const chosen = rules.value || remembered("rules") || "";
  rules.replaceChildren(...ruleData.map(({ name }) => make("option", { value: name }, titleOf(name))));
  rules.value = ruleSets.has(chosen) ? chosen : ruleData[0].name;
  show();
}

/** Listen to what is typed, pressed and dropped. */
function start() {
  const press = (/** @type {string} */ id, /** @type {() => void} */ done) =>
    the(id, HTMLElement).addEventListener("click", done);
  const file = the("file", HTMLInputElement);
  log.addEventListener("input", later);
  armies.addEventListener("change", show);
  rules.addEventListener("change", () => {
    remember("rules", rules.value);
    show();
  });
  press("open", () => file.click());
  press("example", () => {
    log.value = EXAMPLE;
    show();
  });
  press("empty", () => {
    log.value = "";
    show();
    log.focus();
  });
  file.addEventListener("change", async () => {
    const [first] = file.files ?? [];
    if (first) {
      log.value = await first.text();
      file.value = "";
      show();
    }
  });
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    the("answer", HTMLElement).focus();
  });
  offerLanguages(say);
  say();
}

start();
