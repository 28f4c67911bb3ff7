#!/usr/bin/env bash
# openpyxl writes 16 significant digits of a float, so that an .xlsx has other doubles than were given.
#
# Version: openpyxl 3.1.5.
# Guess: a float comes back as the same double, as from CSV or JSON, where Python writes up to 17 digits.
# Seen: of the 1,600 chances n/1601, hundreds come back as another double; 275/2592 is one of 1.
# Why it matters: a published table of odds in doubles is compared with its CSV, or its checksum, and differs in
# the last digit, in a file format that could hold it: the number stands there as text, "0.1060956790123457".
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet openpyxl==3.1.5
cat >"$work/ask.py" <<'PY'
import io
import re
import zipfile
from fractions import Fraction

from openpyxl import Workbook, load_workbook

chances = [float(Fraction(275, 2592)), *(n / 1601 for n in range(1, 1601))]
book = Workbook()
for chance in chances:
    book.active.append([chance])
file = io.BytesIO()
book.save(file)
read = [row[0].value for row in load_workbook(file).active]
text = zipfile.ZipFile(file).read("xl/worksheets/sheet1.xml").decode()
print("given  ", repr(chances[0]))
print("in XML ", re.search("<v>(.*?)</v>", text)[1])
print("read   ", repr(read[0]))
print("other doubles:", sum(a != b for a, b in zip(chances[1:], read[1:])), "of 1600")
PY
"$work/venv/bin/python" "$work/ask.py" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
given   0.10609567901234568
in XML  0.1060956790123457
read    0.1060956790123457
other doubles: 403 of 1600
SEEN
