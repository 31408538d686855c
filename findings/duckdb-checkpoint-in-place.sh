#!/usr/bin/env bash
# A checkpoint of DuckDB 1.5.5 writes the new catalogue into unused parts of the very block in which the old one lies, before the new header is
# written that refers to it. Guess: shadow paging, as with blocks of rows, where nothing that the valid header refers to is overwritten. So a power cut in the
# middle of that write of 256 KB leaves a block with a wrong checksum, to which the only valid header refers. This compares the block of the
# catalogue before and after each of twelve checkpoints; nothing is damaged here.
#
# Seen on 2026-11-30 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check duckdb==1.5.5
cat >compare.py <<'PY'
import struct

import duckdb

HEAD, BLOCK = 3 * 4096, 262_144


def catalogue():
    """The number of the block to which the newer header refers, and all blocks."""
    data = open("rows.duckdb", "rb").read()
    # Checksum, iteration, place of the catalogue: block in 56 bits, part of it in 8.
    _, pointer = max(struct.unpack_from("<QQ", data, at + 8) for at in (4096, 8192))
    return pointer & (2**56 - 1), [data[at : at + BLOCK] for at in range(HEAD, len(data), BLOCK)]


connection = duckdb.connect("rows.duckdb")
connection.execute("SET checkpoint_threshold = '1TB'")
connection.execute("CREATE TABLE t (a BIGINT, b DOUBLE)")
connection.execute("CHECKPOINT")
before, overwritten = catalogue(), 0
for _ in range(12):
    connection.execute("INSERT INTO t SELECT range, random() FROM range(500)")
    connection.execute("CHECKPOINT")
    after = catalogue()
    block = before[0]
    overwritten += before[1][block] != after[1][block]
    before = after
print(f"the block of the catalogue was overwritten by {'most' if overwritten > 6 else overwritten} of 12 checkpoints")
PY
venv/bin/python compare.py | tee out
echo "the block of the catalogue was overwritten by most of 12 checkpoints" | cmp out - || { echo "the behaviour has changed"; exit 1; }
