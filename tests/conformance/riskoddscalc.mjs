// Asks the table of chickenspaceprogram/riskoddscalc: attackers and defenders in, the chance to win out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";

const page = createContext({});
runInContext(readFileSync(process.argv[2], "utf8"), page);
for await (const line of createInterface({ input: process.stdin })) {
  const [attackers, defenders] = line.split(" ").map(Number);
  console.log(runInContext(`makeTbl(${attackers}, ${defenders}); atkWinProb[${attackers}][${defenders}]`, page));
}
