// The page: what is typed becomes a question, and the answers are shown.

import { certainAnswer } from "../core/answers.js";
import { TO_THE_END } from "../core/forward.js";
import { mirrored, rulesFrom } from "../core/rules.js";
import { Asker, REST, worksNoMore, worksUnlessSoon } from "../shared/asker.js";
import { cardFile, handOnCard } from "./card.js";
import { Chart } from "./chart.js";
import { conditions, ownUnits, questionText, settings, showConditions } from "./conditions.js";
import { Controls } from "./controls.js";
import { remember, remembered, writeAddress } from "../shared/device.js";
import { clearNotice, closing, notice, pressable, the, told, whenPressed, whileOpen } from "../shared/elements.js";
import { shareAnswer, showExactly } from "../shared/exact.js";
import { Heat } from "./heat.js";
import { offerLanguages, text, usualRules } from "../shared/language.js";
import { showConquered, showLegend, showLosses, showLuck, showNeeded, showOutlook, showSplit } from "./results.js";
import { PERCENTS, questionOf, secondsForOutcomes, wholeAnswer } from "./questions.js";
import { RuleBook } from "./rulebook.js";
import { firstState, fightOf, fromAddress, rulesOnEach, toAddress } from "./state.js";
import { celebrate } from "../shared/motion.js";
import { percent } from "../shared/words.js";

/** @typedef {import("../core/answers.js").Answer} Answer */
/** @typedef {import("../core/blitz.js").Fight} Fight */
/** @typedef {import("../core/rules.js").Counted} Counted */
/** @typedef {import("../core/rules.js").FightRules} FightRules */

/** Questions that would take longer, in estimated seconds, are not started. */
const MAX_SECONDS = 90;

/** Milliseconds in which a chance is painted. */
const PAINTED = 20;

/** Numbers of units that take more are asked for at rest: the chance is shown first. */
const BRIEF = 0.001;

const book = new RuleBook(told("rules"), told("blitz"));
const first = firstState(book.names[0]);
let state = { ...first };

/** Whether it is asked by which edition is played: on a visit to no battle, until one is chosen. */
let asksEdition = false;

/** @typedef {import("../core/answers.js").Certain} Certain */

/** @typedef {{question: string, fight: Fight, answer: Answer | Certain, rules: FightRules, counted: Counted | Counted[]}} Answered */

/** @type {Answered | null} */
let shown = null;

/** @type {Answer | null} All of what is shown, as soon as it is found. */
let complete = null;

/** Whether the fractions are asked for of what is shown. */
let finding = false;

/** Whether the outcome that was typed is a win. */
let isWon = false;

/** The questions whose numbers of units are shown. */
const sized = { needed: "", holding: "" };

/** Shows the map of all battles, once this one has its answer or none. */
let showAround = () => {};

/** Timers until these are asked for, and until the rest of an answer is shown. */
const resting = { needed: 0, holding: 0, rest: 0 };

const source = the("arithmetic").textContent ?? "";
const asker = new Asker(source);
const controls = new Controls(book, change, () => state);
const chart = new Chart();
const heat = new Heat(new Asker(source), (attackers, defenders) => {
  the("map").focus({ preventScroll: true });
  const territoryRules = state.territoryRules.slice(0, 1).filter(Boolean);
  change({ attackers: attackers + Number(state.armies), garrisons: [defenders], territoryRules });
});

/** @param {Partial<import("./state.js").State>} typed */
function change(typed) {
  state = { ...state, ...typed };
  for (const name of /** @type {const} */ (["rules", "blitz", "armies"])) {
    if (typed[name] !== undefined) {
      remember(name, String(typed[name]));
    }
  }
  asksEdition &&= typed.rules === undefined;
  the("message").hidden = true;
  clearNotice();
  writeAddress(toAddress(state, first));
  update();
}

/** Take over the state in the address, or say that it holds none. */
function read() {
  const versions = [...book.versions.keys()];
  const found = fromAddress(location.hash, first, book.names, versions);
  const fresh = /^#?$/.test(location.hash);
  if (found && !fresh) {
    state = found;
  } else {
    const rules = usualRules(book.names, (name) => book.parts(name) !== null);
    const blitz = versions.find((each) => each === remembered("blitz")) ?? "";
    state = { ...first, rules, blitz, armies: remembered("armies") !== "false" };
  }
  asksEdition = fresh && remembered("rules") === null;
  const message = the("message");
  message.hidden = found !== null;
  message.textContent = found ? "" : text("answer.unreadable", { battle: questionText(state) });
  update();
}

/** Ask once by which edition a reader plays whose language has one of its own. */
function askEdition() {
  const editions = [text("edition.rules"), first.rules];
  the("edition").hidden = !asksEdition || !book.listed(editions[0]) || editions[0] === first.rules;
  the("edition").lastElementChild?.replaceChildren(
    ...editions.map((rules, n) => pressable(n ? text("edition.other") : book.title(rules), () => change({ rules }))),
  );
}

/** Show the state in all controls, and ask for the answers. */
function update() {
  controls.show(state);
  const names = rulesOnEach(state);
  const rules = book.rules(names);
  const counted = book.counted(names);
  const blitz = book.versions.get(state.blitz) ?? null;
  const fight = fightOf(state, blitz);
  const different = conditions(state, first, book);
  the("question").textContent = questionText(state);
  showConditions(different, change);
  the("show-exact").textContent = text(blitz ? "answer.digits" : "answer.exact");
  const usual = settings(first, book);
  const played = settings(state, book).filter((each) => !usual.includes(each));
  const question = [questionText(state), ...played, ...different.map(({ said }) => said)].join(", ");
  askEdition();
  const [here] = [counted].flat();
  showAround = () => heat.show(rules.on(0), here, fight.attackers, fight.garrisons[0], blitz, state.armies);
  asker.cancel();
  clearTimeout(resting.rest);
  worksNoMore();
  finding = false;
  const isNobody = fight.attackers === 0 && fight.garrisons[0] === 0;
  const fault = isNobody ? text("answer.nobody") : tooLong(secondsForOutcomes(fight, rules));
  the("refused").textContent = "";
  if (fault) {
    showFailure(fault);
  } else {
    worksUnlessSoon(() => {
      hasAnswer(false);
      showProgress(0);
    });
    asker.ask({
      ...questionOf("outcomes", fight, rules, counted),
      answered: (answer) => {
        showAnswer({ question, fight, answer, rules, counted });
        showAround();
      },
      progress: showProgress,
      failed: showFailure,
    });
  }
  askNeeded(fight, rules, counted);
  askHolding(fight, here);
}

/**
 * Find the fractions of the answer that is shown in certain digits, and show that of a win.
 * @param {Event} event that closes the dialog
 */
function findFractions(event) {
  if (!shown) {
    return;
  }
  const answered = shown;
  const asked = questionOf("fractions", answered.fight, answered.rules, answered.counted);
  const fault = tooLong(asked.seconds);
  if (fault) {
    event.preventDefault();
    notice(fault);
    return;
  }
  finding = true;
  showProgress(0);
  the("working").hidden = false;
  asker.ask({
    ...asked,
    answered: (answer) => {
      showAnswer({ ...answered, answer });
      showFraction();
    },
    progress: showProgress,
    failed: (reason) => {
      worksNoMore();
      notice(reason);
    },
  });
}

/** Show the chance of a win exactly. */
function showFraction() {
  if (shown) {
    showExactly(text("exact.chance", { battle: shown.question }), shown.answer.chances.won);
  }
}

/** @param {number} done */
function showProgress(done) {
  the("progress", HTMLProgressElement).value = done;
}

/** @param {number} seconds @returns why what takes so long is not computed here; "" where it is */
function tooLong(seconds) {
  const time = seconds < 100
    ? text("time.seconds", { n: Math.round(seconds) })
    : seconds < 5400
      ? text("time.minutes", { n: Math.round(seconds / 60) })
      : text("time.hours", { n: Math.round(seconds / 3600) });
  return seconds > MAX_SECONDS ? text("answer.too-large", { time }) : "";
}

/** @param {boolean} is */
function hasAnswer(is) {
  the("result").hidden = !is;
  for (const id of ["show-exact", "share", "card"]) {
    the(id, HTMLButtonElement).disabled = !is;
  }
  document.body.classList.toggle("unanswered", !is);
  the("dock-chance").textContent = "…";
}

/** @param {string} reason */
function showFailure(reason) {
  worksNoMore();
  shown = null;
  hasAnswer(false);
  the("refused").textContent = reason;
  showAround();
}

/** @param {Answered} answered */
function showAnswer(answered) {
  worksNoMore();
  shown = answered;
  hasAnswer(true);
  the("dock-chance").textContent = percent(answered.answer.chances.won);
  document.title = answerText("answer.title");
  showOutlook(answered);
  showSplit(answered);
  complete = null;
  clearTimeout(resting.rest);
  if ("outcomes" in answered.answer) {
    showRest(answered);
  } else {
    // the chance comes first
    later("rest", PAINTED, () => showRest(answered));
  }
}

/** @param {Answered} answered */
function showRest({ fight, answer }) {
  complete = wholeAnswer(fight, answer);
  const answered = { fight, answer: complete };
  showLosses(complete, state.attackers);
  showConquered(answered);
  const wasWon = showLuck(answered, state.left, state.armies);
  if (wasWon && !isWon) {
    celebrate();
  }
  isWon = wasWon;
  showChart();
}

/**
 * Do something in some milliseconds, while the tab is open.
 * @param {keyof typeof resting} what @param {number} rest @param {() => void} then
 */
function later(what, rest, then) {
  resting[what] = setTimeout(() => closing.signal.aborted || then(), rest);
}

/** @param {"answer.shared" | "answer.title"} how */
function answerText(how) {
  return shown ? text(how, { battle: shown.question, percent: percent(shown.answer.chances.won) }) : "";
}

/** @param {Answered} answered */
function onCard({ question, answer }) {
  const { n, d } = answer.chances.won;
  const verdict = the("outlook").textContent ?? "";
  return { question, percent: percent(answer.chances.won), verdict, won: Number((n * 1000n) / d) / 1000 };
}

/** @param {Fight} fight @param {FightRules} rules @param {Counted | Counted[]} counted */
function askNeeded(fight, rules, counted) {
  const { garrisons, leaveBehind } = fight;
  the("needed-words").textContent = text(state.armies ? "needed.armies" : "needed.attackers");
  askSize("needed", [state.armies, garrisons, leaveBehind], questionOf("needed", fight, rules, counted));
}

/**
 * Ask how many defenders hold a territory: as many as the defender needs who fights as an attacker.
 * @param {Fight} fight @param {Counted} here the rules on the first territory
 */
function askHolding(fight, here) {
  the("holds").hidden = fight.garrisons.length > 1;
  if (fight.garrisons.length > 1) {
    sized.holding = "";
    return;
  }
  const attackers = text(ownUnits(state.armies), { n: state.attackers });
  the("holding-words").textContent = text("needed.holding", { attackers });
  const counted = mirrored(here);
  const turned = { ...fight, garrisons: [fight.attackers], leaveBehind: 0 };
  askSize("holding", [fight.attackers], questionOf("needed", turned, rulesFrom(counted), counted));
}

/**
 * Ask for the smallest numbers of units, unless they are shown.
 * @param {"needed" | "holding"} id where they are shown
 * @param {unknown[]} size what they depend on, beside the rules @param {ReturnType<typeof questionOf>} question
 */
function askSize(id, size, question) {
  const key = JSON.stringify([rulesOnEach(state), state.blitz, ...size]);
  if (key === sized[id]) {
    return;
  }
  sized[id] = "";
  clearTimeout(resting[id]);
  const place = the(id);
  place.classList.add("stale");
  place.dataset.working = text("needed.working");
  if (question.seconds > MAX_SECONDS) {
    showSize(id);
    return;
  }
  const ask = () => asker.ask({
    ...question,
    answered: (found) => {
      sized[id] = key;
      showSize(id, found);
    },
    failed: () => showSize(id),
  });
  if (question.seconds > BRIEF) {
    later(id, REST, ask);
  } else {
    ask();
  }
}

/** @param {"needed" | "holding"} id @param {(number | null)[]} found none where they are not known */
function showSize(id, found = PERCENTS.map(() => null)) {
  const place = the(id);
  if (id === "holding") {
    showNeeded(place, found, "units.defenders", (typed) => change({ garrisons: [typed] }));
  } else {
    const units = ownUnits(state.armies);
    showNeeded(place, found, units, (typed) => change({ attackers: typed }));
  }
}

function showChart() {
  if (shown && complete) {
    const mirrored = the("both-sides", HTMLInputElement).checked;
    chart.show(shown.fight, complete, mirrored, state.armies);
    showLegend(complete, mirrored, state.armies);
  }
}

/** Show the chance beside the numbers while it is off the screen, or beneath what stays on it. */
function stayInSight() {
  const wide = matchMedia("(min-width: 40rem)");
  /** @type {IntersectionObserver | undefined} */
  let observer;
  const watch = () => {
    const top = wide.matches ? the("controls").offsetHeight : 0;
    const bottom = wide.matches ? 0 : the("battle").offsetHeight;
    observer?.disconnect();
    observer = new IntersectionObserver(
      ([{ isIntersecting }]) => document.body.classList.toggle("away", !isIntersecting),
      { rootMargin: `-${top}px 0px -${bottom}px` },
    );
    observer.observe(the("chance"));
  };
  wide.addEventListener("change", watch, whileOpen);
  closing.signal.addEventListener("abort", () => observer?.disconnect());
  watch();
}

/** Unfold what the address speaks of. */
function openFolded() {
  const { retreatAt, stopAtDefenders, stopAfter, stopBelow, left } = state;
  the("stops-card", HTMLDetailsElement).open ||= Boolean(
    retreatAt || stopAtDefenders || stopAfter || stopBelow,
  );
  the("luck-card", HTMLDetailsElement).open ||= left !== null;
}

/** Say everything in another language. */
function say() {
  the("message").hidden = true;
  Object.assign(sized, { needed: "", holding: "" });
  controls.label();
  update();
}

/** Listen to what is pressed, and show what is asked at first. */
function start() {
  whenPressed("show-exact", showFraction);
  whenPressed("exact-find", findFractions);
  whenPressed("share", () => {
    writeAddress(toAddress(state, first));
    shareAnswer(answerText("answer.shared"), async () => (shown ? cardFile(onCard(shown)) : null));
  });
  whenPressed("card", () => {
    if (shown) {
      handOnCard(onCard(shown));
    }
  });
  whenPressed("cancel", () => {
    asker.cancel();
    if (finding) {
      worksNoMore();
    } else {
      showFailure(text("answer.cancelled"));
    }
    for (const id of /** @type {const} */ (["needed", "holding"])) {
      if (sized[id] === "") {
        showSize(id);
      }
    }
    the("answer").focus();
  });
  the("bars").addEventListener("change", () => showChart());
  const readAndOpen = () => {
    read();
    openFolded();
  };
  addEventListener("hashchange", readAndOpen, whileOpen);
  offerLanguages(say);
  controls.label();
  readAndOpen();
  stayInSight();
  // a browser compiles what it has run: in some milliseconds here, or in the first large battle
  const usual = { ...TO_THE_END, attackers: 100, garrisons: [100] };
  setTimeout(() => certainAnswer(usual, book.rules([first.rules])), REST);
}

start();
