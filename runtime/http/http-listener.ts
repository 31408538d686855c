/** The one HTTP server: data, page, read API; WebSocket upgrades at `/ws`. */

import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import type { HttpSettings } from "../config/settings.ts";
import { followTlsFiles, readTlsFiles, type TlsEvents } from "../config/tls-files.ts";
import { readWaiting } from "../telemetry/read-waiting.ts";
import type { DirectAnswer, DirectHandler } from "./direct.ts";
import { takesUnread } from "./unread-body.ts";

export interface HttpListener {
  readonly url: string;
  /** The same for WebSockets. */
  readonly webSocketUrl: string;
  /** Reads the TLS files again. */
  reloadTls(): void;
  /** Stops taking connections, lets requests under way finish. */
  close(): Promise<void>;
}

/** How long requests under way may take when the service stops; a body that is still being sent is cut off then. */
const FINISH_TIMEOUT_MS = 5000;

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * @param direct asked before `app`
 * @throws Error (one sentence) when the address cannot be bound or a TLS file cannot be read
 */
export async function listenHttp(
  settings: HttpSettings,
  app: Hono,
  onUpgrade: UpgradeHandler,
  limits: ServerOptions,
  tlsEvents: TlsEvents = SILENT_EVENTS,
  direct: DirectHandler = () => undefined,
): Promise<HttpListener> {
  const { server, reloadTls, stopFollowing } = makeServer(settings, limits, tlsEvents);
  const requests = new RequestsUnderWay();
  const answer = answering(direct, loadedListener(app));
  server.on("request", (request, response) => {
    if (!takesUnread(request, response)) return;
    requests.add(response, request);
    answer(request, response);
  });
  server.on("upgrade", onUpgrade);
  const port = await bind(server, settings);
  const host = settings.listen.host.includes(":") ? `[${settings.listen.host}]` : settings.listen.host;
  const secure = settings.tls === undefined ? "" : "s";
  return {
    url: `http${secure}://${host}:${port}`,
    webSocketUrl: `ws${secure}://${host}:${port}/ws`,
    reloadTls,
    close: async () => {
      stopFollowing();
      server.close();
      server.closeIdleConnections();
      await requests.finish(FINISH_TIMEOUT_MS);
      server.closeAllConnections();
    },
  };
}

function answering(direct: DirectHandler, others: RequestListener): RequestListener {
  return (request, response) => {
    const answer = direct(request);
    if (answer === undefined) others(request, response);
    else void answer.then((given) => write(given, response));
  };
}

/** hono's server has Node load its own `fetch`, 11 MB of memory, which a service that nobody looks at has no use for. */
function loadedListener(app: Hono): RequestListener {
  let loading: Promise<void> | undefined;
  let listener: RequestListener | undefined;
  return (request, response) => {
    if (listener !== undefined) return listener(request, response);
    loading ??= import("@hono/node-server").then(({ getRequestListener }) => {
      listener = getRequestListener(app.fetch, { autoCleanupIncoming: false });
    });
    // Who is gone by then would be waited for.
    return void loading.then(() => !response.destroyed && listener?.(request, response));
  };
}

function write({ status, headers, body }: DirectAnswer, response: ServerResponse): void {
  const length = body === null ? undefined : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

const SILENT_EVENTS: TlsEvents = { onReload() {}, onFailure() {} };

interface MadeServer {
  readonly server: Server;
  reloadTls(): void;
  stopFollowing(): void;
}

/** What a sender left behind that went before its body was read is taken with one read(). */
class Request extends IncomingMessage {
  override read(size?: number): Buffer | null {
    return readWaiting(this, super.read, size);
  }
}

function makeServer({ tls }: HttpSettings, limits: ServerOptions, events: TlsEvents): MadeServer {
  const options = { ...limits, IncomingMessage: Request };
  if (tls === undefined) return { server: createServer(options), reloadTls() {}, stopFollowing() {} };
  const server = createSecureServer({ ...options, ...readTlsFiles(tls, "http") });
  const follower = followTlsFiles(tls, "http", server, events);
  return { server, reloadTls: follower.reload, stopFollowing: follower.close };
}

function bind(server: Server, { listen }: HttpSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new Error(describeBindFailure(error, `http://${listen.host}:${listen.port}`)));
    });
    server.listen(listen.port, listen.host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : listen.port);
    });
  });
}

/** `place` is in use by another program … */
export function describeBindFailure(error: NodeJS.ErrnoException, place: string): string {
  if (error.code === "EADDRINUSE") return `${place} is in use by another program; stop it or choose another 'listen'`;
  if (error.code === "EACCES") return `no permission to listen on ${place}; choose a port above 1023`;
  if (error.code === "EADDRNOTAVAIL") return `${place} is not an address of this machine`;
  return `${place}: ${error.message}`;
}

interface Connection {
  count: number;
  /** Behind which the connection may be closed. */
  last: ServerResponse | undefined;
}

/**
 * Sees to it that kept connections end with the request that is under way on them. Known by their connections, which stay: what
 * was once in a set of responses, V8 would take for alive until it collects the whole heap.
 */
class RequestsUnderWay {
  readonly #connections = new Map<Socket, Connection>();
  #count = 0;
  #isFinishing = false;
  #finished: (() => void) | undefined;

  add(response: ServerResponse, { socket }: IncomingMessage): void {
    const connection = this.#connections.get(socket) ?? this.#follow(socket);
    if (this.#isFinishing) response.shouldKeepAlive = false;
    this.#count++;
    connection.count++;
    connection.last = response;
    response.once("close", () => {
      if (--connection.count === 0) connection.last = undefined;
      if (--this.#count === 0) this.#finished?.();
    });
  }

  #follow(socket: Socket): Connection {
    const connection: Connection = { count: 0, last: undefined };
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#connections.delete(socket));
    return connection;
  }

  /** Resolves when all are answered, or after the time. */
  finish(timeoutMs: number): Promise<void> {
    this.#isFinishing = true;
    for (const { last } of this.#connections.values()) if (last !== undefined) last.shouldKeepAlive = false;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#finished = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
