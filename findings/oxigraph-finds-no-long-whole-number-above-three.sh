#!/usr/bin/env bash
# Oxigraph stores a whole number of 20 digits as it is, equal to itself, and finds it neither above 3 nor below.
#
# Version: pyoxigraph 0.5.13.
# Guess: xsd:integer has no largest number, and is kept and shown whole; or one that is too long is refused when it is stored.
# Seen: beyond 64 bits a number is stored, shown and found by =, but FILTER with > and < leaves it out, SUM has no value,
# MIN of 6^25 and 6^30 is the larger, as texts are ordered, and with 7 beside them MAX is 7.
# Why it matters: numerators and denominators of exact odds pass 64 bits at six units a side.  A graph of odds loses its
# larger battles from every comparison, and nothing says that there were more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pyoxigraph==0.5.13
cat >"$work/ask.py" <<'PY'
from pyoxigraph import Literal, NamedNode, Quad, Store

INTEGER = NamedNode("http://www.w3.org/2001/XMLSchema#integer")
WAYS = NamedNode("http://example.org/ways")


def ask(numbers, what, rest=""):
    store = Store()
    for place, number in enumerate(numbers):
        store.add(Quad(NamedNode(f"http://example.org/{place}"), WAYS, Literal(str(number), datatype=INTEGER)))
    answers = store.query(f"SELECT {what} WHERE {{ ?battle <http://example.org/ways> ?n {rest} }}")
    return [answer[0] and answer[0].value for answer in answers]


for name, numbers in {
    "7, 6^20, 6^24": (7, 6**20, 6**24),
    "7, 6^25, 6^30": (7, 6**25, 6**30),
    "6^25, 6^30": (6**25, 6**30),
}.items():
    print(name)
    for what, rest in (
        ("(COUNT(*) AS ?all)", ""),
        ("(COUNT(*) AS ?equal)", f"FILTER(?n = {numbers[-1]})"),
        ("(COUNT(*) AS ?above)", "FILTER(?n > 3)"),
        ("(COUNT(*) AS ?others)", "FILTER(?n <= 3)"),
        ("(MAX(?n) AS ?max)", ""),
        ("(MIN(?n) AS ?min)", ""),
        ("(SUM(?n) AS ?sum)", ""),
    ):
        print("  ", what, rest, *ask(numbers, what, rest))
print("6^25 =", 6**25, "and 6^30 =", 6**30)
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
7, 6^20, 6^24
   (COUNT(*) AS ?all)  3
   (COUNT(*) AS ?equal) FILTER(?n = 4738381338321616896) 1
   (COUNT(*) AS ?above) FILTER(?n > 3) 3
   (COUNT(*) AS ?others) FILTER(?n <= 3) 0
   (MAX(?n) AS ?max)  4738381338321616896
   (MIN(?n) AS ?min)  7
   (SUM(?n) AS ?sum)  4742037496761679879
7, 6^25, 6^30
   (COUNT(*) AS ?all)  3
   (COUNT(*) AS ?equal) FILTER(?n = 221073919720733357899776) 1
   (COUNT(*) AS ?above) FILTER(?n > 3) 1
   (COUNT(*) AS ?others) FILTER(?n <= 3) 0
   (MAX(?n) AS ?max)  7
   (MIN(?n) AS ?min)  221073919720733357899776
   (SUM(?n) AS ?sum)  None
6^25, 6^30
   (COUNT(*) AS ?all)  2
   (COUNT(*) AS ?equal) FILTER(?n = 221073919720733357899776) 1
   (COUNT(*) AS ?above) FILTER(?n > 3) 0
   (COUNT(*) AS ?others) FILTER(?n <= 3) 0
   (MAX(?n) AS ?max)  28430288029929701376
   (MIN(?n) AS ?min)  221073919720733357899776
   (SUM(?n) AS ?sum)  None
6^25 = 28430288029929701376 and 6^30 = 221073919720733357899776
SEEN
