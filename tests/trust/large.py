"""`python -m tests.trust.large`: digits of this many random battles, by the calculator in `node`.

Each is of the catalogue, up to 9,999 on a side, near 0 and near 1 too.  All digits that the doubles
of `app/core/certain.js` give are compared with those of Python; the exit status is 1 if any is
wrong.
"""

import argparse
import re
import sys
from collections import Counter
from random import Random

from riskexact.engine.decimals import win_texts
from riskexact.rules import Rules
from riskexact.rules.catalogue import RULES
from tests.node import Node, fight, node
from tests.trust.digits import sides

MOST = 9999
"""The units of a side that can be typed."""


def certain_digits(page: Node, a: int, d: int, rules: Rules) -> tuple[int, bool]:
    """Return the number of certain digits of a chance to win, and whether all are right."""
    told = page("certainTexts", rules.parts, fight(a, [d]))
    right = True
    for side, (text, percent) in enumerate(told):
        figures = re.sub(r"^1 - |e.*|\.", "", text).lstrip("0")
        digits = max(1, len(figures))
        right &= text == win_texts(a, d, digits, rules)[side] and percent == percent_text(
            a, d, rules, side
        )
    return digits, right


def percent_text(a: int, d: int, rules: Rules, side: int) -> str:
    """Return the chance in percent, from digits: only what is certain or impossible is 100 or 0."""
    text = win_texts(a, d, 17, rules)[side]
    value = 1 - float(text[4:]) if text.startswith("1 - ") else float(text)
    if text in ("0", "1"):
        return f"{value * 100:.0f}"
    said = f"{value * 100:.1f}"
    return {"0.0": "<0.1", "100.0": ">99.9"}.get(said, said)


def main(arguments: list[str] | None = None) -> int:
    """Print each battle with a wrong digit, and how many digits were certain how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    chosen, seen, wrong = Random(asked.seed), Counter[int](), 0
    names = [*RULES]
    with node() as page:
        for n in range(asked.number):
            rules = RULES[names[n % len(names)]]
            a, d = (min(MOST, units) for units in sides(rules, 4, chosen))
            digits, right = certain_digits(page, a, d, rules)
            seen[digits] += 1
            wrong += not right
            if not right:
                print(f"wrong: {a} v {d}, {names[n % len(names)]}")
    print(f"{asked.number} battles, {wrong} wrong; certain digits:", dict(sorted(seen.items())))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
