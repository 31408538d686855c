/** One row for each bucket and group: a group's rows have the same values in some columns. */

import {
  BATCH_ROWS,
  type Batch,
  BatchBuilder,
  type BatchColumn,
  type Cell,
  cellOf,
  type Table,
  TIME,
} from "../model/batch.ts";
import type { Resampling } from "../model/export-request.ts";
import { Buckets } from "./buckets.ts";
import { type PagedTable, piecesIn, type Result, type Run, resultsOf, Tally } from "./resample.ts";

/** Groups within a bucket: each has a tally for every column. */
const MOST_GROUPS = 10_000;

interface Group {
  readonly labels: readonly Cell[];
  readonly tallies: readonly Tally[];
}

/**
 * @param table `time` first, ascending
 * @param resampling at least two aggregates, so that no result has a column's name
 * @param by columns of the table; a group of the rows without a value in one has none there either
 * @throws RangeError for too many groups
 */
export function resampleGroups(
  table: PagedTable,
  { widthNs, aggregates, origin }: Resampling,
  by: readonly string[],
  timeZone: string,
): Table {
  const given = table.columns.slice(1);
  const labels = by.map((name) => given.findIndex((column) => column.name === name));
  const results = resultsOf(table, aggregates);
  const columns = [TIME, ...labels.map((at) => given[at]!), ...results.map(({ name, type }) => ({ name, type }))];
  const newGroup = (cells: readonly Cell[]): Group => ({
    labels: cells,
    tallies: given.map((column) => new Tally(column)),
  });
  const groups = new Groups(labels, newGroup);
  const buckets = new Buckets(widthNs, timeZone, origin);
  return { columns, batches: rowsOf(table, new BatchBuilder(columns), groups, results, buckets) };
}

async function* rowsOf(
  table: PagedTable,
  builder: BatchBuilder,
  groups: Groups,
  results: readonly Result[],
  buckets: Buckets,
): AsyncGenerator<Batch> {
  let startNs: bigint | undefined;
  const finish = () => {
    for (const { labels, tallies } of groups.take())
      builder.add([startNs, ...labels, ...results.map(({ index, aggregate }) => tallies[index]!.result(aggregate))]);
  };
  for await (const page of table.pages) {
    for (const piece of piecesIn(page, buckets)) {
      if ("slot" in piece) continue;
      const start = buckets.startOf(piece.timeNs);
      if (startNs !== undefined && start !== startNs) finish();
      startNs = start;
      groups.add(piece);
      if (builder.rows >= BATCH_ROWS) yield builder.take();
    }
  }
  finish();
  if (builder.rows > 0) yield builder.take();
}

/** The groups of one bucket. */
class Groups {
  readonly #labels: readonly number[];
  readonly #newGroup: (labels: readonly Cell[]) => Group;
  #byKey = new Map<string, Group>();

  constructor(labels: readonly number[], newGroup: (labels: readonly Cell[]) => Group) {
    this.#labels = labels;
    this.#newGroup = newGroup;
  }

  add({ times, values, from, to }: Run): void {
    for (let row = from; row < to; row++) {
      const { tallies } = this.#of(values, row);
      for (let i = 0; i < tallies.length; i++) tallies[i]!.add(values[i]!, { times, from: row, to: row + 1 });
    }
  }

  take(): Iterable<Group> {
    const groups = this.#byKey.values();
    this.#byKey = new Map();
    return groups;
  }

  #of(values: readonly BatchColumn[], row: number): Group {
    const cells = this.#labels.map((at) => cellOf(values[at]!, row));
    const key = JSON.stringify(cells, (_, cell) => (typeof cell === "bigint" ? `${cell}` : cell));
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byKey.size === MOST_GROUPS) throw new RangeError(`more than ${MOST_GROUPS} groups in one interval`);
    const group = this.#newGroup(cells);
    this.#byKey.set(key, group);
    return group;
  }
}
