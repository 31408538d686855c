/** Sends lines, and takes a refused batch apart until only the offenders are left. */

import type { RefusedPoint } from "../store.ts";
import type { Entry } from "./classify.ts";
import { databaseText, isRefusal, refusal, statusOf } from "./http-error.ts";

/** One request. @throws what the client throws */
export type Post = (body: string) => Promise<void>;

const MAX_LINES = 5_000;
// Well below the server's own limit. [InfluxDB max-body-size: 25,000,000 bytes]
const MAX_CHARACTERS = 4_000_000;

/** Writing is idempotent, so parts of what was stored already may be sent again. @throws for everything that is not the lines' fault */
export async function sendBatch(entries: readonly Entry[], post: Post): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  for (const part of parts(entries)) await sendPart(part, post, refused);
  return refused;
}

function* parts(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let first = 0;
  let characters = 0;
  for (let index = 0; index < entries.length; index++) {
    const length = entries[index]!.line.length + 1;
    if (index > first && (index - first === MAX_LINES || characters + length > MAX_CHARACTERS)) {
      yield entries.slice(first, index);
      first = index;
      characters = 0;
    }
    characters += length;
  }
  if (first < entries.length) yield entries.slice(first);
}

async function sendPart(entries: readonly Entry[], post: Post, refused: RefusedPoint[]): Promise<void> {
  try {
    await post(entries.map((entry) => entry.line).join("\n"));
  } catch (error) {
    const tooLarge = statusOf(error) === 413;
    if (!tooLarge && !isRefusal(error)) throw error;
    if (entries.length === 1) {
      const code = /field type conflict/.test(databaseText(error)) ? "type-conflict" : "store-refused";
      refused.push({ point: entries[0]!.point, error: refusal(databaseText(error), code) });
      return;
    }
    const middle = entries.length >> 1;
    await sendPart(entries.slice(0, middle), post, refused);
    await sendPart(entries.slice(middle), post, refused);
  }
}
