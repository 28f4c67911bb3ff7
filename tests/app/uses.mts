// Uses of the package that its types allow, and, after "@ts-expect-error", those that they refuse.

import {
  Battle, Campaign, Fraction, MAPS, RULES, RiskError, attackersNeeded, conquer, lossCounts,
  roundCounts, winDecimal, winProbability,
} from "riskexact";

export const win: Fraction = winProbability(3, 2, { rules: "risiko" });
export const own: Fraction = winProbability(3, 2, { rules: { defence_dice: { dice: 2, to_highest: 1 } } });
export const digits: string = winDecimal(3, 2, { digits: 5 }) + win.toDecimal(5);
export const left: number = new Battle(3, 2).outcomes[0].attackersLeft;
export const each: Fraction[] = new Battle(3, 2, { retreatAt: 1, stopAtDefenders: 1 }).attackersLeft;
export const bent: number = new Battle(8, 6, { blitz: true, stopUntil: 2 }).winProbability;
export const exact: bigint = new Battle(8, 6, { blitz: false }).costs.attackers.numerator;
export const taken: Fraction[] = new Campaign(9, [3, 3], { leaveBehind: 2, retreatAt: 1 }).conquered;
export const needed: number = attackersNeeded([3, 3], "9/10") + attackersNeeded(3, win, { blitz: true });
export const counts: bigint[] = lossCounts(3, 2, { rules: "capital" });
export const lost: number = roundCounts(3, 2)[0].attackersLost;
export const turn = conquer({ mine: { Siam: 14 }, enemy: { India: 3 } }, { take: "India", dice: "most" });
export const first: [string, number, number | null] = [turn.best[0].target, turn.best[0].dice, turn.moves[0].moveIn];
export const names: string[] = [RULES.standard.title, ...MAPS.classic.continents.Asia.territories];
export const refusal: string = new RiskError("no").message;

// @ts-expect-error: no such option
winProbability(8, 6, { rule: "capital" });
// @ts-expect-error: options are an object
winProbability(8, 6, "capital");
// @ts-expect-error: a number is no rule set
winProbability(3, 2, { rules: 7 });
// @ts-expect-error: no such part of a rule set
winProbability(3, 2, { rules: { attackDice: 2 } });
// @ts-expect-error: units are numbers
winProbability("3", 2);
// @ts-expect-error: a battle in Balanced Blitz is another question
winProbability(8, 6, { blitz: true });
// @ts-expect-error: digits are a number
winDecimal(8, 6, { digits: "10" });
// @ts-expect-error: a truth value
new Battle(8, 6, { blitz: "yes" });
// @ts-expect-error: a battle has no option leaveBehind
new Battle(8, 6, { leaveBehind: 2 });
// @ts-expect-error: numbers of Balanced Blitz are no fractions
new Battle(8, 6, { blitz: true }).winProbability.numerator;
// @ts-expect-error: there is no other way to win
new Battle(8, 6).win;
// @ts-expect-error: it is called retreatAt
new Campaign(9, [3, 3], { reserve: 2 });
// @ts-expect-error: garrisons are a list
new Campaign(9, 3);
// @ts-expect-error: a battle has no list of garrisons
new Battle(9, [3, 3]);
// @ts-expect-error: no such number of armies moves in
conquer({ mine: { Siam: 14 }, enemy: { India: 3 } }, { move: "some" });
// @ts-expect-error: nobody stands anywhere
conquer({});
// @ts-expect-error: BigInt
new Fraction(1, 2);
