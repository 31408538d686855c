/** What each part of the service says of itself in `/health`. */

import type { BoundStates } from "./bounds.ts";

export interface PartStatus {
  readonly state: "ok" | "degraded" | "down";
  /** One line for a person: `udp://127.0.0.1:8888`, `retrying in 4 s`. */
  readonly detail: string;
  readonly lastError?: { readonly message: string; readonly time: string };
  /** ISO 8601 of the last thing that worked. */
  readonly lastSuccess?: string;
  readonly counts?: Readonly<Record<string, number>>;
  /** What senders make grow in it. */
  readonly bounds?: BoundStates;
}

/** A part that can be asked. */
export interface Observable {
  status(): PartStatus;
}
