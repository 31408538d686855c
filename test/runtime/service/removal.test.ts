/** A deletion is a message in the log: its place decides what it deletes. */

import assert from "node:assert/strict";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { removalMessage } from "../../../runtime/model/removal.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const INI = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
const PLACE = { database: "a_n", measurement: "g_d_sensors" };
const QUERY = `database=${PLACE.database}&measurement=${PLACE.measurement}`;

async function start(directory: string, ini = INI) {
  const file = join(directory, "channels.ini");
  const settings = parseSettings(ini, { file, shown: file, environment: {} });
  const service = await startService(settings, {
    log: SILENT,
    version: "0",
    onFailed: (reason) => assert.fail(reason),
  });
  const send = async (body: unknown, realm = "a") => {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}api/${realm}/n/g/d/data`, init);
    assert.equal(answer.status, 200, await answer.text());
  };
  const post = (from: number, to: number) => send(Array.from({ length: to - from }, (_, n) => ({ n: from + n })));
  const remove = async (query = QUERY) => {
    const answer = await fetch(`${service.url}measurements?${query}&confirm=${PLACE.measurement}`, {
      method: "DELETE",
    });
    await answer.text();
    return answer.status;
  };
  const waiting = async () => {
    const { parts } = (await (await fetch(`${service.url}health`)).json()) as {
      parts: Record<string, { counts?: { waiting?: number } }>;
    };
    // Each output has a writer.
    const writers = Object.entries(parts).filter(([name]) => name.startsWith("writer"));
    return Math.max(...writers.map(([, { counts }]) => counts?.waiting ?? 0));
  };
  const values = async (query = QUERY) => {
    await until(async () => (await waiting()) === 0);
    const answer = await fetch(`${service.url}read/rows?${query}&limit=10000`);
    if (answer.status === 404) return [];
    return ((await answer.json()) as { rows: { n: unknown }[] }).rows.map(({ n }) => n);
  };
  const rows = async () => {
    const { length } = await values();
    return length === 0 ? [] : length;
  };
  const retry = async () => {
    const { rejects } = (await (await fetch(`${service.url}rejects`)).json()) as { rejects: { id: number }[] };
    const body = JSON.stringify({ ids: rejects.map(({ id }) => id) });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${service.url}rejects/retry`, { method: "POST", headers, body });
    assert.equal(answer.status, 200, await answer.text());
    return rejects.length;
  };
  return { service, send, post, remove, rows, values, retry };
}

test("rows that wait in the log when their measurement is deleted are gone, and later ones stay, also after a restart", () =>
  inTemporaryFolder(async (directory) => {
    const first = await start(directory);
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 10 }, (_, n) => first.post(n * 100, n * 100 + 100)));
      const removed = first.remove();
      assert.equal(await removed, 204);
      assert.deepEqual(await first.rows(), [], `round ${round}`);
      await first.post(0, 3);
      assert.equal(await first.rows(), 3);
    }
    await first.service.stop();
    const again = await start(directory);
    assert.equal(await again.rows(), 3);
    assert.deepEqual([await again.remove(), await again.remove()], [204, 404]);
    await again.service.stop();
  }));

test("a deletion that was kept before a kill is carried out at the next start, once, between its neighbours", () =>
  inTemporaryFolder(async (directory) => {
    const first = await start(directory);
    await first.post(0, 10);
    assert.equal(await first.rows(), 10);
    await first.service.stop();
    // As after a kill: the message is in the log, and the store did not see it.
    const journal = await openJournal({
      directory: join(directory, "data/journal"),
      maxBytes: 1 << 26,
      commitIntervalMs: 0,
    });
    const log = new FileLog(journal);
    await log.append(removalMessage(PLACE, BigInt(Date.now()) * 1_000_000n)).durable();
    await journal.close();
    const second = await start(directory);
    assert.deepEqual(await second.rows(), []);
    await second.post(0, 2);
    assert.equal(await second.rows(), 2);
    await second.service.stop();
    const third = await start(directory);
    assert.equal(await third.rows(), 2);
    await third.service.stop();
  }));

test("a retried letter has the place of its retry: a deletion before it spares its row, one behind it takes it", () =>
  inTemporaryFolder(async (directory) => {
    const first = await start(directory);
    await first.post(0, 3);
    await first.send({ n: "no number" });
    assert.deepEqual(await first.values(), [0, 1, 2]);
    assert.equal(await first.remove(), 204);
    assert.equal(await first.retry(), 1);
    assert.deepEqual(await first.values(), ["no number"], "the measurement is new, and so is the type of its column");
    assert.equal(await first.remove(), 204);
    await first.post(5, 6);
    await first.send({ n: "again no number" });
    assert.deepEqual(await first.values(), [5]);
    assert.equal(await first.remove(), 204);
    // Both wait in the log.
    assert.equal(await first.retry(), 1);
    assert.equal(await first.remove(), 204);
    assert.deepEqual(await first.values(), []);
    await first.service.stop();
    const again = await start(directory);
    assert.deepEqual(await again.values(), []);
    await again.service.stop();
  }));

test(
  "with several outputs each deletes at its own position, and only what it has",
  {
    skip: requires("influxd"),
  },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const influx = await startInfluxd();
      atEnd(() => influx.stop());
      const ini = `${INI}[store-other]\nurl = ${influx.url.replace("http:", "influxdb:")}\ndatabases = b*\n`;
      const ofB = QUERY.replace(PLACE.database, "b_n");
      const first = await start(directory, ini);
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 20; n++) {
          await first.send({ n }, "a");
          await first.send({ n }, "b");
        }
        assert.equal(await first.remove(ofB), 204);
        await first.send({ n: -1 }, "b");
        assert.deepEqual(await first.values(ofB), [-1], `round ${round}`);
        assert.equal((await first.values()).length, 20, `round ${round}`);
        assert.equal(await first.remove(), 204);
      }
      await first.service.stop();
      const again = await start(directory, ini);
      assert.deepEqual([await again.values(), await again.values(ofB)], [[], [-1]]);
      await again.service.stop();
    }),
);

test("a store that was put back to an earlier state gets rows and deletions again in their order", () =>
  inTemporaryFolder(async (directory) => {
    const data = join(directory, "data");
    const first = await start(directory);
    await first.post(0, 5);
    assert.deepEqual(await first.values(), [0, 1, 2, 3, 4]);
    await first.service.stop();
    const [store] = (await readdir(data)).filter((name) => name.endsWith(".duckdb"));
    const copy = join(directory, "earlier.duckdb");
    await cp(join(data, store!), copy);
    // What comes now stays in the journal's newest segment.
    const second = await start(directory);
    await second.post(10, 15);
    assert.equal(await second.remove(), 204);
    await second.post(20, 22);
    assert.equal(await second.remove(), 204);
    await second.post(30, 33);
    assert.deepEqual(await second.values(), [30, 31, 32]);
    await second.service.stop();
    await cp(copy, join(data, store!));
    const third = await start(directory);
    assert.deepEqual(await third.values(), [30, 31, 32]);
    await third.service.stop();
  }));
