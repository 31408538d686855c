/** The list of formats of exported tables. A new one is a folder here, and its line. */

import { ARROW_FORMATS } from "./arrow/format.ts";
import { DUCKDB_FORMATS } from "./duckdb/format.ts";
import type { ExportFormat } from "./format.ts";
import { HDF5_FORMATS } from "./hdf5/format.ts";
import { PARQUET_FORMATS } from "./parquet/format.ts";
import { TEXT_FORMATS } from "./text-formats.ts";
import { XLSX_FORMATS } from "./xlsx/format.ts";

/** In the order of the documentation; the first is the default. */
export const FORMATS: readonly ExportFormat[] = [
  TEXT_FORMATS,
  PARQUET_FORMATS,
  ARROW_FORMATS,
  DUCKDB_FORMATS,
  XLSX_FORMATS,
  HDF5_FORMATS,
].flat();

export const FORMAT_NAMES = FORMATS.map(({ name }) => name) as [string, ...string[]];

/** @param name one of `FORMAT_NAMES`; requests are checked when they arrive */
export function formatNamed(name: string): ExportFormat {
  const format = FORMATS.find((known) => known.name === name);
  if (format === undefined) throw new Error(`there is no format '${name}'`);
  return format;
}

/** A format as an address' ending writes it. */
export interface Ending {
  readonly format: ExportFormat;
  readonly contentType: string;
}

/** By ending: names of formats, and their other endings. */
export const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ...FORMATS.map((format): [string, Ending] => [format.name, { format, contentType: format.contentType }]),
  ...FORMATS.flatMap((format) =>
    Object.entries(format.endings ?? {}).map(([ending, { contentType = format.contentType }]): [string, Ending] => [
      ending,
      { format, contentType },
    ]),
  ),
]);

/** Why the format cannot have so many columns. */
export function tooWide({ columns: limit }: ExportFormat, columns: number): string | undefined {
  if (limit === undefined || columns <= limit.most) return undefined;
  return `${limit.of} has at most ${limit.most} columns, and these are ${columns}`;
}
