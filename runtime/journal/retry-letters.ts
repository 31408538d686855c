/** Accepts dead letters again, and drops those that were accepted. */

import { type DeadLetters, DeadLettersAway } from "./dead-letter-access.ts";
import type { DeadLetter } from "./dead-letters.ts";

export interface Retried {
  readonly stored: number;
  readonly failed: readonly { readonly id: number; readonly error: Error }[];
}

export interface RetryWays {
  readonly deadLetters: Pick<DeadLetters, "drop">;
  /** Accepts the message again, at its original time. @throws Error with the reason */
  readonly retry: (letter: DeadLetter) => Promise<void>;
  /** Called before each block. */
  readonly goOn: () => Promise<void>;
}

/** Number of letters retried, and dropped, at a time. */
const AT_ONCE = 100;

/** Oldest first. Drops accepted letters block by block; the others stay unchanged. @throws DeadLettersAway */
export async function retryLetters(
  waiting: readonly DeadLetter[],
  { deadLetters, retry, goOn }: RetryWays,
): Promise<Retried> {
  const failed: { id: number; error: Error }[] = [];
  let stored = 0;
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    await goOn();
    const block = waiting.slice(from, from + AT_ONCE);
    const errors = await Promise.all(
      block.map((letter) =>
        retry(letter).then(
          () => undefined,
          (error: Error) => error,
        ),
      ),
    );
    block.forEach(({ id }, index) => {
      const error = errors[index];
      if (error !== undefined) failed.push({ id, error });
    });
    const kept = block.filter((_, index) => errors[index] === undefined).map(({ id }) => id);
    stored += kept.length;
    await deadLetters.drop(kept).catch((error: Error) => {
      if (error instanceof DeadLettersAway) throw error;
      throw new DeadLettersAway(
        `${stored} messages were accepted again, but not yet removed on disk: ${error.message}`,
      );
    });
  }
  return { stored, failed };
}
