// A table of chances to win: as `win_table` in Python.
// Original: riskexact/battle/tables/; test of both: tests/app/test_package.py.

import { overPower } from "./fractions.js";
import { valuesUpTo } from "./backward.js";
import { RiskError, optionsOf, shown, whole } from "./arguments.js";
import { nearestDouble, rulesFor } from "./exact.js";
import { RULES_ALONE, exact } from "./battle.js";

/**
 * The chances to win of 1 to `attackers` against 1 to `defenders`, from one sweep.
 * @example
 * String(winTable(16, 4).at(3, 2)) // "6610505/10077696"
 * @param {number} attackers 1 or more
 * @param {number} defenders 1 or more
 * @param {{rules?: import("./exact.js").RuleSet}} [options]
 */
export function winTable(attackers, defenders, options) {
  const { rules } = optionsOf(options, RULES_ALONE);
  whole(attackers, "attackers", 1);
  whole(defenders, "defenders", 1);
  const ready = rulesFor(rules);
  const { base } = ready;
  const values = valuesUpTo(attackers, defenders, ready);
  /** @param {number} a @param {number} d */
  const cell = (a, d) => {
    if (![a, d].every((n) => typeof n === "number" && n > 0) || values[a]?.[d] === undefined) {
      throw new RiskError(`at must be a battle of the table, not ${shown(a)} v ${shown(d)}`);
    }
    return values[a][d];
  };
  return Object.freeze({
    attackers,
    defenders,
    /**
     * The exact chance of a attackers against d defenders.
     * @param {number} a
     * @param {number} d
     */
    at: (a, d) => exact(overPower(cell(a, d), base, a + d)),
    /**
     * The double nearest to that chance: sooner, as no fraction is reduced.
     * @param {number} a
     * @param {number} d
     */
    number: (a, d) => nearestDouble(cell(a, d), base.value ** BigInt(a + d)),
  });
}
