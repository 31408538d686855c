/** Annotations of one database, which all its panels show. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { fetchRows } from "../data/api.ts";
import { Reading } from "../data/query.ts";
import type { Span } from "../series/time-window.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { type Annotation, annotationFrom, annotationSources } from "./annotation.ts";

export interface AnnotationHost {
  span(): Span;
  queue(request: () => Promise<void>, urgency: "seen" | "unseen"): void;
  onAnnotations(): void;
}

const MAX_ANNOTATIONS = 500;

class AnnotationFeed {
  readonly #host: AnnotationHost;
  #sources: readonly MeasurementName[] = [];
  #annotations: readonly Annotation[] = [];
  readonly #reading: Reading;

  constructor(host: AnnotationHost) {
    this.#host = host;
    // Another part of the page reports that the service does not answer.
    this.#reading = new Reading(
      () => this.#load(),
      (request) => host.queue(request, "seen"),
    );
  }

  /** In time order. */
  get annotations(): readonly Annotation[] {
    return this.#annotations;
  }

  readFrom(sources: readonly MeasurementName[]): void {
    if (JSON.stringify(sources) === JSON.stringify(this.#sources)) return;
    this.#sources = sources;
    this.reload();
  }

  reload(): void {
    if (this.#sources.length > 0) this.#reading.again();
  }

  async #load(): Promise<void> {
    const { fromMs, toMs } = this.#host.span();
    // An annotation in the future is shown when its time comes.
    const span = { fromMs, toMs: toMs + (toMs - fromMs) };
    const lists = await Promise.all(
      this.#sources.map(async (source) => {
        const rows = await fetchRows(source, { limit: MAX_ANNOTATIONS, ...span });
        return rows.filter((row) => row["deleted"] !== true).map((row) => annotationFrom(row, source));
      }),
    );
    this.#annotations = lists.flat().sort((a, b) => a.timeMs - b.timeMs);
    this.#host.onAnnotations();
  }
}

/** The annotations of all databases. */
export class AnnotationCache {
  readonly #host: AnnotationHost;
  readonly #feeds = new Map<string, AnnotationFeed>();
  #sources: ReadonlyMap<string, readonly MeasurementName[]> = new Map();

  constructor(host: AnnotationHost) {
    this.#host = host;
  }

  /** All measurements of events. */
  get sources(): readonly MeasurementName[] {
    const all = [...this.#sources.values()].flat();
    return [...new Map(all.map((one) => [feedKey(one), one])).values()];
  }

  /** Databases whose panels show the events of a measurement. */
  databasesOf(source: MeasurementName): ReadonlySet<string> {
    const key = feedKey(source);
    const found = [...this.#sources].filter(([, sources]) => sources.some((one) => feedKey(one) === key));
    return new Set(found.map(([database]) => database));
  }

  /** The annotations of one database, in time order. */
  of(database: string): readonly Annotation[] {
    return this.#feeds.get(database)?.annotations ?? [];
  }

  /** Each annotation once, in time order: a channel's annotations are in the lists of two databases. */
  all(): readonly Annotation[] {
    const found = [...this.#feeds.values()].flatMap(({ annotations }) => annotations);
    const byKey = new Map(found.map((one) => [`${feedKey(one.source)} ${one.time}`, one]));
    return [...byKey.values()].sort((a, b) => a.timeMs - b.timeMs);
  }

  reload(): void {
    for (const feed of this.#feeds.values()) feed.reload();
  }

  readFrom(measurements: readonly MeasurementDescription[]): void {
    this.#sources = annotationSources(measurements);
    for (const [database, sources] of this.#sources) {
      const feed = this.#feeds.get(database) ?? new AnnotationFeed(this.#host);
      this.#feeds.set(database, feed);
      feed.readFrom(sources);
    }
  }
}
