/** InfluxDB's own clients write to the service when given its address. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { InfluxDB, Point } from "@influxdata/influxdb-client";
import { HOME_FOLDER, HOME_PROGRAM, isInstalled } from "../../scripts/test/peers.mjs";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { run } from "../support/peers.ts";

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
  service = await lab.start();
});
after(() => lab.remove());

async function rows(measurement: string): Promise<Record<string, unknown>[]> {
  await service.settled();
  const query = new URLSearchParams({ database: "telegraf", measurement, limit: "1000" });
  return (await service.json<{ rows: Record<string, unknown>[] }>(`/read/rows?${query}`)).rows;
}

const write = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method: "POST", body, headers });

test("InfluxDB 2's client for JavaScript", { skip: onlyLong }, async () => {
  const api = new InfluxDB({ url: service.url, token: "any" }).getWriteApi("lab", "telegraf", "ms", {
    gzipThreshold: 100,
    maxRetries: 0,
  });
  for (let n = 0; n < 500; n++) {
    const point = new Point('disk, "a"')
      .tag("host", "a b")
      .floatField("f", n / 4)
      .intField("i", n)
      .stringField("s", 'x "y"\nz');
    api.writePoint(
      point
        .uintField("u", n)
        .booleanField("b", n % 2 === 0)
        .timestamp(1_700_000_000_000 + n),
    );
  }
  await api.close();
  const stored = await rows('disk%2C "a",host=a b');
  assert.equal(stored.length, 500);
  assert.deepEqual(stored[499], {
    time: "2023-11-14T22:13:20.499000000Z",
    f: 124.75,
    i: 499,
    s: 'x "y"\nz',
    u: 499,
    b: false,
    host: "a b",
  });
});

const skip = isInstalled(HOME_FOLDER)
  ? false
  : "needs InfluxDB's clients from PyPI (STRUCTLINE_PEERS=home npm run peers)";
test("both of InfluxDB's clients for Python", { skip: onlyLong || skip }, async () => {
  const script = `
import sys
from influxdb import InfluxDBClient
from influxdb_client import InfluxDBClient as Second
from influxdb_client.client.write_api import SYNCHRONOUS
from urllib.parse import urlparse
at = urlparse(sys.argv[1])
first = InfluxDBClient(at.hostname, at.port, database="telegraf", gzip=True)
assert first.ping()
first.create_database("telegraf")
first.write_points([{"measurement": "one", "tags": {"t": "x"}, "time": 1700000000, "fields": {"v": 1.5, "n": 2}}], time_precision="s")
with Second(sys.argv[1], token="any", org="lab") as second:
    second.write_api(write_options=SYNCHRONOUS).write("telegraf", record={"measurement": "two", "fields": {"v": True}, "time": 1700000000000000007})
    try:
        second.write_api(write_options=SYNCHRONOUS).write("telegraf", record="two v=")
        raise SystemExit("taken")
    except Exception as error:
        print(error.status, error.message)
`;
  assert.match(run(HOME_PROGRAM, ["-c", script, service.url]), /^400 line 1: invalid value/);
  assert.deepEqual(await rows("one,t=x"), [{ time: "2023-11-14T22:13:20.000000000Z", v: 1.5, n: 2, t: "x" }]);
  assert.deepEqual(await rows("two"), [{ time: "2023-11-14T22:13:20.000000007Z", v: true }]);
});

test("what clients ask before they write is answered, with the parameters that they send", async () => {
  // InfluxDB 1: its clients for Go and Java, and the crate influxdb.
  for (const query of ["", "?wait_for_leader=5s", "?verbose=true", "?u=a&p=b"]) {
    const answer = await fetch(`${service.url}/ping${query}`);
    const server = ["Build", "Version"].map((name) => answer.headers.get(`X-Influxdb-${name}`));
    assert.deepEqual([answer.status, ...server], [204, "OSS", "1.8.10-structline"], query);
  }
  const consistent = await write("/api/v2/write?org=lab&bucket=telegraf&precision=ns&consistency=all", "asked v=1 7");
  assert.equal(consistent.status, 204);
});

test("errors are answered as by InfluxDB, and the valid lines are stored once", async () => {
  const partial = await write(
    "/write?db=telegraf",
    "good v=1 1700000000000000001\nbad v=x 1\ngood v=2 1700000000000000002\n",
  );
  assert.equal(partial.status, 400);
  assert.deepEqual(await partial.json(), {
    error: "partial write: line 2: invalid value 'x' of field 'v'; 2 lines stored, dropped=1",
  });
  assert.equal((await write("/write?db=telegraf", "good v=2 1700000000000000002")).status, 204);
  assert.deepEqual(
    (await rows("good")).map(({ v }) => v),
    [1, 2],
  );
  assert.equal((await write("/write?db=telegraf&precision=y", "a v=1")).status, 400);
  assert.equal((await write("/write", "a v=1")).status, 400);
  assert.equal(
    (await write("/api/v2/write?bucket=telegraf", gzipSync("zipped v=1 3"), { "Content-Encoding": "gzip" })).status,
    204,
  );
  assert.equal((await write("/api/v2/write?bucket=telegraf", "no gzip", { "Content-Encoding": "gzip" })).status, 400);
  assert.equal((await rows("zipped")).length, 1);
  const many = await write("/write?db=telegraf", "m v=1\n".repeat(50_001));
  assert.deepEqual(
    [many.status, await many.json()],
    [413, { error: "More than 50000 lines in one request, send several" }],
  );
  const bad = await write("/write?db=telegraf", `good v=3\n${"bad\n".repeat(3000)}`);
  assert.deepEqual(await bad.json(), {
    error: "partial write: line 2: missing fields; 1 lines stored, dropped=3000",
  });
});
