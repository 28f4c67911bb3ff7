// The package's interface: the names are those of riskexact in Python, in JavaScript's spelling.

export { Battle, lossCounts, roundCounts, winDecimal, winProbability } from "./battle.js";
export { Campaign, attackersNeeded } from "./campaign.js";
export { Fraction, RiskError } from "./exact.js";
export { winTable } from "./table.js";
export { RULES } from "./catalogue.js";
