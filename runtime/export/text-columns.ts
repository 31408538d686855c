/** A column's values as text, row by row. Hot path: the cost per value must not depend on the number of columns. */

import { floorTo, formatNs } from "../model/clock.ts";
import { zoneOffsetMs } from "../model/time-zone.ts";

const SECOND = 1_000_000_000n;

/** ISO 8601; the text of a second is reused for all times within it. @param digits decimal places of the second */
export function timeFormatter(timeZone: string, digits = 9): (timeNs: bigint) => string {
  let startNs = 1n;
  let endNs = 0n;
  let before = "";
  let behind = "Z";
  return (timeNs) => {
    if (timeNs < startNs || timeNs >= endNs) {
      startNs = floorTo(timeNs, SECOND);
      endNs = startNs + SECOND;
      const offsetMs = timeZone === "UTC" ? 0 : zoneOffsetMs(timeZone, Number(startNs / 1_000_000n));
      before = formatNs(startNs + BigInt(offsetMs) * 1_000_000n).slice(0, -10);
      behind = timeZone === "UTC" ? "Z" : offsetText(offsetMs);
    }
    const fraction = String(Number(timeNs - startNs)).padStart(9, "0");
    return `${before}${digits === 9 ? fraction : fraction.slice(0, digits)}${behind}`;
  };
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offsetMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The shortest text that reads back as the same number; `String` drops the sign of zero, and many readers that of an integer. */
export function floatText(value: number): string {
  return value === 0 && Object.is(value, -0) ? "-0.0" : String(value);
}

const PIECE_CHARACTERS = 128 * 1024;

/**
 * Joins texts into byte buffers large enough to send.
 * @param failed a last text that says why the rest is missing, in the words of the format. Before the first piece nothing was sent
 * yet: then only the error counts.
 */
export async function* inPieces(
  texts: AsyncIterable<string>,
  failed: (reason: string) => string,
): AsyncGenerator<Uint8Array> {
  let piece = "";
  let isSent = false;
  try {
    for await (const text of texts) {
      piece += text;
      if (piece.length < PIECE_CHARACTERS) continue;
      isSent = true;
      yield Buffer.from(piece, "utf8");
      piece = "";
    }
  } catch (error) {
    if (isSent) yield Buffer.from(piece + failed((error as Error).message), "utf8");
    throw error;
  }
  if (piece !== "") yield Buffer.from(piece, "utf8");
}
