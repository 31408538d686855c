"""Whether a store has what was acknowledged: once, and in order. Shares no code with what sent it.

    python3 scripts/campaigns/cluster/check.py LOG --influxdb http://127.0.0.1:8086
    python3 scripts/campaigns/cluster/check.py LOG --postgres postgres://postgres@127.0.0.1/telemetry        (needs `psql`)
    python3 scripts/campaigns/cluster/check.py LOG --duckdb telemetry.duckdb        (needs `pip install duckdb`; no service may have it open)
    python3 scripts/campaigns/cluster/check.py LOG --api http://127.0.0.1:24642

LOG has a JSON object a line, with times in ms:
    {"device": 3, "transport": "http", "database": "f_n", "measurement": "a_d0_sensors"}
    {"taken": 17, "device": 3, "by": "10.77.0.1", "first": 1700000000000, "at": 1700000000123}
    {"fault": "link cut", "from": 1700000000000, "to": 1700000010000}
`taken` is the number in the reading, `by` the node that acknowledged it, `first` when it was sent first.
"""

import argparse
import csv
import io
import json
import subprocess
import sys
import urllib.parse
import urllib.request
from collections import Counter


def read_log(path):
    devices, taken, faults = {}, {}, []
    with open(path, encoding="utf8") as log:
        for line in log:
            entry = json.loads(line)
            if "fault" in entry:
                faults.append(entry)
            elif "taken" in entry:
                # Only the first answer counts.
                taken.setdefault((entry["device"], entry["taken"]), entry)
            else:
                devices[entry["device"]] = entry
    return devices, taken, faults


def get(url, **query):
    with urllib.request.urlopen(f"{url}?{urllib.parse.urlencode(query)}", timeout=120) as answer:
        return answer.read().decode()


def influxdb_reader(url):
    def rows(database, measurement):
        text = get(f"{url}/query", db=database, epoch="ns", q=f'SELECT n FROM "{measurement}" ORDER BY time')
        series = json.loads(text)["results"][0].get("series", [])
        return [(time, int(n)) for time, n in series[0]["values"]] if series else []

    return rows


def postgres_reader(url):
    def rows(database, measurement):
        query = f'SELECT time_ns, n FROM "{database}"."{measurement}" ORDER BY time_ns'
        asked = subprocess.run(["psql", url, "--csv", "-tc", query], capture_output=True, text=True)
        if asked.returncode != 0 and "does not exist" not in asked.stderr:
            raise RuntimeError(asked.stderr)
        return [(int(time), int(float(n))) for time, n in csv.reader(io.StringIO(asked.stdout))]

    return rows


def duckdb_reader(path):
    import duckdb

    connection = duckdb.connect(path, read_only=True)

    def rows(database, measurement):
        try:
            found = connection.execute(f'SELECT epoch_ns(time), n FROM "{database}"."{measurement}" ORDER BY time')
        except duckdb.CatalogException:
            return []
        return [(time, int(n)) for time, n in found.fetchall()]

    return rows


def api_reader(url):
    def rows(database, measurement):
        try:
            text = get(f"{url}/read/export", database=database, measurement=measurement, column="n", format="csv")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return []
            raise
        return [(row["time"], int(float(row["n"]))) for row in csv.DictReader(io.StringIO(text))]

    return rows


def inversions(numbers):
    """Places where a number comes after a larger one."""
    found, largest = [], -1
    for n in numbers:
        if n < largest:
            found.append(n)
        largest = max(largest, n)
    return found


class Tally:
    def __init__(self):
        self.acknowledged = self.lost = self.doubled = self.disordered = self.across = 0
        self.wait_ms = self.gap_ms = 0

    def row(self, name):
        return (
            f"| {name} | {self.acknowledged:,} | {self.lost} | {self.doubled} | {self.disordered} |"
            f" {self.wait_ms / 1000:.1f} | {self.gap_ms / 1000:.1f} |"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log")
    stores = parser.add_mutually_exclusive_group(required=True)
    for store in ("influxdb", "postgres", "duckdb", "api"):
        stores.add_argument(f"--{store}")
    given = parser.parse_args()
    reader = (
        influxdb_reader(given.influxdb)
        if given.influxdb
        else postgres_reader(given.postgres)
        if given.postgres
        else duckdb_reader(given.duckdb)
        if given.duckdb
        else api_reader(given.api)
    )
    devices, taken, faults = read_log(given.log)
    total, of_fault = Tally(), [Tally() for _ in faults]

    def tallies(at):
        return [total] + [tally for tally, fault in zip(of_fault, faults) if at is not None and fault["from"] <= at < fault["to"]]

    datagrams = 0
    for device, entry in devices.items():
        rows = reader(entry["database"], entry["measurement"])
        stored = [n for _, n in rows]
        counts = Counter(stored)
        if entry["transport"] == "udp":
            datagrams += len(counts)
        at_of = {n: ack["at"] for (of, n), ack in taken.items() if of == device}
        node_of = {n: ack["by"] for (of, n), ack in taken.items() if of == device}
        place = f"{entry['database']} {entry['measurement']}"
        for n, at in at_of.items():
            for tally in tallies(at):
                tally.acknowledged += 1
                if n not in counts:
                    tally.lost += 1
                tally.wait_ms = max(tally.wait_ms, at - taken[device, n]["first"])
            if n not in counts:
                print(f"lost: {place} {n} of {node_of[n]} at {at}", file=sys.stderr)
        for n, count in counts.items():
            if count > 1:
                times = [time for time, of in rows if of == n]
                print(f"doubled: {place} {n} {count} times, at {at_of.get(n)}: rows of {times}", file=sys.stderr)
                for tally in tallies(at_of.get(n)):
                    tally.doubled += count - 1
        # Of datagrams, which are not acknowledged, all count; other readings that nobody acknowledged may come at any time.
        sure = stored if entry["transport"] == "udp" else [n for n in stored if n in at_of]
        for node in set(node_of.values()) or {None}:
            for n in inversions([n for n in sure if node_of.get(n) == node]):
                print(f"out of order: {place} {n} of {node}, at {at_of.get(n)}", file=sys.stderr)
                for tally in tallies(at_of.get(n)):
                    tally.disordered += 1
        if entry["transport"] != "udp":
            total.across += len(inversions(sure))

    times = sorted(ack["at"] for ack in taken.values())
    for tally, fault in zip([total] + of_fault, [{"from": times[0], "to": times[-1] + 1}] + faults):
        inside = [at for at in times if fault["from"] <= at < fault["to"]]
        points = [fault["from"], *inside, fault["to"]]
        tally.gap_ms = max(later - earlier for earlier, later in zip(points, points[1:]))

    print("| fault | acknowledged | lost | doubled | out of order | longest wait of a sender, s | longest time without an acknowledgement, s |")
    print("|---|---|---|---|---|---|---|")
    for tally, fault in zip(of_fault, faults):
        print(tally.row(fault["fault"]))
    print(total.row("**all**"))
    print(f"\n{datagrams:,} datagrams; {total.across} readings of one device through several nodes are not in the order of their numbers.")
    return 1 if total.lost + total.doubled + total.disordered > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
