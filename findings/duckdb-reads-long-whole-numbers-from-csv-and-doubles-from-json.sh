#!/usr/bin/env bash
# DuckDB reads whole numbers of any length from CSV exactly, and the same numbers from JSON as doubles.
#
# Version: duckdb 2.0.1.
# Guess: one type for both files, as the numbers are the same and BIGNUM holds them.
# Seen: from CSV they are HUGEINT to 128 bits and BIGNUM beyond; from JSON they are DOUBLE from 65 bits on, without a word,
# even where a HUGEINT would hold them.
# Why it matters: numerators and denominators of exact odds pass 64 bits at six units a side.  The JSON of a table gives
# other chances than its CSV, and a join of both finds no match.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet duckdb==2.0.1
cat >"$work/ask.py" <<'PY'
import duckdb

for n in (6**23 + 1, 6**25 + 1, 6**60 + 1):
    read = []
    for name, text in ("odds.csv", f"n\n{n}\n"), ("odds.json", f'[{{"n": {n}}}]'):
        with open(name, "w") as file:
            file.write(text)
        read += duckdb.sql(f"SELECT typeof(n), n FROM '{name}'").fetchall()
    (csv, from_csv), (json, from_json) = read
    exact = [int(x) == n for x in (from_csv, from_json)]
    print(f"{n.bit_length()} bits: {csv} from CSV, {json} from JSON; exact: {exact[0]}, {exact[1]}")
PY
cd "$work"
venv/bin/python ask.py | tee seen
diff - seen <<'SEEN'
60 bits: BIGINT from CSV, BIGINT from JSON; exact: True, True
65 bits: HUGEINT from CSV, DOUBLE from JSON; exact: True, False
156 bits: BIGNUM from CSV, DOUBLE from JSON; exact: True, False
SEEN
