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

async function post({ url }: Service, first: number, count: number, more: Record<string, string> = {}): Promise<void> {
  const body = JSON.stringify(Array.from({ length: count }, (_, n) => ({ n: first + n })));
  const headers = { "Content-Type": "application/json", ...more };
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

/** A lab's nodes, each in its folder. */
async function lab(directory: string, atEnd: (work: () => Promise<unknown>) => void) {
  const server = await startNats();
  atEnd(() => server.stop());
  return async (name: string, role: "ingest" | "all" | "alone"): Promise<Service> => {
    const folder = join(directory, name);
    await mkdir(folder, { recursive: true });
    const file = join(folder, "channels.ini");
    const cluster = `[cluster]\nurl = ${server.url}\nname = lab\nrole = ${role}\npartitions = 4\nmax_size = 64M\n`;
    const ini =
      "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n" +
      `[realm-a]\n${role === "alone" ? "" : cluster}`;
    writeFileSync(file, ini);
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed: () => {} });
    atEnd(() => service.stop());
    await until(async () => (await fetch(`${service.url}health?probe=ready`)).ok, "it is ready");
    return service;
  };
}

async function send({ url }: Service, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** All messages of its journal once more. @returns their number */
async function resend(node: Service): Promise<number> {
  const { resent } = (await send(node, "POST", "cluster/resend", { since: "2020-01-01T00:00:00Z" })) as {
    resent: number;
  };
  return resent;
}

/** Until the stores have what the log has now, as a deletion of nothing finds out. */
async function stored({ url }: Service): Promise<void> {
  const nothing = `${url}measurements?database=a_n&measurement=nothing&confirm=nothing`;
  await until(async () => (await fetch(nothing, { method: "DELETE" })).status === 404, "all is stored");
}

async function retryAll(node: Service): Promise<void> {
  const { rejects } = (await (await fetch(`${node.url}rejects`)).json()) as { rejects: { id: number }[] };
  assert.ok(rejects.length > 0, "there is a dead letter");
  await send(node, "POST", "rejects/retry", { ids: rejects.map(({ id }) => id) });
}

async function activeAlarms({ url }: Service): Promise<number> {
  return ((await (await fetch(`${url}alarms`)).json()) as { active: unknown[] }).active.length;
}

test(
  "what was deleted stays so if it is sent again, also after restarts, and the retry of an older letter has its own place",
  { skip: requires("nats-server") },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const start = await lab(directory, atEnd);
      let takes = await start("takes", "ingest");
      let stores = await start("stores", "all");
      const deleted = async () => {
        await until(async () => (await remove(stores))[0] === 204, "it is deleted");
        assert.deepEqual(await values(stores), []);
      };
      const sent = async (count: number) => {
        assert.equal(await resend(takes), count);
        await stored(stores);
      };
      await post(takes, 0, 3);
      await until(async () => (await values(stores)).length === 3, "the rows are stored");
      await deleted();
      await sent(1);
      assert.deepEqual(await values(stores), []);
      await post(takes, 10, 2);
      await until(async () => (await values(stores)).length === 2, "later rows are stored");
      await sent(2);
      assert.deepEqual((await values(stores)).sort(), [10, 11], "later rows are sent again, too");
      // Both nodes are others now.
      await stores.stop();
      await takes.stop();
      takes = await start("takes", "ingest");
      stores = await start("stores", "all");
      await sent(2);
      assert.deepEqual((await values(stores)).sort(), [10, 11]);
      // A letter of before the deletion, which is retried after it.
      await send(takes, "POST", "api/a/n/g/d/data", { n: "no number" });
      await until(async () => {
        const { rejects } = (await (await fetch(`${takes.url}rejects`)).json()) as { rejects: unknown[] };
        return rejects.length === 1;
      }, "the store refuses it");
      await deleted();
      await retryAll(takes);
      await stored(stores);
      assert.deepEqual(await values(stores), ["no number"]);
      await resend(takes);
      await stored(stores);
      assert.deepEqual(await values(stores), ["no number"]);
      // Now the retry is before a deletion, and so is a message with a key, whose repetition has the first one's time.
      const key = { "Idempotency-Key": "one" };
      await post(takes, 20, 1, key);
      await stored(stores);
      await deleted();
      const limits = { alarm: { max: 10 } };
      await send(stores, "PUT", "alarms/limits", { database: "a_n", measurement: "g_d_sensors", column: "n", limits });
      for (const isRestarted of [false, true]) {
        if (isRestarted) {
          await takes.stop();
          await stores.stop();
          takes = await start("takes", "ingest");
          stores = await start("stores", "all");
        }
        assert.ok((await resend(takes)) >= 5, "its journal has them");
        await stored(stores);
        assert.deepEqual(await values(stores), [], isRestarted ? "after restarts" : "at once");
        assert.equal(await activeAlarms(stores), 0, "alarms see no deleted rows");
      }
      await post(takes, 20, 1, key);
      await post(takes, 30, 1, { "Idempotency-Key": "two" });
      await stored(stores);
      assert.deepEqual((await values(stores)).sort(), [20, 30], "what comes after it stays, also the repetition");
      await resend(takes);
      await stored(stores);
      assert.deepEqual((await values(stores)).sort(), [20, 30]);
    }),
);

test(
  "a node that was away, and one that was alone before, bring nothing deleted back, and an alarm ends",
  { skip: requires("nats-server") },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const start = await lab(directory, atEnd);
      const alone = await start("takes", "alone");
      await post(alone, 0, 3);
      await until(async () => (await values(alone)).length === 3, "the rows are stored");
      assert.deepEqual(await remove(alone), [204, ""]);
      await post(alone, 10, 1);
      await until(async () => (await values(alone)).length === 1, "the row is stored");
      await alone.stop();
      const stores = await start("stores", "all");
      let takes = await start("takes", "ingest");
      const limits = { alarm: { max: 100 } };
      await send(stores, "PUT", "alarms/limits", { database: "a_n", measurement: "g_d_sensors", column: "n", limits });
      await post(stores, 500, 1);
      await until(async () => (await activeAlarms(stores)) === 1, "the alarm is raised");
      await resend(takes);
      await stored(stores);
      assert.deepEqual((await values(stores)).sort(), [10, 500], "the deletion of its own journal counts");
      await takes.stop();
      await until(async () => (await remove(stores))[0] === 204, "it is deleted while the node is away");
      takes = await start("takes", "ingest");
      assert.equal(await activeAlarms(stores), 0);
      await resend(takes);
      await stored(stores);
      assert.deepEqual(await values(stores), []);
      await post(stores, 600, 1);
      await until(async () => (await activeAlarms(stores)) === 1, "a new value raises it again");
    }),
);

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
