#!/bin/sh
# influxdb-python's DataFrameClient writes rows of a data frame with pandas 3 a thousand times too early: 2026 becomes January 1970. It
# takes the index's integers for nanoseconds, but pandas 3 makes an index of microseconds. Without a warning; as_unit("ns") is right.
# Seen with influxdb 5.3.2 and pandas 3.1.1 on Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check influxdb==5.3.2 pandas==3.1.1
cat >write.py <<'END'
import http.server, threading
import pandas
from influxdb import DataFrameClient

class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        print(self.rfile.read(int(self.headers["Content-Length"])).decode().strip(), flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = DataFrameClient("127.0.0.1", server.server_port, database="d")
index = pandas.to_datetime(["2026-01-01T00:00:00Z"])
for times in (index, index.as_unit("ns")):
    client.write_points(pandas.DataFrame({"level": [1.5]}, index=times), "tank")
END
venv/bin/python write.py | tee out
printf '%s\n' "tank level=1.5 1767225600000000" "tank level=1.5 1767225600000000000" | cmp - out
