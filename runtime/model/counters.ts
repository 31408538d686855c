/**
 * The numbers of a part that are metrics. The code that counts declares each with its name and help; `of` and `read` take only names that are
 * declared, so that a renamed number does not compile. `/metrics` collects the tables, and `docs/operations.md` lists them.
 */

import type { PartStatus } from "./part-status.ts";

/** A name that ends in `_total` is a counter, any other a gauge. Several numbers with one name are told apart by a label. */
export type MetricDeclaration = readonly [name: string, help: string, label?: Readonly<Record<string, string>>];

export class Counters<Name extends string = string> {
  /** The part's name in `/health`. */
  readonly part: string;
  readonly metrics: Readonly<Record<Name, MetricDeclaration>>;

  constructor(part: string, metrics: Readonly<Record<Name, MetricDeclaration>>) {
    this.part = part;
    this.metrics = metrics;
  }

  /** The part's numbers for its status: those of the metrics, and any others. */
  of<T extends Readonly<Record<Name, number>>>(numbers: T): T {
    return numbers;
  }

  /** A number of the part's status; 0 if the process does not have the part. */
  read(status: Pick<PartStatus, "counts"> | undefined, name: Name): number {
    return status?.counts?.[name] ?? 0;
  }

  /** All metrics of a part that does not count yet. */
  get none(): Readonly<Record<Name, number>> {
    return Object.fromEntries(Object.keys(this.metrics).map((name) => [name, 0])) as Record<Name, number>;
  }
}

export function counters<Name extends string>(
  part: string,
  metrics: Readonly<Record<Name, MetricDeclaration>>,
): Counters<Name> {
  return new Counters(part, metrics);
}
