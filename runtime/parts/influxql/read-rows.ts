/** Reads what a SELECT needs of one measurement as an export, aggregated in the store's thread. */

import type { ReadableStore } from "../../api/readable.ts";
import type { TableStore } from "../../export/open-table.ts";
import { aggregateType } from "../../export/resample.ts";
import { encodeExport, exported } from "../../formats/encode-export.ts";
import type { Cell } from "../../model/batch.ts";
import type { Aggregate, ExportRequest, Moment, TimeLimit } from "../../model/export-request.ts";
import type { FieldType } from "../../model/point.ts";
import { columnsIn } from "../../model/row-condition.ts";
import { parseTime } from "../../model/time.ts";
import {
  type AggregateName,
  type Aggregation,
  OF_VALUES,
  type OfValues,
  type Select,
  type StoredAggregate,
} from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export interface SelectSource {
  readonly store: ReadableStore;
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
  /** Absent: not known. */
  readonly tags?: ReadonlySet<string> | undefined;
  /** Those of all queried measurements, for `*`; absent: those of this one. */
  readonly all?: Pick<SelectSource, "columns" | "tags">;
  readonly nowNs: bigint;
  readonly limit: TimeLimit;
  /** A SELECT in FROM: its rows of a range, as they are, in the place of the store's. */
  readonly inner?: (range: Range) => Promise<TableStore>;
}

/** A stored column, or an aggregate of it, or when that was. */
export interface Leaf {
  readonly of: AggregateName | Moment | undefined;
  readonly column: string;
  readonly parameter?: Aggregation["parameter"];
}

export function isOfValues<Of extends { readonly of: unknown }>(leaf: Of): leaf is Of & { readonly of: OfValues } {
  return OF_VALUES.some((one) => one === leaf.of);
}

export interface Rows {
  readonly timesNs: readonly bigint[];
  readonly cells: (leaf: Leaf) => readonly Cell[];
}

export interface Range {
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

export interface Wanted extends Range {
  /** Each of a stored column. */
  readonly leaves: readonly Leaf[];
  readonly everyNs?: bigint;
  /** More are an error. */
  readonly mostRows: number;
  /** Reading ends after so many. */
  readonly enough?: number | undefined;
}

/** Rows of a group, by its labels: the values of the columns in GROUP BY. */
export type Groups = ReadonlyMap<string, Rows>;

/** The rows of a SELECT in FROM may begin before the range, as its intervals do. */
const ALL_TIMES: Range = { fromNs: -(2n ** 63n), toNs: 2n ** 63n - 1n };

/** @returns by the JSON of the labels; "" for a row without one */
export async function readGroups(select: Select, source: SelectSource, wanted: Wanted): Promise<Groups> {
  const labels = labelsOf(select, source);
  const times = source.inner === undefined ? wanted : { ...wanted, ...ALL_TIMES };
  const request = requestOf(select, source, labels, times);
  const reader = new Reader(request.sources[0]!.columns, labels, wanted.leaves);
  let rows = 0;
  const bytes =
    source.inner === undefined ? exported(source.store, request) : encodeExport(await source.inner(wanted), request);
  for await (const line of linesOf(bytes, request)) {
    if (wanted.enough !== undefined && rows >= wanted.enough) break;
    if (++rows > wanted.mostRows)
      throw new InfluxqlError(
        `more than ${wanted.mostRows} rows: choose a shorter time range, GROUP BY time(), or LIMIT`,
      );
    reader.take(JSON.parse(exactDigits(line)) as Record<string, unknown>);
  }
  return reader.groups;
}

/** Columns in GROUP BY that are tags, or stored as texts where tags are not known. */
export function labelsOf({ by }: Select, { columns, tags }: SelectSource): string[] {
  return by.filter((name) => columns.get(name) === "string" && tags?.has(name) !== false);
}

function requestOf(
  { where, timeZone, offsetNs }: Select,
  { database, measurement, columns, inner, limit }: SelectSource,
  labels: readonly string[],
  { leaves, everyNs, fromNs, toNs }: Wanted,
): ExportRequest {
  const tested = where === undefined ? [] : columnsIn(where).filter((name) => columns.has(name));
  const names = [...new Set([...leaves.map(({ column }) => column), ...labels, ...tested])];
  const named = names.map((name, index) => ({ name, type: columns.get(name)!, as: `c${index}` }));
  const isReduced = leaves.some(({ of }) => of !== undefined);
  const by = labels.map((label) => named.find(({ name }) => name === label)!.as);
  return {
    sources: [
      {
        database,
        measurement,
        columns: named,
        rows: inner === undefined ? "given" : "all",
        ...(where !== undefined && { where }),
      },
    ],
    combine: "join",
    fromNs,
    toNs,
    ...(isReduced && {
      every: {
        widthNs: everyNs ?? ALWAYS_NS,
        aggregates: aggregatesFor(leaves, columns),
        origin: { laterNs: everyNs === undefined ? 0n : offsetNs },
        ...(by.length > 0 && { by }),
      },
    }),
    fill: "none",
    timeZone: everyNs === undefined ? "UTC" : timeZone,
    format: "ndjson",
    limit,
  };
}

/** One interval that covers all times since 1970. */
const ALWAYS_NS = 2n ** 63n;

function aggregatesFor(leaves: readonly Leaf[], columns: ReadonlyMap<string, FieldType>): (Aggregate | Moment)[] {
  const wanted = new Set<Aggregate | Moment>();
  for (const { of, column } of leaves) {
    for (const one of partsOf(of as StoredAggregate)) {
      if (aggregateType(one, { name: column, type: columns.get(column)! }) === undefined)
        throw new InfluxqlError(`${of}() needs numbers; ${JSON.stringify(column)} is text`);
      wanted.add(one);
    }
  }
  // At least two aggregates, so that each result is named by its function.
  wanted.add("count");
  wanted.add("first");
  return [...wanted];
}

/** What an aggregate is made of. */
export function partsOf(of: StoredAggregate | Moment): readonly (Aggregate | Moment)[] {
  return of === "spread" ? ["min", "max"] : [of];
}

class Reader {
  readonly groups = new Map<string, Rows & { readonly add: (row: Record<string, unknown>) => void }>();
  readonly #columns: ExportRequest["sources"][number]["columns"];
  readonly #labels: readonly string[];
  readonly #leaves: readonly Leaf[];

  constructor(
    columns: ExportRequest["sources"][number]["columns"],
    labels: readonly string[],
    leaves: readonly Leaf[],
  ) {
    this.#columns = columns;
    this.#labels = labels.map((label) => this.#column(label).as);
    this.#leaves = leaves;
  }

  take(row: Record<string, unknown>): void {
    const key = JSON.stringify(this.#labels.map((as) => row[as] ?? ""));
    const group = this.groups.get(key) ?? this.#newGroup();
    this.groups.set(key, group);
    group.add(row);
  }

  #newGroup() {
    const timesNs: bigint[] = [];
    const read = this.#leaves.map((leaf) => {
      const { as, type } = this.#column(leaf.column);
      return { leaf, cells: [] as Cell[], cell: readerOf(leaf, as, type as FieldType) };
    });
    return {
      timesNs,
      cells: (wanted: Leaf) =>
        read.find(({ leaf }) => leaf.of === wanted.of && leaf.column === wanted.column)?.cells ?? [],
      add: (row: Record<string, unknown>) => {
        timesNs.push(parseTime(row["time"] as string, "UTC"));
        for (const { cells, cell } of read) cells.push(cell(row));
      },
    };
  }

  #column(name: string) {
    return this.#columns.find((column) => column.name === name)!;
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>, { sources }: ExportRequest): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const piece of bytes) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== "DoesNotFit") throw error;
    // By the names of the statement.
    const named = (given: string, as: string) => sources[0]?.columns.find((one) => one.as === as)?.name ?? given;
    throw new InfluxqlError(message.replace(/(?<=')(c\d+)(?=')/, named));
  }
  if (rest !== "") yield rest;
}

/** Integers that a double cannot hold become text. Inside a text, a quote is preceded by a backslash. */
function exactDigits(line: string): string {
  return line.replace(/"((?:\w+\()?c\d+\)?)":(-?\d{16,})(?=[,}])/g, '"$1":"$2"');
}

type CellReader = (row: Record<string, unknown>) => Cell;

function readerOf({ of }: Leaf, as: string, type: FieldType): CellReader {
  if (of === undefined) return (row) => cellOf(row[as], type);
  if (of === "spread") {
    return (row) => {
      const [least, greatest] = [row[`min(${as})`], row[`max(${as})`]].map((cell) => cellOf(cell, type));
      if (least === null || greatest === null) return null;
      return typeof least === "bigint" && typeof greatest === "bigint"
        ? greatest - least
        : Number(greatest) - Number(least);
    };
  }
  const made = aggregateType(of as Aggregate, { name: as, type }) as FieldType;
  // Where an interval has rows, but no value of this column, it counts none.
  const read: CellReader = (row) => cellOf(row[`${of}(${as})`], made);
  return of === "count" ? (row) => read(row) || null : read;
}

function cellOf(value: unknown, type: FieldType): Cell {
  if (value === null || value === undefined) return null;
  if (type === "integer" || type === "unsigned") return BigInt(value as string | number);
  return type === "float" ? Number(value) : (value as Cell);
}
