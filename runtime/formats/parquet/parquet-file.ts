/** Writes a table as a Parquet file. */

import { dirname } from "node:path";
import type { Encode } from "../../export/encode.ts";
import { copyStatement, noRoom, roomFor } from "../../store/duckdb/parquet.ts";
import { asFile, DEFAULT_NAME } from "../database-file.ts";

export const encodeParquet: Encode = (table, { directory, for: reader }) =>
  asFile(table, directory, async (path) => {
    const columns = table.columns.map((column, index) => ({ ...column, sql: `c${index}` }));
    const file = `${path}.parquet`;
    return {
      table: DEFAULT_NAME,
      columnName: (_, index) => `c${index}`,
      mostBytes: await roomFor(dirname(path)),
      tooLarge: noRoom(dirname(path)),
      async finish(connection) {
        await connection.run(copyStatement({ from: DEFAULT_NAME, columns, for: reader }, file));
        await connection.run("ROLLBACK");
        return file;
      },
    };
  });
