#!/usr/bin/env bash
# The log tool of pymavlink 2.4.50 writes arrays into CSV with their commas and without quotes: the header has one column for the ten cell
# voltages of BATTERY_STATUS, the row ten. What a reader finds as the current and the charge are voltages, and messages behind it move, too.
#
# Seen on 2026-11-30 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pymavlink==2.4.50
cat >record.py <<'PY'
import struct
from pymavlink.dialects.v20 import common

mav = common.MAVLink(None, srcSystem=1, srcComponent=1)
cells = [4101, 4102, 4103, 4104, 65535, 65535, 65535, 65535, 65535, 65535]
battery = common.MAVLink_battery_status_message(0, 0, 0, 2500, cells, 1230, 400, -1, 87)
with open("flight.tlog", "wb") as log:
    log.write(struct.pack(">Q", 1764500000000000) + battery.pack(mav))
PY
cat >read.py <<'PY'
import csv
import json

told = json.loads(open("flight.json").readline())["data"]
rows = list(csv.reader(open("flight.csv")))
print(f"cells in the header: {len(rows[0])}, in the row: {len(rows[1])}")
row = dict(zip(rows[0], rows[1]))
for name in ("current_battery", "battery_remaining"):
    print(f"{name}: {told[name]} as JSON, {row[f'BATTERY_STATUS.{name}'].strip()} as CSV")
PY
MAVLINK20=1 venv/bin/python record.py
export MAVLINK20=1
venv/bin/python venv/bin/mavlogdump.py --format json flight.tlog >flight.json
venv/bin/python venv/bin/mavlogdump.py --format csv --types BATTERY_STATUS flight.tlog >flight.csv
venv/bin/python read.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
cells in the header: 15, in the row: 27
current_battery: 1230 as JSON, 4102 as CSV
battery_remaining: 87 as JSON, 65535 as CSV
END
