// A calculator with numbers of double precision, checked against the vectors: node example.mjs
import { readFileSync } from "node:fs";
const known = new Map(); // what is computed once, by its question
function once(question, compute) {
  const key = JSON.stringify(question);
  if (!known.has(key)) known.set(key, compute());
  return known.get(key);
}
const throws = (dice, faces) => dice === 0 ? [[]] : throws(dice - 1, faces)
  .flatMap((t) => Array.from({ length: faces }, (_, i) => [...t, i + 1].sort((x, y) => y - x)));
const round = (rules, x, y) => once([rules, x, y], () => {
  const counts = {}; // of throws, by the units that the attacker and the defender lose
  for (const xs of throws(x, rules.faces)) for (const ys of throws(y, rules.faces)) {
    const pairs = xs.slice(0, rules.pairs).filter((_, m) => m < y), least = rules.ties === "attacker" ? 0 : 1;
    const beaten = pairs.filter((show, m) => show - ys[m] >= least).length;
    counts[[pairs.length - beaten, beaten]] = 1 + (counts[[pairs.length - beaten, beaten]] ?? 0);
  }
  return Object.entries(counts).map(([lost, n]) => [...lost.split(","), n / rules.faces ** (x + y)]);
});
const win = (rules, a, d) => a === 0 || d === 0 ? Number(d === 0) : once([rules, a, d, "win"], () =>
  round(rules, Math.min(a, rules.attack_dice), Math.min(d, rules.defence_dice))
    .reduce((sum, [i, j, chance]) => sum + chance * win(rules, a - i, d - j), 0));

const answer = ({ rules: r, attackers, defenders }) => r.ties === "nobody" || attackers + defenders > 300
  || ![r.attack_dice, r.defence_dice, r.pairs, r.faces].every(Number.isInteger) ? null : win(r, attackers, defenders);
for (const { id, question, double } of JSON.parse(readFileSync(`${import.meta.dirname}/wins.json`)).cases) {
  const mine = answer(question), right = Math.abs(mine - double) <= 1e-12 + 1e-9 * double;
  console.log(id, mine === null ? "skipped" : right ? "right" : `${mine} instead of ${double}`);
  if (mine !== null && !right) process.exitCode = 1;
}
