import type { CommandEntry, CommandState } from "../../model/command.ts";

/** A command with what only the service needs. A line of the log changes some of its members. */
export interface KeptCommand extends CommandEntry {
  readonly generation?: string;
  readonly schema: string;
  readonly sequence?: number;
  /** Digests of the sender's key and of the order. */
  readonly key?: string;
  readonly body?: string;
  /** The command is not sent after this time, ms since 1970. */
  readonly expiresMs: number;
  /** The acknowledgement is due until then, ms since 1970. */
  readonly deadlineMs?: number;
  /** On disk before the bytes leave. After a crash the bytes may or may not have left. */
  readonly begun?: true;
  /** The network server's own name for the downlink. */
  readonly reference?: string;
  /** How many of the states are stored as events. */
  readonly told: number;
  /** All states so far. */
  readonly states: readonly (readonly [CommandState, reason: string])[];
}
