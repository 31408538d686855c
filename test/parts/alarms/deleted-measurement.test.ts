/** What is left of a measurement that was deleted: its alarm ends, its device is gone, and new values begin anew. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import mqtt from "mqtt";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { removalMessage } from "../../../runtime/model/removal.ts";
import { LimitAlarms } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { describedStruct } from "../../support/page-server.ts";
import { freePort } from "../../support/ports.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const PLACE = { database: "a_n", measurement: "g_d_sensors" };
const QUERY = new URLSearchParams({ ...PLACE, confirm: PLACE.measurement });

async function start(directory: string, port: number) {
  const file = join(directory, "channels.ini");
  const ini = `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:${port}\n[realm-a]\n`;
  const settings = parseSettings(ini, { file, shown: file, environment: {} });
  const service = await startService(settings, { log: SILENT, version: "0", onFailed: assert.fail });
  const ask = async (method: string, path: string, body?: unknown) => {
    const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(service.url + path, { method, ...(body !== undefined && json) });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  return {
    service,
    post: async (value: number, device = "d") =>
      assert.equal((await ask("POST", `api/a/n/g/${device}/data`, { t: value })).status, 200),
    limit: async () => {
      const limits = { alarm: { max: 50 } };
      assert.equal((await ask("PUT", "alarms/limits", { ...PLACE, column: "t", limits })).status, 204);
    },
    remove: async () => assert.equal((await ask("DELETE", `measurements?${QUERY}`)).status, 204),
    alarms: async () => {
      const { active, history } = JSON.parse((await ask("GET", "alarms")).text) as {
        active: { value: number }[];
        history: { cleared?: string }[];
      };
      return [active.map(({ value }) => value), history.length];
    },
    devices: async () => {
      const { devices } = JSON.parse((await ask("GET", "read/state")).text) as {
        devices: Record<string, [measurement: string][]>;
      };
      return (devices[PLACE.database] ?? []).map(([measurement]) => measurement).sort();
    },
  };
}

test("the alarm of a deleted measurement ends and its subscribers hear of it; later values raise it again, also after restarts", () =>
  inTemporaryFolder(async (directory, atEnd) => {
    const port = await freePort();
    const first = await start(directory, port);
    const heard: { event: string; message: string }[] = [];
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
    atEnd(() => client.endAsync(true));
    client.on("message", (_topic, payload) => heard.push(JSON.parse(payload.toString())));
    await client.subscribeAsync("a/#");
    await first.limit();
    await first.post(60);
    await first.post(1, "other");
    assert.deepEqual(await first.alarms(), [[60], 1]);
    await until(async () => (await first.devices()).length === 2, "both devices are listed");
    await first.remove();
    assert.deepEqual(await first.alarms(), [[], 1], "it is history");
    await until(async () => (await first.devices()).join() === "g_other_sensors", "the device is gone");
    await until(() => heard.some(({ event }) => event === "clear"), "the end is published");
    assert.equal(
      heard.find(({ event }) => event === "clear")?.message,
      "g_d_sensors was deleted, and with it the alarm of t",
    );
    await first.post(70);
    assert.deepEqual(await first.alarms(), [[70], 2], "the limit is still set, and the next value is beyond it");
    await until(async () => (await first.devices()).length === 2, "the device is back");
    await first.service.stop();
    const second = await start(directory, port);
    assert.deepEqual(await second.alarms(), [[70], 2]);
    // No value came since the start.
    await second.remove();
    assert.deepEqual(await second.alarms(), [[], 2]);
    await second.post(80);
    assert.deepEqual(await second.alarms(), [[70], 2], "the third one soon is one entry with the second");
    await second.service.stop();
    // As after a kill: the deletion is in the log, and was not carried out.
    const commitIntervalMs = 0;
    const journal = await openJournal({
      directory: join(directory, "data/journal"),
      maxBytes: 1 << 26,
      commitIntervalMs,
    });
    await new FileLog(journal).append(removalMessage(PLACE, BigInt(Date.now()) * 1_000_000n)).durable();
    await journal.close();
    const third = await start(directory, port);
    await until(async () => (await third.alarms())[0]?.toString() === "", "it ends at the start");
    assert.deepEqual(await third.devices(), ["g_other_sensors"]);
    await third.service.stop();
  }));

test("the hold of a deleted value begins anew, and a value that came after the deletion keeps its alarm", () => {
  const said: string[] = [];
  const limits = { alarm: { max: 25 }, holdMs: 10_000 };
  const codec = describedStruct("tank", 5, [{ path: "t", unit: "°C", expr: "t", limits }]);
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig", wampTopic: "lab.rig", structs: [codec] }],
    publish: (_topic, { event }) => said.push(`${event} ${second}`),
  });
  const measurement = "05_tank";
  const columns = [{ name: "t", type: "float" }] as const;
  const deletedAt: Readonly<Record<number, number>> = { 5: 5, 20: 18, 30: 30 };
  let second = 0;
  for (; second <= 45; second++) {
    const receivedNs = BigInt(second) * 1_000_000_000n;
    const point = { database: "lab_rig", measurement, columns, values: [30], timeNs: receivedNs } as const;
    const message = { source: "udp", address: "rig", sender: "", contentType: "", receivedNs, payload: Buffer.of() };
    alarms.see({ ...point, timeSource: "receipt" }, message);
    const deleted = deletedAt[second];
    if (deleted !== undefined)
      alarms.removed({ database: "lab_rig", measurement, atNs: BigInt(deleted) * 1_000_000_000n });
  }
  assert.deepEqual(said, ["raise 16", "clear 30", "raise 41"]);
});
