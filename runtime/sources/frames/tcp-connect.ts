/** `tcp://host:4001`: a serial server, a modem. */

import { once } from "node:events";
import { connect } from "node:net";
import type { Endpoint } from "../../config/values.ts";
import { bracketed } from "../../lib/bind-failure.ts";
import type { Reopened } from "./reopened-endpoint.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** Idle time after which the kernel probes the peer. */
const KEEP_ALIVE_MS = 30_000;

export function tcpConnection({ host, port }: Endpoint): Reopened {
  const name = `tcp://${bracketed(host)}:${port}`;
  return {
    name,
    connect: async () => {
      const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
      socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error("no answer")));
      await once(socket, "connect");
      return socket.setTimeout(0);
    },
  };
}
