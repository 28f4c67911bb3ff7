#!/usr/bin/env bash
# csvw reads a column of `integer` as Python's int, whose digits are zeros from the 29th on.
#
# Version: csvw 4.1.1.
# Guess: `integer` is xsd:integer, which has no largest number, and so has Python's int: the number is what the file says.
# Seen: every whole number of more than 28 digits is rounded to 28, without a word; it stays an int.  A column without a
# datatype is text, and whole.
# Why it matters: the chance of a battle as a numerator and a denominator in columns of their own, which CSV on the Web
# describes best, is another chance; one that differs from 1 by less than 10^-28 is 1.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet csvw==4.1.1
cat >"$work/ask.py" <<'PY'
import json
import sys
from pathlib import Path

from csvw.metadata import Table

folder = Path(sys.argv[1])
whole = 7776**9
(folder / "odds.csv").write_text(f"numerator,denominator,as text\n{whole - 1},{whole},{whole - 1}\n")
columns = [
    {"name": "numerator", "datatype": "integer"},
    {"name": "denominator", "datatype": "integer"},
    {"name": "text", "titles": "as text"},
]
about = {"@context": "http://www.w3.org/ns/csvw", "url": "odds.csv", "tableSchema": {"columns": columns}}
(folder / "odds.csv-metadata.json").write_text(json.dumps(about))
(row,) = Table.from_file(folder / "odds.csv-metadata.json")
print("in the file  ", whole - 1, "of", whole)
print("read         ", row["numerator"], "of", row["denominator"])
print("as text      ", row["text"])
print("kind         ", type(row["numerator"]).__name__)
PY
"$work/venv/bin/python" "$work/ask.py" "$work" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
in the file   103945637534048876111514866313854975 of 103945637534048876111514866313854976
read          103945637534048876111514866300000000 of 103945637534048876111514866300000000
as text       103945637534048876111514866313854975
kind          int
SEEN
