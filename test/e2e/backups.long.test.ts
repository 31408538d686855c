/** Backups while a service works: a snapshot of its folder, a copy after its end, and an export; restored under other names. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { Lab, ServiceProcess } from "../support/lab.ts";
import { until } from "../support/until.ts";

const PLACE = "database=acme_one&measurement=gw_node_sensors";
const INI = "[lab]\nchannels =\n[realm-acme]\nnetworks = one\nrule.n = warn=..-1\n[publish]\nmqtt = json\n";

const lab = new Lab({ ini: INI, headers: {} });
const copies: ServiceProcess[] = [];
after(async () => {
  for (const service of copies) await service.kill();
  await lab.remove();
});

/** Posts without a pause, and notes what was answered. */
class Sender {
  readonly acknowledged = new Set<number>();
  readonly refused = new Set<number>();
  #running: Promise<void> | undefined;
  #isStopped = false;
  #next = 0;

  start(service: ServiceProcess): void {
    this.#isStopped = false;
    this.#running = this.#run(service);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run({ url }: ServiceProcess): Promise<void> {
    while (!this.#isStopped) {
      const n = this.#next++;
      const isBad = n % 7 === 3;
      const headers = { "Content-Type": "application/json", "Idempotency-Key": `key-${n}` };
      const body = isBad ? `{"n": ${n}, ` : JSON.stringify({ n, text: n % 3 === 0 ? "acknowledged" : "sent" });
      const init = { method: "POST", headers, body };
      const answer = await fetch(new URL("/api/acme/one/gw/node/data", url), init).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) this.acknowledged.add(n);
      else if (answer?.status === 400) this.refused.add(n);
      // A repeated post is no second row.
      if (n % 5 === 0 && answer?.status === 200) await fetch(new URL("/api/acme/one/gw/node/data", url), init);
    }
  }
}

/** Starts what was restored: the folder and the database have other names. */
async function restored(name: string, data: string): Promise<ServiceProcess> {
  const folder = join(lab.directory, name);
  mkdirSync(folder, { recursive: true });
  cpSync(data, join(folder, "data of yesterday"), { recursive: true });
  for (const end of ["", ".wal"]) {
    const of = (base: string) => join(folder, "data of yesterday", `${base}.duckdb${end}`);
    try {
      renameSync(of("telemetry"), of("other"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || end === "") throw error;
    }
  }
  const config = join(folder, "channels.ini");
  const ini = readFileSync(lab.config, "utf8");
  writeFileSync(
    config,
    `${ini}[store]\nurl = duckdb:data of yesterday/other.duckdb\n[journal]\ndirectory = data of yesterday/journal\n`,
  );
  const service = new ServiceProcess(config, {}, [], undefined);
  copies.push(service);
  await service.running();
  await service.settled();
  return service;
}

async function numbers(service: ServiceProcess): Promise<number[]> {
  const lines = await (await fetch(new URL(`/read/export?${PLACE}&format=ndjson`, service.url))).text();
  const rows = lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly n: number; readonly text: string });
  for (const { n, text } of rows) assert.equal(text, n % 3 === 0 ? "acknowledged" : "sent");
  return rows.map(({ n }) => n);
}

const GONE = "database=acme_one&measurement=gw_gone_sensors";

/** The start of a run, and a measurement that is deleted. */
async function prepare({ url }: ServiceProcess): Promise<void> {
  const post = async (path: string, row: object) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(row) });
    assert.equal(answer.status, 200, await answer.text());
  };
  await post("/api/acme/one/gw/node/event", { title: "Burn 12 begins", run: "burn-12" });
  await post("/api/acme/one/gw/gone/data", { n: 1 });
  await until(async () => (await fetch(new URL(`/read/export?${GONE}&format=csv`, url))).status === 200);
  const deleted = await fetch(new URL(`/measurements?${GONE}&confirm=gw_gone_sensors`, url), { method: "DELETE" });
  assert.equal(deleted.status, 204, await deleted.text());
}

/** The run and the alarm are there, and the deleted measurement is not. */
async function checkOthers(service: ServiceProcess): Promise<void> {
  const events = await fetch(
    new URL("/read/export?database=acme_one&measurement=gw_node_events&format=ndjson", service.url),
  );
  assert.match(await events.text(), /"run":"burn-12"/);
  const gone = await fetch(new URL(`/read/export?${GONE}&format=csv`, service.url));
  assert.equal(gone.status, 404, await gone.text());
  const { active } = await service.json<{ active: { measurement: string; column: string; level: string }[] }>(
    "/alarms",
  );
  assert.deepEqual(
    active.map(({ measurement, column, level }) => [measurement, column, level]),
    [["gw_node_sensors", "n", "warn"]],
  );
}

/** Nothing that was answered is missing, and nothing is there twice. */
async function check(service: ServiceProcess, answered: readonly number[], refused: readonly number[]): Promise<void> {
  const stored = await numbers(service);
  assert.equal(new Set(stored).size, stored.length, "no row is stored twice");
  const there = new Set(stored);
  assert.deepEqual(
    answered.filter((n) => !there.has(n)),
    [],
    "every answered row is stored",
  );
  const { rejects } = await service.json<{ rejects: { id: number }[] }>("/rejects?limit=10000");
  assert.ok(rejects.length >= refused.length, `${rejects.length} dead letters of ${refused.length}`);
  const { state } = await service.json<{ state: string }>("/health");
  assert.equal(state, "ok");
  await checkOthers(service);
}

test("a snapshot, a copy and an export of a service at work have all that was answered before, once", async (t) => {
  const data = join(lab.directory, "data");
  const sender = new Sender();
  t.after(() => sender.stop());
  let service = await lab.start();
  await prepare(service);
  sender.start(service);
  const rounds: { readonly service: ServiceProcess; readonly answered: number[]; readonly refused: number[] }[] = [];
  for (const round of ["first", "second", "third"]) {
    const before = sender.acknowledged.size;
    await until(() => sender.acknowledged.size > before + 80);
    // As a file system makes a snapshot: at one moment.
    const snapshot = join(lab.directory, `snapshot ${round}`);
    process.kill(service.pid, "SIGSTOP");
    const [answered, refused] = [[...sender.acknowledged], [...sender.refused]];
    cpSync(data, snapshot, { recursive: true });
    process.kill(service.pid, "SIGCONT");
    rounds.push({ service: await restored(`restored ${round}`, snapshot), answered, refused });
  }

  // While it sends, a busy machine always has rows that wait.
  await sender.stop();
  const settled = [...sender.acknowledged];
  await service.settled();
  sender.start(service);
  const exported = await fetch(new URL(`/read/export?${PLACE}&format=duckdb`, service.url));
  const file = join(lab.directory, "exported.duckdb");
  writeFileSync(file, Buffer.from(await exported.arrayBuffer()));
  const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const tables = await connection.runAndReadAll("SELECT table_name FROM duckdb_tables()");
  const found = await connection.runAndReadAll(`SELECT n FROM "${tables.getRows()[0]![0]}"`);
  const inFile = found.getRows().map(([n]) => Number(n));
  connection.closeSync();
  instance.closeSync();
  assert.equal(new Set(inFile).size, inFile.length);
  assert.deepEqual(
    settled.filter((n) => !inFile.includes(n)),
    [],
  );

  await sender.stop();
  assert.equal(await service.stop(), 0);
  const copy = await restored("restored copy", data);
  await check(copy, [...sender.acknowledged], [...sender.refused]);
  for (const { service: one, answered, refused } of rounds) {
    await check(one, answered, refused);
    await one.kill();
  }
  // The original goes on, and so does what was restored.
  service = await lab.start();
  await service.settled();
  await check(service, [...sender.acknowledged], [...sender.refused]);
  const known = sender.acknowledged.size;
  sender.start(copy);
  await until(() => sender.acknowledged.size > known + 20);
  await sender.stop();
  await copy.settled();
  await check(copy, [...sender.acknowledged], [...sender.refused]);
});
