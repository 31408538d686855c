/** Reads the newest rows of many measurements by few requests: of all time, or of a span. No DOM. */

import type { Span } from "../series/time-window.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { JoinedReader } from "./joined-reader.ts";
import type { StoredRow } from "./latest-values.ts";
import type { RequestQueue } from "./request-queue.ts";

/** For each column and the rhythm: the newest rows may lack some columns. */
const ROWS = 20;

export interface NewestRows {
  /** Everything received before the request is stored. */
  readonly complete: boolean;
  /** In the order of the request. */
  readonly measurements: readonly { readonly rows?: readonly StoredRow[] | null; readonly error?: string }[];
}

/** Up to which moment the rows of a measurement are known. */
export interface Known {
  /** The server's time, epoch ms. */
  readonly untilMs: number;
  /** Its live rows since, each of them; undefined if there were none. */
  readonly session: number | undefined;
}

export interface LatestWanted {
  readonly description: MeasurementName;
  readonly isSeen: boolean;
  /** @param known undefined: newer rows may not be stored yet */
  takeLatest(rows: readonly StoredRow[], known: Known | undefined): void;
}

export interface LatestReaderOptions {
  nowMs(): number;
  /** A number for the time in which each live row of a measurement arrives; undefined while rows may be missed. */
  session(measurement: MeasurementName): number | undefined;
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  newest(measurements: readonly MeasurementName[], limit: number): Promise<NewestRows>;
}

export class LatestReader {
  readonly #options: LatestReaderOptions;
  readonly #seen: JoinedReader<LatestWanted, boolean>;
  readonly #unseen: JoinedReader<LatestWanted, boolean>;

  constructor(options: LatestReaderOptions) {
    this.#options = options;
    const joined = {
      queue: options.queue,
      areAlike: () => true,
      read: (feeds: readonly LatestWanted[]) => this.#readAll(feeds),
    };
    this.#seen = new JoinedReader(joined);
    this.#unseen = new JoinedReader({ ...joined, urgency: "unseen" });
  }

  /** In its turn, and with others. @returns false: the store is behind */
  read(feed: LatestWanted): Promise<boolean> {
    return (feed.isSeen ? this.#seen : this.#unseen).ask(feed);
  }

  #readAll(feeds: readonly LatestWanted[]): Promise<boolean>[] {
    const untilMs = this.#options.nowMs();
    const requested = this.#options.newest(
      feeds.map(({ description }) => description),
      ROWS,
    );
    return feeds.map(async (feed, index) => {
      const known = { untilMs, session: this.#options.session(feed.description) };
      const { complete, measurements } = await requested;
      const { rows, error } = measurements[index] ?? { error: "" };
      feed.takeLatest(rows ?? [], complete && error === undefined ? known : undefined);
      return complete;
    });
  }
}

interface RowsReaderOptions {
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  many(measurements: readonly MeasurementName[], limit: number, span: Span): Promise<NewestRows>;
}

interface RowsAsked extends Span {
  readonly description: MeasurementName;
  readonly limit: number;
}

/** At most `limit` rows of the span for each; newest last. */
export class RowsReader {
  readonly #joined: JoinedReader<RowsAsked, readonly StoredRow[]>;

  constructor({ queue, many }: RowsReaderOptions) {
    this.#joined = new JoinedReader({
      queue,
      areAlike: (one, other) => one.fromMs === other.fromMs && one.toMs === other.toMs && one.limit === other.limit,
      read: (questions) => {
        const [{ limit, fromMs, toMs }] = questions as readonly [RowsAsked];
        const names = questions.map(({ description }) => description);
        const requested = many(names, limit, { fromMs, toMs });
        return questions.map(async (_question, index) => {
          const { rows, error } = (await requested).measurements[index] ?? {};
          if (error !== undefined) throw new Error(error);
          return rows ?? [];
        });
      },
    });
  }

  read(description: MeasurementName, { fromMs, toMs }: Span, limit: number): Promise<readonly StoredRow[]> {
    return this.#joined.ask({ description, fromMs, toMs, limit });
  }
}
