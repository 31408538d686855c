/** Tables as HDF5 and NetCDF files, which are made in memory. */

import { type Encode, TooLargeForFormat } from "../../export/encode.ts";
import { type Batch, type BatchColumn, inTimeOrder, joined, type Table } from "../../model/batch.ts";
import { MICROSECONDS, netcdfFile } from "./netcdf.ts";
import { pandasFile } from "./pandas.ts";

/** Maximum number of values, as of an answer by a device's address. */
const MOST_CELLS = 5_000_000;
const PIECE_BYTES = 256 * 1024;

export const encodeHdf5: Encode = async function* (table, { name = "rows" }) {
  yield* inPieces(pandasFile(await wholeBatch(table), groupName(name)));
};

export const encodeNetcdf: Encode = async function* (table, { name = "rows", for: reader }) {
  const finest = reader === "cftime" ? MICROSECONDS : undefined;
  yield* inPieces(netcdfFile(await wholeBatch(table), groupName(name), finest));
};

/** A slash separates groups, and `.` is the group itself. */
function groupName(name: string): string {
  return name.replaceAll("/", "_").replace(/^\.*$/, "rows");
}

/** All rows, sorted by time, as an index requires. @throws TooLargeForFormat */
async function wholeBatch({ columns, batches }: Table): Promise<Batch> {
  const parts = columns.map((): BatchColumn[] => []);
  let rows = 0;
  for await (const batch of batches) {
    for (const [index, column] of batch.columns.entries()) parts[index]!.push(column);
    rows += batch.rows;
    if (rows * columns.length > MOST_CELLS) throw new TooLargeForFormat(`the table has more than ${MOST_CELLS} values`);
  }
  return {
    rows,
    columns: inTimeOrder({ rows, columns: columns.map((column, index) => joined(column, parts[index]!)) }),
  };
}

function* inPieces(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}
