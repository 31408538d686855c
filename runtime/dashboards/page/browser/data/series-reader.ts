/** Reads history: of a list of devices by few requests, of a chart alone, since it should not wait for others. No DOM. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { feedKey, fitting, type MeasurementName } from "../text/measurement-name.ts";
import type { Urgency } from "./request-queue.ts";
import type { LoadedSeries } from "./series-buffer.ts";

/** More are a chart, or a device with very many fields: it is read alone. */
const MOST_VALUES_OF_ONE = 4000;
/** Spans that follow the time are the same if they were computed in the same moment. */
const SAME_MS = 1000;

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
  /** Never rejects. */
  takeSeries(request: SeriesRequest, answer: Promise<LoadedSeries>): Promise<void>;
}

export interface SeriesReaderOptions {
  queue(request: () => Promise<void>, urgency: Urgency): void;
  one(measurement: MeasurementName, request: SeriesRequest): Promise<LoadedSeries>;
  many(measurements: readonly MeasurementName[], request: SeriesRequest): Promise<ManySeries>;
}

export class SeriesReader {
  readonly #options: SeriesReaderOptions;
  readonly #small = new Set<SeriesWanted>();
  #isQueued = false;

  constructor(options: SeriesReaderOptions) {
    this.#options = options;
  }

  want(feed: SeriesWanted): void {
    if (!isSmall(feed, feed.request())) {
      this.#options.queue(() => this.#readOne(feed), "seen");
      return;
    }
    this.#small.add(feed);
    this.#ask();
  }

  #ask(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#options.queue(async () => {
      // All that is wanted in the same moment is in one request.
      await Promise.resolve();
      this.#isQueued = false;
      const [first, ...others] = this.#small;
      if (first === undefined) return;
      const request = first.request();
      // Meanwhile it may have become a chart.
      const alike = [
        first,
        ...others.filter((feed) => isSmall(feed, request) && isSame(feed.request(), request)),
      ].filter(isFirstOfItsMeasurement);
      const some = alike.slice(0, fitting(alike));
      for (const feed of some) this.#small.delete(feed);
      if (this.#small.size > 0) this.#ask();
      await (some.length === 1 ? this.#readOne(first) : this.#readMany(some, request));
    }, "seen");
  }

  #readOne(feed: SeriesWanted): Promise<void> {
    const request = feed.request();
    return feed.takeSeries(request, this.#options.one(feed.description, request));
  }

  async #readMany(feeds: readonly SeriesWanted[], request: SeriesRequest): Promise<void> {
    const names = feeds.map(({ description }) => description);
    const requests = feeds.map((feed) => ({ ...request, columns: feed.request().columns }));
    const columns = request.columns && [...new Set(requests.flatMap((one) => one.columns ?? []))];
    const requested = this.#options.many(names, { ...request, columns });
    const taken = feeds.map((feed, index) =>
      feed.takeSeries(
        requests[index]!,
        requested.then(({ complete, measurements }) => {
          const { series, error } = measurements[index] ?? {};
          if (error !== undefined) throw new Error(error);
          return { ...(series ?? { columns: [], times: [], values: [] }), complete };
        }),
      ),
    );
    await Promise.all(taken);
  }
}

/** A request names a measurement once; another part of the page that shows it asks in the next one. */
function isFirstOfItsMeasurement(feed: SeriesWanted, index: number, all: readonly SeriesWanted[]): boolean {
  const key = feedKey(feed.description);
  return all.findIndex(({ description }) => feedKey(description) === key) === index;
}

function isSmall({ description }: SeriesWanted, { points, columns }: SeriesRequest): boolean {
  return points * (columns ?? description.columns).length <= MOST_VALUES_OF_ONE;
}

function isSame(a: SeriesRequest, b: SeriesRequest): boolean {
  const areAll = (a.columns === undefined) === (b.columns === undefined);
  return areAll && a.points === b.points && a.toMs === b.toMs && Math.abs(a.fromMs - b.fromMs) < SAME_MS;
}
