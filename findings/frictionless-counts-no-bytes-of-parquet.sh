#!/usr/bin/env bash
# frictionless calls a Parquet table invalid because its `bytes` are right.
#
# Version: frictionless 5.21.0, with pyarrow 26.0.1 and pandas 3.0.5.
# Guess: `bytes`, which the Data Package standard recommends, is compared with the size of the file.
# Seen: of CSV and JSON it is, and a wrong number is found; of Parquet nothing is counted, and the right number is
# an error, too, "actual is None"; the same table without `bytes` is valid.
# Why it matters: a dataset of odds that says the size of each of its files, rightly, is refused as broken; its
# reader looks for a fault in the data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet 'frictionless[json,parquet]==5.21.0' pyarrow==26.0.1 pandas==3.0.5
cat >"$work/ask.py" <<'PY'
import json
import os
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from frictionless import Resource

os.chdir(sys.argv[1])
rows = [{"attackers": 1, "defenders": 1, "fraction": "5/12"}]
Path("odds.csv").write_text("attackers,defenders,fraction\n1,1,5/12\n")
Path("odds.json").write_text(json.dumps(rows))
pq.write_table(pa.Table.from_pylist(rows), "odds.parquet")
for name in ("odds.csv", "odds.json", "odds.parquet"):
    size = Path(name).stat().st_size
    told = []
    for about in ({"bytes": size}, {"bytes": size + 1}, {}):
        report = Resource.from_descriptor({"name": "odds", "path": name, **about}).validate()
        told.append("valid" if report.valid else report.flatten(["type"])[0][0])
    print(f"{name:13} right bytes: {told[0]:11} wrong bytes: {told[1]:11} no bytes: {told[2]}")
PY
"$work/venv/bin/python" "$work/ask.py" "$work" | tee "$work/seen"
diff - "$work/seen" <<'SEEN'
odds.csv      right bytes: valid       wrong bytes: byte-count  no bytes: valid
odds.json     right bytes: valid       wrong bytes: byte-count  no bytes: valid
odds.parquet  right bytes: byte-count  wrong bytes: byte-count  no bytes: valid
SEEN
