/** Servers that accept InfluxDB writes but do not keep all values, with the headers of the real ones. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { makePoint } from "../../support/store-contract.ts";

const ACCESS = { username: undefined, password: undefined, token: undefined, org: undefined };
const SERVERS = [
  // QuestDB 9.3.4
  [{ Server: "questDB/1.0", "X-Influxdb-Version": "v2.7.4" }, /The server is QuestDB, .*mix the networks/],
  // VictoriaMetrics v1.122
  [{ Vary: "Accept-Encoding", "X-Server-Hostname": "vm" }, /The server is VictoriaMetrics, .*converts texts to 0/],
] as const;

for (const [headers, sentence] of SERVERS) {
  for (const version of ["auto", "1", "2"] as const) {
    test(`nothing is written, version = ${version}: ${sentence.source.slice(0, 20)}`, async (t) => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        response.writeHead(204, { ...headers }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      t.after(() => server.close());
      const { port } = server.address() as { port: number };
      const store = openInfluxStore({ kind: "influxdb", version, url: `http://127.0.0.1:${port}`, ...ACCESS });
      t.after(() => store.close());
      await store.open();
      assert.equal(store.status().state, "down");
      assert.match(store.status().detail, sentence);
      await assert.rejects(store.write([makePoint(1n, { a: 1 })], 1), sentence);
      assert.deepEqual([...new Set(asked)], ["GET /ping"]);
    });
  }
}
