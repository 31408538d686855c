/** Requests to a simulated service: they pass its guards, its direct path and its routes like those of a socket. */

import { createHmac } from "node:crypto";
import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { DirectAnswer } from "../../runtime/http/direct.ts";
import { heldRoutes } from "../../runtime/http/held-routes.ts";
import type { ListenerOptions } from "../../runtime/http/http-listener.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/** The options of the service's listener. */
export interface ListenerSetup {
  readonly app: Hono;
  readonly options: Pick<ListenerOptions, "guard" | "direct" | "admission">;
}

export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly token?: string | undefined;
  readonly contentType?: string;
  /** Pieces of the body. The first arrives with the head, each other one that long after the previous. */
  readonly body?: readonly string[];
  readonly betweenMs?: number;
  /** Each sender has an address of its own. */
  readonly from?: string;
}

/** Absent if the connection was aborted. */
export interface Answered {
  readonly status: number | undefined;
  readonly text: string;
}

const MS = 1_000_000;
const BROKEN: Answered = { status: undefined, text: "" };

/** Never resolves once the process is dead. */
export async function ask(
  { app, options }: ListenerSetup,
  asked: Asked,
  { owner, scheduler }: { readonly owner: Owner; readonly scheduler: Scheduler },
): Promise<Answered> {
  const { guard, direct, admission } = options;
  const incoming = incomingOf(asked);
  // As the listener asks them. [http-listener.ts]
  const refusal = await guard?.(incoming, "request");
  if (refusal !== undefined) return textOf(refusal);
  const { body = [], betweenMs = 0 } = asked;
  for (const [index, piece] of body.entries()) {
    const give = () => incoming.give(piece, index === body.length - 1);
    if (index === 0) give();
    else scheduler.after(owner, index * betweenMs * MS, give);
  }
  if (body.length === 0) incoming.give("", true);
  const given = direct?.(incoming);
  if (given !== undefined) return textOf(await given);
  const outgoing = Object.assign(new EventEmitter(), { headersSent: false, destroy() {} });
  const broken = new Promise<Answered>((resolve) => {
    outgoing.destroy = () => resolve(BROKEN);
  });
  const { method, path, contentType } = asked;
  // A body in pieces is read from the connection. A route that takes a whole body reads it from here.
  const whole = body.length === 1 ? { body: body[0]! } : {};
  const headers = contentType === undefined ? {} : { "Content-Type": contentType };
  const request = new Request(`http://simulated${path}`, { method, headers, ...whole });
  const bindings = { incoming, outgoing };
  const routes = admission === undefined ? app.fetch.bind(app) : heldRoutes(app, admission);
  const answered = Promise.resolve(routes(request, bindings as never)).then(async (response) => {
    outgoing.headersSent = true;
    const { status } = response as Response;
    // An answer that fails during transfer aborts the connection.
    return (response as Response).text().then(
      (text) => ({ status, text }),
      () => BROKEN,
    );
  });
  try {
    return await Promise.race([answered, broken]);
  } finally {
    outgoing.emit("close");
  }
}

function textOf({ status, body }: Pick<DirectAnswer, "status" | "body">): Answered {
  return { status, text: body ?? "" };
}

function incomingOf({ method, path, token, contentType, body = [], from = "10.0.0.1" }: Asked): Incoming {
  const headers: Record<string, string> = { host: "localhost" };
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
  if (contentType !== undefined) headers["content-type"] = contentType;
  if (body.length === 1) headers["content-length"] = String(Buffer.byteLength(body[0]!));
  return new Incoming(method, path, headers, from) as Incoming & IncomingMessage;
}

type Incoming = IncomingMessage & { give(text: string, isLast: boolean): void };
const Incoming = class extends Readable {
  readonly method: string;
  url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: { readonly remoteAddress: string; readonly remotePort: number };
  complete = false;

  constructor(method: string, url: string, headers: Readonly<Record<string, string>>, remoteAddress: string) {
    super();
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.socket = { remoteAddress, remotePort: 40_000 };
  }

  give(text: string, isLast: boolean): void {
    if (text !== "") this.push(Buffer.from(text));
    if (!isLast) return;
    this.complete = true;
    this.push(null);
  }

  override _read(): void {}
} as unknown as new (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  remoteAddress: string,
) => Incoming;

/** Replaces scrypt, whose cost does not matter here. */
export function derive(text: string, salt: Buffer, length: number): Buffer {
  return createHmac("sha256", salt).update(text).digest().subarray(0, length);
}

/** A user of the users file. */
export interface User {
  readonly name: string;
  /** Absent: revoked. */
  readonly token?: string;
  readonly write: readonly string[];
  readonly read: readonly string[];
  readonly admin: boolean;
}

/** The `n`th token that there is. */
export function tokenOf(n: number): string {
  return `sl_${String(n).padStart(8, "0")}_${"x".repeat(43)}`;
}

export function usersText(users: readonly User[]): string {
  const entries = users.map(({ token, ...user }) => ({ ...user, tokens: token === undefined ? [] : [entryOf(token)] }));
  return JSON.stringify({ version: 1, users: entries });
}

function entryOf(token: string): object {
  const salt = Buffer.from(token.slice(0, 16));
  const hash = derive(token, salt, 32);
  const id = token.slice(3, 11);
  return {
    id,
    created: "2026-01-01T00:00:00Z",
    hash: `$scrypt$ln=10,r=1,p=1$${salt.toString("base64url")}$${hash.toString("base64url")}`,
  };
}
