/** What candump of can-utils writes: its log (`-l`, `-L`) and its lines for people. */

import { type CanFrame, type CanRecording, canFrame, hexBytes, LineReader } from "./can-frame.ts";

/** `(1436509052.249713) vcan0 044#2A366C2BBA`, with `##` and a digit of flags for CAN FD, and `_` and a length code above 8 */
const LOGGED =
  /^\((\d+)\.(\d{1,9})\)\s+(\S+)\s+([\da-f]{3}|[\da-f]{8})#(?:#[\da-f])?([\da-f]*)(?:_[9a-f])?(?:\s+[RT])?\s*$/i;
const LOGGED_OTHER = /^\(\d+\.\d{1,9}\)\s+\S+\s+[\da-f]{3,8}#R\d?(?:_[9a-f])?(?:\s+[RT])?\s*$/i;
/** The time of lines for people: seconds, or with `-t A` the computer's own time. */
const TIME = String.raw`(?:\((?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)|(\d+))\.(\d{1,9})\)\s+)?`;
/** ` (1436509052.249713)  vcan0  123   [8]  11 22 33 44 55 66 77 88   '.."3DUfw'` */
const SHOWN = new RegExp(
  String.raw`^\s*${TIME}(\S+)\s+(?:[RT]X\s+(?:[-BE]\s+){0,2})?([\da-f]{3}|[\da-f]{8})\s+\[\s*(\d{1,2})\]\s*((?:[\da-f]{2}(?:\s+|$))*)(?:'.*)?$`,
  "i",
);
const SHOWN_OTHER = new RegExp(
  String.raw`^\s*${TIME}\S+\s+(?:[RT]X\s+(?:[-BE]\s+){0,2})?[\da-f]{3,8}\s+\[\s*\d{1,2}\]\s+remote request`,
  "i",
);

/** Relative times (`-t d`, `-t z`) begin near zero. */
const LEAST_SECONDS = 100_000_000;

export function candumpLine(line: string): CanFrame | "other" | "no frame" {
  if (line.trim() === "") return "no frame";
  const logged = LOGGED.exec(line);
  if (logged !== null) {
    const [, seconds = "", fraction = "", bus = "", id = "", hex = ""] = logged;
    return frameOf(id, hexBytes(hex), { timeNs: timeNs(seconds, fraction), bus });
  }
  if (LOGGED_OTHER.test(line) || SHOWN_OTHER.test(line)) return "other";
  const shown = SHOWN.exec(line);
  if (shown === null) return "other";
  const [, date, given, fraction = "", bus = "", id = "", length, hex = ""] = shown;
  const seconds = date === undefined ? given : String(new Date(date).getTime() / 1000);
  const data = hexBytes(hex.replaceAll(/\s+/g, ""));
  if (data?.length !== Number(length)) return "other";
  return frameOf(id, data, { timeNs: seconds === undefined ? undefined : timeNs(seconds, fraction), bus });
}

/** IDs beyond 29 bits are error frames. */
function frameOf(id: string, data: Uint8Array | undefined, more: Pick<CanFrame, "timeNs" | "bus">): CanFrame | "other" {
  return (data && canFrame(Number.parseInt(id, 16), id.length === 8, data, more)) ?? "other";
}

function timeNs(seconds: string, fraction: string): bigint | undefined {
  if (Number(seconds) < LEAST_SECONDS) return undefined;
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

export const CANDUMP: CanRecording = {
  name: "candump",
  recognises: (first) => {
    const [line = ""] = first.toString("latin1").split(/\r\n|\n|\r/);
    return LOGGED.test(line) || LOGGED_OTHER.test(line) || SHOWN.test(line) || SHOWN_OTHER.test(line);
  },
  open: () => new LineReader(candumpLine),
};
