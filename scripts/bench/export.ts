/**
 * Rows per second and peak memory of an export in each format, each in a separate process, compared with reading alone.
 * `node --import tsx scripts/bench/export.ts [--rows 10000000] [--formats csv,parquet] [--store FILE]`
 * `--store` keeps the rows in a file and reuses an existing one, so that formats can be measured separately.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openTable } from "../../runtime/export/open-table.ts";
import { encodeExport } from "../../runtime/formats/encode-export.ts";
import { FORMAT_NAMES } from "../../runtime/formats/formats.ts";
import type { ExportRequest } from "../../runtime/model/export-request.ts";
import type { Point } from "../../runtime/model/point.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";

const T0 = 1_769_860_800_000_000_000n;
const BATCH = 20_000;
const COLUMNS = [
  { name: "voltage", type: "float" },
  { name: "current", type: "float" },
  { name: "count", type: "integer" },
  { name: "state", type: "string" },
] as const;

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000000" },
    formats: { type: "string", default: ["read", "every", ...FORMAT_NAMES].join(",") },
    format: { type: "string" },
    path: { type: "string" },
    store: { type: "string" },
  },
});

if (values.format !== undefined && values.path !== undefined) await measure(values.path, values.format);
else await compare(Number(values.rows), values.formats.split(","));

async function compare(rows: number, formats: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "structline-export-"));
  try {
    const path = values.store ?? join(folder, "telemetry.duckdb");
    if (!existsSync(path)) await fillStore(path, rows);
    console.log(`${rows} rows, time and ${COLUMNS.length} columns (2 float, 1 integer, 1 text)`);
    console.log("format      rows/s   of reading      bytes  peak memory");
    let reading = 0;
    for (const format of formats) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--import", "tsx", fileURLToPath(import.meta.url), "--format", format, "--path", path],
        { encoding: "utf8" },
      );
      if (stdout === "") throw new Error(stderr);
      const { seconds, bytes, peakKb } = JSON.parse(stdout) as Record<"seconds" | "bytes" | "peakKb", number>;
      const speed = rows / seconds;
      if (format === "read") reading = speed;
      const ratio = reading === 0 ? "" : `${Math.round((100 * speed) / reading)} %`;
      const columns = [String(Math.round(speed)).padStart(9), ratio.padStart(12), String(bytes).padStart(10)];
      console.log(`${format.padEnd(8)} ${columns.join(" ")} ${String(Math.round(peakKb / 1024)).padStart(9)} MB`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fillStore(path: string, rows: number): Promise<void> {
  const store = openDuckdbStore({ path });
  await store.open();
  const origin = {
    id: "",
    message: { source: "udp", address: "", sender: "", contentType: "", receivedNs: 0n, payload: Buffer.alloc(0) },
  } as Point["origin"];
  for (let first = 0; first < rows; first += BATCH) {
    const points = Array.from({ length: Math.min(BATCH, rows - first) }, (_, k): Point => {
      const i = first + k;
      return {
        database: "d",
        measurement: "m",
        timeNs: T0 + BigInt(i) * 1_000_003n,
        timeSource: "receipt",
        columns: COLUMNS,
        values: [12 + Math.sin(i / 1000), Math.round(i * 0.7) / 100, BigInt(i), ["idle", "armed", "firing"][i % 3]],
        origin,
      };
    });
    await store.write(points, first);
  }
  await store.close();
}

async function measure(path: string, format: string): Promise<void> {
  const store = openDuckdbStore({ path });
  await store.open();
  const request: ExportRequest = {
    sources: [
      { database: "d", measurement: "m", columns: COLUMNS.map((one) => ({ ...one, as: one.name })), rows: "all" },
    ],
    combine: "join",
    fromNs: -(2n ** 63n) + 1n,
    toNs: 2n ** 63n - 1n,
    fill: "none",
    timeZone: "UTC",
    format: FORMAT_NAMES.includes(format) ? format : "csv",
    ...(format === "every" && { every: { widthNs: 10_000_000_000n, aggregates: ["mean", "min", "max"] } }),
  };
  const began = performance.now();
  let bytes = 0;
  if (format === "read") for await (const batch of openTable(store, request).batches) bytes += batch.rows;
  else for await (const piece of encodeExport(store, request)) bytes += piece.byteLength;
  const seconds = (performance.now() - began) / 1000;
  console.log(JSON.stringify({ seconds, bytes, peakKb: process.resourceUsage().maxRSS }));
  await store.close();
}
