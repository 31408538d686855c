/** Messages are stored with the configuration of their receipt, whatever the current one is [D44]. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const PROBE = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";
/** No database answers, so messages wait in the journal. */
const AWAY = "[store]\nurl = influxdb://127.0.0.1:1\n";
const HTTP = "[http]\nlisten = 127.0.0.1:0\n";

let lab: Lab | undefined;

afterEach(async () => {
  await lab?.remove();
  lab = undefined;
});

function made(ini: string): Lab {
  lab = new Lab({ ini, headers: { "rig.h": PROBE } });
  assert.equal(lab.generate().status, 0);
  return lab;
}

const rig = (port: number, topic = "lab.rig") =>
  `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${port}\nwamp_topic = ${topic}\ninclude_path = headers\nheader_files = rig.h\n`;

async function reload(service: ServiceProcess, ini: string): Promise<void> {
  const before = service.output.length;
  lab?.configure(ini);
  service.signal("SIGHUP");
  await until(() => /reloaded[: ]/.test(service.output.slice(before)));
}

async function post({ url }: ServiceProcess, path: string, body: object): Promise<number> {
  return (await fetch(`${url}/api/${path}`, jsonPost(body))).status;
}

async function rows(service: ServiceProcess, database: string, measurement: string): Promise<object[]> {
  const path = `/read/rows?database=${database}&measurement=${measurement}&limit=1000`;
  const found = await service.json<{ rows: { time: string; value: number }[] }>(path);
  return found.rows.map(({ time, value }) => ({ time, value }));
}

async function counts(service: ServiceProcess, part: string): Promise<Readonly<Record<string, number>>> {
  const { parts } = await service.json<{ parts: Record<string, { counts?: Record<string, number> }> }>("/health");
  return parts[part]?.counts ?? {};
}

async function told(service: ServiceProcess): Promise<{ letters: number; otherwise: number }> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const otherwise = Number(/^structline_messages_decoded_otherwise_total (\d+)$/m.exec(metrics)?.[1]);
  return { letters: (await counts(service, "deadLetters"))["letters"] ?? -1, otherwise };
}

const NOON = "2024-07-01 12:00:00";

test("waiting messages are stored as received after reloads and a kill, even if their realms and channels no longer exist", {
  skip: onlyLong,
}, async () => {
  const port = await freePort();
  const berlin = `${rig(port)}[realm-farm]\ntimezone = Europe/Berlin\n${AWAY}${HTTP}`;
  const farm = made(berlin);
  const first = await farm.start();
  assert.equal(await post(first, "farm/n/g/d/data", { time: NOON, value: 1 }), 200);
  await sendDatagrams(port, [Buffer.from([4, 1, 1, 0])]);
  await until(async () => (await first.json<{ channels: object[] }>("/health")).channels.length === 2);

  await reload(
    first,
    `${rig(port, "lab.other")}[realm-farm]\ntimezone = America/New_York\nnetworks = n-g\n${AWAY}${HTTP}`,
  );
  assert.equal(await post(first, "farm/n/g/d/data", { time: NOON, value: 2 }), 200);
  assert.equal(await post(first, "farm/channel/n-g-h-d/data", { time: NOON, value: 20 }), 200);
  await sendDatagrams(port, [Buffer.from([4, 1, 2, 0])]);
  await until(async () => (await counts(first, "journal"))["appended"] === 5);

  await reload(first, `[lab]\nchannels =\n[realm-barn]\n${AWAY}${HTTP}`);
  assert.equal(await post(first, "farm/n/g/d/data", { time: NOON, value: 3 }), 404);
  assert.equal(await post(first, "barn/n/g/d/data", { time: NOON, value: 4 }), 200);
  await first.kill();

  lab?.configure(`[lab]\nchannels =\n[realm-other]\ntimezone = Asia/Tokyo\n${HTTP}`);
  const second = await farm.start();
  await second.settled();
  assert.deepEqual(await rows(second, "farm_n", "g_d_sensors"), [
    { time: "2024-07-01T10:00:00.000000000Z", value: 1 },
    { time: "2024-07-01T16:00:00.000000000Z", value: 2 },
  ]);
  assert.deepEqual(await rows(second, "farm_n_g", "h_d_sensors"), [
    { time: "2024-07-01T16:00:00.000000000Z", value: 20 },
  ]);
  assert.deepEqual(await rows(second, "barn_n", "g_d_sensors"), [{ time: "2024-07-01T12:00:00.000000000Z", value: 4 }]);
  const values = async (database: string) =>
    (await rows(second, database, "01_probe")).map((row) => "value" in row && row.value);
  assert.deepEqual([await values("lab_rig"), await values("lab_other")], [[1], [2]]);
  assert.deepEqual(await told(second), { letters: 1, otherwise: 0 });
  assert.equal(await second.stop(), 0);
});

test("a reload changes realms, time zones and excluded fields for reception and for storage", async () => {
  const of = (more: string) => `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n${more}`;
  const service = await made(of("[realm-farm]\n")).start();
  const send = (path: string, value: number) => post(service, path, { time: NOON, value, token: "s" });
  assert.equal(await send("farm/n/g/d/data", 1), 200);
  assert.equal(await send("barn/n/g/d/data", 1), 404);
  await reload(service, of("drop_fields = value\n[realm-farm]\ntimezone = Asia/Tokyo\n[realm-barn]\n"));
  assert.equal(await send("barn/n/g/d/data", 2), 200);
  await reload(service, of("drop_fields = none\n[realm-farm]\ntimezone = Asia/Tokyo\n"));
  assert.equal(await send("farm/n/g/d/data", 3), 200);
  assert.equal(await send("barn/n/g/d/data", 3), 404);
  await service.settled();
  assert.deepEqual(await rows(service, "farm_n", "g_d_sensors"), [
    { time: "2024-07-01T03:00:00.000000000Z", value: 3 },
    { time: "2024-07-01T12:00:00.000000000Z", value: 1 },
  ]);
  assert.deepEqual(await rows(service, "barn_n", "g_d_sensors"), [
    { time: "2024-07-01T12:00:00.000000000Z", value: undefined },
  ]);
  assert.deepEqual(await told(service), { letters: 2, otherwise: 0 });
  assert.equal(await service.stop(), 0);
});

test("a reload reports what it applied and which keys need a restart; a restarted store thread opens the same store", async () => {
  const of = (more: string) => `[lab]\nchannels =\n${more}`;
  const service = await made(of("[realm-farm]\n")).start();
  await reload(
    service,
    of(
      `[http]\nlisten = 127.0.0.1:0\nmax_body = 64k\n[realm-farm]\ntimezone = Asia/Tokyo\n[store]\nurl = influxdb://u:secret@127.0.0.1:1\n`,
    ),
  );
  assert.match(service.output, /applied \[realm-farm\] timezone/);
  const warnings = async () => (await service.json<{ warnings: string[] }>("/health")).warnings;
  assert.deepEqual((await warnings()).sort(), [
    "[http] max_body was changed and needs a restart; '2M', the default, runs",
    "[store] url was changed and needs a restart; 'duckdb:data/telemetry.duckdb', the default, runs",
  ]);
  assert.equal(await post(service, "farm/n/g/d/data", { value: 1 }), 200);
  await service.settled();
  assert.equal((await rows(service, "farm_n", "g_d_sensors")).length, 1);
  await reload(service, of("[realm-farm]\n"));
  assert.deepEqual(await warnings(), []);
  assert.doesNotMatch(service.output, /secret/);
  assert.equal(await service.stop(), 0);
});

test("a dead letter is retried with the current configuration; removed versions and pins still apply to waiting messages", {
  skip: onlyLong,
}, async () => {
  const port = await freePort();
  const versions = "versions = v1: v1.h, v2: v2.h\ndevice.127.0.0.1 = v1\n";
  const of = (more: string, realms: string) =>
    `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${port}\nwamp_topic = lab.rig\ninclude_path = headers\n${more}${realms}${AWAY}${HTTP}`;
  lab = new Lab({
    ini: of(versions, "[realm-farm]\n"),
    headers: { "v1.h": PROBE.replace("value", "former"), "v2.h": PROBE },
  });
  assert.equal(lab.generate().status, 0);
  const first = await lab.start();
  await sendDatagrams(port, [Buffer.from([4, 1, 7, 0])]);
  await until(async () => (await counts(first, "journal"))["appended"] === 1);
  assert.equal(await post(first, "barn/n/g/d/data", { time: NOON, value: 5 }), 404);
  await until(async () => (await counts(first, "deadLetters"))["letters"] === 1);
  lab.configure(of(versions.replace("device.127.0.0.1 = v1\n", ""), "[realm-barn]\ntimezone = Asia/Tokyo\n"));
  first.signal("SIGHUP");
  await until(() => /reloaded: 1/.test(first.output));
  await sendDatagrams(port, [Buffer.from([4, 1, 8, 0])]);
  await until(async () => (await counts(first, "journal"))["appended"] === 2);
  const retried = await fetch(`${first.url}/rejects/retry`, jsonPost({ ids: [1] }));
  assert.equal(retried.status, 200, await retried.text());
  await first.kill();
  lab.configure(`[lab]\nchannels =\n[realm-farm]\n${HTTP}`);
  const second = await lab.start();
  await second.settled();
  assert.deepEqual(await rows(second, "barn_n", "g_d_sensors"), [{ time: "2024-07-01T03:00:00.000000000Z", value: 5 }]);
  const path = "/read/rows?database=lab_rig&measurement=01_probe&limit=10";
  const probes = (await second.json<{ rows: { value?: number; former?: number }[] }>(path)).rows;
  assert.deepEqual(
    probes.map(({ value, former }) => ({ value, former })),
    [
      { value: null, former: 7 },
      { value: 8, former: null },
    ],
  );
  assert.deepEqual(await told(second), { letters: 0, otherwise: 0 });
  assert.equal(await second.stop(), 0);
});

const scaled = (divisor: number) =>
  `struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; /* @rule: expr=value / ${divisor} */ } probe = {4, 1};\n`;

for (const [kept, values, otherwise] of [
  ["the replaced codec", [7, 7], 0],
  ["nothing of it", [7], 1],
] as const) {
  test(`rules change before waiting messages are stored, after a kill, and the generated folder has ${kept}`, {
    skip: onlyLong,
  }, async () => {
    const port = await freePort();
    lab = new Lab({ ini: `${rig(port)}${AWAY}${HTTP}`, headers: { "rig.h": scaled(10) } });
    assert.equal(lab.generate().status, 0);
    const first = await lab.start();
    await sendDatagrams(port, [Buffer.from([4, 1, 70, 0])]);
    await until(async () => (await counts(first, "journal"))["appended"] === 1);
    // An answered message is on disk, together with all before it.
    assert.equal(await post(first, "farm/n/g/d/data", { value: 1 }), 200);
    await first.kill();
    writeFileSync(join(lab.directory, "headers/rig.h"), scaled(100));
    assert.equal(lab.generate().status, 0);
    if (otherwise > 0) rmSync(join(lab.directory, "generated/history"), { recursive: true });
    lab.configure(`${rig(port)}${HTTP}`);
    const second = await lab.start();
    await sendDatagrams(port, [Buffer.from([4, 1, 0xbc, 2])]);
    await until(async () => (await counts(second, "journal"))["appended"] === 1);
    await second.settled();
    const found = (await rows(second, "lab_rig", "01_probe")).map((row) => "value" in row && row.value);
    assert.deepEqual(found, values);
    assert.deepEqual(await told(second), { letters: otherwise, otherwise });
    const { rejects } = await second.json<{ rejects: { message: string }[] }>("/rejects");
    for (const { message } of rejects) assert.match(message, /rules of struct_probe \(layout \w+\) have changed since/);
    assert.equal(await second.stop(), 0);
    await lab.remove(otherwise > 0 ? "lost" : "there");
    lab = undefined;
  });
}
