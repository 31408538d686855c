/** New databases and columns of one node's store appear on the pages of the others. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { startInfluxd } from "../../support/influxd.ts";
import { jsonPost } from "../../support/json-post.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const ROUNDS = 5;
const WITHIN_MS = 2000;

async function post({ url }: Service, network: string, body: object): Promise<void> {
  const init = jsonPost(body);
  assert.equal((await fetch(`${url}api/r/${network}/g/d/data`, init)).status, 200);
}

/** Columns of a database on a page that was opened there. */
async function columnsOf({ url }: Service, database: string): Promise<string[]> {
  const { measurements } = (await (await fetch(`${url}read/measurements`)).json()) as {
    readonly measurements: readonly {
      readonly database: string;
      readonly columns: readonly { readonly name: string }[];
    }[];
  };
  return measurements
    .filter((one) => one.database === database)
    .flatMap(({ columns }) => columns.map(({ name }) => name));
}

/** How long it took until all of them had the columns, ms. */
async function shownAt(nodes: readonly Service[], database: string, columns: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const node of nodes) {
    await until(async () => (await columnsOf(node, database)).join() === columns.join());
  }
  return performance.now() - began;
}

test(
  "a new database or column at one node appears on the pages of all within two seconds",
  {
    skip: requires("nats-server", "influxd"),
  },
  () =>
    inTemporaryFolder(async (folder) => {
      const [server, influxd] = await Promise.all([startNats(), startInfluxd()]);
      const services: Service[] = [];
      const start = async (name: string, role: string) => {
        const file = join(folder, name, "channels.ini");
        const sources = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
        const store = `[store]\nurl = ${influxd.url.replace("http", "influxdb+v1")}\n[journal]\ndirectory = ${join(folder, name)}\n`;
        const ini = `${sources}${store}[cluster]\nurl = ${server.url}\nrole = ${role}\nmax_size = 64M\n`;
        const settings = parseSettings(ini, { file, shown: file, environment: {} });
        const service = await startService(settings, { log: SILENT, version: "0", onFailed: assert.fail });
        services.push(service);
        return service;
      };
      try {
        const a = await start("a", "all");
        const others = [await start("b", "all"), await start("c", "view")];
        const took: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          // The pages are open and have requested their lists.
          await shownAt([a, ...others], `r_n${round}`, []);
          await post(a, `n${round}`, { first: 1 });
          took.push(await shownAt([a, ...others], `r_n${round}`, ["first"]));
          await post(a, `n${round}`, { first: 1, second: 1 });
          took.push(await shownAt([a, ...others], `r_n${round}`, ["first", "second"]));
        }
        // Other load may delay some of them, but not most.
        const median = took.toSorted((x, y) => x - y)[took.length >> 1]!;
        assert.ok(median < WITHIN_MS, `${took.map(Math.round).join(", ")} ms`);
      } finally {
        for (const service of services.reverse()) await service.stop();
        await Promise.all([server.stop(), influxd.stop()]);
      }
    }),
);
