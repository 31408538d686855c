/** Deleting a measurement in a cluster: what the log had at the request is gone, and later rows stay. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const PLACE = "database=a_n&measurement=g_d_sensors";
const ROWS = 1000;
const BODIES = 30;

async function post({ url }: Service, first: number, count: number): Promise<void> {
  const body = JSON.stringify(Array.from({ length: count }, (_, n) => ({ n: first + n })));
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}api/a/n/g/d/data`, { method: "POST", headers, body });
  assert.equal(answer.status, 200, await answer.text());
}

async function remove({ url }: Service): Promise<readonly [number, string]> {
  const answer = await fetch(`${url}measurements?${PLACE}&confirm=g_d_sensors`, { method: "DELETE" });
  return [answer.status, await answer.text()];
}

async function values({ url }: Service): Promise<number[]> {
  const answer = await fetch(`${url}read/rows?${PLACE}&limit=10000`);
  if (answer.status === 404) return [];
  return ((await answer.json()) as { rows: { n: number }[] }).rows.map(({ n }) => n);
}

/** Until nothing waits in the cluster's log. */
async function drained({ url }: Service): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${url}health?scope=cluster`);
    const { log } = (await answer.json()) as { log?: { frames: number } };
    return log?.frames === 0;
  }, "the log is empty");
}

test(
  "a deletion waits for what another node has acknowledged, deletes it, and keeps what comes later",
  {
    skip: requires("nats-server"),
  },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const server = await startNats();
      let isRunning = true;
      atEnd(() => server.stop());
      const start = async (name: string, role: "ingest" | "all"): Promise<Service> => {
        const folder = join(directory, name);
        await mkdir(folder, { recursive: true });
        const file = join(folder, "channels.ini");
        const ini =
          "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n" +
          `[cluster]\nurl = ${server.url}\nname = lab\nrole = ${role}\npartitions = 4\nmax_size = 64M\n`;
        writeFileSync(file, ini);
        const settings = parseSettings(ini, { file, shown: file, environment: {} });
        const onFailed = (reason: string) => {
          if (isRunning) assert.fail(reason);
        };
        const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed });
        atEnd(() => service.stop());
        return service;
      };
      const takes = await start("takes", "ingest");
      const first = await start("stores", "all");
      for (const { url } of [takes, first]) await until(async () => (await fetch(`${url}health?probe=ready`)).ok);
      await post(takes, 0, 1);
      await until(async () => (await values(first)).length === 1, "the first row is stored");
      await first.stop();
      for (let n = 0; n < BODIES; n++) await post(takes, n * ROWS, ROWS);
      const stores = await start("stores", "all");
      // It has not read the log yet.
      assert.deepEqual(await remove(stores), [204, ""]);
      await post(takes, -3, 3);
      await drained(stores);
      assert.deepEqual((await values(stores)).sort(), [-1, -2, -3]);
      isRunning = false;
    }),
);

test(
  "a deletion that cannot know what came before it deletes nothing, and says so",
  {
    skip: requires("nats-server"),
  },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const server = await startNats();
      atEnd(() => server.stop());
      const file = join(directory, "channels.ini");
      const ini =
        "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n" +
        `[cluster]\nurl = ${server.url}\nname = lab\n`;
      const settings = parseSettings(ini, { file, shown: file, environment: {} });
      const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed: () => {} });
      atEnd(() => service.stop());
      await until(async () => (await fetch(`${service.url}health?probe=ready`)).status === 200);
      await post(service, 0, 2);
      await until(async () => (await values(service)).length === 2, "both rows are stored");
      await server.halt();
      const [status, sentence] = await remove(service);
      assert.equal(status, 503, sentence);
      assert.match(sentence, /^Nothing was deleted: .*; ask again$/);
      assert.equal((await values(service)).length, 2);
      await server.resume();
      await until(async () => (await remove(service))[0] === 204, "the servers are back");
      assert.deepEqual(await values(service), []);
    }),
);
