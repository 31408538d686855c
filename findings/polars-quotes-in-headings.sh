#!/usr/bin/env bash
# polars 2.1.0 leaves the doubled quotes of CSV (RFC 4180) doubled in headings, and halves them in values: the column `6" pipe` is called
# `6"" pipe`, so that a name looked up by what was written is not found. Python's csv, pandas and DuckDB have `6" pipe`.
#
# Seen on 2026-11-29 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet polars==2.1.0 pandas==3.1.1 duckdb==2.0.1
cat >show.py <<'PY'
import csv, duckdb, pandas, polars

with open("rows.csv", "w", newline="") as file:
    csv.writer(file).writerows([['6" pipe'], ['7" pipe']])
with open("rows.csv", newline="") as file:
    print("csv   ", *csv.reader(file))
frame = pandas.read_csv("rows.csv")
print("pandas", list(frame.columns), frame.iloc[0].tolist())
relation = duckdb.read_csv("rows.csv", header=True)
print("duckdb", relation.columns, list(relation.fetchall()[0]))
frame = polars.read_csv("rows.csv")
print("polars", frame.columns, list(frame.row(0)))
PY
venv/bin/python show.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
csv    ['6" pipe'] ['7" pipe']
pandas ['6" pipe'] ['7" pipe']
duckdb ['6" pipe'] ['7" pipe']
polars ['6"" pipe'] ['7" pipe']
END
