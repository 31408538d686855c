/** The way back from a column of texts whose values are numbers [D55]: dry run, change, and what holds afterwards. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { Lab, ROOT, type ServiceProcess } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";

const PLACE = { database: "lab_house", measurement: "cellar_logger_sensors" };

function command(lab: Lab, ...args: string[]): { status: number | null; output: string } {
  const program = join(ROOT, "dist/channel-message.cjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, "--config", lab.config], {
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

async function post(service: ServiceProcess, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${service.url}/api/lab/house/cellar/logger/data`, init);
  assert.equal(response.status, 200, await response.text());
}

async function change(service: ServiceProcess, more: object): Promise<[number, string]> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...PLACE, column: "temp", ...more }),
  };
  const response = await fetch(`${service.url}/columns/numbers`, init);
  return [response.status, await response.text()];
}

async function temps(service: ServiceProcess): Promise<unknown[]> {
  await service.settled();
  const query = new URLSearchParams({ ...PLACE, limit: "100" });
  const { rows } = await service.json<{ rows: { temp: unknown }[] }>(`/read/rows?${query}`);
  return rows.map(({ temp }) => temp);
}

for (const store of ["duckdb", "parquet"]) {
  test(`${store}: a column of texts becomes one of numbers`, async (t) => {
    const place = store === "parquet" ? "[store]\nurl = parquet:files\n" : "";
    const lab = new Lab({
      ini: `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${await freePort()}\n${place}`,
      headers: {},
    });
    t.after(() => lab.remove());
    let service = await lab.start();
    // Hours ago, so that Parquet has files of them.
    const beginning = Math.floor(Date.now() / 1000) - 6 * 3600;
    const at = (minutes: number) => beginning + 60 * minutes;
    await post(service, { time: at(0), temp: "unavailable", other: "a", n: 1 });
    await post(service, { time: at(1), temp: "21.5", other: "b", n: 2 });
    await post(service, { time: at(2), temp: "22,5", other: "3", n: 3 });
    await post(service, { time: at(3), temp: "1,234", other: "c", n: 4 });
    assert.deepEqual(await temps(service), ["unavailable", "21.5", "22,5", "1,234"]);

    // Nothing changes without apply, or while texts would be lost.
    assert.deepEqual(await change(service, {}), [
      200,
      JSON.stringify({ numbers: 2, others: 2, examples: ["unavailable", "1,234"], isApplied: false }),
    ]);
    assert.match(
      command(lab, "columns", "numbers", PLACE.database, PLACE.measurement, "temp").output,
      /Nothing was changed/,
    );
    assert.deepEqual(await change(service, { apply: true }), [
      409,
      "2 values of 'temp' are texts; 'drop' deletes them",
    ]);
    assert.equal((await change(service, { column: "none" }))[0], 404);
    assert.equal((await change(service, { column: "n" }))[0], 409);
    assert.equal((await change(service, { column: 5 }))[0], 400);
    assert.deepEqual(await temps(service), ["unavailable", "21.5", "22,5", "1,234"]);

    const args = [
      "columns",
      "numbers",
      PLACE.database,
      PLACE.measurement,
      "temp",
      "--apply",
      "--drop",
      "--decimal=comma",
    ];
    const { status, output } = command(lab, ...args);
    assert.equal(status, 0, output);
    assert.match(output, /3 values are numbers now\n1 were deleted: 'unavailable'/);
    assert.deepEqual(await temps(service), [null, 21.5, 22.5, 1.234]);
    assert.equal((await change(service, { apply: true }))[0], 409);

    // Numbers are stored, new columns get places of their own, and a restart and an export have the same.
    await post(service, { time: at(4), temp: 23, extra: 7, more: "x" });
    assert.equal(await service.stop(), 0);
    service = await lab.start();
    await post(service, { time: at(5), temp: 24, extra: 8, late: 9, word: "y" });
    await post(service, { time: at(1), temp: 20 });
    assert.deepEqual(await temps(service), [null, 20, 22.5, 1.234, 23, 24]);
    const query = new URLSearchParams({ ...PLACE, format: "csv", from: "-1d" });
    const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
    const [header = "", ...lines] = text.trim().split(/\r?\n/);
    const names = header.split(",");
    const columnOf = (name: string) => lines.map((line) => line.split(",")[names.indexOf(name)]);
    assert.deepEqual(columnOf("temp"), ["", "20", "22.5", "1.234", "23", "24"]);
    assert.deepEqual(columnOf("other"), ["a", "b", "3", "c", "", ""]);
    assert.deepEqual(columnOf("n"), ["1", "2", "3", "4", "", ""]);
    assert.deepEqual(columnOf("extra"), ["", "", "", "", "7", "8"]);
    assert.deepEqual(columnOf("late"), ["", "", "", "", "", "9"]);
    assert.deepEqual(columnOf("word"), ["", "", "", "", "", "y"]);
    assert.deepEqual(columnOf("more"), ["", "", "", "", "x", ""]);
  });
}
