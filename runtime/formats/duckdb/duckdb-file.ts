/** Writes a table as a DuckDB file with this one table. */

import type { Encode } from "../../export/encode.ts";
import type { TableColumn } from "../../model/batch.ts";
import { asFile, DEFAULT_NAME, type Target } from "../database-file.ts";

/** Maximum size of an exported database. */
const MOST_BYTES = 2 ** 31;

export const encodeDatabase: Encode = (table, { name = DEFAULT_NAME, directory }) =>
  asFile(table, directory, async (path) => ({
    table: name,
    columnName: uniqueNames(table.columns),
    mostBytes: MOST_BYTES,
    tooLarge: "a DuckDB file of an export has at most 2 GiB",
    async finish(connection) {
      await connection.run("COMMIT");
      await connection.run("CHECKPOINT");
      return path;
    },
  }));

/** As DuckDB names the columns of a Parquet file that differ only in case: `a`, `A_1`. */
function uniqueNames(columns: readonly TableColumn[]): Target["columnName"] {
  const taken = new Set<string>();
  const names = columns.map(({ name }) => {
    let unique = name;
    for (let nth = 1; taken.has(unique.toLowerCase()); nth++) unique = `${name}_${nth}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
  return (_, index) => names[index]!;
}
