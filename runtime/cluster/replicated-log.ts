/** A node's journal as what acknowledges in a cluster: `durable()` waits until the cluster's log has the message, too. */

import type { FileLog } from "../journal/file-log.ts";
import type { Append, LogWriter } from "../journal/log.ts";
import { TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import { withTimeout } from "../telemetry/with-timeout.ts";

export interface ReplicatedLogOptions {
  readonly messages: FileLog;
  readonly acknowledge: "replicated" | "local";
  /** Why no message can be taken; undefined while they can. */
  readonly objection?: () => string | undefined;
  readonly timeoutMs?: number;
}

/** An election of the servers' leaders takes some seconds. */
const TIMEOUT_MS = 15_000;

export class ReplicatedLog implements LogWriter {
  readonly #options: ReplicatedLogOptions;

  constructor(options: ReplicatedLogOptions) {
    this.#options = options;
  }

  append(message: Message): Append {
    const { messages, acknowledge, objection, timeoutMs = TIMEOUT_MS } = this.#options;
    const problem = objection?.();
    if (problem !== undefined) throw unavailable(problem);
    const append = messages.append(message);
    if (acknowledge === "local") return append;
    const position = messages.end;
    let reached: Promise<void> | undefined;
    const durable = async (): Promise<void> => {
      await append.durable();
      reached ??= messages.reached(position);
      let isReached = false;
      await withTimeout(
        reached.then(() => {
          isReached = true;
        }),
        timeoutMs,
      );
      if (!isReached) {
        throw unavailable("this node has the message and will pass it on, but the cluster's log does not take it now");
      }
    };
    return { id: append.id, durable };
  }
}

function unavailable(reason: string): TelemetryError {
  const options = { name: "ClusterError", stage: "receiving", code: "unavailable" } as const;
  return new TelemetryError(`Unable to keep data: ${reason}`, options);
}
