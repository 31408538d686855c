/** The maximum number of rows that a message can have, however it is decoded: now, or again after a reload. */

import type { Message } from "../model/message.ts";
import { MAX_ROWS } from "./decode-device-message.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COMMA = 0x2c;
const BAR = 0x7c;
const PERCENT = 0x25;

/** [hot path] */
export function mostRows({ contentType, payload }: Pick<Message, "contentType" | "payload">): number {
  if (contentType === "" || contentType === "application/octet-stream") return 1;
  // Entries between bars, which may be written as %7C. [ThingSpeak]
  if (contentType === "application/x-www-form-urlencoded") return 1 + count(payload, BAR, PERCENT, MAX_ROWS - 1);
  if (contentType !== "application/json") return 1 + count(payload, LINE_FEED, CARRIAGE_RETURN);
  // Array elements and object members: some dialects make a row of each.
  return 1 + count(payload, COMMA, COMMA, MAX_ROWS - 1);
}

function count(bytes: Uint8Array, one: number, other: number, most = Number.POSITIVE_INFINITY): number {
  let found = 0;
  for (let index = 0; index < bytes.length && found < most; index++) {
    if (bytes[index] === one || bytes[index] === other) found++;
  }
  return found;
}
