#!/bin/sh
# Of 254 bytes without a zero, two COBS encoders make frames of different lengths. Python's cobs 1.2.2 ends with the full block (255 bytes);
# npm's cobs 0.2.1 adds a block 01 (256), and after 508 bytes, too (511 for 510). Both decoders take both forms, so nothing is lost
# between them; a receiver that knows a message by its encoded length, or compares encoded frames, does not take both. Seen on Node 20 and
# Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cobs@0.2.1 >/dev/null
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check cobs==1.2.2
cat >run.mjs <<'END'
import cobs from "cobs";
const lengths = [253, 254, 255, 508].map((size) => `${size}: ${cobs.encode(Buffer.alloc(size, 7)).length}`);
const full = `ff${"07".repeat(254)}`;
const decoded = ["", "01"].map((end) => cobs.decode(Buffer.from(full + end, "hex")).length);
console.log(`npm cobs: ${lengths.join(", ")}; decodes ${decoded.join(" and ")}`);
END
cat >run.py <<'END'
from cobs import cobs

lengths = ", ".join(f"{size}: {len(cobs.encode(bytes([7]) * size))}" for size in (253, 254, 255, 508))
full = b"\xff" + bytes([7]) * 254
print(f"Python cobs: {lengths}; decodes {len(cobs.decode(full))} and {len(cobs.decode(full + bytes([1])))}")
END
{ node run.mjs; v/bin/python run.py; } | tee out
cat >expected <<'END'
npm cobs: 253: 254, 254: 256, 255: 257, 508: 511; decodes 254 and 254
Python cobs: 253: 254, 254: 255, 255: 257, 508: 510; decodes 254 and 254
END
cmp expected out
