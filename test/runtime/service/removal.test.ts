/** A deletion is a message in the log: its place decides what it deletes. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { removalMessage } from "../../../runtime/model/removal.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const INI = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
const PLACE = { database: "a_n", measurement: "g_d_sensors" };
const QUERY = `database=${PLACE.database}&measurement=${PLACE.measurement}`;

async function start(directory: string) {
  const file = join(directory, "channels.ini");
  const settings = parseSettings(INI, { file, shown: file, environment: {} });
  const service = await startService(settings, {
    log: SILENT,
    version: "0",
    onFailed: (reason) => assert.fail(reason),
  });
  const post = async (from: number, to: number) => {
    const body = JSON.stringify(Array.from({ length: to - from }, (_, n) => ({ n: from + n })));
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${service.url}api/a/n/g/d/data`, { method: "POST", headers, body });
    assert.equal(answer.status, 200, await answer.text());
  };
  const remove = async () => {
    const answer = await fetch(`${service.url}measurements?${QUERY}&confirm=${PLACE.measurement}`, {
      method: "DELETE",
    });
    await answer.text();
    return answer.status;
  };
  const waiting = async () => {
    const { parts } = (await (await fetch(`${service.url}health`)).json()) as {
      parts: { writer: { counts: { waiting: number } } };
    };
    return parts.writer.counts.waiting;
  };
  const rows = async () => {
    await until(async () => (await waiting()) === 0);
    const answer = await fetch(`${service.url}read/rows?${QUERY}&limit=10000`);
    if (answer.status === 404) return [];
    return ((await answer.json()) as { rows: { values?: { n: number }; n?: number }[] }).rows.length;
  };
  return { service, post, remove, rows };
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
