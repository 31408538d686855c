/** The configuration's notation for how a stream is cut into frames. */

import type { Framing } from "../frames/frame-format.ts";

const FRAMINGS =
  "length, fixed, fixed:32, tm:1115, tm:1115+crc, cobs, slip, sync:aa55, lines, lines:hex or lines:base64";
const MAX_SYNC_BYTES = 8;
/** Bytes of a transfer frame. [CCSDS 132.0-B-3, 4.1.1] */
const [LEAST_TRANSFER, MOST_TRANSFER] = [16, 2048];

export function parseFraming(text: string): Framing {
  const [kind, argument] = splitOnce(text, ":");
  if (kind === "sync") return { kind, word: parseSyncWord(argument ?? "") };
  if (kind === "fixed") return { kind, bytes: argument === undefined ? undefined : fixedBytes(argument) };
  if (kind === "tm") return transferFrames(argument ?? "");
  if (kind === "lines" && (argument === undefined || argument === "hex" || argument === "base64"))
    return { kind, encoding: argument ?? "either" };
  if (argument === undefined && (kind === "length" || kind === "cobs" || kind === "slip")) return { kind };
  throw new Error(`'${text}' is not a framing; write ${FRAMINGS}`);
}

function fixedBytes(text: string): number {
  const bytes = parseBytes(text);
  if (bytes === 0) throw new Error("fixed:0 is not a frame");
  return bytes;
}

function transferFrames(text: string): Framing {
  const [, size, check] = /^(\d{1,4})(\+crc)?$/.exec(text) ?? [];
  const bytes = Number(size ?? 0);
  if (bytes < LEAST_TRANSFER || bytes > MOST_TRANSFER)
    throw new Error(
      `'tm:${text}' has no size of transfer frames (${LEAST_TRANSFER} to ${MOST_TRANSFER} bytes); write tm:1115 or tm:1115+crc`,
    );
  return { kind: "tm", bytes, check: check !== undefined };
}

/** @throws Error (one sentence) */
export function parseSyncWord(text: string): Uint8Array {
  const digits = text.replace(/^0x/i, "");
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new Error(`'sync:${text}' has no whole bytes; write sync:aa55`);
  if (digits.length > 2 * MAX_SYNC_BYTES) throw new Error(`'sync:${text}' has more than ${MAX_SYNC_BYTES} bytes`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function parseBytes(text: string): number {
  const bytes = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(bytes <= 65_535)) throw new Error(`'${text}' is not a number of bytes (0 to 65535)`);
  return bytes;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
