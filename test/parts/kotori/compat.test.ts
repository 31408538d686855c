/** Dialects of a realm combined with a changed configuration, a reload, a restart, a retry. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Role } from "../../../runtime/config/cluster-roles.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const BASE = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
const PLAIN = `${BASE}[realm-Kit]\n`;
const KOTORI = `${PLAIN}compat = kotori\nnames = lower\ntimezone = Europe/Berlin\n`;
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

async function open(directory: string, ini: string, roles?: readonly Role[]): Promise<Service> {
  const file = join(directory, "channels.ini");
  writeFileSync(file, ini);
  const settings = parseSettings(ini, { file, shown: file, environment: {} });
  const onFailed = (reason: string) => assert.fail(reason);
  return startService(settings, { log: SILENT, version: "0.1.0", onFailed, ...(roles && { roles }) });
}

async function post({ url }: Service, path: string, type: string, body: string): Promise<number> {
  const answer = await fetch(`${url}api/Kit/N/g/${path}`, { method: "POST", headers: { "Content-Type": type }, body });
  await answer.text();
  return answer.status;
}

async function rows({ url }: Service, database: string, measurement: string, wanted: number): Promise<object[]> {
  return until(async () => {
    const answer = await fetch(`${url}read/rows?${new URLSearchParams({ database, measurement })}`);
    const found = answer.ok ? ((await answer.json()) as { rows: object[] }).rows : [];
    return found.length >= wanted && found;
  }, `${wanted} rows of ${database} ${measurement}`);
}

const STATION = JSON.stringify({ sensordatavalues: [{ value_type: "P1", value: "2.5" }] });

test("data in dialects is stored with its meaning, although the dialects are disabled when it is stored", () =>
  inTemporaryFolder(async (directory) => {
    const first = await open(directory, KOTORI, ["ingest"]);
    assert.equal(await post(first, "D/custom/airrohr", JSON_TYPE, STATION), 200);
    assert.equal(await post(first, "D/tc", JSON_TYPE, '{"1611082554":{"a":1,"sensor_id":7}}'), 200);
    assert.equal(await post(first, "D/data", JSON_TYPE, '{"a":2,"time":"2026-07-01 12:00"}'), 200);
    await first.stop();
    const second = await open(directory, PLAIN);
    const stored = await rows(second, "kit_n", "g_d_sensors", 3);
    assert.deepEqual(
      stored.map((row) => ({ ...row, time: "" })).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      [
        { time: "", P1: 2.5, a: null, sensor_id: null },
        { time: "", P1: null, a: 1, sensor_id: "7" },
        { time: "", P1: null, a: 2, sensor_id: null },
      ].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    );
    assert.match(JSON.stringify(stored), /2026-07-01T10:00:00/);
    assert.equal(await post(second, "D/custom/airrohr", JSON_TYPE, STATION), 404);
    assert.equal(await post(second, "D/data", JSON_TYPE, '{"a":3}'), 200);
    assert.equal((await rows(second, "Kit_N", "g_D_sensors", 1)).length, 1);
    await second.stop();
  }));

test("a dead letter is stored by a retry once a reload has enabled the dialect, and only once after a restart", () =>
  inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    let service = await open(directory, PLAIN);
    assert.equal(await post(service, "D/data", FORM, "a=1&a=2"), 400);
    writeFileSync(file, KOTORI);
    await service.reload({ file });
    const { rejects } = (await (await fetch(`${service.url}rejects`)).json()) as { rejects: { id: number }[] };
    assert.equal(rejects.length, 1);
    const body = JSON.stringify({ ids: rejects.map(({ id }) => id) });
    const headers = { "Content-Type": JSON_TYPE };
    const retried = await fetch(`${service.url}rejects/retry`, { method: "POST", headers, body });
    assert.equal(retried.status, 200, await retried.clone().text());
    assert.equal(await post(service, "D/custom/airrohr", JSON_TYPE, STATION), 200);
    await rows(service, "kit_n", "g_d_sensors", 2);
    await service.stop();
    service = await open(directory, KOTORI);
    const stored = await rows(service, "kit_n", "g_d_sensors", 2);
    assert.deepEqual(
      stored.map((row) => ({ ...row, time: "" })),
      [
        { time: "", P1: null, a: 1 },
        { time: "", P1: 2.5, a: null },
      ],
    );
    await service.stop();
  }));
