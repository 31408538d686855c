/**
 * Subscribes. If the servers refuse for lack of permission, only this subscription is missing; the connection
 * continues.
 */

import type { Msg, NatsConnection } from "@nats-io/transport-node";

/** @param queue each message goes to one of the subscribers with the same queue */
export function listenTo(
  connection: NatsConnection,
  subject: string,
  hear: (message: Msg) => void,
  queue?: string,
): ReturnType<NatsConnection["subscribe"]> {
  const callback = (error: Error | null, message: Msg) => {
    if (error === null) hear(message);
  };
  return connection.subscribe(subject, { callback, ...(queue !== undefined && { queue }) });
}
