/** The annotations of all databases; those of one are shown by all its panels. */

import { computed, signal } from "@preact/signals";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { fetchRows } from "../data/api.ts";
import { Query } from "../data/query.ts";
import type { Urgency } from "../data/request-queue.ts";
import type { Timeline } from "../series/timeline.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { type Annotation, annotationFrom, annotationSources } from "./annotation.ts";

const MAX_ANNOTATIONS = 500;

export class AnnotationCache {
  /** By database, in time order. */
  readonly #found = signal<ReadonlyMap<string, readonly Annotation[]>>(new Map());
  readonly #timeline: Timeline;
  readonly #queue: (request: () => Promise<void>, urgency: Urgency) => void;
  readonly #queries = new Map<string, Query<void>>();
  #sources: ReadonlyMap<string, readonly MeasurementName[]> = new Map();

  /** Each annotation once, in time order: a channel's annotations are in the lists of two databases. */
  readonly all = computed((): readonly Annotation[] => {
    const found = [...this.#found.value.values()].flat();
    const byKey = new Map(found.map((one) => [`${feedKey(one.source)} ${one.time}`, one]));
    return [...byKey.values()].sort((a, b) => a.timeMs - b.timeMs);
  });

  constructor(timeline: Timeline, queue: (request: () => Promise<void>, urgency: Urgency) => void) {
    this.#timeline = timeline;
    this.#queue = queue;
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

  of(database: string): readonly Annotation[] {
    return this.#found.value.get(database) ?? [];
  }

  reload(): void {
    for (const database of this.#sources.keys()) this.#reload(database);
  }

  readFrom(measurements: readonly MeasurementDescription[]): void {
    const before = this.#sources;
    this.#sources = annotationSources(measurements);
    for (const [database, sources] of this.#sources)
      if (JSON.stringify(sources) !== JSON.stringify(before.get(database))) this.#reload(database);
  }

  #reload(database: string): void {
    if (this.#sources.get(database)?.length === 0) return;
    // Another part of the page reports that the service does not answer.
    const made = () => new Query<void>({ queue: (request) => this.#queue(request, "seen") });
    const query = this.#queries.get(database) ?? made();
    this.#queries.set(database, query);
    void query.renew(database, () => this.#load(database));
  }

  async #load(database: string): Promise<void> {
    const { fromMs, toMs } = this.#timeline.span();
    // An annotation in the future is shown when its time comes.
    const span = { fromMs, toMs: toMs + (toMs - fromMs) };
    const lists = await Promise.all(
      (this.#sources.get(database) ?? []).map(async (source) => {
        const rows = await fetchRows(source, { limit: MAX_ANNOTATIONS, ...span });
        return rows.filter((row) => row["deleted"] !== true).map((row) => annotationFrom(row, source));
      }),
    );
    const annotations = lists.flat().sort((a, b) => a.timeMs - b.timeMs);
    this.#found.value = new Map([...this.#found.peek(), [database, annotations]]);
  }
}
