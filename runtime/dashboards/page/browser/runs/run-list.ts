/** All runs of the service, read when they are first shown and after events. */

import { type Annotation, annotationFrom } from "../annotations/annotation.ts";
import { fetchNewest, fetchRows } from "../data/api.ts";
import { Query } from "../data/query.ts";
import { fitting, type MeasurementName } from "../text/measurement-name.ts";
import { type Run, runsAmong } from "./run.ts";

/** Events of one measurement that are searched for runs. */
const MOST_EVENTS = 1000;
/** With more measurements of events, fewer requests read fewer rows of each. */
const MOST_READ_ALONE = 20;
const ROWS_TOGETHER = 100;

export class RunList {
  readonly #query = new Query<readonly Run[]>();
  readonly #sources: () => readonly MeasurementName[];
  #isWanted = false;

  /** @param sources measurements of events */
  constructor(sources: () => readonly MeasurementName[]) {
    this.#sources = sources;
  }

  /** The newest first; undefined before they were read. */
  get runs(): readonly Run[] | undefined {
    return this.#query.answer;
  }

  /** Why they cannot be read; empty otherwise. */
  get problem(): string {
    return this.#query.failure?.message ?? "";
  }

  get open(): readonly Run[] {
    return (this.runs ?? []).filter(({ endMs }) => endMs === undefined);
  }

  /** Call this where runs are shown. */
  want(): void {
    if (!this.#isWanted) this.reload();
  }

  reload(): void {
    this.#isWanted = true;
    void this.#query.renew("runs", async () => runsAmong(await annotationsOf(this.#sources())));
  }

  /** There are new events. */
  changed(): void {
    if (this.#isWanted) this.reload();
  }
}

async function annotationsOf(sources: readonly MeasurementName[]): Promise<Annotation[]> {
  const found: Annotation[] = [];
  const take = (source: MeasurementName, rows: Awaited<ReturnType<typeof fetchRows>>) =>
    found.push(...rows.filter((row) => row["deleted"] !== true).map((row) => annotationFrom(row, source)));
  if (sources.length <= MOST_READ_ALONE) {
    const lists = await Promise.all(sources.map((source) => fetchRows(source, { limit: MOST_EVENTS })));
    for (const [i, rows] of lists.entries()) take(sources[i]!, rows);
    return found;
  }
  for (let rest = sources; rest.length > 0; ) {
    const some = rest.slice(0, fitting(rest.map((description) => ({ description }))));
    const { measurements } = await fetchNewest(some, ROWS_TOGETHER);
    for (const [i, { rows }] of measurements.entries()) take(some[i]!, rows ?? []);
    rest = rest.slice(some.length);
  }
  return found;
}
