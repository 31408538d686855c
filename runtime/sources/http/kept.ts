/** What a sender is told of its rows [D19], and of those that were kept otherwise than it may expect [D54, D56]. */

import { type Acceptance, type Noticed, rowsRefused } from "../../intake/intake.ts";
import type { TelemetryError } from "../../model/error-signal.ts";
import { plainError } from "../../model/plain-error.ts";

export interface Kept {
  readonly readings: number;
  readonly replaced: number;
  readonly unset: number;
  readonly unused: number;
  readonly unusedTime: string | undefined;
  readonly guessedTime: string | undefined;
  /** Rows that became dead letters, and the first one's reason. */
  readonly rejected: number;
  readonly reason: string | undefined;
}

export const NOTHING_KEPT: Kept = {
  ...{ readings: 0, replaced: 0, unset: 0, unused: 0 },
  ...{ unusedTime: undefined, guessedTime: undefined, rejected: 0, reason: undefined },
};

export function keptSum(kept: Kept, { readings, rejected, replaced = 0, noticed }: Acceptance): Kept {
  const { unsetClocks = 0, unusedTimes = 0, unusedTime, guessedTime }: Partial<Noticed> = noticed ?? {};
  return {
    readings: kept.readings + readings,
    replaced: kept.replaced + replaced,
    unset: kept.unset + unsetClocks,
    unused: kept.unused + unusedTimes,
    unusedTime: kept.unusedTime ?? unusedTime,
    guessedTime: kept.guessedTime ?? guessedTime,
    rejected: kept.rejected + rowsRefused(rejected),
    reason: kept.reason ?? rejected[0]?.error.message,
  };
}

/** A message whose rows were all rejected. */
export function rejectedSum(kept: Kept, { rows, message }: TelemetryError): Kept {
  return { ...kept, rejected: kept.rejected + rows, reason: kept.reason ?? message };
}

export function keptTexts(kept: Kept): readonly string[] {
  const { readings, replaced, unset, unused, unusedTime, guessedTime, rejected, reason = "" } = kept;
  const were = (count: number, what: string) => `${count} ${what}${count === 1 ? " was" : "s were"}`;
  return [
    `Received #${readings} readings`,
    ...(rejected === 0
      ? []
      : [`${were(rejected, "row")} rejected, see 'channel-message rejects list'; the first: ${plainError(reason)}`]),
    ...(replaced === 0
      ? []
      : [
          `${were(replaced, "value")} replaced by later rows of the same time; if a field tells the rows apart, name it in [realm-…] series`,
        ]),
    ...(guessedTime === undefined
      ? []
      : [`The rows' time is column '${guessedTime}', by its place; if it is not, name another in [realm-…] time`]),
    ...(unset === 0
      ? []
      : [
          `${were(unset, "row")} stored at the time of receipt: the sender's clock is not set, since its time cannot be right`,
        ]),
    ...(unused === 0
      ? []
      : [
          `${were(unused, "row")} stored at the time of receipt, but '${unusedTime}' looks like a time: if it is the row's, name it in [realm-…] time`,
        ]),
  ];
}
