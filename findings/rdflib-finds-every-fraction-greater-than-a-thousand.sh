#!/usr/bin/env bash
# rdflib's SPARQL puts Fractions into the right order, and finds each of them greater than 1000.
#
# Version: rdflib 7.6.0.
# Guess: a Fraction becomes an owl:rational, which rdflib knows, so that 1/4 > 0.5 is false; or, as SPARQL does not
# compare this datatype, an error, for which FILTER leaves all rows out.
# Seen: ORDER BY and MAX go by the value.  In FILTER each is greater than every number, and less than none, since
# datatypes that do not fit are ordered by their names; between two Fractions < is an error, and leaves all out.
# AVG is 0.
# Why it matters: a graph of exact odds is asked for the battles that are better than even, and names all of them;
# the best one, for which it was asked first, was right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet rdflib==7.6.0
cat >"$work/ask.py" <<'PY'
from fractions import Fraction

from rdflib import Graph, Literal, Namespace

GAME = Namespace("http://example.org/")
asked = (
    "(MAX(?p) AS ?best) {?b :win ?p}",
    "?p {?b :win ?p} ORDER BY ?p",
    "?p {?b :win ?p FILTER(?p > 0.5)}",
    "?p {?b :win ?p FILTER(?p > 1000)}",
    "?p {?b :win ?p FILTER(?p < 1)}",
    "?p {?a :win ?p. ?b :win ?q FILTER(?p < ?q)}",
    "(AVG(?p) AS ?mean) {?b :win ?p}",
)
for kind in (Fraction, float):
    odds = Graph()
    for name, chance in {"three": Fraction(7, 8), "one": Fraction(1, 4), "two": Fraction(7, 16)}.items():
        odds.add((GAME[name], GAME.win, Literal(kind(chance))))
    print(f"{kind.__name__}, which is {odds.value(GAME.one, GAME.win).datatype.fragment}")
    for query in asked:
        told = [str(row[0]) for row in odds.query(f"SELECT DISTINCT {query}", initNs={"": GAME})]
        print(f"  {query}:", *((told if "ORDER" in query else sorted(told)) or ["none"]))
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
Fraction, which is rational
  (MAX(?p) AS ?best) {?b :win ?p}: 7/8
  ?p {?b :win ?p} ORDER BY ?p: 1/4 7/16 7/8
  ?p {?b :win ?p FILTER(?p > 0.5)}: 1/4 7/16 7/8
  ?p {?b :win ?p FILTER(?p > 1000)}: 1/4 7/16 7/8
  ?p {?b :win ?p FILTER(?p < 1)}: none
  ?p {?a :win ?p. ?b :win ?q FILTER(?p < ?q)}: none
  (AVG(?p) AS ?mean) {?b :win ?p}: 0
float, which is double
  (MAX(?p) AS ?best) {?b :win ?p}: 0.875
  ?p {?b :win ?p} ORDER BY ?p: 0.25 0.4375 0.875
  ?p {?b :win ?p FILTER(?p > 0.5)}: 0.875
  ?p {?b :win ?p FILTER(?p > 1000)}: none
  ?p {?b :win ?p FILTER(?p < 1)}: 0.25 0.4375 0.875
  ?p {?a :win ?p. ?b :win ?q FILTER(?p < ?q)}: 0.25 0.4375
  (AVG(?p) AS ?mean) {?b :win ?p}: 0.5208333333333334
SEEN
