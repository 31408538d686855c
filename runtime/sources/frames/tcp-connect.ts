/** `tcp://host:4001`: a serial server, a modem. */

import { connect, type Socket } from "node:net";
import type { Endpoint } from "../../config/values.ts";
import { bracketed } from "../../telemetry/bind-failure.ts";
import type { Reopened } from "./reopened-endpoint.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** Idle time after which the kernel probes the peer. */
const KEEP_ALIVE_MS = 30_000;

export function tcpConnection({ host, port }: Endpoint): Reopened {
  const name = `tcp://${bracketed(host)}:${port}`;
  return {
    name,
    connect: () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
        const timer = setTimeout(() => socket.destroy(new Error("no answer")), CONNECT_TIMEOUT_MS);
        const fail = (error: Error) => {
          clearTimeout(timer);
          reject(error);
        };
        socket.once("error", fail);
        socket.once("connect", () => {
          clearTimeout(timer);
          socket.off("error", fail);
          resolve(socket);
        });
      }),
  };
}
