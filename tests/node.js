// Calls functions of the page, and some on them: `node node.js PAGE [TOLD]`, where PAGE is a script that makes its
// modules one object, `page`, and TOLD what `open` of document.js takes, for modules that need a document.  A line of JSON comes in for each call, [function, arguments], and one goes out:
// what it returned, whole numbers of any size as texts, or the key and the values of its fault.

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const { runInThisContext } = require("node:vm");
const { does, goes, open, shown, words } = require("./document.js");

if (process.argv[3]) {
  open(JSON.parse(readFileSync(process.argv[3], "utf8")));
}
runInThisContext(readFileSync(process.argv[2], "utf8"), { filename: "page.js" });

/** The rules of a fight, by the parts of one rule set, or of one for each territory. */
const rulesFor = (parts) =>
  page.rulesFrom(Array.isArray(parts) ? parts.map(page.countsOf) : page.countsOf(parts));
const answered = (parts, fight) => page.wholeAnswer(fight, page.ANSWERS.outcomes(fight, rulesFor(parts)));
const text = (fraction) => fraction && `${fraction.n}/${fraction.d}`;
const calls = {
  ...page,
  does,
  goes,
  shown,
  words,
  /** The bounds of stages of a whole game, and of all steps from there. */
  judgedAll(table, stages) {
    const game = new page.Game(Uint8Array.from(Buffer.from(table, "base64")).buffer);
    return stages.map((stage) =>
      [game.bounds(stage), game.steps(stage).map((step) => [step, game.worth(stage, step)])]);
  },
  outcomes(parts, fight) {
    const { base, outcomes } = answered(parts, fight);
    return outcomes.map(({ attackers, taken, defenders, mass, power }) => [
      attackers, taken, defenders, text(page.overPower(mass, base, power)),
    ]);
  },
  answer(parts, fight) {
    const { chances, losses, taken } = answered(parts, fight);
    return { won: text(chances.won), taken: taken.map(text), lost: Object.values(losses).map(text) };
  },
  /** Chances of results, losses and outcomes between bounds, each as [least, most]. */
  certain(parts, fight) {
    const answer = page.wholeAnswer(fight, page.certainAnswer(fight, rulesFor(parts)));
    const bounds = (value) => value && [-1n, 1n].map((way) => `${value.n + way * (value.off ?? 0n)}/${value.d}`);
    const { won, stopped, lost } = answer.chances;
    return {
      chances: [won, stopped, lost].map(bounds), losses: Object.values(answer.losses).map(bounds),
      outcomes: answer.outcomes.map((outcome) => {
        const { attackers, taken, defenders } = outcome;
        return [attackers, taken, defenders, ...bounds(page.chanceOf(answer, (each) => each === outcome))];
      }),
    };
  },
  /** A win and a defeat to as many certain digits as there are, up to 20, and in percent. */
  certainTexts(parts, fight) {
    const { won, lost } = page.certainAnswer(fight, rulesFor(parts)).chances;
    return [won, lost].map((chance) => [page.decimal(chance, 20), page.percentage(chance)]);
  },
  /** The chances of all battles up to a size. */
  cells(parts, most) {
    const rules = rulesFor(parts);
    return page.valuesUpTo(most, most, rules).map((row, a) =>
      row.map((value, d) => text(page.overPower(value, rules.base, a + d))));
  },
  /** The colours of the map, row after row. */
  shades: (parts, most, blitz) =>
    [...page.shadesUpTo(most, new page.Rules(page.countsOf(parts)), blitz)],
  luck(parts, fight, lefts) {
    const answer = page.answerTo(fight, rulesFor(parts));
    return lefts.map(([a, d]) => {
      const luck = page.luckOf(answer, a, d);
      return luck && Object.values(luck).map(text);
    });
  },
  texts: (values, digits) => values.map(([n, d]) => {
    const value = { n: BigInt(n), d: BigInt(d) };
    return [page.decimal(value, digits), page.percentage(value)];
  }),
  roughly: ({ n, d }) => page.roughly({ n: BigInt(n), d: BigInt(d) }),
  sentence(parts, code, texts) {
    const plurals = new Intl.PluralRules(code);
    const used = new Set();
    const said = page.sentence(parts, (key, values = {}) => {
      used.add(key);
      const form = texts[key][plurals.select(Number(values.n))] ?? texts[key].other ?? texts[key];
      return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
    });
    return { said, used: [...used] };
  },
  /** The answers for positions one after another, each by the plan for the last one where it can. */
  plans(questions, effort) {
    let last = null;
    return questions.map(({ mine, enemy, ...question }) => {
      const heard = [];
      const { plan, answer } = page.planned(
        { ...question, mine: new Map(mine), enemy: new Map(enemy) }, last,
        { effort, heard: ({ lower, upper }) => heard.push([lower, upper].map(text)) },
      );
      const kept = plan === last;
      last = plan;
      const moves = answer.moves.map((move) => ({ ...move, chance: text(move.chance) }));
      const [lower, upper] = [answer.lower, answer.upper].map(text);
      return { ...answer, lower, upper, moves, kept, heard, states: plan.search.states };
    });
  },
  /** What a turn was worth: [luck, mistake] of each line, and the sums. */
  review({ mine, enemy, ...question }, lines) {
    const between = ({ lower, upper }) => [lower, upper].map(text);
    const found = page.reviewOf({ question: { ...question, mine: new Map(mine), enemy: new Map(enemy) }, lines });
    return {
      sums: [found.start, found.luck, found.mistakes, found.end].map(between),
      steps: found.steps.map(({ luck, mistake, best }) => [between(luck), between(mistake), best]),
    };
  },
  /** The bounds of every method of a search, to their end, for positions one after another; of configurations, the moves too. */
  bounds(questions) {
    const asked = questions.map(({ mine, enemy, ...question }) => ({ ...question, mine: new Map(mine), enemy: new Map(enemy) }));
    const plan = new page.Plan(asked[0]);
    return plan.search.methods.map((method) => {
      method.most = Infinity;
      const told = asked.map((question) => {
        const state = plan.state(question);
        const chance = (value) => text(page.overPower(value, plan.front.rules.base, plan.front.units(state), method.bits));
        const value = chance(method.value(state));
        const moves = method.bits && method.attacks ? method.attacks(state) : [];
        return [value, moves.map(({ attack, value }) => [chance(value), method.bestMoveIn(state, attack)])];
      });
      return [told, method.states];
    });
  },
  /** Products of values of configurations, of so many bits, rounded up or down. */
  products: (bits, isUp, pairs) => pairs.map(([one, other]) => (
    page.ConfigurationValues.prototype.product.call({ isUp, half: 2 ** (bits >> 1), over: 2 ** bits }, one, other))),
  /** All of a lattice. */
  latticeOf(parts, attackers, defenders) {
    const lattice = new page.Lattice(attackers, defenders, new page.Rules(page.countsOf(parts)));
    const states = [];
    for (let a = 0; a <= attackers; a += 1) {
      for (let d = a ? 0 : 1; d <= defenders; d += 1) {
        const [value, chance] = [lattice.value({ a, d }), lattice.chance({ a, d })].map(text);
        states.push({ a, d, value, chance, paths: lattice.paths({ a, d }) });
      }
    }
    const exits = lattice.exits().map((exit) => ({ ...exit, reached: text(exit.reached), value: text(exit.value) }));
    return { states, exits, sum: text(lattice.sumOverExits()) };
  },
  /** How many defenders hold a territory. */
  holding: (parts, fight) => page.attackersNeeded(
    { ...fight, garrisons: [fight.attackers], leaveBehind: 0 },
    page.rulesFrom(page.mirrored(page.countsOf(parts))),
  ),
  needed: (parts, fight) => page.attackersNeeded(fight, rulesFor(parts)),
  seconds: (parts, fight) => [
    page.secondsForOutcomes(fight, rulesFor(parts)), page.secondsForNeeded(fight, rulesFor(parts)),
  ],
};

createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
  const [name, values] = JSON.parse(line);
  const answer = () => {
    try {
      return { value: calls[name](...values) };
    } catch (error) {
      return error.key ? { fault: error.key, values: error.values } : { error: String(error.stack) };
    }
  };
  console.log(JSON.stringify(answer(), (_, value) => (typeof value === "bigint" ? `${value}` : value)));
});
