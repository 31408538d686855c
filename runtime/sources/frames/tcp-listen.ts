/** `tcp:9000`: each client that connects sends a stream. */

import { createServer, type Server, type Socket } from "node:net";
import { bracketed, listen } from "../../lib/bind-failure.ts";
import { isWithin, networksOf } from "../../lib/networks.ts";
import type { Connections } from "../../model/connections.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { readStream } from "./socket-stream.ts";
import type { EndpointContext, StreamEndpoint } from "./stream-endpoint.ts";

/** The kernel's probes detect a peer that vanished. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 };

export interface TcpListenSettings {
  readonly host: string;
  readonly port: number;
  /** CIDR networks; empty accepts all. */
  readonly allowFrom: readonly string[];
  /** Idle time after which a connection is closed. */
  readonly idleMs: number;
}

export class TcpListenEndpoint implements StreamEndpoint {
  readonly #settings: TcpListenSettings;
  readonly #context: EndpointContext;
  readonly #connections: Connections;
  readonly #server: Server;
  readonly #open = new Map<Socket, Promise<unknown>>();
  readonly problem: PartStatus["lastError"] = undefined;
  #port: number;

  constructor(settings: TcpListenSettings, context: EndpointContext, connections: Connections) {
    this.#settings = settings;
    this.#port = settings.port;
    this.#context = context;
    this.#connections = connections;
    this.#server = createServer(KEEP_ALIVE, (socket) => this.#take(socket));
  }

  get shown(): string {
    return `tcp://${bracketed(this.#settings.host)}:${this.#port}`;
  }

  async open(): Promise<void> {
    const key = `[lab-${this.#context.channel}] sources`;
    this.#port = await listen(this.#server, this.#settings, { scheme: "tcp", key });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#open.keys()) socket.destroy();
    await Promise.all(this.#open.values());
    await closed;
  }

  #take(socket: Socket): void {
    const { remoteAddress = "", remotePort = 0 } = socket;
    const sender = `tcp://${bracketed(remoteAddress)}:${remotePort}`;
    socket.on("error", () => {});
    if (!isWithin(remoteAddress, networksOf(this.#settings.allowFrom))) {
      this.#context.say("warn", `${sender} is outside 'allow_from': its connection was refused`);
      socket.destroy();
      return;
    }
    const afterMs = this.#settings.idleMs;
    const onIdle = () => {
      this.#context.say("info", `${sender} was silent for ${afterMs / 1000} s: its connection was closed ('tcp_idle')`);
    };
    this.#connections.add(socket, { afterMs, onIdle });
    this.#open.set(
      socket,
      readStream(socket, sender, this.#context).finally(() => this.#open.delete(socket)),
    );
  }
}
