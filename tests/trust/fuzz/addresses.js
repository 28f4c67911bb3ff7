// Addresses for the calculator: `node addresses.js PAGE RULES`, where PAGE is a script
// that makes its modules one object, `page`, and RULES is what the page is told of rule sets.
//
// Lines of JSON come in, and a line goes out for each: the battle that the address holds or null, or
// what is wrong.

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const { runInThisContext } = require("node:vm");

/** @typedef {{fault?: string, state?: object | null}} Found */

/** A version of Balanced Blitz, which the page knows by its name. */
const BLITZ = { name: "3.3", negligible: 0.05, cut: 0.1, sharper: 1.3, peaked: 1.8 };
const VERSIONS = [BLITZ.name];

/**
 * What must hold for every address.
 * @param {string} address
 * @param {object[]} ruleData
 */
function holds(address, ruleData) {
  const names = ruleData.map(({ name }) => name);
  const first = page.firstState(names[0]);
  const before = JSON.stringify(first);
  const state = page.fromAddress(address, first, names, VERSIONS);
  must(JSON.stringify(first) === before, "the first state is as it was");
  if (state === null) {
    return null;
  }
  must(`${Object.keys(state)}` === `${Object.keys(first)}`, "a state has all its parts and no more");
  must(Object.getPrototypeOf(state) === Object.prototype, "a state is a plain object");
  const { rules, territoryRules } = state;
  for (const each of [rules, ...territoryRules]) {
    const own = page.partsFrom(each);
    must(names.includes(each) || own || (each === "" && each !== rules), "the rules are known");
    must(names.includes(each) || !own || page.rulesText(own) === each, "the same rules are the same");
  }
  must([0, state.garrisons.length].includes(territoryRules.length), "rules for each territory");
  must(["", ...VERSIONS].includes(state.blitz), "the version of Balanced Blitz is known");
  must(typeof state.armies === "boolean", "armies is yes or no");
  const { attackers, leaveBehind, retreatAt, stopAtDefenders, garrisons, left } = state;
  const territories = garrisons.length;
  must(territories >= 1 && territories <= page.MAX_TERRITORIES, "a campaign of territories");
  must(left === null || left.length === 2, "two numbers are left");
  for (const n of [attackers, leaveBehind, retreatAt, stopAtDefenders, ...garrisons, ...(left ?? [])]) {
    must(within(n, 0, page.MAX_UNITS), "units are whole numbers");
  }
  must(state.stopAfter === null || within(state.stopAfter, 1, page.MAX_ROUNDS), "rounds");
  must(within(state.stopBelow, 0, 100), "a percentage");
  const written = page.toAddress(state, first);
  must(/^#[\w.,:%~!'()*&=-]+$/.test(written), "an address needs no escapes");
  must(same(page.fromAddress(written, first, names, VERSIONS), state), "what is written is read as the same");
  const fight = page.fightOf(state, state.blitz && BLITZ);
  const fought = rulesFor(page.rulesOnEach(state), ruleData);
  must(within(fight.attackers, 0, page.MAX_UNITS), "attackers who fight");
  for (const seconds of [page.secondsForOutcomes(fight, fought), page.secondsForNeeded(fight, fought)]) {
    must(Number.isFinite(seconds) && seconds >= 0, "the time that it takes is known");
  }
  return state;
}

/** @type {Map<string, object>} */
const ready = new Map();

function rulesFor(rules, ruleData) {
  const data = rules.map((each) => ruleData.find(({ name }) => name === each) ?? own(each));
  const key = JSON.stringify([rules, ruleData.length]);
  if (!ready.has(key)) {
    ready.set(key, page.rulesFrom(data));
  }
  return ready.get(key);
}

function own(text) {
  return page.countsOf(page.partsFrom(text));
}

function must(right, what) {
  if (!right) {
    throw new Error(`not so: ${what}`);
  }
}

function within(n, least, most) {
  return Number.isSafeInteger(n) && least <= n && n <= most && !Object.is(n, -0);
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @returns {Found} */
function found(address, ruleData) {
  try {
    return { state: holds(address, ruleData) };
  } catch (error) {
    return { fault: String(error?.stack ?? error) };
  }
}

function serve(ruleData) {
  createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
    const asked = JSON.parse(line);
    console.log(JSON.stringify(found(asked.address, asked.rules ?? ruleData)));
  });
}

const [script, rulesText] = process.argv.slice(2);
runInThisContext(readFileSync(script, "utf8"), { filename: "page.js" });
serve(JSON.parse(rulesText));
