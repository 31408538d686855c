/** Channels as this process compiled them last: with `--watch` only those that a change touches are compiled again. */

import type { ChannelInput, ChannelOutcome } from "./compile.ts";
import { hasErrors } from "./diagnostics/order.ts";
import { outcomeOf, type ReadRecord, type RecordingReader } from "./recording-reader.ts";

interface Kept {
  readonly plan: string;
  readonly reads: ReadRecord;
  readonly outcome: ChannelOutcome;
}

const kept = new Map<string, Kept>();

/** @param shownFrom the folder that paths in the outcome are relative to */
export function compileUnlessKept(
  { plan, reader }: ChannelInput & { readonly reader: RecordingReader },
  shownFrom: string,
  compileChannel: (input: ChannelInput) => ChannelOutcome,
): ChannelOutcome {
  const place = JSON.stringify([shownFrom, plan.includePath, plan.name]);
  const written = JSON.stringify({ ...plan, defines: [...plan.defines] });
  const last = kept.get(place);
  const isCurrent =
    last?.plan === written &&
    Object.entries(last.reads).every(([name, outcome]) => outcomeOf(reader.read(name)) === outcome);
  if (last !== undefined && isCurrent) return last.outcome;
  const outcome = compileChannel({ plan, reader });
  // What is said of an error may depend on files that were not read.
  if (hasErrors(outcome.diagnostics)) kept.delete(place);
  else kept.set(place, { plan: written, reads: { ...reader.reads }, outcome });
  return outcome;
}
