/** Series of a real InfluxDB into a running service. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { serviceClient } from "../../../runtime/cli/service-client.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { importAction } from "../../../runtime/parts/influxdb/import/import-action.ts";
import { type ImportOrder, importInflux } from "../../../runtime/parts/influxdb/import/influx-import.ts";
import { influxAt } from "../../../runtime/parts/influxdb/influx-kind.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const T0 = 1_600_000_000_000_000_000n;
const ROWS = 12_345;
const DATABASE = "kit_testdrive";

async function fill(influxd: Influxd): Promise<void> {
  await influxd.query(`CREATE DATABASE "${DATABASE}"`);
  const lines: string[] = [];
  for (let n = 0; n < ROWS; n++) {
    lines.push(
      `area_42_node_1_sensors temperature=${n / 8},count=${n}i,on=${n % 2 === 0} ${T0 + BigInt(n) * 10_000_000_001n}`,
    );
    // Each time occurs in two series.
    if (n < 1000) lines.push(`luft_sensors,location=B\\ ${n % 2},sensor_id=0${n % 2} P1=${n} ${T0 + BigInt(n >> 1)}`);
  }
  lines.push(`odd\\ one,x=\\,\\= text="a \\"b\\" \\\\ ü\nc" ${T0}`);
  const sent = await fetch(`${influxd.url}/write?db=${DATABASE}`, { method: "POST", body: lines.join("\n") });
  assert.equal(sent.status, 204, await sent.text());
}

test(
  "all rows of a database are imported in chunks; the import resumes after an interruption, and both sides have equal counts",
  { skip: requires("influxd") },
  () =>
    inTemporaryFolder(async (directory) => {
      const influxd = await startInfluxd();
      const file = join(directory, "channels.ini");
      const settings = parseSettings(
        "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n[realm-kit]\ntags = location, sensor_id\n",
        { file, shown: file, environment: {} },
      );
      const onFailed = (reason: string) => assert.fail(reason);
      const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed });
      try {
        await fill(influxd);
        const port = Number(new URL(service.url).port);
        const listening = { ...settings, http: { ...settings.http, listen: { host: "127.0.0.1", port } } };
        const client = serviceClient(listening, {});
        const said: string[] = [];
        const source = influxAt(new URL(influxd.url.replace("http:", "influxdb:")));
        assert.ok(source, "an address of InfluxDB");
        const order = (more: Partial<ImportOrder>): ImportOrder => ({
          source,
          database: DATABASE,
          into: DATABASE,
          tags: "columns",
          types: "devices",
          state: join(directory, "state.json"),
          client,
          print: (line) => said.push(line),
          warn: (line) => said.push(line),
          ...more,
        });
        let posts = 0;
        const failing = {
          ...client,
          tryPost: async (path: string, body: Uint8Array) =>
            ++posts > 2 ? { status: 403, text: "no more" } : client.tryPost(path, body),
        };
        const measurement = "area_42_node_1_sensors";
        await assert.rejects(
          importInflux(order({ client: failing })),
          /^CommandError: the service does not accept the rows: no more; run the command again to continue here$/,
        );
        assert.ok(posts > 2, `${posts} posts`);
        posts = 0;
        const counting = {
          ...client,
          tryPost: (path: string, body: Uint8Array) => {
            posts++;
            return client.tryPost(path, body);
          },
        };
        await importInflux(order({ client: counting }));
        // Messages that were acknowledged earlier are not sent again.
        assert.equal(posts, 3);
        assert.deepEqual(said, [
          `${measurement}: ${ROWS} rows in ${DATABASE}, ${ROWS} in ${DATABASE}`,
          `luft_sensors: 1000 rows in ${DATABASE}, 1000 in ${DATABASE}`,
          `odd one: 1 rows in ${DATABASE}, 1 in ${DATABASE}`,
          "13346 rows read, 13346 rows stored for the same times",
        ]);
        const rows = async (query: Record<string, string>) => {
          const { rows } = await client.get<{ rows: Record<string, unknown>[] }>(
            `/read/rows?${new URLSearchParams(query)}`,
          );
          return rows;
        };
        const [last] = await rows({ database: DATABASE, measurement, limit: "1" });
        assert.deepEqual(last, {
          time: new Date(Number((T0 + 12_344n * 10_000_000_001n) / 1_000_000n)).toISOString().replace("Z", "012344Z"),
          temperature: 1543,
          count: 12344,
          on: 1,
        });
        const [odd] = await rows({ database: DATABASE, measurement: "odd one", limit: "1" });
        assert.deepEqual({ ...odd, time: "" }, { time: "", text: 'a "b" \\ ü\nc', x: ",=" });
        // A device continues its series.
        const body = JSON.stringify({ temperature: 21.5, count: 1, on: true });
        const headers = { "Content-Type": "application/json" };
        const posted = await fetch(`${service.url}api/kit/testdrive/area-42/node-1/data`, {
          method: "POST",
          headers,
          body,
        });
        assert.equal(posted.status, 200);
        said.length = 0;
        await importInflux(
          order({ tags: "series", measurement: "luft_sensors", into: "kit_series", state: join(directory, "2") }),
        );
        assert.deepEqual(said, [
          `luft_sensors: 1000 rows in ${DATABASE}, 1000 in kit_series`,
          "1000 rows read, 1000 rows stored for the same times",
        ]);
        // A second run has nothing to do.
        posts = 0;
        await importInflux(order({ client: counting, measurement }));
        assert.equal(posts, 0);
        assert.equal((await client.get<{ rejects: object[] }>("/rejects")).rejects.length, 0);
        await assert.rejects(importInflux(order({ database: "none" })), /has no database 'none' with rows in it/);
        await assert.rejects(
          importInflux(order({ measurement: "x" })),
          /there is no measurement 'x'; known are area_42/,
        );
        await assert.rejects(importInflux(order({ into: "kit_other" })), /belongs to another import/);
      } finally {
        await service.stop();
        await influxd.stop();
      }
    }),
);

test("command line errors are reported before any request", async () => {
  const run = (args: Record<string, string>, positionals = ["influxdb"]) =>
    importAction.run({ args: { _: [], ...args }, positionals } as never);
  await assert.rejects(run({}, ["mysql"]), /import takes one argument: influxdb/);
  await assert.rejects(run({}), /import needs --database/);
  await assert.rejects(run({ database: "x" }), /import needs --from/);
  await assert.rejects(run({ database: "x", from: "localhost" }), /--from names no InfluxDB; write influxdb:/);
  await assert.rejects(run({ database: "x", from: "duckdb:x" }), /--from names no InfluxDB/);
  await assert.rejects(
    run({ database: "x", from: "influxdb://h", tags: "all" }),
    /--tags is columns or series or drop/,
  );
});
