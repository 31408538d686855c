/**
 * A CSV file posted to the service with DuckDB until its rows are stored: processor time of all threads.
 *
 * node --import tsx scripts/bench/csv-upload.ts [ROWS] [COLUMNS] [TURNS]
 */

import { setTimeout as sleep } from "node:timers/promises";
import { benchLab, startReady, storedRows, usageOf } from "./service.ts";

const ROWS = Number(process.argv[2] ?? 100_000);
const COLUMNS = Number(process.argv[3] ?? 10);
const TURNS = Number(process.argv[4] ?? 5);
const BEGIN_MS = Date.UTC(2026, 0, 1);

const lab = benchLab();
try {
  const service = await startReady(lab);
  const micros: number[] = [];
  const mains: number[] = [];
  let stored = 0;
  // The first turn compiles and makes the table.
  for (let turn = 0; turn <= TURNS; turn++) {
    const body = table(turn * ROWS);
    const before = usageOf(service.pid);
    const url = `${service.url}/api/lab/net/gw/node/data`;
    const answer = await fetch(url, { method: "POST", headers: { "content-type": "text/csv" }, body });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
    stored += ROWS;
    while ((await storedRows(service)) < stored) await sleep(250);
    const after = usageOf(service.pid);
    if (turn === 0) continue;
    micros.push(((after.cpuSeconds - before.cpuSeconds) * 1e6) / ROWS);
    mains.push(((after.mainSeconds - before.mainSeconds) * 1e6) / ROWS);
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!.toFixed(2);
  console.log(`${ROWS} rows of ${COLUMNS} columns: ${median(micros)} µs a row, main thread ${median(mains)} µs`);
  await service.stop();
} finally {
  await lab.remove();
}

function table(first: number): string {
  const names = Array.from({ length: COLUMNS }, (_, column) => `field_${column}`);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = first + index;
    const values = names.map((_, column) => (Math.sin(row / (100 + column)) * 100).toFixed(column % 5));
    return `${new Date(BEGIN_MS + row * 1000).toISOString()},${values.join(",")}`;
  });
  return `## time,${names.join(",")}\n${rows.join("\n")}\n`;
}
