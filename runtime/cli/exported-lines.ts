/** The archive's order, and the exported lines of its measurements. */

import type { MeasurementDescription } from "../model/measurement.ts";
import { CommandError } from "./command-error.ts";
import type { ProgressBar } from "./progress-bar.ts";
import type { ServiceClient } from "./service-client.ts";

/** What to archive, and the callback for progress. */
export interface ArchiveOrder {
  readonly client: ServiceClient;
  readonly measurements: readonly MeasurementDescription[];
  /** `from` and `to` as parameters for the service. */
  readonly range: Readonly<Record<string, string>>;
  readonly bar: ProgressBar;
}

/** The lines of an export as NDJSON; each begins with `{"time":"…"`. */
export async function* exportedLines(client: ServiceClient, query: URLSearchParams): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of client.bytes(`/read/export?${query}`)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // Rows begin with their time.
      if (line.startsWith('{"error":')) throw new CommandError(`the service's answer was cut off: ${line}`);
      if (line !== "") yield line;
    }
  }
  if (rest !== "") throw new CommandError("the service's answer was cut off");
}
