/** Dead letters as those see them who look and decide: of this process, or of all nodes of a cluster. */

import type { DeadLetter, DeadLetterLog } from "../journal/dead-letters.ts";
import type { RejectionCode } from "../telemetry/error-signal.ts";
import type { RejectFilter } from "./reject-details.ts";

export interface LettersFound {
  /** Newest last. */
  readonly letters: readonly DeadLetter[];
  /** Why there may be more: one sentence. */
  readonly missing?: string;
}

export interface Letters {
  list(filter: RejectFilter): Promise<LettersFound>;
  /** In this order, without those that are not there. */
  find(ids: readonly number[]): Promise<readonly DeadLetter[]>;
  /** How many of them there were. */
  drop(ids: readonly number[]): Promise<number>;
  /** Undefined, without any work, while another retry runs: two would each store the same letters. `work` calls `goOn` now and then. */
  retrying<T>(work: (goOn: () => Promise<void>) => Promise<T>): Promise<T | undefined>;
}

/** They cannot be reached now; its message is a sentence. */
export class LettersAway extends Error {}

/** Those of one process. */
export function ownLetters(log: Pick<DeadLetterLog, "list" | "find" | "drop">): Letters {
  let isRetrying = false;
  return {
    async list({ limit, address, code }) {
      // An unknown code finds nothing: letters hold only known ones.
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
