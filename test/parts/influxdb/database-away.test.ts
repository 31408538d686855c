/** Requests while a database was never reached: what it has is unknown, not missing, and no defect of ours. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { onlyLong } from "../../support/long.ts";
import { freePort } from "../../support/ports.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const BASE = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
const PLACE = "database=far_net&measurement=g_n_sensors";
const DATA = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"a":1}' };

async function inService(ini: string, body: (service: Service) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    writeFileSync(file, ini);
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const onFailed = (reason: string) => assert.fail(reason);
    const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed });
    try {
      await body(service);
    } finally {
      await service.stop();
    }
  });
}

async function statuses({ url }: Service, paths: readonly string[]): Promise<Record<string, number>> {
  const asked = paths.map(async (path) => [path, (await fetch(`${url}${path}`)).status] as const);
  return Object.fromEntries(await Promise.all(asked));
}

const OF_THE_MEASUREMENT = [
  `read/rows?${PLACE}`,
  `read/rows/all?${PLACE}`,
  `read/series?${PLACE}`,
  `read/statistics?${PLACE}`,
  `read/export?${PLACE}`,
  `read/plot.svg?${PLACE}`,
  "api/far/net/g/n/data.csv",
];

test("while the only database is away, what it has is answered with 503", async () => {
  const port = await freePort();
  await inService(`${BASE}[store]\nurl = influxdb://127.0.0.1:${port}\n`, async (service) => {
    const asked = [...OF_THE_MEASUREMENT, "read/measurements", "layouts", "metrics/values"];
    assert.deepEqual(await statuses(service, asked), Object.fromEntries(asked.map((path) => [path, 503])));
  });
});

test("what a database has that answers every query with an error of its own is answered with 503", async (t) => {
  const server = createServer(({ url = "" }, answer) => {
    if (url.startsWith("/ping")) answer.writeHead(204, { "X-Influxdb-Version": "1.8.10" }).end();
    else answer.writeHead(500, { "Content-Type": "application/json" }).end('{"error":"engine: closed"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await inService(`${BASE}[store]\nurl = influxdb://127.0.0.1:${port}\n`, async (service) => {
    const asked = OF_THE_MEASUREMENT.slice(0, 4);
    assert.deepEqual(await statuses(service, asked), Object.fromEntries(asked.map((path) => [path, 503])));
  });
});

test("while one of several databases is away, only what it has is answered with 503, and a deletion waits", {
  skip: onlyLong,
}, async () => {
  const port = await freePort();
  const far = `[store-far]\ndatabases = far_*\nurl = influxdb://127.0.0.1:${port}\n`;
  await inService(`${BASE}${far}`, async (service) => {
    for (const realm of ["far", "near"]) {
      assert.equal((await fetch(`${service.url}api/${realm}/net/g/n/data`, DATA)).status, 200);
    }
    const near = `read/rows?${PLACE.replace("far", "near")}`;
    await until(async () => (await fetch(`${service.url}${near}`)).status === 200, "the row is stored");
    const others = [near, "read/measurements", "layouts"];
    assert.deepEqual(await statuses(service, [...OF_THE_MEASUREMENT, ...others]), {
      ...Object.fromEntries(OF_THE_MEASUREMENT.map((path) => [path, 503])),
      ...Object.fromEntries(others.map((path) => [path, 200])),
    });
    const removed = await fetch(`${service.url}measurements?${PLACE}&confirm=g_n_sensors`, { method: "DELETE" });
    assert.equal(removed.status, 202, await removed.text());
  });
});
