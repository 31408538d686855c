/** Dead letters for reading and managing: of this process, or of all nodes of a cluster. */

import { RequestError } from "../lib/request-error.ts";
import type { RejectionCode } from "../model/error-signal.ts";
import type { RejectFilter } from "../model/reject-details.ts";
import type { DeadLetterLog } from "./dead-letter-log.ts";
import type { DeadLetter } from "./dead-letters.ts";

export interface FoundDeadLetters {
  /** Newest last. */
  readonly letters: readonly DeadLetter[];
  /** Why the list may be incomplete: one sentence. */
  readonly missing?: string;
}

export interface DeadLetters {
  list(filter: RejectFilter): Promise<FoundDeadLetters>;
  /** The letters with these IDs, in this order; missing ones are left out. */
  find(ids: readonly number[]): Promise<readonly DeadLetter[]>;
  /** Returns how many of them existed. */
  drop(ids: readonly number[]): Promise<number>;
  /**
   * Undefined, without running `work`, while another retry runs: two would store the same letters twice. `work` calls
   * `goOn` regularly.
   */
  retrying<T>(work: (goOn: () => Promise<void>) => Promise<T>): Promise<T | undefined>;
}

/** The letters cannot be reached now; the message is a sentence. */
export class DeadLettersAway extends RequestError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, 503, options);
  }
}

/** DeadLetters of one process. */
export function ownDeadLetters(log: Pick<DeadLetterLog, "list" | "find" | "drop">): DeadLetters {
  let isRetrying = false;
  return {
    async list({ limit, address, code }) {
      // DeadLetters have only known codes, so an unknown one finds nothing.
      const filter = { ...(address && { address }), ...(code && { code: code as RejectionCode }) };
      return { letters: await log.list({ limit, ...filter }) };
    },
    find: (ids) => log.find(ids),
    drop: (ids) => log.drop(ids),
    async retrying(work) {
      if (isRetrying) return undefined;
      isRetrying = true;
      try {
        return await work(async () => {});
      } finally {
        isRetrying = false;
      }
    },
  };
}
