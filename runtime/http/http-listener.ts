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
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { followTlsFiles, readTlsFiles } from "../config/tls-files.ts";
import { listen } from "../lib/bind-failure.ts";
import type { Log } from "../lib/log.ts";
import { reachableHosts } from "../lib/reachable-hosts.ts";
import { readWaiting } from "../lib/read-waiting.ts";
import { Bound, type BoundStates, tellIn } from "../model/bounds.ts";
import { Connections } from "../model/connections.ts";
import type { DirectAnswer, DirectHandler } from "./direct.ts";
import { type Guard, inOrder, type Refusal } from "./guard.ts";
import { type Admission, heldRoutes } from "./held-routes.ts";
import type { HttpSettings } from "./keys.ts";
import { plainPath } from "./plain-path.ts";
import { inAskedForm, responseInAskedForm } from "./problem.ts";
import { RequestsUnderWay } from "./requests-under-way.ts";
import { refuseUpgrade } from "./upgrade.ts";

export interface HttpListener {
  readonly url: string;
  /** For other machines, if it listens on all of this machine's addresses. */
  readonly otherUrls: readonly string[];
  /** The URL for WebSockets. */
  readonly webSocketUrl: string;
  readonly bounds: BoundStates;
  /** Reads the TLS files again. */
  reloadTls(): void;
  /** Stops accepting connections and lets requests under way finish. */
  close(): Promise<void>;
}

/** Time for requests under way when the service stops; bodies still being sent are cut off after it. */
const FINISH_TIMEOUT_MS = 5000;

type Listening = Pick<HttpSettings, "listen" | "tls">;

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ListenerOptions {
  readonly onUpgrade: UpgradeHandler;
  /** Node's server options. */
  readonly limits?: ServerOptions;
  /** Tells of certificates that were read again, and of limits that were reached. */
  readonly log?: Log;
  /** Runs before `direct`, routes and WebSocket upgrades. */
  readonly guard?: Guard;
  /** Runs before routes. */
  readonly direct?: DirectHandler;
  /** Absent: requests need no credentials. */
  readonly admission?: Admission | undefined;
}

/** @throws Error (one sentence) when the address cannot be bound or a TLS file cannot be read */
export async function listenHttp(settings: Listening, app: Hono, options: ListenerOptions): Promise<HttpListener> {
  const { onUpgrade, limits = {}, log, direct = () => undefined } = options;
  const guard = inOrder([pathGuard, options.guard ?? PASSES]);
  const { server, reloadTls, stopFollowing } = makeServer(settings, limits, log);
  const answer = answering(direct, loadedListener(app, options.admission));
  const requests = new RequestsUnderWay((request, response) => {
    if (!takesUnread(request, response)) return;
    const go = (refusal: Refusal | undefined) => {
      if (response.destroyed) return;
      if (refusal === undefined) answer(request, response);
      else refuse(request, refusal, response);
    };
    const refusal = guard(request, "request");
    if (refusal instanceof Promise) refusal.then(go, () => response.destroy());
    else go(refusal);
  });
  const connections = new Connections(new Bound("http-connections", log && tellIn(log)));
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", (request, response) => requests.add(request, response));
  server.on("upgrade", (request, socket, head) => {
    // The client may disconnect while its credentials are checked.
    const gone = () => socket.destroy();
    socket.on("error", gone);
    Promise.resolve(guard(request, "upgrade")).then((refusal) => {
      socket.off("error", gone);
      if (refusal !== undefined) refuseUpgrade(socket, refusal);
      else if (!socket.destroyed) onUpgrade(request, socket, head);
    }, gone);
  });
  const port = await listen(server, settings.listen, { scheme: "http", key: "[http] listen" });
  const [host, ...others] = reachableHosts(settings.listen.host);
  const secure = settings.tls === undefined ? "" : "s";
  return {
    url: `http${secure}://${host}:${port}`,
    otherUrls: others.map((other) => `http${secure}://${other}:${port}`),
    webSocketUrl: `ws${secure}://${host}:${port}/ws`,
    get bounds() {
      return connections.bounds;
    },
    reloadTls,
    close: async () => {
      stopFollowing();
      connections.stop();
      server.close();
      server.closeIdleConnections();
      await requests.finish(FINISH_TIMEOUT_MS);
      server.closeAllConnections();
    },
  };
}

const PASSES: Guard = () => undefined;

/** Everything after it sees the path in its one form. */
const pathGuard: Guard = (request) => {
  const path = plainPath(request.url ?? "");
  if (path === undefined) return { status: 400, body: "This is not a path", headers: { Connection: "close" } };
  request.url = path;
  return undefined;
};

function refuse(request: IncomingMessage, { status, body, headers }: Refusal, response: ServerResponse): void {
  write(request, { status, headers: { "Content-Type": "text/plain; charset=UTF-8", ...headers }, body }, response);
}

function answering(direct: DirectHandler, others: RequestListener): RequestListener {
  return (request, response) => {
    const answer = direct(request);
    if (answer === undefined) others(request, response);
    else void answer.then((given) => write(request, given, response));
  };
}

/** Loaded on first use: hono's server makes Node load its own `fetch`, which takes 11 MB of memory. */
function loadedListener(app: Hono, admission: Admission | undefined): RequestListener {
  let loading: Promise<void> | undefined;
  let listener: RequestListener | undefined;
  return (request, response) => {
    if (listener !== undefined) return listener(request, response);
    loading ??= import("@hono/node-server").then(({ getRequestListener }) => {
      const routes = admission === undefined ? app.fetch : heldRoutes(app, admission);
      const answered: Parameters<typeof getRequestListener>[0] = async (request, bindings) => {
        const response = (await routes(request, bindings)) as Response;
        return response.status < 400 ? response : responseInAskedForm(request.headers.get("Accept"), response);
      };
      listener = getRequestListener(answered, { autoCleanupIncoming: false });
    });
    // A client that disconnected meanwhile would never answer: skip it.
    return void loading.then(() => !response.destroyed && listener?.(request, response));
  };
}

function write(request: IncomingMessage, answer: DirectAnswer, response: ServerResponse): void {
  const { status, headers, body } = inAskedForm(request.headers.accept, answer);
  const length = body === null ? undefined : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

interface MadeServer {
  readonly server: Server;
  reloadTls(): void;
  stopFollowing(): void;
}

/** Reads leftovers of a sender that disconnected before its body was read, with one read(). */
class Request extends IncomingMessage {
  override read(size?: number): Buffer | null {
    return readWaiting(this, super.read, size);
  }
}

function makeServer({ tls }: Listening, limits: ServerOptions, log: Log | undefined): MadeServer {
  const options = { ...limits, IncomingMessage: Request };
  if (tls === undefined) return { server: createServer(options), reloadTls() {}, stopFollowing() {} };
  const server = createSecureServer({ ...options, ...readTlsFiles(tls, "http") });
  const follower = followTlsFiles(tls, "http", server, log);
  return { server, reloadTls: follower.reload, stopFollowing: follower.close };
}

/** nginx's values: longest total time after the answer, and longest silence within it, ms. */
const LONGEST_MS = 30_000;
const SILENCE_MS = 5_000;

/** False for a request that follows the last answer of a connection: it must be ignored. */
function takesUnread(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.socket.writableEnded) return false;
  // Must run before Node's own listener, which closes the connection.
  response.prependOnceListener("finish", () => {
    if (!request.complete) takeUnread(request);
  });
  return true;
}

function takeUnread(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  const limit = setTimeout(() => socket.destroy(), LONGEST_MS);
  let isLast = false;
  // Node calls this if the answer was the connection's last.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
    socket.setTimeout(SILENCE_MS);
  };
  const done = () => {
    clearTimeout(limit);
    socket.off("close", done);
    socket.destroySoon = destroySoon;
    if (isLast) socket.destroySoon();
  };
  // A request that has its answer gets no event when its connection ends.
  socket.once("close", done);
  request.once("end", done).resume();
}
