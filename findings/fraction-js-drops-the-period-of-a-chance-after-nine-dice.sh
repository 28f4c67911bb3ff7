#!/usr/bin/env bash
# fraction.js writes a chance with its period in parentheses, and cuts one of nine dice off, without a mark.
#
# Version: fraction.js 5.3.4, whose README says that toString() is an exact representation.
# Guess: the text is exact, with the period in parentheses, and is read back as the same fraction.
# Seen: so it is up to eight dice, 741 characters for 1 / 6^8.  The period of 1 / 6^n is 3^(n - 2), and one of more than
# 2000 digits is not looked for: from nine dice on 15 digits are written, as for a number that ends there, and read back
# they are another fraction.
# Why it matters: a chance of nine dice is a battle of 3 against 2, so that nearly all odds of Risk are cut, though
# small examples are exact.  mathjs has these fractions too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save fraction.js@5.3.4
cat >ask.mjs <<'JS'
import Fraction from "fraction.js";

const odds = { "1 against 1": "5/12", "1 in 6^8": "1/1679616", "1 in 6^9": "1/10077696", "3 against 2": "6610505/10077696" };
for (const [name, asked] of Object.entries(odds)) {
  const chance = new Fraction(asked);
  const text = chance.toString();
  const same = new Fraction(text).equals(chance);
  console.log(`${name}: ${text.length} characters, ${text.slice(0, 20)}, read back ${same ? "the same" : "another"}`);
}
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
1 against 1: 7 characters, 0.41(6), read back the same
1 in 6^8: 741 characters, 0.00000059(537418076, read back the same
1 in 6^9: 17 characters, 0.000000099229030, read back another
3 against 2: 17 characters, 0.655953999803129, read back another
SEEN
