#!/usr/bin/env bash
# The npm package candied 2.2.0, which decodes CAN frames by a DBC file, reads big-endian (Motorola, @0) signals at other bits than the start
# bit says: whole bytes become NaN or other numbers, without an error. Little-endian ones are right. cantools 45.1.0 decodes the same file.
#
# Seen on 2026-11-30 with Node 20.20 and Python 3.11. Needs node, npm and python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund candied@2.2.0
python3 -m venv venv
venv/bin/pip install --quiet cantools==45.1.0
cat >engine.dbc <<'DBC'
VERSION ""

NS_ :

BS_:

BU_: ECU

BO_ 256 engine: 8 ECU
 SG_ speed : 7|16@0+ (1,0) [0|0] "rpm" ECU
 SG_ torque : 23|16@0- (1,0) [0|0] "Nm" ECU
 SG_ temperature : 47|8@0+ (1,0) [0|0] "degC" ECU
 SG_ voltage : 48|8@1+ (1,0) [0|0] "V" ECU
DBC
cat >decode.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Can, Dbc } from "candied";

const can = new Can();
can.database = new Dbc().load(readFileSync("engine.dbc", "utf8"));
const { boundSignals } = can.decode(can.createFrame(256, [0x12, 0x34, 0xff, 0xfe, 0, 0x2a, 0x0c, 0]));
console.log("candied: ", [...boundSignals].map(([name, { value }]) => `${name} ${value}`).join(", "));
JS
cat >decode.py <<'PY'
import cantools

signals = cantools.database.load_file("engine.dbc").decode_message(256, bytes([0x12, 0x34, 0xFF, 0xFE, 0, 0x2A, 0x0C, 0]))
print("cantools:", ", ".join(f"{name} {value}" for name, value in signals.items()))
PY
{ node decode.mjs; venv/bin/python decode.py; } | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
candied:  speed NaN, torque 9321, temperature 0, voltage 12
cantools: speed 4660, torque -2, temperature 42, voltage 12
END
