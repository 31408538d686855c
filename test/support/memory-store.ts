/** A store that keeps everything in memory, for tests of what reads and writes through the interface. */

import { type Batch, type Cell, gather, TIME } from "../../runtime/model/batch.ts";
import type { FieldType, Point } from "../../runtime/model/point.ts";
import {
  type ColumnStatistics,
  type ExactNumber,
  type Extent,
  type ExtentQuery,
  exactNumber,
  type MeasurementInfo,
  type RemovalOutcome,
  type RewriteOutcome,
  type Row,
  type RowQuery,
  type Series,
  type SeriesQuery,
  type Statistics,
  type StatisticsQuery,
  type Store,
  type StoredStatistics,
} from "../../runtime/model/store.ts";
import { BaseStore } from "../../runtime/store/base-store.ts";

interface Table {
  readonly database: string;
  readonly measurement: string;
  readonly columns: Map<string, FieldType>;
  readonly rows: Row[];
  tags?: ReadonlySet<string>;
}

export class MemoryStore extends BaseStore implements Store {
  readonly rewrites: Store["rewrites"] = "whole-rows";
  readonly #tables = new Map<string, Table>();
  readonly #facts = new Map<string, string>();

  /** Adds rows. They must be in the order of their times. */
  add(database: string, measurement: string, columns: Record<string, FieldType>, rows: readonly Row[]): void {
    const key = `${database} ${measurement}`;
    const table: Table = this.#tables.get(key) ?? { database, measurement, columns: new Map(), rows: [] };
    for (const [name, type] of Object.entries(columns)) table.columns.set(name, type);
    for (const row of rows) table.rows.push(row);
    this.#tables.set(key, table);
  }

  /** Says which columns of a measurement are tags. */
  tag(database: string, measurement: string, tags: readonly string[]): void {
    const table = this.#tables.get(`${database} ${measurement}`);
    if (table !== undefined) table.tags = new Set(tags);
  }

  /** Drops rows that a long run does not read again. */
  forgetBefore(timeNs: bigint): void {
    for (const { rows } of this.#tables.values()) {
      const first = rows.findIndex((row) => row.timeNs >= timeNs);
      rows.splice(0, first === -1 ? rows.length : first);
    }
  }

  async open(): Promise<{ committed: undefined }> {
    return { committed: undefined };
  }

  async write(points: readonly Point[]): Promise<{ stored: number; refused: [] }> {
    for (const { database, measurement, timeNs, columns, values } of points) {
      const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
      const row = Object.fromEntries(columns.map(({ name }, i) => [name, values[i] ?? null]));
      const rows = this.#tables.get(`${database} ${measurement}`)?.rows ?? [];
      const at = rows.findIndex((one) => one.timeNs === timeNs);
      // Rows of equal time become one row. Later values win.
      if (at >= 0) rows[at] = { timeNs, values: { ...rows[at]!.values, ...row } };
      this.add(database, measurement, types, at >= 0 ? [] : [{ timeNs, values: row }]);
    }
    return { stored: points.length, refused: [] };
  }

  async fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return this.#tables.get(`${database} ${measurement}`)?.columns;
  }

  override async version(database: string, measurement: string): Promise<string | undefined> {
    return this.#tables.get(`${database} ${measurement}`)?.rows.length.toString();
  }

  async measurements(): Promise<readonly MeasurementInfo[]> {
    return [...this.#tables.values()];
  }

  async series(query: SeriesQuery): Promise<Series> {
    const table = this.#tables.get(`${query.database} ${query.measurement}`);
    const numeric = [...(table?.columns ?? [])].filter(([, type]) => type !== "string").map(([name]) => name);
    const columns = query.columns?.filter((name) => numeric.includes(name)) ?? numeric;
    const { columns: _, ...range } = query;
    const rows = this.#select(range);
    const step = Math.max(1, Math.ceil(rows.length / query.points));
    const kept = rows.filter((_row, i) => i % step === 0);
    return {
      columns,
      timesNs: kept.map((row) => row.timeNs),
      values: columns.map((name) => kept.map((row) => numberOf(row.values[name]))),
    };
  }

  async statistics(query: StatisticsQuery): Promise<Statistics> {
    const { columns, timesNs, values } = await this.series({ ...query, points: Number.POSITIVE_INFINITY });
    const found = columns.map((name, i) => {
      const figures = statisticsOf(values[i]!.filter((value) => value !== null));
      return [name, figures && { ...figures, lastNs: timesNs[values[i]!.findLastIndex((value) => value !== null)]! }];
    });
    return new Map(found.filter((entry): entry is [string, StoredStatistics] => entry[1] !== undefined));
  }

  async *batches(query: RowQuery): AsyncIterable<Batch> {
    const stored = this.#tables.get(`${query.database} ${query.measurement}`)?.columns ?? new Map();
    const wanted = [...stored].filter(([name]) => query.columns?.includes(name) ?? true);
    const columns = wanted.map(([name, type]) => ({ name, type }));
    const names = columns.map(({ name }) => name);
    yield* gather([TIME, ...columns], cellsOf(this.rows(query), names));
  }

  override async *rows(query: RowQuery): AsyncIterable<Row> {
    const rows = this.#select(query);
    yield* query.limit === undefined ? rows : rows.slice(-query.limit);
  }

  async extent(query: ExtentQuery): Promise<Extent | undefined> {
    const rows = this.#select(query);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    return { rows: rows.length, firstNs: first.timeNs, lastNs: last.timeNs };
  }

  async rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    let rewritten = 0;
    for (const { database, measurement, timeNs, columns, values } of points) {
      const table = this.#tables.get(`${database} ${measurement}`);
      const index = table?.rows.findIndex((row) => row.timeNs === timeNs) ?? -1;
      if (table === undefined || index < 0) continue;
      const row = Object.fromEntries(columns.map(({ name }, i) => [name, values[i] ?? null]));
      for (const { name, type } of columns) table.columns.set(name, type);
      table.rows[index] = { timeNs, values: row };
      rewritten++;
    }
    return { rewritten, refused: [] };
  }

  async remove(database: string, measurement: string): Promise<RemovalOutcome> {
    return this.#tables.delete(`${database} ${measurement}`) ? "removed" : "unknown";
  }

  async remember(key: string, value: string): Promise<void> {
    this.#facts.set(key, value);
  }

  async remembered(): Promise<ReadonlyMap<string, string>> {
    return this.#facts;
  }

  status(): { state: "ok"; detail: string } {
    return { state: "ok", detail: "memory" };
  }

  async close(): Promise<void> {}

  #select({ database, measurement, columns, fromNs, toNs }: RowQuery): Row[] {
    const rows = this.#tables.get(`${database} ${measurement}`)?.rows ?? [];
    const within = rows.filter(
      ({ timeNs }) => (fromNs === undefined || timeNs >= fromNs) && (toNs === undefined || timeNs < toNs),
    );
    if (columns === undefined) return within;
    return within.flatMap(({ timeNs, values }) => {
      const wanted = Object.fromEntries(columns.map((name) => [name, values[name] ?? null]));
      return Object.values(wanted).every((value) => value === null) ? [] : [{ timeNs, values: wanted }];
    });
  }
}

function statisticsOf(values: readonly ExactNumber[]): ColumnStatistics | undefined {
  if (values.length === 0) return undefined;
  const doubles = values.map(Number);
  const mean = doubles.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = doubles.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    count: values.length,
    min: values.reduce((a, b) => (b < a ? b : a)),
    max: values.reduce((a, b) => (b > a ? b : a)),
    mean,
    deviation: values.length === 1 ? null : Math.sqrt(squares / (values.length - 1)),
    first: values[0]!,
    last: values.at(-1)!,
  };
}

function numberOf(value: unknown): ExactNumber | null {
  if (value === null || value === undefined) return null;
  return typeof value === "bigint" ? exactNumber(value) : Number(value);
}

async function* cellsOf(rows: AsyncIterable<Row>, names: readonly string[]): AsyncGenerator<(Cell | undefined)[]> {
  for await (const { timeNs, values } of rows) yield [timeNs, ...names.map((name) => values[name])];
}
