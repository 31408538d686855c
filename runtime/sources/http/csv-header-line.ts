/**
 * Tables whose header is a line without `##`, as loggers and spreadsheets write them: the sender says so with the
 * parameter `header` of `text/csv` [RFC 4180 3].
 */

import { ValueError } from "../../model/error-signal.ts";
import type { BodyStream } from "./request-body.ts";

/** Lines that may stand before the header are not longer in all. */
const MOST_BYTES = 64 << 10;
/** Campbell's environment line, which is above the header. */
const ENVIRONMENT = /^"?TO[AB]\d"?,/;
const NO_HEADER = /^\s*(?:#(?!#).*)?$|^"?sep=."?\s*$/i;

/** `present`, or the number of its line from 1; undefined: the header has its `##`. @throws ValueError */
export function headerLineOf(contentType: string | undefined): "present" | number | undefined {
  const [, given] = /;\s*header\s*=\s*"?([\w.-]*)"?/i.exec(contentType ?? "") ?? [];
  const text = given?.toLowerCase();
  if (text === undefined || text === "absent") return undefined;
  if (text === "present") return "present";
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ValueError("The parameter 'header' of text/csv is 'present', 'absent' or the number of a line", "bad-csv");
}

/** The table with `##` before its header, and without the lines above. @throws ValueError if there is no such line */
export async function* withHeaderMark(body: BodyStream, at: "present" | number): BodyStream {
  let held: Buffer = Buffer.alloc(0);
  let isMarked = false;
  for await (const part of body) {
    if (isMarked) {
      yield part;
      continue;
    }
    held = Buffer.concat([held, part]);
    const start = headerStart(held, at);
    if (start === undefined && held.length > MOST_BYTES)
      throw new ValueError("CSV body has no header line in its first 64 KiB", "bad-csv");
    if (start === undefined) continue;
    isMarked = true;
    yield marked(held.subarray(start));
  }
  if (isMarked || held.length === 0) return;
  // The last line may lack its end.
  const start = headerStart(Buffer.concat([held, Buffer.from("\n")]), at);
  if (start === undefined) throw new ValueError("CSV body has no header line", "bad-csv");
  yield marked(held.subarray(start));
}

function marked(table: Buffer): Buffer {
  return table.toString("latin1", 0, 2) === "##" ? table : Buffer.concat([Buffer.from("## "), table]);
}

/** The beginning of the header line, once it is there with its end. */
function headerStart(bytes: Buffer, at: "present" | number): number | undefined {
  const mark = bytes.toString("latin1", 0, 3) === "\u00ef\u00bb\u00bf" ? 3 : 0;
  let from = mark;
  for (let number = 1; ; number++) {
    const end = bytes.indexOf(0x0a, from);
    if (end < 0) return undefined;
    const line = bytes.toString("latin1", from, end).trimEnd();
    const isIt = at === "present" ? !NO_HEADER.test(line) && !ENVIRONMENT.test(line) : number === at;
    if (isIt) return from;
    from = end + 1;
  }
}
