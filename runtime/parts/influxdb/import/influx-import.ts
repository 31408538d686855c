/**
 * Imports series of an InfluxDB, row by row and oldest first, through the running service as line protocol. The service
 * journals them like other messages. A repeated row replaces itself, so an interrupted import can continue. Rows are
 * counted on both sides.
 */

import { CommandError } from "../../../cli/command-error.ts";
import { ProgressBar } from "../../../cli/progress-bar.ts";
import type { ServiceClient } from "../../../cli/service-client.ts";
import { rowsOf } from "../../../export/rows.ts";
import type { Extent, Row } from "../../../model/store.ts";
import { InfluxClient } from "../client.ts";
import type { MeasurementColumns } from "../field-types.ts";
import type { InfluxSettings } from "../influx-settings.ts";
import { loadColumns } from "../load-field-types.ts";
import { readBatches, readExtent } from "../rows.ts";
import { storedRows } from "./count-stored.ts";
import { ImportState, type Progress } from "./import-state.ts";
import { LineSender } from "./line-sender.ts";
import { type RowForm, RowLines } from "./row-lines.ts";

export interface ImportOrder extends RowForm {
  readonly source: InfluxSettings;
  readonly database: string;
  readonly into: string;
  /** Absent: all measurements. */
  readonly measurement?: string;
  /** File that records the progress. */
  readonly state: string;
  readonly client: ServiceClient;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Rows of a request; rows of the same time are never split between two requests. */
const ROWS_AT_ONCE = 5_000;
const BYTES_AT_ONCE = 500_000;

interface Wanted {
  readonly name: string;
  readonly columns: MeasurementColumns;
  readonly extent: Extent;
}

/** @throws CommandError (one sentence) if it cannot continue, or if fewer rows are stored than were read */
export async function importInflux(order: ImportOrder): Promise<void> {
  const client = new InfluxClient(order.source, { timeoutMs: 120_000 });
  try {
    const wanted = await wantedOf(order, client);
    const words = [order.source.url, order.database, "into", order.into, "tags", order.tags, "types", order.types];
    const state = new ImportState(order.state, words.join(" "));
    const total = wanted.reduce((sum, { extent }) => sum + extent.rows, 0);
    const bar = new ProgressBar({ total, unit: "rows" });
    let done = wanted.reduce((sum, { name }) => sum + (state.of(name)?.rows ?? 0), 0);
    const before = done;
    for (const one of wanted) {
      const start = done;
      done += await importMeasurement(order, client, state, one, (rows) =>
        bar.update(start + rows, start + rows - before),
      );
    }
    bar.clear();
    await compare(order, state, wanted);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${order.source.url}: ${(error as Error).message}`);
  } finally {
    client.close();
  }
}

async function wantedOf({ database, measurement, source }: ImportOrder, client: InfluxClient): Promise<Wanted[]> {
  const all = await loadColumns(client, database);
  if (all.size === 0) throw new CommandError(`${source.url} has no database '${database}' with rows in it`);
  const chosen = [...all].filter(([name]) => measurement === undefined || name === measurement);
  if (chosen.length === 0)
    throw new CommandError(`there is no measurement '${measurement}'; known are ${[...all.keys()].sort().join(", ")}`);
  const wanted: Wanted[] = [];
  for (const [name, columns] of chosen.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const extent = await readExtent(client, { database, measurement: name }, columns);
    if (extent !== undefined) wanted.push({ name, columns, extent });
  }
  return wanted;
}

/** @returns rows read in this run */
async function importMeasurement(
  order: ImportOrder,
  client: InfluxClient,
  state: ImportState,
  { name, columns, extent }: Wanted,
  onRows: (rows: number) => void,
): Promise<number> {
  const before: Progress = state.of(name) ?? {
    nextNs: String(extent.firstNs),
    firstNs: String(extent.firstNs),
    rows: 0,
    refused: 0,
    isDone: false,
  };
  if (before.isDone) return 0;
  const query = {
    database: order.database,
    measurement: name,
    fromNs: BigInt(before.nextNs),
    toNs: extent.lastNs + 1n,
  };
  let { rows, refused } = before;
  const note = (nextNs: bigint, isDone = false) => {
    state.note(name, { ...before, nextNs: String(nextNs), rows, refused, isDone });
    onRows(rows - before.rows);
  };
  const sender = new LineSender(order, (sentence) => order.warn(`${name}: ${sentence}`));
  let sending: Promise<void> = Promise.resolve();
  for await (const batch of batchesOf(
    rowsOf(readBatches(client, query, columns)),
    new RowLines(name, columns, order),
  )) {
    await sending;
    for (const problem of batch.problems.slice(0, 1)) order.warn(`${name}: a row cannot be written: ${problem}`);
    // The next rows are read while these are being sent.
    sending = sender.send(batch.body).then((dropped) => {
      rows += batch.rows;
      refused += batch.problems.length + dropped;
      note(batch.lastNs + 1n);
    });
    sending.catch(() => {});
  }
  await sending;
  note(extent.lastNs + 1n, true);
  return rows - before.rows;
}

interface RowBatch {
  readonly body: Buffer;
  readonly rows: number;
  readonly lastNs: bigint;
  readonly problems: readonly string[];
}

async function* batchesOf(rows: AsyncIterable<Row>, lines: RowLines): AsyncGenerator<RowBatch> {
  let count = 0;
  let lastNs = 0n;
  for await (const row of rows) {
    const isFull = count >= ROWS_AT_ONCE || lines.bytes >= BYTES_AT_ONCE;
    if (isFull && row.timeNs !== lastNs) {
      yield { ...lines.take(), rows: count, lastNs };
      count = 0;
    }
    lines.add(row);
    lastNs = row.timeNs;
    count++;
  }
  if (count > 0) yield { ...lines.take(), rows: count, lastNs };
}

async function compare(order: ImportOrder, state: ImportState, wanted: readonly Wanted[]): Promise<void> {
  const { client, database, into, tags, print } = order;
  let [read, stored] = [0, 0];
  const short: string[] = [];
  for (const { name, extent } of wanted) {
    const { rows = 0, firstNs = "0" } = state.of(name) ?? {};
    const range = { fromNs: BigInt(firstNs), toNs: extent.lastNs + 1n };
    const here = await storedRows(client, { database: into, measurement: name, tags, ...range });
    print(`${name}: ${rows} rows in ${database}, ${here} in ${into}`);
    if (here < rows) short.push(name);
    read += rows;
    stored += here;
  }
  print(`${read} rows read, ${stored} rows stored for the same times`);
  if (short.length === 0) return;
  const hint =
    tags === "series"
      ? ""
      : "; rows of several series with the same time became one row: --tags series keeps them apart";
  throw new CommandError(
    `fewer rows were stored than read for ${short.join(", ")}: see 'channel-message rejects'${hint}`,
  );
}
