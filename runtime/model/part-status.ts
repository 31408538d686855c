/** The status of each part of the service in `/health`. */

import type { BoundStates } from "./bounds.ts";

export interface PartStatus {
  readonly state: "ok" | "degraded" | "down";
  /** One line for a person: `udp://127.0.0.1:8888`, `retrying in 4 s`. */
  readonly detail: string;
  readonly lastError?: { readonly message: string; readonly time: string };
  /** ISO 8601, time of the last success. */
  readonly lastSuccess?: string;
  readonly counts?: Readonly<Record<string, number>>;
  /** Limits on what senders can make grow in it. */
  readonly bounds?: BoundStates;
}

/** A part with a status. */
export interface Observable {
  status(): PartStatus;
}
