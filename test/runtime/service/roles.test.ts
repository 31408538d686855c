import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Role } from "../../../runtime/config/cluster-roles.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { PARTS } from "../../../runtime/parts/parts.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const ADDRESS = "lab/net/gw/node";
const ROWS = "read/rows?database=lab_net&measurement=gw_node_sensors";

for (const url of ["duckdb:data/t.duckdb", "parquet:data/history"]) {
  test(`a process can be ingest, store or views alone: one receives, another stores, a third shows: ${url}`, () =>
    assertOneByOne(url));
}

function assertOneByOne(store: string): Promise<void> {
  return inTemporaryFolder(async (directory) => {
    const settings = settingsIn(directory, `[store]\nurl = ${store}\n`);

    await running(settings, ["ingest"], async ({ url }) => {
      const posted = await post(url, `api/${ADDRESS}/data`, '{"temperature": 21.5}');
      assert.equal(posted.status, 200);
      assert.deepEqual(await partsOf(url), [...KEPT, "frames", "http", "mqtt", "udp", "signals"]);
      assert.equal((await fetch(url + ROWS)).status, 404);
    });

    await running(settings, ["store"], async ({ url }) => {
      assert.equal((await post(url, `api/${ADDRESS}/data`, "{}")).status, 404);
      assert.deepEqual(await partsOf(url), [...KEPT, "store", "writer"]);
    });

    await running(settings, ["view"], async ({ url }) => {
      const { rows } = (await (await fetch(url + ROWS)).json()) as { rows: [{ values: object }] };
      assert.deepEqual(rows, [{ ...rows[0], temperature: 21.5 }]);
      assert.deepEqual(await partsOf(url), ["descriptors", "bus", "store"]);
      assert.match(await (await fetch(url)).text(), /<!doctype html>/i);
    });
  });
}

test("if the clock was set back while the service was stopped, new times still follow the old ones", (context) =>
  inTemporaryFolder(async (directory) => {
    const settings = settingsIn(directory);
    const take = (value: number) =>
      running(settings, ["ingest", "store"], async ({ url }) => {
        assert.equal((await post(url, `api/${ADDRESS}/data`, `{"n": ${value}}`)).status, 200);
      });
    await take(1);
    const now = Date.now;
    context.mock.method(Date, "now", () => now() - 60_000);
    await take(2);
    await running(settings, ["view"], async ({ url }) => {
      const { rows } = (await (await fetch(url + ROWS)).json()) as { rows: { n: number }[] };
      assert.deepEqual(
        rows.map(({ n }) => n),
        [1, 2],
      );
    });
  }));

const KEPT = ["descriptors", "bus", "journal", "deadLetters"];

function settingsIn(directory: string, more = "") {
  const file = join(directory, "channels.ini");
  const text = `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n${more}`;
  return parseSettings(text, { file, shown: file, environment: {} });
}

async function running(
  settings: ReturnType<typeof settingsIn>,
  roles: readonly Role[],
  run: (service: Service) => Promise<void>,
): Promise<void> {
  const onFailed = (reason: string) => assert.fail(reason);
  const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed, roles });
  try {
    await run(service);
  } finally {
    await service.stop();
  }
}

function post(url: string, path: string, body: string): Promise<Response> {
  return fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** What the core has of a process; parts tell their own. */
async function partsOf(url: string): Promise<string[]> {
  const { parts } = (await (await fetch(`${url}health`)).json()) as { parts: object };
  return Object.keys(parts).filter((name) => !PARTS.some((part) => part.name === name));
}
