/** JetStream's refusals by API code. [nats-server, server/errors.json] */

import { JetStreamApiError } from "@nats-io/jetstream";

const CODES = {
  consumerNotFound: [10014],
  messageNotFound: [10037],
  /** Several consumers for the same subjects of a work queue. */
  notUnique: [10099, 10100],
  /** A stream or consumer with this name exists, with other settings. */
  inUse: [10013, 10058, 10148],
  streamNotFound: [10059],
  streamFull: [10077],
  /** No suitable peers for placement; insufficient resources; replicas beyond one without a cluster. */
  tooFewServers: [10005, 10023, 10074],
  /** Another client has written the subject, or the key, since it was read. */
  wrongLastSequence: [10071],
} as const;

export type JetStreamRefusal = keyof typeof CODES;

/** Whether the error is one of these refusals. */
export function isRefusal(error: unknown, ...refusals: readonly JetStreamRefusal[]): boolean {
  if (!(error instanceof JetStreamApiError)) return false;
  return refusals.some((refusal) => (CODES[refusal] as readonly number[]).includes(error.code));
}
