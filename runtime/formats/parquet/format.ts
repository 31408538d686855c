/** Parquet files. */

import { askerOf } from "../../model/asker.ts";
import type { ExportFormat } from "../format.ts";

export const PARQUET_FORMATS: readonly ExportFormat[] = [
  {
    name: "parquet",
    onPage: true,
    contentType: "application/vnd.apache.parquet",
    readers: {
      spark:
        "has times to the microsecond, and encodings of version 1, for readers that know no others (Spark, fastparquet, parquetjs)",
    },
    byStore(store, request) {
      const { sources, every, fill, fromNs, toNs, for: reader } = request;
      const [source, ...more] = sources;
      if (source === undefined || more.length > 0 || source.where !== undefined) return undefined;
      if (every !== undefined || fill !== "none") return undefined;
      return store.parquet?.({
        source,
        fromNs,
        toNs,
        ...(reader !== undefined && { for: reader }),
        ...askerOf(request),
      });
    },
    load: async () => (await import("./parquet-file.ts")).encodeParquet,
  },
];
