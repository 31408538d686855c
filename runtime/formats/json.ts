/** Rows as flat JSON objects: one array, or one object in each line. 64-bit integers keep all digits. */

import type { Encode, EncodeOptions } from "../export/encode.ts";
import { floatText, inPieces, timeFormatter } from "../export/text-columns.ts";
import type { Batch, BatchColumn, Table } from "../model/batch.ts";

export const encodeJson: Encode = (table, options) => inPieces(array(table, options), failure);
export const encodeNdjson: Encode = (table, options) => inPieces(lines(table, options), failure);

/** No row has this member alone. In an array, the bracket that would end it is missing. */
function failure(error: string): string {
  return `\n${JSON.stringify({ error })}\n`;
}

async function* array({ batches }: Table, { timeZone, timeDigits }: EncodeOptions): AsyncGenerator<string> {
  const timeText = timeFormatter(timeZone, timeDigits);
  let before = "[\n";
  for await (const batch of batches) {
    yield objects(batch, timeText, before, ",\n", "");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* lines({ batches }: Table, { timeZone, timeDigits }: EncodeOptions): AsyncGenerator<string> {
  const timeText = timeFormatter(timeZone, timeDigits);
  for await (const batch of batches) yield objects(batch, timeText, "", "\n", "\n");
}

function objects(
  { rows, columns }: Batch,
  timeText: (timeNs: bigint) => string,
  before: string,
  between: string,
  behind: string,
): string {
  const members = columns.map((column, i) => {
    const key = `${i === 0 ? "{" : ","}${JSON.stringify(column.name)}:`;
    const value = textOf(column, timeText);
    const { valid } = column;
    return valid === undefined
      ? (row: number) => key + value(row)
      : (row: number) => key + (valid[row] === 0 ? "null" : value(row));
  });
  let text = before;
  for (let row = 0; row < rows; row++) {
    if (row > 0) text += between;
    for (let i = 0; i < members.length; i++) text += members[i]!(row);
    text += "}";
  }
  return text + behind;
}

function textOf(column: BatchColumn, timeText: (timeNs: bigint) => string): (row: number) => string {
  switch (column.type) {
    case "time":
      return (row) => `"${timeText(column.values[row]!)}"`;
    case "boolean":
      return (row) => (column.values[row] === 1 ? "true" : "false");
    case "string":
      return (row) => JSON.stringify(column.values[row]);
    case "float":
      // JSON has no NaN or infinity. The store keeps none, but a query may compute some.
      return (row) => (Number.isFinite(column.values[row]) ? floatText(column.values[row]!) : "null");
    default:
      return (row) => String(column.values[row]);
  }
}
