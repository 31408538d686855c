/** Archives of what the service stored, read by others: DuckDB for Parquet, MCAP's own reader for MCAP. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { McapStreamReader } from "@mcap/core";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const HEADER = `#include <stdint.h>
struct struct_probe { uint8_t length; uint8_t ID; int16_t voltage; /* @rule: name=volts; expr=voltage / 10; unit=V */ } probe = {4, 1};
`;
const FRAMES = Array.from({ length: 300 }, (_none, i) => Buffer.from([4, 1, i & 255, i >> 8]));
const DAYS = ["2026-01-30", "2026-01-31", "2026-02-01"];

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({
    ini: `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n[http]\nlisten = 127.0.0.1:${await freePort()}\n`,
    headers: { "rig.h": HEADER },
  });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  await sendDatagrams(service.udpPort("rig"), FRAMES);
  await post(DAYS.flatMap((day) => [0, 6, 12, 18].map((hour) => row(day, hour, hour))));
  await until(
    async () => (await count("lab_rig", "01_probe")) === FRAMES.length && (await count("a_b", "c_d_sensors")) === 12,
  );
});

after(() => lab.remove());

const row = (day: string, hour: number, value: number) => ({
  time: `${day}T${String(hour).padStart(2, "0")}:00:00.000000007Z`,
  value,
  note: `at "${hour}",\n"_hex_":"0x00"`,
});

async function post(rows: readonly object[]): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${service.url}/api/a/b/c/d/data`, {
    method: "POST",
    headers,
    body: JSON.stringify(rows),
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function count(database: string, measurement: string): Promise<number> {
  const answer = await fetch(`${service.url}/read/rows?database=${database}&measurement=${measurement}&limit=10000`);
  return answer.ok ? ((await answer.json()) as { rows: object[] }).rows.length : 0;
}

function archive(...args: readonly string[]): { stdout: string; stderr: string; status: number | null } {
  const command = [join(ROOT, "dist/channel-message.cjs"), "archive", ...args, "--config", lab.config];
  return spawnSync(process.execPath, command, { encoding: "utf8", cwd: lab.directory });
}

test("Parquet by day: other programs read the partitions; a second run writes only missing or changed files", async () => {
  const folder = join(lab.directory, "kept");
  const once = archive("--parquet", "kept", "--database", "a_b", "--partition", "day");
  assert.match(once.stdout, /^kept: 3 files written, 0 unchanged, 12 rows, \d+\.\d MB\n$/, once.stderr);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const read = async () =>
    (
      await connection.runAndReadAll(
        `SELECT database, measurement, day::VARCHAR, count(*)::INTEGER, sum(value), min(epoch_ns(time))::VARCHAR
         FROM read_parquet('${folder}/**/*.parquet', hive_partitioning = true) GROUP BY 1, 2, 3 ORDER BY 3`,
      )
    ).getRows();
  const wanted = (sum: number) =>
    DAYS.map((day, i) => [
      "a_b",
      "c_d_sensors",
      day,
      4 + (i === 1 ? sum : 0),
      36 + 100 * (i === 1 ? sum : 0),
      `${BigInt(Date.parse(day)) * 1_000_000n + 7n}`,
    ]);
  assert.deepEqual(await read(), wanted(0));

  assert.match(archive("--parquet", "kept", "--database", "a_b").stdout, /^kept: 0 files written, 3 unchanged/);
  // One file is lost, one is damaged, and one day gets another row.
  const file = (day: string) => join(folder, "database=a_b/measurement=c_d_sensors", `day=${day}`, "data.parquet");
  const { ino } = statSync(file(DAYS[2]!));
  rmSync(file(DAYS[0]!));
  await post([row(DAYS[1]!, 23, 100)]);
  await until(async () => (await count("a_b", "c_d_sensors")) === 13);
  assert.match(
    archive("--parquet", "kept", "--database", "a_b").stdout,
    /^kept: 2 files written, 1 unchanged, 13 rows/,
  );
  assert.deepEqual(await read(), wanted(1));
  assert.equal(statSync(file(DAYS[2]!)).ino, ino);
  appendFileSync(file(DAYS[2]!), "damage");
  assert.match(archive("--parquet", "kept", "--from=2026-02-01", "--to=2026-02-02").stdout, /^kept: 1 file written/);
  assert.deepEqual(await read(), wanted(1));
  const left = readdirSync(folder, { recursive: true }).filter((name) => String(name).includes("unfinished"));
  assert.deepEqual(left, []);
});

test("MCAP contains rows as JSON with their schema, and raw frames with the header's text", () => {
  const { stdout, stderr } = archive("--mcap", "all.mcap");
  assert.match(stdout, /^all\.mcap: \d+ rows and 300 frames of 2 measurements, \d+\.\d MB\n$/, stderr);
  const reader = new McapStreamReader({ validateCrcs: true });
  reader.append(readFileSync(join(lab.directory, "all.mcap")));
  const schemas = new Map<number, { name: string; encoding: string; text: string }>();
  const channels = new Map<number, { topic: string; messageEncoding: string; schemaId: number }>();
  const messages = new Map<string, { logTime: bigint; data: Buffer }[]>();
  const attachments: string[] = [];
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === "Schema") schemas.set(record.id, { ...record, text: Buffer.from(record.data).toString() });
    if (record.type === "Channel") channels.set(record.id, record);
    if (record.type === "Attachment") attachments.push(`${record.name}: ${Buffer.from(record.data).toString()}`);
    if (record.type !== "Message") continue;
    const { topic } = channels.get(record.channelId)!;
    messages.set(topic, [...(messages.get(topic) ?? []), { logTime: record.logTime, data: Buffer.from(record.data) }]);
  }
  assert.deepEqual([...messages.keys()].sort(), ["/a_b/c_d_sensors", "/rig/probe", "/rig/probe/frame"]);
  assert.deepEqual(attachments, [`rig.h: ${HEADER}`]);
  const schemaOf = (topic: string) => schemas.get([...channels.values()].find((one) => one.topic === topic)!.schemaId)!;
  assert.deepEqual([schemaOf("/rig/probe/frame").name, schemaOf("/rig/probe/frame").text], ["struct_probe", HEADER]);
  assert.equal(schemaOf("/rig/probe").encoding, "jsonschema");
  assert.deepEqual(JSON.parse(schemaOf("/rig/probe").text).properties.volts, { type: "number", description: "V" });
  // In order of receipt, which is the order of their numbers.
  assert.deepEqual(
    messages.get("/rig/probe/frame")!.map(({ data }) => data),
    FRAMES,
  );
  const rows = messages.get("/rig/probe")!;
  assert.deepEqual(
    rows.map(({ data }) => (JSON.parse(data.toString()) as { volts: number }).volts),
    FRAMES.map((_frame, i) => i / 10),
  );
  assert.deepEqual(
    rows.map(({ logTime }) => logTime),
    messages.get("/rig/probe/frame")!.map(({ logTime }) => logTime),
  );
  const [first] = messages.get("/a_b/c_d_sensors")!;
  assert.equal(first!.logTime, BigInt(Date.parse(DAYS[0]!)) * 1_000_000n + 7n);
  assert.equal(JSON.parse(first!.data.toString()).note, row(DAYS[0]!, 0, 0).note);
});

for (const [args, status, sentence] of [
  [[], 2, /archive needs --parquet <folder> or --mcap <file>/],
  [["--parquet", "kept", "--partition", "month"], 2, /--partition is 'day', not 'month'/],
  [
    ["--parquet", "kept", "--measurement", "c_d_sensor"],
    1,
    /no measurement 'c_d_sensor' with rows \(did you mean 'c_d_sensors'\?\)/,
  ],
  [["--mcap", "no/such/folder.mcap"], 1, /no\/such\/folder\.mcap cannot be written/],
  [["--parquet", "kept", "--from=lately"], 1, /Parameter 'from' is neither a time/],
] as const) {
  test(`${args.join(" ") || "nothing"} is refused`, () => {
    const { stderr, status: code } = archive(...args);
    assert.equal(code, status, stderr);
    assert.match(stderr, sentence);
  });
}

test("an archived day keeps the rows that are no longer stored", async () => {
  const args = ["--parquet", "kept", "--database", "a_b"];
  archive(...args);
  const deleted = [join(ROOT, "dist/channel-message.cjs"), "delete", "a_b", "c_d_sensors", "--apply"];
  assert.equal(spawnSync(process.execPath, [...deleted, "--config", lab.config]).status, 0);
  await post([row(DAYS[0]!, 6, 6), row("2026-02-02", 0, 1)]);
  await until(async () => (await count("a_b", "c_d_sensors")) === 2);
  assert.match(
    archive(...args).stdout,
    /^kept: 1 file written, 0 unchanged, 1 rows, 0\.0 MB; 1 kept, which have more rows than are stored\n$/,
  );
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const sql = `SELECT count(*)::INTEGER FROM read_parquet('${join(lab.directory, "kept")}/**/*.parquet')`;
  assert.deepEqual((await connection.runAndReadAll(sql)).getRows(), [[14]]);
});
