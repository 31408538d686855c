#!/bin/sh
# InfluxDB's two Python clients write nanoseconds by default, but cut a time that is given as a text to microseconds: of two points within
# a microsecond, the second replaces the first in the database. A number of nanoseconds is kept. A point whose only field is NaN or
# infinite becomes no line at all. Neither gives a warning.
# Seen with influxdb-client 1.50.0 and influxdb3-python 0.21.0 on Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check influxdb-client==1.50.0 influxdb3-python==0.21.0
cat >write.py <<'END'
from influxdb_client import Point as First
from influxdb_client_3 import Point as Second
for name, Point in (("influxdb-client", First), ("influxdb3-python", Second)):
    for time in ("2026-11-29T12:00:00.123456111Z", "2026-11-29T12:00:00.123456999Z", 1795953600123456999):
        print(name, time, Point("m").field("v", 1).time(time).to_line_protocol())
    print(name, "infinite:", repr(Point("m").field("v", float("inf")).time(1).to_line_protocol()))
END
venv/bin/python write.py | tee out
for name in influxdb-client influxdb3-python; do
  printf '%s\n' \
    "$name 2026-11-29T12:00:00.123456111Z m v=1i 1795953600123456000" \
    "$name 2026-11-29T12:00:00.123456999Z m v=1i 1795953600123456000" \
    "$name 1795953600123456999 m v=1i 1795953600123456999" \
    "$name infinite: ''"
done | cmp - out
