/**
 * Imports series of an InfluxDB, row by row and oldest first, through the running service as line protocol. The service
 * journals them like other messages. A repeated row replaces itself, so an interrupted import can continue. Rows are
 * counted on both sides.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../../cli/command-error.ts";
import { ProgressBar } from "../../../cli/progress-bar.ts";
import { listedMeasurements, type ServiceClient } from "../../../cli/service-client.ts";
import { rowsOf } from "../../../export/rows.ts";
import { formatNs } from "../../../model/clock.ts";
import type { Extent, Row } from "../../../model/store.ts";
import { WRITER_COUNTERS } from "../../../store/counters.ts";
import { InfluxClient } from "../client.ts";
import type { MeasurementColumns } from "../field-types.ts";
import type { InfluxSettings } from "../influx-settings.ts";
import { loadColumns } from "../load-field-types.ts";
import { readBatches, readExtent } from "../rows.ts";
import { ImportState, type Progress } from "./import-state.ts";
import { type RowForm, RowLines } from "./row-lines.ts";

/** Sends lines to the service's `/write`, and repeats them while the service cannot keep them. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Gives up after this time without an accepted batch, ms. */
const PATIENCE_MS = 300_000;
/** [LineWrites] */
const PARTIAL = /^partial write: .*dropped=(\d+)$/s;

class LineSender {
  readonly #client: ServiceClient;
  readonly #path: string;
  readonly #onRefused: (sentence: string) => void;

  constructor(
    { client, into, tags }: RowForm & { readonly client: ServiceClient; readonly into: string },
    onRefused: (sentence: string) => void,
  ) {
    this.#client = client;
    this.#path = `/write?${new URLSearchParams({ db: into, precision: "ns", times: "any", ...(tags !== "series" && { tags: "columns" }) })}`;
    this.#onRefused = onRefused;
  }

  /** @returns number of refused lines. @throws CommandError */
  async send(body: Buffer): Promise<number> {
    if (body.length === 0) return 0;
    let pauseMs = FIRST_PAUSE_MS;
    for (const deadline = performance.now() + PATIENCE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await this.#client.tryPost(this.#path, body);
      if (answer.status === 204) return 0;
      const said = messageOf(answer.text);
      const dropped = answer.status === 400 ? PARTIAL.exec(said)?.[1] : undefined;
      if (dropped !== undefined) {
        this.#onRefused(said);
        return Number(dropped);
      }
      const mayHelp = answer.status === undefined || answer.status === 503 || answer.status === 429;
      if (!mayHelp || performance.now() > deadline)
        throw new CommandError(`the service does not accept the rows: ${said}; run the command again to continue here`);
      await sleep(pauseMs);
    }
  }
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : text;
  } catch {
    return text;
  }
}

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

/** Counts the service's rows of a measurement after all received messages are stored. */
interface StoredQuery extends Pick<RowForm, "tags"> {
  readonly database: string;
  readonly measurement: string;
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

const POLL_MS = 200;

interface Health {
  readonly parts: Readonly<Record<string, { readonly counts?: Readonly<Record<string, number>> }>>;
}

async function storedRows(client: ServiceClient, query: StoredQuery): Promise<number> {
  await settled(client);
  let rows = 0;
  for (const measurement of await namesOf(client, query)) rows += await count(client, { ...query, measurement });
  return rows;
}

/** In a cluster another process writes to the store, so this does not wait. */
async function settled(client: ServiceClient): Promise<void> {
  for (;;) {
    const { parts } = await client.get<Health>("/health");
    if (!(WRITER_COUNTERS.read(parts[WRITER_COUNTERS.part], "waiting") > 0)) return;
    await sleep(POLL_MS);
  }
}

/** The measurement, or the measurements of its series. [LineMessages] */
async function namesOf(client: ServiceClient, { database, measurement, tags }: StoredQuery): Promise<string[]> {
  const name = measurement.replace(/[\p{Cc},=%/+#]/gu, encodeURIComponent);
  const names: string[] = [];
  for await (const one of listedMeasurements(client)) {
    const isIt = one.measurement === name || (tags === "series" && one.measurement.startsWith(`${name},`));
    if (one.stored && one.database === database && isIt) names.push(one.measurement);
  }
  return names;
}

async function count(client: ServiceClient, { database, measurement, fromNs, toNs }: StoredQuery): Promise<number> {
  const range = { from: formatNs(fromNs), to: formatNs(toNs) };
  const query = new URLSearchParams({ database, measurement, ...range, rows: "yes" });
  return (await client.get<{ rows: number }>(`/read/statistics?${query}`)).rows;
}
