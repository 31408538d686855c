/** All runs of the service, read when they are first shown and after events. */

import { signal } from "@preact/signals";
import { type Annotation, annotationFrom } from "../annotations/annotation.ts";
import { fetchNewest, fetchRows } from "../data/api.ts";
import { Reading } from "../data/query.ts";
import { fitting, type MeasurementName } from "../text/measurement-name.ts";
import { type Run, runsAmong } from "./run.ts";

/** Events of one measurement that are searched for runs. */
const MOST_EVENTS = 1000;
/** With more measurements of events, fewer requests read fewer rows of each. */
const MOST_READ_ALONE = 20;
const ROWS_TOGETHER = 100;

export class RunList {
  readonly #runs = signal<readonly Run[] | undefined>(undefined);
  readonly #problem = signal("");
  readonly #sources: () => readonly MeasurementName[];
  readonly #reading = new Reading(() => this.#read());
  #isWanted = false;

  /** @param sources measurements of events */
  constructor(sources: () => readonly MeasurementName[]) {
    this.#sources = sources;
  }

  /** The newest first; undefined before they were read. */
  get runs(): readonly Run[] | undefined {
    return this.#runs.value;
  }

  /** Why they cannot be read; empty otherwise. */
  get problem(): string {
    return this.#problem.value;
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
    this.#reading.again();
  }

  /** There are new events. */
  changed(): void {
    if (this.#isWanted) this.reload();
  }

  async #read(): Promise<void> {
    try {
      this.#runs.value = runsAmong(await annotationsOf(this.#sources()));
      this.#problem.value = "";
    } catch (error) {
      this.#problem.value = (error as Error).message;
      throw error;
    }
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
