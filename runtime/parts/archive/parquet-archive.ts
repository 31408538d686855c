/**
 * Writes the folder layout that Hive, DuckDB, Spark and polars understand:
 * `database=…/measurement=…/day=…/data.parquet`.
 */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { CommandError } from "../../cli/command-error.ts";
import { type ArchiveOrder, exportedLines } from "../../cli/exported-lines.ts";
import type { ServiceClient } from "../../cli/service-client.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";

const DAY_MS = 86_400_000;

/**
 * A file appears only when it is complete and was read back; a file with the same bytes is not touched. Nor is one with
 * more rows than the service has: `[store] keep` deletes them there, and an archive is often their last copy.
 * @returns a summary in one line
 */
export async function archiveParquet(
  { client, measurements, range, bar }: ArchiveOrder,
  folder: string,
): Promise<string> {
  const sum = { written: 0, unchanged: 0, kept: 0, rows: 0, bytes: 0 };
  for (const description of measurements) {
    for await (const day of daysWithRows(client, description, range)) {
      const file = join(
        folder,
        `database=${encodeURIComponent(description.database)}`,
        `measurement=${encodeURIComponent(description.measurement)}`,
        `day=${day}`,
        "data.parquet",
      );
      const { rows, bytes, became } = await archiveDay(client, description, day, file);
      if (became !== undefined) sum[became] += 1;
      sum.rows += rows;
      sum.bytes += bytes;
      bar.update(0, sum.rows);
    }
  }
  bar.clear();
  const size = (sum.bytes / 1e6).toFixed(1);
  const files = sum.written === 1 ? "1 file" : `${sum.written} files`;
  const more = sum.kept === 0 ? "" : `; ${sum.kept} kept, which have more rows than are stored`;
  return `${folder}: ${files} written, ${sum.unchanged} unchanged, ${sum.rows} rows, ${size} MB${more}`;
}

/** `2026-01-31`, UTC. */
async function* daysWithRows(
  client: ServiceClient,
  { database, measurement }: MeasurementDescription,
  range: ArchiveOrder["range"],
): AsyncGenerator<string> {
  const query = { database, measurement, ...range, every: "1d", aggregate: "count", format: "ndjson" };
  for await (const line of exportedLines(client, new URLSearchParams(query))) {
    yield (JSON.parse(line) as { time: string }).time.slice(0, 10);
  }
}

async function archiveDay(
  client: ServiceClient,
  { database, measurement }: MeasurementDescription,
  day: string,
  file: string,
): Promise<{ rows: number; bytes: number; became?: "written" | "unchanged" | "kept" }> {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  const query = new URLSearchParams({ database, measurement, from: day, to: next, format: "parquet" });
  const unfinished = `${file}.unfinished`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const digest = await receive(client.bytes(`/read/export?${query}`), unfinished);
    const rows = await readBack(unfinished, day, digest);
    const { size } = await stat(unfinished);
    if ((await digestOf(file).catch(() => "")) === digest) return { rows, bytes: size, became: "unchanged" };
    const archived = await rowsIn(file).catch(() => 0);
    if (archived > rows) return { rows: 0, bytes: 0, became: "kept" };
    // Only summaries of its minutes are left.
    if (rows === 0) return { rows, bytes: 0 };
    await rename(unfinished, file);
    return { rows, bytes: size, became: "written" };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** @returns the digest of the received bytes */
async function receive(pieces: AsyncIterable<Uint8Array>, file: string): Promise<string> {
  const hash = createHash("sha256");
  const handle = await open(file, "w");
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** Rejects if it is missing or damaged. */
async function rowsIn(path: string): Promise<number> {
  return Number((await parquetMetadataAsync(await asyncBufferFromFile(path))).num_rows);
}

/**
 * Checks that the file holds the received bytes, and that another reader finds the stated number of rows, in order and
 * all of that day.
 */
async function readBack(path: string, day: string, digest: string): Promise<number> {
  const wrong = (what: string) => new CommandError(`${path}: ${what}; an existing file was not replaced`);
  if ((await digestOf(path)) !== digest) throw wrong("the disk does not hold the written bytes");
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rows = Number(metadata.num_rows);
  const from = BigInt(Date.parse(day)) * 1_000_000n;
  const to = from + BigInt(DAY_MS) * 1_000_000n;
  let count = 0;
  let last = from;
  for (const { num_rows: size } of metadata.row_groups) {
    const range = { rowStart: count, rowEnd: count + Number(size) };
    const times = await parquetReadObjects({
      file,
      metadata,
      columns: ["time"],
      ...range,
      parsers: { timestampFromNanoseconds: (ns: bigint) => ns } as never,
    });
    for (const { time } of times as { time: bigint }[]) {
      if (!(time >= last && time < to)) throw wrong(`a row is not of ${day}, or not in order`);
      last = time;
    }
    count += times.length;
  }
  if (count !== rows) throw wrong(`it has ${count} rows, but declares ${rows}`);
  return rows;
}
