/** Tables of other loggers, whose header line lacks our `##`: the header is rewritten to our form; the rows follow. */

import { dictionary } from "../../lib/dictionary.ts";
import type { BodyStream } from "../../sources/http/request-body.ts";
import type { Dialect } from "./dialect.ts";

export const csv: Dialect = {
  name: "csv",
  meaning:
    "Tables whose header has no `##`: beginning `Date/Time` or `Datum/Zeit` (Open Hive), `Datum,Uhrzeit` (Beelogger), `sensor_id` (archive of luftdaten.info), or with `Date;Time` (Variometer, `yy/mm/dd`); `;` beside `,`; separators at the end of a line.",
};

const LONGEST_HEADER = 64 << 10;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The format of a table. */
interface Table {
  readonly header: string;
  /** Both separators occur between cells. */
  readonly isMixed: boolean;
  /** Number of unnamed columns at the end of the header. */
  readonly trailing: number;
}

/** Rewrites such a table to our format while it arrives; passes other bodies unchanged. */
export async function* ownTable(body: BodyStream): BodyStream {
  let held: Buffer = Buffer.alloc(0);
  let table: Table | undefined;
  let isBegun = false;
  for await (const part of body) {
    held = Buffer.concat([held, part]);
    const end = isBegun ? 0 : held.indexOf(LINE_FEED);
    if (end < 0 && held.length < LONGEST_HEADER) continue;
    if (!isBegun) ({ table, held } = withOwnHeader(held, end));
    isBegun = true;
    const whole = isRewritten(table) ? held.lastIndexOf(LINE_FEED) + 1 : held.length;
    if (whole > 0) yield rewritten(held.subarray(0, whole), table);
    held = Buffer.from(held.subarray(whole));
  }
  if (!isBegun) ({ table, held } = withOwnHeader(held, held.length));
  if (held.length > 0) yield rewritten(held, table);
}

/** @param end of the first line; negative if its end is not there yet */
function withOwnHeader(bytes: Buffer, end: number): { readonly table: Table | undefined; readonly held: Buffer } {
  const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
  const table = end < 0 ? undefined : readHeader(bytes.toString("utf8", 0, last).replace(/^\ufeff/, ""));
  if (table === undefined) return { table, held: bytes };
  return { table, held: Buffer.concat([Buffer.from(`${table.header}\n`), bytes.subarray(end + 1)]) };
}

/** Undefined if the line is not one of these headers, or already has our form. */
export function readHeader(line: string): Table | undefined {
  const isOurs = line.startsWith("##");
  const isTwoTimes = line.startsWith("Datum,Uhrzeit") || line.includes("Date;Time");
  if (!isOurs && !isTwoTimes && !/^(?:Date\/Time|Datum\/Zeit|sensor_id)/.test(line)) return undefined;
  const text = line.replace(/^##\s*/, "");
  const isMixed = text.includes(";") && text.includes(",");
  const separator = text.includes(";") && !isMixed ? ";" : ",";
  const names = text.split(isMixed ? /[;,]/ : separator).map((name) => name.trim());
  const trailing = names.length - 1 - names.findLastIndex((name) => name !== "");
  if (isOurs && !isMixed && trailing === 0) return undefined;
  const named = names.slice(0, names.length - trailing);
  // Both names mean a time in UTC.
  const put = isTwoTimes ? named.map((name) => TWO_TIMES[name] ?? name) : named;
  return { header: `## ${put.join(separator)}`, isMixed, trailing };
}

const TWO_TIMES: Readonly<Record<string, string>> = dictionary({
  Datum: "date",
  Uhrzeit: "time UTC",
  Date: "date",
  Time: "time UTC",
});

function isRewritten(table: Table | undefined): boolean {
  return table !== undefined && (table.isMixed || table.trailing > 0);
}

/** Rewrites whole rows; a row with a quote is not changed. */
function rewritten(rows: Buffer, table: Table | undefined): Buffer {
  if (table === undefined || !isRewritten(table)) return rows;
  const end = new RegExp(`(?:[;,][ \\t]*){1,${table.trailing || 1}}(?=\\r?$)`);
  const lines = rows.toString("latin1").split("\n");
  const put = lines.map((line) => {
    if (line.includes('"')) return line;
    const cut = table.trailing > 0 ? line.replace(end, "") : line;
    return table.isMixed ? cut.replaceAll(";", ",") : cut;
  });
  return Buffer.from(put.join("\n"), "latin1");
}
