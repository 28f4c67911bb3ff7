"""`python -m tests.benchmarks.javascript`: the JavaScript package beside a recursion in doubles.

The recursion is what a writer of a calculator would write by hand.  Both answer in one process of
`node`, in turn; the time of each is the least of several.  The sizes of the package are those of
`npm pack`.
"""

import json
import subprocess

from tests.app.package import PACKAGE

PROGRAM = """
import { attackersNeeded, conquer, winDecimal, winProbability } from "%s/index.js";

function inDoubles(attackers, defenders) {
  const chances = { 31: [441, 855], 32: [2275, 2611, 2890], 21: [91, 125], 22: [581, 420, 295],
    11: [21, 15], 12: [161, 55] };
  const table = Array.from({ length: attackers + 1 }, (_, a) => [a ? 1 : 0]);
  for (let d = 1; d <= defenders; d += 1) table[0].push(0);
  for (let a = 1; a <= attackers; a += 1) {
    for (let d = 1; d <= defenders; d += 1) {
      const counts = chances[`${Math.min(a, 3)}${Math.min(d, 2)}`];
      const total = counts.reduce((x, y) => x + y, 0);
      let value = 0;
      counts.forEach((count, lost) => {
        value += (count / total) * table[a - (counts.length - 1 - lost)][d - lost];
      });
      table[a][d] = value;
    }
  }
  return table;
}

function least(times, work) {
  let best = Infinity;
  for (let n = 0; n < times; n += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const rows = [];
for (const n of [10, 30, 100, 300]) {
  const times = Math.ceil(300 / n);
  const doubles = least(times, () => inDoubles(n, n));
  const exact = least(times, () => winProbability(n, n));
  const off = Math.abs(inDoubles(n, n)[n][n] / Number(winProbability(n, n)) - 1);
  rows.push([`${n} v ${n}`, exact, doubles, off]);
}
const siam = {
  mine: { Siam: 14 },
  enemy: { Indonesia: 3, "New Guinea": 2, "Western Australia": 4, "Eastern Australia": 2 },
};
const alone = {
  "ten digits of 1000 v 1000": () => winDecimal(1000, 1000),
  "ten digits of 12 v 9999": () => winDecimal(12, 9999),
  "ten digits of 9999 v 9999": () => winDecimal(9999, 9999),
  "fifty digits of 1000 v 1000": () => winDecimal(1000, 1000, { digits: 50 }),
  "the fraction of 1000 v 1000": () => winProbability(1000, 1000),
  "attackers needed against 100": () => attackersNeeded(100, "90%%"),
  "attackers needed against 300": () => attackersNeeded(300, "90%%"),
  "the best turn, four territories": () => conquer(siam),
};
const once = /fraction|turn/;
const timed = ([what, ask]) => [what, least(once.test(what) ? 1 : 9, ask)];
const times = Object.entries(alone).map(timed);
console.log(JSON.stringify({ rows, times }));
"""


def main() -> None:
    """Print a line for each question, and the sizes."""
    program = ["node", "--input-type=module", "--eval", PROGRAM % PACKAGE.as_uri()]
    done = subprocess.run(program, text=True, capture_output=True, check=True)
    found = json.loads(done.stdout)
    for what, exact, doubles, off in found["rows"]:
        times = f"{exact / doubles:.1f} times doubles, whose relative error is {off:.0e}"
        print(f"{what}: {exact:.3g} ms exactly, {times}")
    for what, milliseconds in found["times"]:
        print(f"{what}: {milliseconds:.3g} ms")
    pack = ["npm", "pack", "--dry-run", "--json"]
    (about,) = json.loads(
        subprocess.run(pack, cwd=PACKAGE, text=True, capture_output=True, check=True).stdout
    )
    print(f"package: {about['size']} bytes packed, {about['unpackedSize']} unpacked")


if __name__ == "__main__":
    main()
