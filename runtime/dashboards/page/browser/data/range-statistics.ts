/** Statistics of a time span: computed by the store over all rows, never from downsampled ones [D50]. No DOM. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { ColumnStatistics } from "../../../../model/store.ts";
import type { TimeWindow } from "../series/time-window.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { isSameSpan, JoinedReader } from "./joined-reader.ts";
import { Query } from "./query.ts";
import type { RequestQueue } from "./request-queue.ts";

export interface StatisticsRequest {
  readonly fromMs: number;
  /** Undefined: until now, in the server's time. */
  readonly toMs: number | undefined;
}

export interface LoadedStatistics {
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

/** What is read from the store. */
export interface StoreReads {
  /** The server's time, epoch ms. */
  nowMs(): number;
  window(): TimeWindow;
  readonly statistics: Pick<StatisticsReader, "read">;
}

/** A measurement with its columns. */
type Described = Pick<MeasurementDescription, "database" | "measurement" | "columns">;

interface StatisticsAsked extends StatisticsRequest {
  readonly description: MeasurementName;
  /** Names of the columns with numbers. */
  readonly columns: readonly string[];
}

interface StatisticsReaderOptions {
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  one(measurement: MeasurementName, request: StatisticsRequest): Promise<LoadedStatistics>;
  /** Reads those of one database; measurements without a value in the span are left out. */
  many(
    measurements: readonly MeasurementName[],
    columns: readonly string[],
    request: StatisticsRequest,
  ): Promise<{ readonly measurements: readonly (LoadedStatistics & Pick<MeasurementName, "measurement">)[] }>;
}

/** Measurements of a database that have the same columns are asked for together. */
export class StatisticsReader {
  readonly #joined: JoinedReader<StatisticsAsked, LoadedStatistics["columns"]>;

  constructor({ queue, one, many }: StatisticsReaderOptions) {
    this.#joined = new JoinedReader({
      queue,
      areAlike: (a, b) =>
        a.description.database === b.description.database &&
        isSameSpan(a, b) &&
        a.columns.length <= MOST_NAMED &&
        a.columns.join("\n") === b.columns.join("\n"),
      read: (asked) => {
        const [first] = asked as readonly [StatisticsAsked];
        if (asked.length === 1) return [one(first.description, first).then(({ columns }) => columns)];
        const names = asked.map(({ description }) => description);
        const requested = many(names, first.columns, first).then(
          ({ measurements }) => new Map(measurements.map(({ measurement, columns }) => [measurement, columns])),
        );
        return names.map(async ({ measurement }) => (await requested).get(measurement) ?? {});
      },
    });
  }

  read(description: Described, request: StatisticsRequest): Promise<LoadedStatistics["columns"]> {
    const columns = description.columns.flatMap(({ name, type }) => (type === "string" ? [] : [name]));
    return this.#joined.ask({ description, columns, ...request });
  }
}

/** More would make the address of a request too long. */
const MOST_NAMED = 20;
const SHORTEST_MS = 2000;
const LONGEST_MS = 60_000;
/** A moving span is requested again after this fraction of it. */
const PART_OF_SPAN = 1 / 200;

export class RangeStatistics {
  readonly #reads: StoreReads;
  readonly #described: () => Described;
  readonly #query: Query<LoadedStatistics["columns"]>;
  #rows = -1;

  constructor(described: () => Described, reads: StoreReads) {
    this.#described = described;
    this.#reads = reads;
    this.#query = new Query({ nowMs: () => reads.nowMs() });
  }

  /** Undefined if the column has no number in the span, or before the store has answered. */
  of(column: string): ColumnStatistics | undefined {
    const columns = this.#query.answer;
    return columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  /**
   * Call this while the numbers are visible: requests them if the span has changed or they are outdated.
   * @param rows changes when rows were received
   */
  keep(rows: number): void {
    const window = this.#reads.window();
    const isMoving = window.kind === "live";
    const rangeMs = isMoving ? window.rangeMs : window.toMs - window.fromMs;
    const usualMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rangeMs * PART_OF_SPAN));
    const ask = () => {
      this.#rows = rows;
      const fromMs = isMoving ? this.#reads.nowMs() - window.rangeMs : window.fromMs;
      const toMs = isMoving ? undefined : window.toMs;
      return this.#reads.statistics.read(this.#described(), { fromMs, toMs });
    };
    this.#query.keep(JSON.stringify(window), ask, isMoving || rows !== this.#rows ? { everyMs: usualMs } : {});
  }
}
