#!/usr/bin/env bash
# spacepackets 0.32.0 packs half of all times of whole milliseconds into CCSDS' day-segmented time code (CDS, 301.0-B-4) as the millisecond
# before: 0.997 s after midnight as 996 ms, since seconds that are a double are multiplied by 1,000 and cut. A time that it made from
# milliseconds itself comes back as it was. No error, no warning.
#
# Seen on 2026-11-30 with Python 3.11. Needs python3. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet spacepackets==0.32.0
cat >times.py <<'PY'
from datetime import datetime, timedelta, timezone

from spacepackets.ccsds.time import CdsShortTimestamp

midnight = datetime(2026, 1, 2, tzinfo=timezone.utc)
packed = bytes(CdsShortTimestamp.from_datetime(midnight + timedelta(milliseconds=997)).pack())
print(packed.hex(" "), "is millisecond", int.from_bytes(packed[3:], "big"), "of its day")
tried = range(0, 86_400_000, 997)
early = sum(CdsShortTimestamp.from_datetime(midnight + timedelta(milliseconds=ms)).ms_of_day == ms - 1 for ms in tried)
exact = sum(CdsShortTimestamp.from_datetime(midnight + timedelta(milliseconds=ms)).ms_of_day == ms for ms in tried)
print(early, "of", len(tried), "times are a millisecond early,", exact, "exact")
PY
venv/bin/python times.py | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
40 61 06 00 00 03 e4 is millisecond 996 of its day
42983 of 86660 times are a millisecond early, 43677 exact
END
