/** The formats of exported tables. A library is loaded when its format is first used. */

import type { FormatEncoder } from "../export/encode.ts";
import { FORMATS, type Format } from "../model/export-request.ts";

export const FORMAT_ENCODERS: Readonly<Record<Format, FormatEncoder>> = {
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    load: async () => (await import("../export/separated.ts")).encodeCsv,
  },
  tsv: {
    contentType: "text/tab-separated-values; charset=utf-8; header=present",
    load: async () => (await import("../export/separated.ts")).encodeTsv,
  },
  json: { contentType: "application/json", load: async () => (await import("../export/json.ts")).encodeJson },
  ndjson: { contentType: "application/x-ndjson", load: async () => (await import("../export/json.ts")).encodeNdjson },
  parquet: {
    contentType: "application/vnd.apache.parquet",
    load: async () => (await import("./database-file.ts")).encodeParquet,
  },
  arrow: {
    contentType: "application/vnd.apache.arrow.stream",
    load: async () => (await import("../export/arrow.ts")).encodeArrow,
  },
  feather: {
    contentType: "application/vnd.apache.arrow.file",
    load: async () => (await import("../export/arrow.ts")).encodeFeather,
  },
  duckdb: {
    contentType: "application/vnd.duckdb",
    varies: true,
    load: async () => (await import("./database-file.ts")).encodeDatabase,
  },
  xlsx: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    // The file holds its creation time.
    varies: true,
    // [Excel specifications and limits]
    columns: { most: 16_384, of: "A worksheet" },
    load: async () => (await import("../export/xlsx.ts")).encodeXlsx,
  },
  hdf5: {
    contentType: "application/x-hdf5",
    isWhole: true,
    load: async () => (await import("../export/hdf5/encode.ts")).encodeHdf5,
  },
  netcdf: {
    contentType: "application/x-netcdf",
    isWhole: true,
    load: async () => (await import("../export/hdf5/encode.ts")).encodeNetcdf,
  },
};

/** Other endings of an address for the same format. */
export const SUFFIXES: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(FORMATS.map((format) => [format, format])),
  ...{ txt: "csv", h5: "hdf5", hdf: "hdf5", nc: "netcdf", cdf: "netcdf" },
};

/** Why the format cannot have so many columns. */
export function tooWide(format: Format, columns: number): string | undefined {
  const limit = FORMAT_ENCODERS[format].columns;
  if (limit === undefined || columns <= limit.most) return undefined;
  return `${limit.of} has at most ${limit.most} columns, and these are ${columns}`;
}
