#!/usr/bin/env bash
# MicroPython packs some half-precision floats (struct format "e") as half of their value: what rounds up to 2, 8, 32, 128 and so on, or to
# 0.5 and its likes, keeps the smaller exponent. 127.99 becomes 64, 1.9999 becomes 1, 0.49999 becomes 0.25; 255.99 and 0.9999, which
# round up to 256 and 1, are right. 65520 becomes infinite, where CPython raises OverflowError. A board that sends halves shows a dip to
# half at these values. Unpacking is right.
#
# Seen on 2026-11-29 with MicroPython 1.27.0 (and 1.29.0-6) as npm's @micropython/micropython-webassembly-pyscript, beside CPython 3.11.
# Needs node, npm and python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @micropython/micropython-webassembly-pyscript@1.27.0 >/dev/null
cat >pack.py <<'PY'
import struct

for value in (21.5, 0.9999, 1.9999, -1.9999, 0.49999, 127.99, 255.99, 2047.6):
    print(value, struct.unpack("<e", struct.pack("<e", value))[0])
PY
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
(await loadMicroPython()).runPython(readFileSync("pack.py", "utf8"));
JS
paste -d ' ' <(node run.mjs) <(python3 pack.py | cut -d ' ' -f 2) | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
21.5 21.5 21.5
0.9999 1.0 1.0
1.9999 1.0 2.0
-1.9999 -1.0 -2.0
0.49999 0.25 0.5
127.99 64.0 128.0
255.99 256.0 256.0
2047.6 1024.0 2048.0
END
