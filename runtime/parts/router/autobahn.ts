/**
 * The parts of the autobahn client that publishing needs, typed here because it ships no types, over our own transport.
 */

import { createRequire } from "node:module";
import { WebSocket } from "ws";
import { SERIALIZERS } from "../../bus/serializers.ts";
import { ConfigError } from "../../config/config-error.ts";

export interface AutobahnSession {
  readonly isOpen: boolean;
  publish(topic: string, args: readonly unknown[], kwargs: Readonly<Record<string, unknown>>): void;
}

export interface CloseDetails {
  /** URI of the router's ABORT or GOODBYE, if it sent one. */
  readonly reason: string | null;
  readonly message: string | null;
}

export interface AutobahnConnection {
  onopen: (session: AutobahnSession) => void;
  /** True stops autobahn's own attempts to connect again. */
  onclose: (reason: string, details: CloseDetails) => boolean;
  open(): void;
  close(): void;
}

interface ConnectionOptions {
  readonly realm: string;
  readonly transports: readonly TransportOptions[];
  readonly on_internal_error: (error: unknown) => void;
  readonly on_user_error: (error: unknown) => void;
}

interface Autobahn {
  readonly Connection: new (options: ConnectionOptions) => AutobahnConnection;
  readonly transports: { register(type: string, factory: new (options: TransportOptions) => Transport): void };
  readonly log: { warn: (...words: unknown[]) => void };
}

interface TransportOptions {
  readonly type: string;
  readonly url: string;
  readonly onSocket: (socket: WebSocket) => void;
  readonly onError: (error: Error) => void;
}

/** Autobahn's transport interface: autobahn sets the handlers and calls the other members. */
interface OpenTransport {
  readonly info: { readonly type: string; readonly url: string; readonly protocol: string };
  onopen: () => void;
  onmessage: (message: unknown) => void;
  onclose: (event: { code: number; reason: string; wasClean: boolean }) => void;
  send(message: readonly unknown[]): void;
  close(): void;
}

const TRANSPORT = "structline";
const HANDSHAKE_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 10_000;
const json = SERIALIZERS.find((serializer) => serializer.subprotocol === "wamp.2.json")!;

/**
 * Replaces autobahn's WebSocket transport, which hides its send buffer, rejects 64-bit integers in a promise that
 * cannot be caught, and depends on an old version of ws.
 */
class Transport {
  readonly type = TRANSPORT;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  create(): OpenTransport {
    const { url, onSocket, onError } = this.#options;
    const socket = new WebSocket(url, json.subprotocol, {
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      perMessageDeflate: false,
    });
    const transport: OpenTransport = {
      info: { type: "websocket", url, protocol: json.subprotocol },
      onopen: () => {},
      onmessage: () => {},
      onclose: () => {},
      send: (message) => socket.send(json.write(message), { binary: false }),
      close: () => socket.close(),
    };
    socket.on("open", () => transport.onopen());
    socket.on("message", (data) => receive(transport, socket, data as Buffer));
    socket.on("error", onError);
    socket.on("close", (code, reason) => transport.onclose({ code, reason: String(reason), wasClean: code === 1000 }));
    keepAlive(socket);
    onSocket(socket);
    return transport;
  }
}

function receive(transport: OpenTransport, socket: WebSocket, data: Buffer): void {
  let message: unknown;
  try {
    message = json.read(data);
  } catch {
    socket.close(1002);
    return;
  }
  transport.onmessage(message);
}

// A missing pong reveals a router that vanished without closing.
function keepAlive(socket: WebSocket): void {
  let alive = true;
  const pings = setInterval(() => {
    if (!alive) return socket.terminate();
    if (socket.readyState !== WebSocket.OPEN) return;
    alive = false;
    socket.ping();
  }, PING_INTERVAL_MS);
  socket.on("pong", () => {
    alive = true;
  });
  socket.on("close", () => clearInterval(pings));
}

let loaded: Autobahn | undefined;

/** @throws ConfigError if the package is not installed: the service's package does not bring it. */
function installed(): Autobahn {
  const require = createRequire(import.meta.url);
  try {
    return require("autobahn") as Autobahn;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new ConfigError("[wamp] url needs the package 'autobahn', which is not installed: npm install autobahn", []);
  }
}

/** Loads autobahn on first use; most installations never need it. */
function autobahn(): Autobahn {
  if (loaded === undefined) {
    loaded = installed();
    // Autobahn logs to the console what `onclose` reports anyway.
    loaded.log.warn = () => {};
    loaded.transports.register(TRANSPORT, Transport);
  }
  return loaded;
}

/** A connection that is not open yet. `open` makes one attempt. */
export function newConnection(
  realm: string,
  { url, onSocket, onError }: Omit<TransportOptions, "type">,
): AutobahnConnection {
  const asError = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  return new (autobahn().Connection)({
    realm,
    transports: [{ type: TRANSPORT, url, onSocket, onError }],
    on_internal_error: asError,
    on_user_error: asError,
  });
}
