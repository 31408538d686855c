/** Sends lines, and takes a refused batch apart until only the offenders are left. */

import type { Point } from "../../telemetry/point.ts";
import type { RefusedPoint } from "../store.ts";
import { databaseText, isOddAnswer, isRefusal, refusal, statusOf } from "./http-error.ts";
import type { Lines } from "./lines.ts";
import { isDatabaseRefusal } from "./refused-database.ts";

/** Lines from `first` up to `end`. */
interface Part {
  readonly lines: Lines;
  readonly first: number;
  readonly end: number;
}

export interface BatchTarget {
  /** One request, repeated while that may help. @throws what the client throws */
  readonly post: (body: Buffer) => Promise<void>;
  /** The same, once. */
  readonly postOnce: (body: Buffer) => Promise<void>;
  /** Whether the database takes something that is surely in order, where the point was to go. */
  readonly takesOthers: (point: Point) => Promise<boolean>;
}

const MAX_LINES = 10_000;
// Well below the server's own limit. [InfluxDB max-body-size: 25,000,000 bytes]
const MAX_BYTES = 4_000_000;

/** Writing is idempotent, so parts of what was stored already may be sent again. @throws for everything that is not the lines' fault */
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

/** Those for which the database answers oddly, though it takes others. @throws the odd answer where it takes none */
async function findCulprits(part: Part, target: BatchTarget, odd: unknown): Promise<RefusedPoint[]> {
  const refused: RefusedPoint[] = [];
  const post = async (body: Buffer): Promise<void> => {
    try {
      await target.postOnce(body);
    } catch (error) {
      // Asked each time: it may have gone away meanwhile.
      throw isOdd(error) && !(await target.takesOthers(part.lines.point(part.first))) ? odd : error;
    }
  };
  await sendPart(part, post, (error) => error !== odd && (isRefusal(error) || isOdd(error)), refused);
  return refused;
}

function isOdd(error: unknown): boolean {
  return isOddAnswer(error) && !isDatabaseRefusal(error);
}

function* parts(lines: Lines): Generator<Part> {
  let first = 0;
  for (let end = 1; end <= lines.count; end++) {
    const isFull = end - first === MAX_LINES || (end < lines.count && lines.sizeOf(first, end + 1) > MAX_BYTES);
    if (end < lines.count && !isFull) continue;
    yield { lines, first, end };
    first = end;
  }
}

async function sendPart(
  { lines, first, end }: Part,
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
