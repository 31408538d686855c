/** Reads history: of a list of devices by few requests, of a chart alone, since it should not wait for others. No DOM. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { isSameSpan, JoinedReader } from "./joined-reader.ts";
import type { RequestQueue } from "./request-queue.ts";
import type { LoadedSeries } from "./series-buffer.ts";

/** More are a chart, or a device with very many fields: it is read alone. */
const MOST_VALUES_OF_ONE = 4000;

export interface SeriesRequest {
  readonly fromMs: number;
  /** Undefined: until now, in the server's time. */
  readonly toMs: number | undefined;
  readonly points: number;
  /** Undefined: all. */
  readonly columns?: readonly string[] | undefined;
}

export interface ManySeries {
  readonly complete: boolean;
  /** In the order of the request. */
  readonly measurements: readonly { readonly series?: LoadedSeries | null; readonly error?: string }[];
}

export interface SeriesWanted {
  readonly description: Pick<MeasurementDescription, "database" | "measurement" | "columns">;
  /** What to ask for now. */
  request(): SeriesRequest;
  /** @returns false: rows are missing that are not stored yet. @throws Error of the answer */
  takeSeries(request: SeriesRequest, answer: Promise<LoadedSeries>): Promise<boolean>;
}

export interface SeriesReaderOptions {
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  one(measurement: MeasurementName, request: SeriesRequest): Promise<LoadedSeries>;
  many(measurements: readonly MeasurementName[], request: SeriesRequest): Promise<ManySeries>;
}

export class SeriesReader {
  readonly #options: SeriesReaderOptions;
  readonly #joined: JoinedReader<SeriesWanted, boolean>;

  constructor(options: SeriesReaderOptions) {
    this.#options = options;
    this.#joined = new JoinedReader({
      queue: options.queue,
      // Meanwhile, one may have become a chart.
      areAlike: (one, other) => isSmall(one) && isSmall(other) && isSame(one.request(), other.request()),
      read: (feeds) => (feeds.length === 1 ? [this.#readOne(feeds[0]!)] : this.#readMany(feeds)),
    });
  }

  /** In its turn, and with others that are alike. @returns what `takeSeries` does */
  read(feed: SeriesWanted): Promise<boolean> {
    return this.#joined.ask(feed);
  }

  #readOne(feed: SeriesWanted): Promise<boolean> {
    const request = feed.request();
    return feed.takeSeries(request, this.#options.one(feed.description, request));
  }

  #readMany(feeds: readonly SeriesWanted[]): Promise<boolean>[] {
    const request = feeds[0]!.request();
    const names = feeds.map(({ description }) => description);
    const requests = feeds.map((feed) => ({ ...request, columns: feed.request().columns }));
    const columns = request.columns && [...new Set(requests.flatMap((one) => one.columns ?? []))];
    const requested = this.#options.many(names, { ...request, columns });
    return feeds.map((feed, index) =>
      feed.takeSeries(
        requests[index]!,
        requested.then(({ complete, measurements }) => {
          const { series, error } = measurements[index] ?? {};
          if (error !== undefined) throw new Error(error);
          return { ...(series ?? { columns: [], times: [], values: [] }), complete };
        }),
      ),
    );
  }
}

function isSmall(feed: SeriesWanted): boolean {
  const { points, columns } = feed.request();
  return points * (columns ?? feed.description.columns).length <= MOST_VALUES_OF_ONE;
}

function isSame(a: SeriesRequest, b: SeriesRequest): boolean {
  const areAll = (a.columns === undefined) === (b.columns === undefined);
  return areAll && a.points === b.points && isSameSpan(a, b);
}
