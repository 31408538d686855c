/**
 * Guards run before all routes, in one order: before Node or hono answers a request, and before a WebSocket upgrade.
 * `service/base.ts` lists them: host, origin, credentials. `sources/http/request-body.ts` limits the size, encoding and
 * idle time of bodies for both ways.
 */

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";

/** A guard's refusal, in plain text. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RequestKind = "request" | "upgrade";

/**
 * Undefined: the request may pass. A guard is synchronous where it can be, so frequent requests of devices pass in one
 * turn.
 */
export type Guard = (request: IncomingMessage, kind: RequestKind) => Refusal | undefined | Promise<Refusal | undefined>;

/** Runs guards in order; the first refusal ends the sequence. */
export function inOrder(guards: readonly Guard[]): Guard {
  const from = (start: number): Guard => {
    return (request, kind) => {
      for (let index = start; index < guards.length; index++) {
        const refusal = guards[index]?.(request, kind);
        if (refusal instanceof Promise) return refusal.then((no) => no ?? from(index + 1)(request, kind));
        if (refusal !== undefined) return refusal;
      }
      return undefined;
    };
  };
  return from(0);
}

/**
 * Removes the path prefix of a proxy (`/telemetry`). Requests without it pass unchanged: some proxies remove it
 * themselves, and devices on the local network do not use it.
 */
export function basePathGuard(basePath = ""): Guard {
  if (basePath === "") return () => undefined;
  return (request) => {
    const { url = "" } = request;
    if (url.startsWith(`${basePath}/`)) request.url = url.slice(basePath.length);
    // The page's links are relative to its folder: redirect to the address with a slash.
    else if (url === basePath || url.startsWith(`${basePath}?`))
      return { status: 308, body: "", headers: { Location: `${basePath}/${url.slice(basePath.length)}` } };
    return undefined;
  };
}

/**
 * Stops DNS rebinding: a page whose name resolves to this address still sends its own name in Host. Posts without an
 * Origin pass under any name, for devices behind a proxy that keeps its own name: a browser sends Origin with every
 * post. [Fetch 3.1]
 * @param names names of this service; undefined accepts every name
 */
export function hostGuard(names: readonly string[] | undefined): Guard {
  if (names === undefined) return () => undefined;
  const own = new Set([...names, "localhost", hostname()].map((name) => name.toLowerCase()));
  /** The last accepted name. */
  let known = "";
  return (request, kind) => {
    const { host = "" } = request.headers;
    if (host === known || host === "") return undefined;
    const name = host
      .replace(/:\d*$/, "")
      .replace(/^\[(.*)\]$/, "$1")
      .replace(/\.$/, "")
      .toLowerCase();
    if (isIP(name) === 0 && !own.has(name) && !name.endsWith(".localhost"))
      return kind === "request" && isDevicePost(request) ? undefined : WRONG_HOST;
    known = host;
    return undefined;
  };
}

function isDevicePost({ method, url = "", headers: { origin } }: IncomingMessage): boolean {
  return (method === "POST" || method === "PUT") && url.startsWith("/api/") && origin === undefined;
}

const CLOSING = { Connection: "close" };
const WRONG_HOST: Refusal = {
  status: 421,
  body: "This name is not one of the service's; add it to 'hosts' in [http]",
  headers: CLOSING,
};
const WRONG_ORIGIN: Refusal = {
  status: 403,
  body: "Pages of other origins may not send here; see 'cors_origins' in [http]",
  headers: CLOSING,
};

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Browsers send the origin with every request that changes something and with every WebSocket; programs send none.
 * [Fetch 3.1; RFC 6455 10.2]
 * @param allowed origins whose pages may send, in addition to the listener's own; `*` for all
 */
export function originGuard(allowed: readonly string[]): Guard {
  return (request, kind) => {
    const { origin, host = "" } = request.headers;
    if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return undefined;
    if (kind === "request" && SAFE_METHODS.includes(request.method ?? "")) return undefined;
    return isOriginOf(host, origin) ? undefined : WRONG_ORIGIN;
  };
}

/** Whether a page of `origin` was loaded from `host` itself. */
export function isOriginOf(host: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
