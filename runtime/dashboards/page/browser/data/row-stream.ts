/** Parses CSV of times and numbers on arrival. No DOM. */

import type { RowSink } from "./whole-rows.ts";

/** @param chunks CSV with a header line; the first column is the time, the others are numbers or booleans */
export async function readRowStream(chunks: AsyncIterable<string>, onRow: RowSink["row"]): Promise<void> {
  const timeOf = timeReader();
  const values: (number | undefined)[] = [];
  let rest = "";
  let isHeader = true;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (!isHeader) giveRow(line, timeOf, values, onRow);
      isHeader = false;
    }
  }
}

function giveRow(
  line: string,
  timeOf: (text: string) => number,
  values: (number | undefined)[],
  onRow: RowSink["row"],
) {
  const cells = line.split(",");
  for (let i = 1; i < cells.length; i += 1) values[i - 1] = numberOf(cells[i]!);
  onRow(timeOf(cells[0]!), values);
}

function numberOf(cell: string): number | undefined {
  const text = cell.endsWith("\r") ? cell.slice(0, -1) : cell;
  if (text === "") return undefined;
  if (text === "true") return 1;
  return text === "false" ? 0 : Number(text);
}

/** Like `parseIsoMs`, but the date is parsed once for all rows of a second. */
function timeReader(): (text: string) => number {
  let second = "";
  let secondMs = 0;
  return (text) => {
    const whole = text.slice(0, 19);
    if (whole !== second) {
      second = whole;
      secondMs = Date.parse(`${whole}Z`);
    }
    return text.length <= 20 ? secondMs : secondMs + Number(`0${text.slice(19, -1)}`) * 1000;
  };
}
