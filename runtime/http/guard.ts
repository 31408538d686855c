/**
 * Guards stand before all routes, once: the listener asks them, in one order, before it is decided whether Node alone or hono
 * answers, and for WebSockets too. `service/base.ts` has the list: host, origin, who it is. What a body may cost (its size,
 * encoding and silence) both ways have from `sources/http/request-body.ts`.
 */

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";

/** What a guard says no with, in plain text. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RequestKind = "request" | "upgrade";

/** Undefined: it may pass. A guard that need not wait does not: what devices send all day passes in one turn. */
export type Guard = (request: IncomingMessage, kind: RequestKind) => Refusal | undefined | Promise<Refusal | undefined>;

/** Asks one after the other; the first that says no is the last. */
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
 * Removes the path that a proxy puts before all others (`/telemetry`). Requests without it pass unchanged: other proxies remove
 * it themselves, and devices on the network need none.
 */
export function basePathGuard(basePath = ""): Guard {
  if (basePath === "") return () => undefined;
  return (request) => {
    const { url = "" } = request;
    if (url.startsWith(`${basePath}/`)) request.url = url.slice(basePath.length);
    // The page's links are relative to its folder.
    else if (url === basePath || url.startsWith(`${basePath}?`))
      return { status: 308, body: "", headers: { Location: `${basePath}/${url.slice(basePath.length)}` } };
    return undefined;
  };
}

/**
 * A page whose name is made to resolve to this address (DNS rebinding) still has its own name in Host. What a device posts behind
 * a proxy that passes its own name on: a page cannot do that, since a browser tells the origin of every post. [Fetch 3.1]
 * @param names that this service is called by; undefined where every name is good
 */
export function hostGuard(names: readonly string[] | undefined): Guard {
  if (names === undefined) return () => undefined;
  const own = new Set([...names, "localhost", hostname()].map((name) => name.toLowerCase()));
  /** The last one that was good. */
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
 * Browsers tell the origin of every request that changes something and of every WebSocket; programs tell none.
 * [Fetch 3.1; RFC 6455 10.2]
 * @param allowed origins whose pages may send, beside the listener's own; `*` for all
 */
export function originGuard(allowed: readonly string[]): Guard {
  return (request, kind) => {
    const { origin, host = "" } = request.headers;
    if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return undefined;
    if (kind === "request" && SAFE_METHODS.includes(request.method ?? "")) return undefined;
    return isOriginOf(host, origin) ? undefined : WRONG_ORIGIN;
  };
}

/** Whether a page of `origin` came from `host` itself. */
export function isOriginOf(host: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
