// Addresses for the calculator: `node addresses.js PAGE RULES serve|SECONDS`, where PAGE is a script
// that makes its modules one object, `page`, and RULES is what the page is told of rule sets.
//
// Lines of JSON come in, and a line goes out for each: the battle that the address holds or null, or
// what is wrong.  Given SECONDS, addresses are made here for that long instead: what takes a new way through
// the code, by the coverage that V8 counts, is kept and built upon.

const { readFileSync } = require("node:fs");
const { Session } = require("node:inspector");
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

// -- addresses that find new ways -----------------------------------------------------------------

const WORDS = [
  "#", "&", "=", ",", "%2C", "%2c", "%", "%FF", "a=", "d=", "behind=", "retreat=", "stop=", "rounds=",
  "below=", "blitz=3.3", "blitz=", "rules=", "stays=", "left=", "stays=1", "0", "1", "9999", "10000", "-1", "1e3", "0x10",
  "999", "100", "101", "__proto__", "constructor", "toString", "single-loss", "risiko", ":capital", ":3v2",
  "rules=3v2", ",faces=8", ",pairs=1.3", ",ties=nobody", ",attack-needs=1.3", ",defence-extra=d8",
  ",attack-all=-1", ",defence-highest=1", ",defence-clamped=1", "d8.2d6", "%3A", "%3d", "\u0663",
  "\u202e", "\ud800", "\0", "\n", " ", "<", "9".repeat(700), "#a=5&d=3", ",3".repeat(13),
];

const SEEDS = [
  "#a=5&d=3", "#a=14&d=5&retreat=3&rounds=9&rules=risiko&stays=1&left=0,2",
  "#a=7&d=2%2C3,2&behind=2", "#a=9&d=9&stop=2&below=25",
  "#a=9&d=9&blitz=3.3&retreat=3", "#a=9&d=9,2:capital,1:3v3,faces=8&rules=d8.2d6v2,pairs=1,defence-highest=1,defence-clamped=1",
];

const KEYS = ["blitz", "behind", "retreat", "stop", "rounds", "below", "stays", "left", "rules", "a", "d"];

function any(list) {
  return list[below(list.length)];
}

function below(n) {
  return Math.floor(Math.random() * n);
}

function changed(corpus) {
  let text = any(any([corpus, SEEDS]));
  for (let n = 1 + below(3); n > 0; n -= 1) {
    text = below(2) ? withPart(text) : withPiece(text, corpus);
  }
  return text.slice(0, 1200);
}

/** Put in a part, or put it in the place of another one. */
function withPart(text) {
  const parts = text.split("&");
  const number = () => String(below(10 ** (1 + below(5))));
  const value = any([number, number, () => `${number()},${number()}`, () => any(WORDS)]);
  parts.splice(1 + below(parts.length), below(2), `${any(KEYS)}=${value()}`);
  return parts.join("&");
}

/** Put anything anywhere. */
function withPiece(text, corpus) {
  const at = below(text.length + 1);
  const piece = any([
    () => any(WORDS),
    () => String.fromCharCode(below(any([128, 65536]))),
    () => "",
    () => any(corpus).slice(at),
  ]);
  return text.slice(0, at) + piece() + text.slice(at + below(2) * below(6));
}

function guided(ruleData, seconds) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const ways = new Set();
  const isNew = () => {
    const before = ways.size;
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      const { functions } = result.find(({ url }) => url === "page.js") ?? { functions: [] };
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        // so often, or about so often
        ways.add(`${startOffset} ${endOffset} ${Math.ceil(Math.log2(count + 1))}`);
      }
    });
    return ways.size > before;
  };
  const corpus = ["", "#"];
  const end = Date.now() + 1000 * seconds;
  let tried = 0;
  let read = 0;
  for (; Date.now() < end; tried += 1) {
    const address = tried < SEEDS.length ? SEEDS[tried] : changed(corpus);
    const { fault, state } = found(address, ruleData);
    if (fault) {
      console.log(`${JSON.stringify(address)}: ${fault}`);
      process.exitCode = 77;
      break;
    }
    read += Number(state !== null);
    if (isNew()) {
      corpus.push(address);
    }
  }
  console.log(`${tried} addresses, ${read} held a battle; ${ways.size} ways, ${corpus.length} kept`);
}

const [script, rulesText, wanted] = process.argv.slice(2);
runInThisContext(readFileSync(script, "utf8"), { filename: "page.js" });
if (wanted === "serve") {
  serve(JSON.parse(rulesText));
} else {
  guided(JSON.parse(rulesText), Number(wanted));
}
