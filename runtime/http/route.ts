/**
 * A route, declared once: from its row come hono's route, the check of its parameters, the permission, and OpenAPI. A
 * row stands beside the code that answers it.
 */

import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import { answerRequestError, neverCached } from "./answers.ts";
import { type Caller, type Callers, callerOf } from "./caller.ts";
import { condensed } from "./condensed.ts";
import { checkDeclared, type Parameter } from "./parameters.ts";
import { type Grant, granted, NotPermitted, type Permission } from "./permission.ts";
import type { Schema } from "./schema.ts";

type Method = "get" | "post" | "put" | "delete";

export interface Operation {
  readonly method: Method;
  /** As in OpenAPI: `/layouts/{name}`. */
  readonly path: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  /** Devices and the page have parameters of their own. */
  readonly others?: "allowed";
  /** Content types → examples. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Refuses long bodies. */
  readonly limit?: MiddlewareHandler;
  /** Content types of a success: JSON unless given; none: 204. */
  readonly answers?: readonly string[];
  /** What a success in JSON consists of. */
  readonly answer?: Schema;
  /** Statuses of errors whose body is that of a success. */
  readonly sameAt?: readonly number[];
  /** What an error in JSON consists of, where the clients of another program expect its form. */
  readonly failure?: Schema;
  /** Besides those of the permission, the parameters' check, the body and its limit. */
  readonly errors?: readonly number[];
  readonly may: Pick<Permission, "kind" | "who" | "errors">;
}

/** Not described to programs. */
interface PageRoute extends Pick<Operation, "method" | "path"> {
  readonly audience: "page";
}

/** What the page consists of, the documentation, and the log-in. @param path as hono writes it */
export function page(path: string, method: Method = "get"): PageRoute {
  return { method, path, audience: "page" };
}

export interface Route<Parts> extends Operation {
  readonly may: Permission<Parts>;
  /** Its answers are compressed, and not sent again while they are the same. */
  readonly condensed?: true;
  /** Need not check the caller: `parts` are what the caller may see. */
  readonly handle: (context: Context, parts: Parts, grant: Grant) => Response | Promise<Response>;
}

/** Routes whose answers are never cached unless they say so. */
export function routed<Parts extends object>(routes: readonly Route<Parts>[], parts: Parts & Callers): Hono {
  const api = new Hono();
  for (const route of routes) {
    const before: MiddlewareHandler[] = [
      neverCached,
      permitting(route, parts),
      ...(route.condensed ? [condensed] : []),
      ...(route.limit ? [route.limit] : []),
    ];
    addRoute(api, route, ...before, (context) => answer(route, context, parts));
  }
  api.onError(answerRequestError);
  return api;
}

async function answer<Parts>(route: Route<Parts>, context: Context, parts: Parts & Callers): Promise<Response> {
  const caller = callerOf(context, parts);
  const { may, body, handle } = route;
  // The permission may end while the body arrives; one that cannot be read is refused by the handler.
  if (body !== undefined) await context.req.arrayBuffer().catch(() => {});
  const refusal = refusalOf(may, context, caller) ?? (await may.objection?.(context, parts, caller));
  if (refusal !== undefined) return refusal;
  return whilePermitted(may, context, { parts, caller }, (visible, grant) => handle(context, visible, grant));
}

/** The answer; or 403 if the permission ends before it is made. */
export async function whilePermitted<Parts>(
  may: Permission<Parts>,
  context: Context,
  { parts, caller }: { readonly parts: Parts; readonly caller: Caller },
  make: (visible: Parts, grant: Grant) => Response | Promise<Response>,
): Promise<Response> {
  const { parts: visible, grant } = granted(may, parts, caller);
  try {
    return await make(visible, grant);
  } catch (error) {
    if (!(error instanceof NotPermitted)) throw error;
    // 401 if it was the credential that ended.
    return refusalOf(may, context, caller) ?? context.text(error.message, 403);
  }
}

function refusalOf<Parts>({ kind, holds, who }: Permission<Parts>, context: Context, caller: Caller) {
  if (kind !== "open" && !caller.isKnown) return context.text("Credentials are required", 401);
  return holds?.(caller) === false ? context.text(who, 403) : undefined;
}

function permitting<Parts>({ may }: Route<Parts>, parts: Callers): MiddlewareHandler {
  return async (context, next) => refusalOf(may, context, callerOf(context, parts)) ?? (await next());
}

/** Statuses of what is checked before and after the handler. */
export function refusalsOf({ parameters = [], others, body, limit, may }: Operation): number[] {
  const isChecked = others === undefined || body !== undefined || parameters.some((one) => one.in === "query");
  return [401, 429, 431, ...(isChecked ? [400] : []), ...(limit ? [413] : []), ...may.errors];
}

export function addRoute(api: Hono, route: Operation | PageRoute, ...handlers: Handler[]): void {
  const check: MiddlewareHandler = "audience" in route ? (_, next) => next() : checking(route);
  api.on(route.method.toUpperCase(), honoPath(route), declared([route], check), ...handlers);
}

const DECLARED = new WeakMap<object, readonly (Operation | PageRoute)[]>();

/** Marks the handler of a route that answers several operations by rules of its own. */
export function declared<Marked extends Handler | MiddlewareHandler>(
  operations: readonly (Operation | PageRoute)[],
  handler: Marked,
): Marked {
  DECLARED.set(handler, operations);
  return handler;
}

/** What an application's routes declare, and those that declare nothing. */
export function declarationsOf(app: Hono): {
  readonly operations: readonly Operation[];
  readonly undeclared: readonly string[];
} {
  const found = new Set<Operation>();
  const [known, all] = [new Set<string>(), new Set<string>()];
  for (const { method, path, handler } of app.routes) {
    const operations = DECLARED.get(findTargetHandler(handler));
    const name = `${method} ${path}`;
    if (method !== "ALL") all.add(name);
    if (operations !== undefined) known.add(name);
    for (const operation of operations ?? []) if (!("audience" in operation)) found.add(operation);
  }
  return { operations: [...found], undeclared: [...all].filter((name) => !known.has(name)) };
}

/** Clients of InfluxDB and browsers ask with OPTIONS what a path takes: 204 and `Allow`, or 404. [RFC 9110 9.3.7] */
export function answerOptions(app: Hono, context: Context): Response {
  const { method, path } = context.req;
  const methods = method === "OPTIONS" ? METHODS.filter((one) => isDeclared(app, one, path)) : [];
  if (methods.length === 0) return context.text("404 Not Found", 404);
  const all = methods.flatMap((one) => (one === "GET" ? [one, "HEAD"] : [one]));
  return new Response(null, { status: 204, headers: { Allow: [...all, "OPTIONS"].join(", ") } });
}

const METHODS = ["GET", "POST", "PUT", "DELETE"];

function isDeclared(app: Hono, method: string, path: string): boolean {
  const [matched] = app.router.match(method, path);
  return matched.some(([[handler]]) => DECLARED.has(findTargetHandler(handler as Handler)));
}

/** `{id}` → `:id`, with the pattern of the parameter's schema. */
function honoPath(route: Operation | PageRoute): string {
  const parameters = "parameters" in route ? (route.parameters ?? []) : [];
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { pattern } = parameters.find((one) => one.name === name)?.schema ?? {};
    return `:${name}${pattern === undefined ? "" : `{${pattern}}`}`;
  });
}

function checking({ parameters = [], others }: Operation): MiddlewareHandler {
  const known = parameters.filter((one) => one.in === "query");
  return async (context, next) => {
    try {
      if (others === undefined) checkDeclared(new URL(context.req.url).searchParams, known);
    } catch (error) {
      return answerRequestError(error as Error, context);
    }
    await next();
    return undefined;
  };
}
