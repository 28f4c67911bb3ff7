// The package's interface: the names are those of riskexact in Python, in JavaScript's spelling.

export { Battle, lossCounts, roundCounts, winDecimal, winProbability } from "./battle.js";
export { Campaign, attackersNeeded } from "./campaign.js";
export { RiskError } from "./arguments.js";
export { Fraction, Rounded } from "./exact.js";
export { conquer } from "./conquest.js";
export { winTable } from "./table.js";
export { MAPS, RULES } from "./catalogue.js";
