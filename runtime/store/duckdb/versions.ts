/** Version numbers of measurements: one changes with each change of the measurement's rows, and none is used again. */

import { randomUUID } from "node:crypto";
import type { MeasurementName } from "../../model/store.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Table } from "./table.ts";

export class Versions {
  /** Counters of earlier processes are unknown. */
  readonly #start = randomUUID();
  /** Counts changes of all measurements, so that a deleted and recreated one never repeats a number. */
  #changes = 0;
  /** Counts what may concern every measurement. */
  #ofAll = 0;

  of({ changes }: Table): string {
    return `${this.#start}-${changes}-${this.#ofAll}`;
  }

  changed(table: Table): void {
    table.changes = ++this.#changes;
  }

  /** After the commit, so that earlier versions become invalid. */
  written(measurements: readonly MeasurementName[], catalogue: Catalogue): void {
    for (const { database, measurement } of measurements) {
      const table = catalogue.get(database, measurement);
      if (table !== undefined) this.changed(table);
    }
  }

  /** Rows became statistics, or the database was reopened, whose tables count from 0: all earlier versions are invalid. */
  allChanged(): void {
    this.#ofAll++;
  }
}
