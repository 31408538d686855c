/** Subscribes. What the servers refuse for want of a permission is then missing, and no more: the connection goes on. */

import type { Msg, NatsConnection } from "@nats-io/transport-node";

/** @param queue of those that share one queue each message goes to one */
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
