/** Sends lines, and takes a refused batch apart until only the offenders are left. */

import type { RefusedPoint } from "../store.ts";
import type { Entry } from "./classify.ts";
import { databaseText, isOddAnswer, isRefusal, refusal, statusOf } from "./http-error.ts";
import { isDatabaseRefusal } from "./refused-database.ts";

export interface BatchTarget {
  /** One request, repeated while that may help. @throws what the client throws */
  readonly post: (body: string) => Promise<void>;
  /** The same, once. */
  readonly postOnce: (body: string) => Promise<void>;
  /** Whether the database takes something that is surely in order. */
  readonly takesOthers: () => Promise<boolean>;
}

const MAX_LINES = 5_000;
// Well below the server's own limit. [InfluxDB max-body-size: 25,000,000 bytes]
const MAX_CHARACTERS = 4_000_000;

/** Writing is idempotent, so parts of what was stored already may be sent again. @throws for everything that is not the lines' fault */
export async function sendBatch(entries: readonly Entry[], target: BatchTarget): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  for (const part of parts(entries)) {
    const offenders: RefusedPoint[] = [];
    try {
      await sendPart(part, target.post, isRefusal, offenders);
      refused.push(...offenders);
    } catch (error) {
      if (!isOdd(error)) throw error;
      refused.push(...(await findCulprits(part, target, error)));
    }
  }
  return refused;
}

/** Those for which the database answers oddly, though it takes others. @throws the odd answer where it takes none */
async function findCulprits(entries: readonly Entry[], target: BatchTarget, odd: unknown): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  const post = async (body: string): Promise<void> => {
    try {
      await target.postOnce(body);
    } catch (error) {
      // Asked each time: it may have gone away meanwhile.
      throw isOdd(error) && !(await target.takesOthers()) ? odd : error;
    }
  };
  await sendPart(entries, post, (error) => error !== odd && (isRefusal(error) || isOdd(error)), refused);
  return refused;
}

function isOdd(error: unknown): boolean {
  return isOddAnswer(error) && !isDatabaseRefusal(error);
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

async function sendPart(
  entries: readonly Entry[],
  post: BatchTarget["post"],
  isTheirFault: (error: unknown) => boolean,
  refused: RefusedPoint[],
): Promise<void> {
  try {
    await post(entries.map((entry) => entry.line).join("\n"));
  } catch (error) {
    const tooLarge = statusOf(error) === 413;
    if (!tooLarge && !isTheirFault(error)) throw error;
    if (entries.length === 1) {
      const code = /field type conflict/.test(databaseText(error)) ? "type-conflict" : "store-refused";
      refused.push({ point: entries[0]!.point, error: refusal(databaseText(error), code) });
      return;
    }
    const middle = entries.length >> 1;
    await sendPart(entries.slice(0, middle), post, isTheirFault, refused);
    await sendPart(entries.slice(middle), post, isTheirFault, refused);
  }
}
