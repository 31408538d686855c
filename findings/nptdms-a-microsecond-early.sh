#!/usr/bin/env bash
# Of times with microseconds that npTDMS 1.13.0 writes into a TDMS file (LabVIEW's format), one in eighty-five comes back from it a microsecond
# earlier: 0.000001 s is written as a fraction of 2^-64 s that is cut, and cut again when it is read. So rows that are joined by their time with
# the original do not meet. No error, no warning.
#
# Seen on 2026-11-29 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet npTDMS==1.13.0 numpy==2.4.6
cat >times.py <<'PY'
import numpy
from nptdms import ChannelObject, TdmsFile, TdmsWriter

second = numpy.datetime64("2026-01-02T03:04:05", "us")
micros = second + numpy.arange(1_000_000).astype("timedelta64[us]")
with TdmsWriter("times.tdms") as file:
    file.write_segment([ChannelObject("g", "micros", micros)])
read = TdmsFile.read("times.tdms")["g"]["micros"][:]
print(read[1], "for", micros[1])
print((read != micros).sum(), "of a million differ, by", sorted({int(one) for one in (read - micros).astype(int)} - {0}))
PY
venv/bin/python times.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
2026-01-02T03:04:05.000000 for 2026-01-02T03:04:05.000001
11702 of a million differ, by [-1]
END
