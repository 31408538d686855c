/** Who sends a request: credentials in its headers or the page's session; log-in and log-out. */

import type { IncomingMessage } from "node:http";
import { type Context, Hono, type Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import type { Account } from "./account.ts";
import type { Authenticator } from "./authenticator.ts";
import { clientAddress, type HeaderOf, headerOf, isLoopback, requestCredentials } from "./request-credentials.ts";
import { type Session, type Sessions, sessionCookie } from "./sessions.ts";
import type { UserDirectory } from "./user-directory.ts";

/** Who a request or a WebSocket handshake comes from. */
export interface Visitor {
  readonly name: string;
  readonly by: "password" | "token" | "session";
  readonly session?: Session;
  /** Whether what they showed would still be taken now: false once a user, token, password or session is gone. */
  readonly isValid: () => boolean;
}

export type Identification =
  | { readonly outcome: "known"; readonly visitor: Visitor }
  | { readonly outcome: "nobody" }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "limited"; readonly retryAfterMs: number };

export interface HttpGateOptions {
  readonly users: UserDirectory;
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  /** Address of the connection. */
  readonly peer: (context: Context) => string;
  /** Whether the listener itself speaks TLS. */
  readonly transport: "secure" | "plain";
}

/** What everybody may ask for: the page without data, how to log in, whether the service lives. */
const OPEN_PATHS = /^\/(page\/[^/]*|login|logout|health)?$/;
const LOGIN = z.strictObject({ name: z.string().max(64), password: z.string().max(1024) });
const MAX_LOGIN_BYTES = 4096;

export class HttpGate {
  readonly #options: HttpGateOptions;
  readonly #visitors = new WeakMap<object, Visitor>();

  constructor(options: HttpGateOptions) {
    this.#options = options;
  }

  /** Absent where the request said nothing, or what it said is worth nothing any more: long requests ask again. */
  account(request: object): Account | undefined {
    const visitor = this.#visitors.get(request);
    return visitor?.isValid() === true ? this.#options.users.account(visitor.name) : undefined;
  }

  /** The name of who logged in on the page. */
  sessionName(request: object): string | undefined {
    const visitor = this.#visitors.get(request);
    return visitor?.by === "session" ? visitor.name : undefined;
  }

  /** Whether its credentials were right before, which takes no time to tell: then its account is known from now on. */
  recognises(request: IncomingMessage): boolean {
    const credentials = requestCredentials(headerOf(request));
    if (credentials.kind !== "secret") return false;
    const { name, secret } = credentials;
    const known = this.#options.authenticator.recall(name, secret);
    if (known === undefined) return false;
    this.#visitors.set(request, { name: known.account.name, by: known.by, isValid: this.#stillHolds(name, secret) });
    return true;
  }

  /** Before all other routes. */
  readonly check = async (context: Context, next: Next): Promise<Response | undefined> => {
    const header: HeaderOf = (name) => context.req.header(name);
    const found = await this.#identify(header, this.#options.peer(context));
    const isOpen = OPEN_PATHS.test(context.req.path) || context.req.method === "OPTIONS";
    if (found.outcome === "limited") return tooMany(context, found.retryAfterMs);
    if (found.outcome === "wrong" && context.req.path !== "/login")
      return unauthenticated(context, "Wrong credentials");
    const isKnown = found.outcome === "known" && (found.visitor.by !== "session" || isOwnPage(context));
    if (isKnown) this.#visitors.set(context.req.raw, found.visitor);
    else if (!isOpen) return unauthenticated(context, "Credentials are required");
    await next();
    return undefined;
  };

  /** `POST /login` and `POST /logout`. */
  routes(): Hono {
    const app = new Hono();
    const onError = (context: Context) => context.text("Too much for a log-in", 413, { Connection: "close" });
    app.post("/login", bodyLimit({ maxSize: MAX_LOGIN_BYTES, onError }), (context) => this.#logIn(context));
    app.post("/logout", (context) => this.#logOut(context));
    return app;
  }

  identifyUpgrade(request: IncomingMessage): Promise<Identification> {
    return this.#identify(headerOf(request), request.socket.remoteAddress ?? "");
  }

  async #identify(header: HeaderOf, peer: string): Promise<Identification> {
    const credentials = requestCredentials(header);
    switch (credentials.kind) {
      case "none":
        return { outcome: "nobody" };
      case "malformed":
        return { outcome: "wrong" };
      case "session": {
        const session = this.#options.sessions.find(credentials.id);
        // An old cookie is no attempt: the page shows its log-in.
        if (session === undefined) return { outcome: "nobody" };
        const isValid = () => session.isValid();
        return { outcome: "known", visitor: { name: session.name, by: "session", session, isValid } };
      }
      case "secret": {
        const { name, secret } = credentials;
        const remoteAddress = clientAddress(peer, header);
        const verdict = await this.#options.authenticator.authenticate({ name, secret, remoteAddress });
        if (verdict.outcome !== "known") return verdict;
        const isValid = this.#stillHolds(name, secret);
        return { outcome: "known", visitor: { name: verdict.account.name, by: verdict.by, isValid } };
      }
    }
  }

  // Only a change of the users can take back what was right once.
  #stillHolds(name: string | undefined, secret: string): () => boolean {
    const { users } = this.#options;
    const hash = users.candidate(name, secret)?.text;
    let seen = users.revision;
    let holds = hash !== undefined;
    return () => {
      if (seen !== users.revision) holds &&= users.candidate(name, secret)?.text === hash;
      seen = users.revision;
      return holds;
    };
  }

  async #logIn(context: Context): Promise<Response> {
    // A form of another page cannot send this type without asking first. [Fetch, CORS-safelisted request-header]
    if (!/^application\/json\b/.test(context.req.header("content-type") ?? "")) {
      return context.text("Send application/json", 415);
    }
    const { success, data } = LOGIN.safeParse(await context.req.json().catch(() => undefined));
    if (!success) return context.text('Send {"name": "…", "password": "…"}', 400);
    const remoteAddress = clientAddress(this.#options.peer(context), (name) => context.req.header(name));
    const credentials = { name: data.name, secret: data.password, remoteAddress };
    const verdict = await this.#options.authenticator.authenticate(credentials);
    if (verdict.outcome === "limited") return tooMany(context, verdict.retryAfterMs);
    // A token is for programs: it is not typed into a page.
    if (verdict.outcome === "wrong" || verdict.by !== "password") return context.text("Wrong name or password", 401);
    const { sessions } = this.#options;
    context.header("Set-Cookie", sessionCookie(sessions.open(data.name), this.#transport(context)));
    // The next request may come to another node.
    await sessions.shared();
    context.header("Cache-Control", "no-store");
    return context.body(null, 204);
  }

  #logOut(context: Context): Response {
    const credentials = requestCredentials((name) => (name === "cookie" ? context.req.header(name) : undefined));
    if (credentials.kind === "session") this.#options.sessions.end(credentials.id);
    context.header("Set-Cookie", sessionCookie("", this.#transport(context)));
    return context.body(null, 204);
  }

  #transport(context: Context): "secure" | "plain" {
    const isProxied = isLoopback(this.#options.peer(context)) && context.req.header("x-forwarded-proto") === "https";
    return isProxied ? "secure" : this.#options.transport;
  }
}

/** Cookies know no ports, and SameSite no origins: another service of this host is another origin all the same. */
function isOwnPage(context: Context): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin" || (site === "none" && context.req.method === "GET");
  if (["GET", "HEAD"].includes(context.req.method)) return true;
  const origin = context.req.header("origin") ?? "";
  return URL.canParse(origin) && new URL(origin).host === context.req.header("host");
}

function unauthenticated(context: Context, message: string): Response {
  // Elsewhere a browser would put its own form before the page's.
  const challenge = context.req.path.startsWith("/api/") ? 'Basic realm="structline", charset="UTF-8"' : "Bearer";
  // What is left of the body is not read.
  return context.text(message, 401, {
    "WWW-Authenticate": challenge,
    Connection: "close",
    "Cache-Control": "no-store",
  });
}

function tooMany(context: Context, retryAfterMs: number): Response {
  const seconds = `${Math.ceil(retryAfterMs / 1000)}`;
  return context.text("Too many failed log-ins; wait, then try again", 429, {
    "Retry-After": seconds,
    Connection: "close",
    "Cache-Control": "no-store",
  });
}
