/** Something that a process starts and stops. */

import type { Observable } from "./part-status.ts";

export interface Running {
  /** Its name in `/health`, if it reports a status. */
  readonly name: string;
  readonly status?: Observable["status"] | undefined;
  /** @throws Error with one sentence for the operator */
  start?(): Promise<void> | void;
  /** Takes no new work, and resolves after everything received was passed on; what started before it still accepts that. */
  stop?(): Promise<unknown> | unknown;
  /** Called after everything has stopped: releases what others needed until then. */
  close?(): Promise<unknown> | unknown;
  /** Maximum duration of `stop` and of `close`, ms; then the next one follows. */
  readonly deadlineMs?: number;
}
