/** Sends lines; splits a refused batch until only the refused lines remain. */

import type { Point } from "../../model/point.ts";
import type { RefusedPoint } from "../../model/store.ts";
import { databaseText, isOddAnswer, isRefusal, refusal, statusOf } from "./http-error.ts";
import type { Lines } from "./lines.ts";
import { isDatabaseRefusal } from "./refused-database.ts";

/** Lines from `first` to before `end`. */
interface SentSlice {
  readonly lines: Lines;
  readonly first: number;
  readonly end: number;
}

export interface BatchTarget {
  /** One request, retried while that may help. @throws the client's error */
  readonly post: (body: Buffer) => Promise<void>;
  /** The same without retries. */
  readonly postOnce: (body: Buffer) => Promise<void>;
  /** Whether the database of the point accepts a line that is certainly valid. */
  readonly takesOthers: (point: Point) => Promise<boolean>;
}

const MAX_LINES = 10_000;
// Well below the server's limit. [InfluxDB max-body-size: 25,000,000 bytes]
const MAX_BYTES = 4_000_000;

/**
 * Writing is idempotent, so parts that are already stored may be sent again. @throws errors that are not caused by the
 * lines
 */
export async function sendBatch(lines: Lines, target: BatchTarget): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  for (const part of parts(lines)) {
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

/**
 * Finds the lines that cause an ambiguous error although the database accepts others. @throws that error if it accepts
 * none
 */
async function findCulprits(part: SentSlice, target: BatchTarget, odd: unknown): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  const post = async (body: Buffer): Promise<void> => {
    try {
      await target.postOnce(body);
    } catch (error) {
      // Checked each time, since the database may have become unavailable.
      throw isOdd(error) && !(await target.takesOthers(part.lines.point(part.first))) ? odd : error;
    }
  };
  await sendPart(part, post, (error) => error !== odd && (isRefusal(error) || isOdd(error)), refused);
  return refused;
}

function isOdd(error: unknown): boolean {
  return isOddAnswer(error) && !isDatabaseRefusal(error);
}

function* parts(lines: Lines): Generator<SentSlice> {
  let first = 0;
  for (let end = 1; end <= lines.count; end++) {
    const isFull = end - first === MAX_LINES || (end < lines.count && lines.sizeOf(first, end + 1) > MAX_BYTES);
    if (end < lines.count && !isFull) continue;
    yield { lines, first, end };
    first = end;
  }
}

async function sendPart(
  { lines, first, end }: SentSlice,
  post: BatchTarget["post"],
  isTheirFault: (error: unknown) => boolean,
  refused: RefusedPoint[],
): Promise<void> {
  try {
    await post(lines.body(first, end));
  } catch (error) {
    const tooLarge = statusOf(error) === 413;
    if (!tooLarge && !isTheirFault(error)) throw error;
    if (end - first === 1) {
      const code = /field type conflict/.test(databaseText(error)) ? "type-conflict" : "store-refused";
      refused.push({ point: lines.point(first), error: refusal(databaseText(error), code) });
      return;
    }
    const middle = (first + end) >> 1;
    await sendPart({ lines, first, end: middle }, post, isTheirFault, refused);
    await sendPart({ lines, first: middle, end }, post, isTheirFault, refused);
  }
}
