/** Authenticates requests by the credentials in their headers or by the page's session; log-in and log-out. */

import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { atMost, sendsJson } from "../http/answers.ts";
import { clientAddress, isLoopback } from "../http/client-address.ts";
import { type Guard, isOriginOf, type Refusal } from "../http/guard.ts";
import { headerOf } from "../http/headers.ts";
import { addRoute, page } from "../http/route.ts";
import type { OpenAct } from "../model/open-act.ts";
import type { Account } from "./account.ts";
import type { Authenticator, Verdict } from "./authenticator.ts";
import type { Credential } from "./credential.ts";
import type { OpenActs } from "./open-acts.ts";
import { queryCredentials, requestCredentials } from "./request-credentials.ts";
import { type Sessions, sessionCookie } from "./sessions.ts";

type Identification = Verdict | { readonly outcome: "nobody" };

export interface HttpGateOptions {
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly acts: OpenActs;
  /** Address of the connection. */
  readonly peer: (context: Context) => string;
  /** Whether the listener itself speaks TLS. */
  readonly transport: "secure" | "plain";
  /** Path of the page's cookie; `/` unless given. */
  readonly cookiePath?: string;
}

/**
 * Paths that need no credentials: the page without data, the documentation, log-in, and the liveness check. They are
 * matched against the raw request: nothing encoded, and no `..`, which would lead elsewhere.
 */
const OPEN_PATHS = /^\/(page\/[\w.-]*|docs\/?|docs(\/[\w-][\w.-]*){1,2}|login|logout|health)?$/;
const LOGIN = z.strictObject({ name: z.string().max(64), password: z.string().max(1024) });

export class HttpGate {
  readonly #options: HttpGateOptions;
  readonly #credentials = new WeakMap<object, Credential>();

  constructor(options: HttpGateOptions) {
    this.#options = options;
  }

  /** The request's credential, if it carried one. */
  credential(request: object): Credential | undefined {
    return this.#credentials.get(request);
  }

  /** Absent if the request carried no credential or its credential is no longer valid: long requests check again. */
  account(request: object): Account | undefined {
    return this.#credentials.get(request)?.account;
  }

  /** The name of the user who is logged in on the page. */
  sessionName(request: object): string | undefined {
    const credential = this.#credentials.get(request);
    return credential?.by === "session" ? credential.user : undefined;
  }

  follow(request: object, act: OpenAct): () => void {
    const credential = this.#credentials.get(request);
    if (credential !== undefined) return this.#options.acts.follow(credential, act);
    // Without a credential nothing can be withdrawn.
    return () => {};
  }

  /** Calls back once, with the refusal to send, when the request's credential becomes invalid. */
  hold(incoming: IncomingMessage, end: (refusal: Refusal) => void): () => void {
    const ended = () => end(unauthenticated(incoming, "Credentials are no longer valid"));
    return this.follow(incoming, { isAllowed: () => true, end: ended });
  }

  /** Cached credentials are accepted without waiting. */
  readonly guard: Guard = (request, kind) => {
    const header = headerOf(request);
    const said = requestCredentials(header);
    const shown = said.kind === "none" ? queryCredentials(request.url ?? "") : said;
    const judge = (found: Identification) => this.#judge(request, kind, found);
    switch (shown.kind) {
      case "none":
        return judge({ outcome: "nobody" });
      case "malformed":
        return judge({ outcome: "wrong" });
      case "session": {
        const credential = this.#options.sessions.find(shown.id);
        // An expired cookie is not a failed attempt: the page shows its log-in.
        return judge(credential === undefined ? { outcome: "nobody" } : { outcome: "known", credential });
      }
      case "secret": {
        const { name, secret } = shown;
        const { authenticator } = this.#options;
        const known = authenticator.recall(name, secret);
        if (known !== undefined) return judge(known);
        const remoteAddress = clientAddress(request.socket.remoteAddress ?? "", header);
        return authenticator.authenticate({ name, secret, remoteAddress }).then(judge);
      }
    }
  };

  #judge(request: IncomingMessage, kind: "request" | "upgrade", found: Identification): Refusal | undefined {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (found.outcome === "limited") return tooMany(found.retryAfterMs);
    if (found.outcome === "wrong") {
      return path === "/login" ? undefined : unauthenticated(request, "Wrong credentials");
    }
    if (found.outcome === "known" && (found.credential.by !== "session" || kind === "upgrade" || isOwnPage(request))) {
      this.#credentials.set(request, found.credential);
      return undefined;
    }
    // The router asks for a ticket if a WebSocket client sends no credential.
    const isOpen = kind === "upgrade" || request.method === "OPTIONS" || OPEN_PATHS.test(path);
    return isOpen ? undefined : unauthenticated(request, "Credentials are required");
  }

  /** `POST /login` and `POST /logout`. */
  routes(): Hono {
    const app = new Hono();
    addRoute(app, page("/login", "post"), atMost(4096, "A log-in"), (context) => this.#logIn(context));
    addRoute(app, page("/logout", "post"), (context) => this.#logOut(context));
    return app;
  }

  async #logIn(context: Context): Promise<Response> {
    if (!sendsJson(context)) return context.text("Send application/json", 415);
    const { success, data } = LOGIN.safeParse(await context.req.json().catch(() => undefined));
    if (!success) return context.text('Send {"name": "…", "password": "…"}', 400);
    const remoteAddress = clientAddress(this.#options.peer(context), (name) => context.req.header(name));
    const credentials = { name: data.name, secret: data.password, remoteAddress };
    const verdict = await this.#options.authenticator.authenticate(credentials);
    if (verdict.outcome === "limited") {
      const { status, body, headers } = tooMany(verdict.retryAfterMs);
      return new Response(body, { status, headers: { ...headers } });
    }
    // A token is for programs, not for the page's log-in form.
    if (verdict.outcome === "wrong" || verdict.credential.by !== "password") {
      return context.text("Wrong name or password", 401);
    }
    const { sessions } = this.#options;
    context.header("Set-Cookie", this.#cookie(sessions.open(verdict.credential), context));
    // The next request may reach another node.
    await sessions.shared();
    context.header("Cache-Control", "no-store");
    return context.body(null, 204);
  }

  #logOut(context: Context): Response {
    const credentials = requestCredentials((name) => (name === "cookie" ? context.req.header(name) : undefined));
    if (credentials.kind === "session") this.#options.sessions.end(credentials.id);
    context.header("Set-Cookie", this.#cookie("", context));
    return context.body(null, 204);
  }

  #cookie(id: string, context: Context): string {
    return sessionCookie(id, this.#transport(context), this.#options.cookiePath);
  }

  #transport(context: Context): "secure" | "plain" {
    const isProxied = isLoopback(this.#options.peer(context)) && context.req.header("x-forwarded-proto") === "https";
    return isProxied ? "secure" : this.#options.transport;
  }
}

/**
 * Cookies ignore ports, and SameSite ignores them too: another service of this host counts as the same site, but has
 * another origin.
 */
function isOwnPage(request: IncomingMessage): boolean {
  const site = headerOf(request)("sec-fetch-site");
  const { method = "", headers } = request;
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  return ["GET", "HEAD"].includes(method) || isOriginOf(headers.host ?? "", headers.origin ?? "");
}

function unauthenticated({ url = "" }: IncomingMessage, body: string): Refusal {
  // Outside `/api/`, a browser would show its own log-in form before the page's.
  const challenge = url.startsWith("/api/") ? 'Basic realm="structline", charset="UTF-8"' : "Bearer";
  // The rest of the body is not read.
  return {
    status: 401,
    body,
    headers: { "WWW-Authenticate": challenge, Connection: "close", "Cache-Control": "no-store" },
  };
}

function tooMany(retryAfterMs: number): Refusal {
  return {
    status: 429,
    body: "Too many failed log-ins; wait, then try again",
    headers: {
      "Retry-After": `${Math.ceil(retryAfterMs / 1000)}`,
      Connection: "close",
      "Cache-Control": "no-store",
    },
  };
}
