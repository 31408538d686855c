#!/usr/bin/env bash
# pyfive 1.3.0 reads the number of a compound type's members as low byte + 16 × next byte, not + 256 ×: of a table with 256 to 4,095
# columns it gives the first ones only, without an error. 300 members are 60, 1,000 are 280. HDF5 (h5py) has them all.
#
# Seen on 2026-11-29 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pyfive==1.3.0 h5py==3.16.0 numpy==2.4.6
cat >show.py <<'PY'
import h5py, numpy, pyfive

for count in (255, 300, 1000):
    with h5py.File("table.h5", "w") as file:
        file["table"] = numpy.zeros(2, dtype=[(f"c{at}", "<f8") for at in range(count)])
    with h5py.File("table.h5") as file:
        whole = len(file["table"].dtype.names)
    with pyfive.File("table.h5") as file:
        part = len(file["table"][:].dtype.names)
    print(f"{count} members: h5py {whole}, pyfive {part}")
PY
venv/bin/python show.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
255 members: h5py 255, pyfive 255
300 members: h5py 300, pyfive 60
1000 members: h5py 1000, pyfive 280
END
