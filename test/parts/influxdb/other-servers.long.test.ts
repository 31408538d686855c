/** The real QuestDB and VictoriaMetrics: that nothing is written there, by their own readers, and what line protocol becomes there. */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";

import { freePort } from "../../support/ports.ts";
import { makePoint } from "../../support/store-contract.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type Attached, noQuestdb, noVictoria, questdb, victoria } from "../../support/tools.ts";
import { until } from "../../support/until.ts";

const ACCESS = { username: undefined, password: undefined, token: undefined, org: undefined };
/** What a row of ours would be, in two networks. */
const LINE = 'tank level=1.5,note="half full" 1769860800123456789\n';

async function json<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, `${url}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function write(url: string, database: string): Promise<void> {
  const answer = await fetch(`${url}/write?db=${database}&precision=n`, { method: "POST", body: LINE });
  assert.ok(answer.ok, `${answer.status} ${await answer.text()}`);
}

async function refused(url: string, sentence: RegExp): Promise<void> {
  for (const version of ["auto", "1", "2"] as const) {
    const store = openInfluxStore({ kind: "influxdb", version, url, ...ACCESS });
    await store.open();
    assert.deepEqual([store.status().state, sentence.test(store.status().detail)], ["down", true], version);
    await assert.rejects(store.write([makePoint(1n, { a: 1 })], 1), sentence);
    await store.close();
  }
}

async function at(start: (port: number, directory: string) => Promise<Attached>, act: (url: string) => Promise<void>) {
  const directory = temporaryFolder();
  const port = await freePort();
  const server = await start(port, directory);
  try {
    await act(`http://127.0.0.1:${port}`);
  } finally {
    await server.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

test("QuestDB gets nothing; it would mix networks", { skip: noQuestdb }, () =>
  at(questdb, async (url) => {
    await refused(url, /QuestDB/);
    const ask = async (query: string) =>
      (await json<{ dataset: unknown[][] }>(`${url}/exec?query=${encodeURIComponent(query)}`)).dataset;
    const tables = () => ask("SELECT table_name FROM tables() WHERE NOT starts_with(table_name, 'sys.')");
    assert.deepEqual(await tables(), []);
    await write(url, "lab_rig");
    await write(url, "farm_north");
    await until(
      async () => (await tables()).length > 0 && Number((await ask("SELECT count() FROM tank"))[0]![0]) === 2,
    );
    assert.deepEqual(await tables(), [["tank"]]);
    const row = [1.5, "half full", "2026-01-31T12:00:00.123456Z"];
    assert.deepEqual(await ask("SELECT level, note, timestamp FROM tank"), [row, row]);
  }),
);

test("VictoriaMetrics gets nothing; it would make numbers of texts", { skip: noVictoria }, () =>
  at(victoria, async (url) => {
    await refused(url, /VictoriaMetrics/);
    const series = async () => {
      const exported = await (await fetch(`${url}/api/v1/export?match[]={__name__=~"tank.*"}`)).text();
      const lines = exported.split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as { metric: object; values: number[]; timestamps: number[] });
    };
    const names = () => json<{ data: string[] }>(`${url}/api/v1/label/__name__/values`);
    assert.deepEqual((await names()).data, []);
    await write(url, "lab_rig");
    await write(url, "farm_north");
    await until(async () => (await series()).length === 4);
    const sorted = (await series()).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    const timestamps = [1_769_860_800_123];
    const found = (name: string, db: string, value: number) => ({
      metric: { __name__: name, db },
      values: [value],
      timestamps,
    });
    assert.deepEqual(sorted, [
      found("tank_level", "farm_north", 1.5),
      found("tank_level", "lab_rig", 1.5),
      found("tank_note", "farm_north", 0),
      found("tank_note", "lab_rig", 0),
    ]);
  }),
);
