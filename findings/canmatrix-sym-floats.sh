#!/usr/bin/env bash
# canmatrix 1.2 converts a DBC file to PCAN's SYM without a warning, and its floating-point signals (SIG_VALTYPE_) become signed integers of the
# same bits, though SYM has the types float and double: 1.5 V is read as 1069547520 V.
#
# Seen on 2026-11-30 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet canmatrix==1.2
cat >rig.dbc <<'DBC'
VERSION ""

NS_ :

BS_:

BU_: RIG

BO_ 256 rig: 8 RIG
 SG_ voltage : 0|32@1- (1,0) [0|0] "V" RIG
 SG_ counter : 32|16@1+ (1,0) [0|0] "" RIG

SIG_VALTYPE_ 256 voltage : 1;
DBC
venv/bin/canconvert rig.dbc rig.sym >told 2>&1
cat >read.py <<'PY'
import struct
import sys

import canmatrix.formats

message = struct.pack("<fHH", 1.5, 7, 0)
for file in ("rig.dbc", "rig.sym"):
    frame = canmatrix.formats.loadp_flat(file).frames[0]
    values = {name: signal.phys_value for name, signal in frame.decode(message).items()}
    print(f"{file}: voltage {values['voltage']}, counter {values['counter']}")
PY
grep -h '^Var=voltage' rig.sym | cut -d' ' -f1-3 | tee out
venv/bin/python read.py 2>/dev/null | tee -a out
! grep -qi float told
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
Var=voltage signed 0,32
rig.dbc: voltage 1.5, counter 7
rig.sym: voltage 1069547520, counter 7
END
