#!/usr/bin/env bash
# big-rational's floor of -1/2 is 0 and its ceil is 1; of -3/2 both are right.
#
# Version: big-rational 0.10.9.
# Guess: floor and ceil are those of Math, for numbers of any sign: -1 and -0 for -1/2.
# Seen: between -1 and 0 both are one too large, and round of -7/8 is 0.  From -1 down, and above 0, all are right.
# Why it matters: what one move loses against another is a difference of two chances, which lies just there.  Its floor is
# above it, so that a loss counts as none, and bounds that are rounded outwards do not hold it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save big-rational@0.10.9
cat >ask.mjs <<'JS'
import rational from "big-rational";

for (const [above, below] of [[-5, 2], [-3, 2], [-7, 8], [-1, 2], [-1, 8], [1, 8], [1, 2], [3, 2]]) {
  const [value, double] = [rational(above, below), above / below];
  const told = ["floor", "ceil", "round"].map((way) => `${way} ${value[way]()} (Math: ${Math[way](double) + 0})`);
  console.log(`${above}/${below}: ${told.join(", ")}`);
}
// a battle by two rule sets: 5/12 and 161/216
const less = rational(5, 12).minus(rational(161, 216));
console.log(`${less}: between ${less.floor()} and ${less.ceil()}?`);
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
-5/2: floor -3/1 (Math: -3), ceil -2/1 (Math: -2), round -2/1 (Math: -2)
-3/2: floor -2/1 (Math: -2), ceil -1/1 (Math: -1), round -1/1 (Math: -1)
-7/8: floor 0/1 (Math: -1), ceil 1/1 (Math: 0), round 0/1 (Math: -1)
-1/2: floor 0/1 (Math: -1), ceil 1/1 (Math: 0), round 0/1 (Math: 0)
-1/8: floor 0/1 (Math: -1), ceil 1/1 (Math: 0), round 0/1 (Math: 0)
1/8: floor 0/1 (Math: 0), ceil 1/1 (Math: 1), round 0/1 (Math: 0)
1/2: floor 0/1 (Math: 0), ceil 1/1 (Math: 1), round 1/1 (Math: 1)
3/2: floor 1/1 (Math: 1), ceil 2/1 (Math: 2), round 2/1 (Math: 2)
-71/216: between 0/1 and 1/1?
SEEN
