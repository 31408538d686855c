/**
 * Dashboards of the page, kept in the store. `PUT` with `If-Match` saves only if nobody else did meanwhile. A name that begins with `~` belongs to one user; all others are shared.
 */

import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { inPath } from "../../http/parameters.ts";
import { type Route, routed } from "../../http/route.ts";
import { senderOf } from "../../http/sender-of.ts";
import type { Facts } from "../../store/store.ts";

export interface LayoutsApiParts {
  readonly store: Facts;
  /** Whether the sender may save for everybody; absent: no access control. */
  readonly mayChange?: (request: object) => boolean;
  /** What else the page offers the sender; absent: everything. */
  readonly rights?: (request: object) => { readonly mayAnnotate: boolean; readonly mayDelete: boolean };
  /** Converts a layout, as far as the client may read it, to a dashboard of Grafana; absent without a data source. */
  readonly toGrafana?: (request: object, name: string, layout: unknown) => Promise<object>;
  /** The user; undefined without a log-in. */
  readonly user?: (request: object) => string | undefined;
}

const MAX_BYTES = 1024 * 1024;
const NAME = /^~?[\w .-]{1,64}$/;
const KEY = "page layout ";
/** Key of the dashboard shown if an address names none. */
const START = "page start";
const DENIED = "To change layouts you need write permission for all realms";
const CHANGED = "Somebody else has saved this dashboard since you opened it";
const NOBODY = "A dashboard of one's own takes a log-in";

export interface LayoutEntry {
  readonly name: string;
  readonly title?: string;
}

interface Saving extends LayoutsApiParts {
  /** The last save: the next one compares its version after it. */
  readonly saving: { last: Promise<unknown> };
}

const SHOWN = [inPath("name", "Its name", "wall")];
const ROUTES: readonly Route<Saving>[] = [
  {
    method: "get",
    path: "/layouts",
    summary: "Dashboards of the page, shared and your own, the start dashboard, and what you may change",
    answers: ["application/json"],
    errors: [],
    handle: list,
  },
  {
    method: "put",
    path: "/layouts",
    summary: "Sets the start dashboard",
    body: { "application/json": { start: "default" } },
    answers: [],
    errors: [400, 403, 413],
    limit: bodyLimit({ maxSize: 1024 }),
    handle: async (context, parts) => {
      if (!mayChangeAll(context, parts)) return context.text(DENIED, 403);
      const { start } = ((await context.req.json().catch(() => undefined)) ?? {}) as { start?: unknown };
      if (typeof start !== "string" || !NAME.test(start) || isOwn(start)) {
        return context.text("'start' is the name of a dashboard that everybody sees", 400);
      }
      await parts.store.remember(START, start);
      return context.body(null, 204);
    },
  },
  {
    method: "put",
    path: "/layouts/{name}",
    summary: "Saves a dashboard of the page",
    parameters: [inPath("name", "1 to 64 letters, digits, blanks, '.', '-', '_'; '~' before one's own", "wall")],
    body: { "application/json": { order: [], panels: {}, added: {} } },
    answers: [],
    errors: [400, 403, 412, 413],
    limit: bodyLimit({
      maxSize: MAX_BYTES,
      onError: (context) => context.text(`A layout has at most ${MAX_BYTES} bytes`, 413),
    }),
    handle: (context, parts) => named(context, parts, save),
  },
  {
    method: "get",
    path: "/layouts/{name}/grafana",
    summary: "A dashboard of the page as a Grafana dashboard (store InfluxDB)",
    parameters: SHOWN,
    answers: ["application/json"],
    errors: [404, 501],
    handle: exportToGrafana,
  },
  {
    method: "get",
    path: "/layouts/{name}",
    summary: "A dashboard of the page",
    parameters: SHOWN,
    answers: ["application/json"],
    errors: [400, 403],
    handle: (context, parts) =>
      named(context, parts, async (name) => {
        const text = await recall(parts, keyOf(context, parts, name));
        context.header("ETag", versionOf(text));
        const layout: unknown = text === "" ? null : JSON.parse(text);
        return context.json({ layout, mayChange: mayChange(context, parts, name) });
      }),
  },
  {
    method: "delete",
    path: "/layouts/{name}",
    summary: "Deletes a dashboard of the page",
    parameters: SHOWN,
    answers: [],
    errors: [400, 403],
    handle: (context, parts) =>
      named(context, parts, async (name) => {
        await parts.store.remember(keyOf(context, parts, name), "");
        return context.body(null, 204);
      }),
  },
];

export function layoutsApi(parts: LayoutsApiParts): Hono {
  return routed(ROUTES, { ...parts, saving: { last: Promise.resolve() } });
}

function userOf(context: Context, { user }: LayoutsApiParts): string | undefined {
  return user?.(senderOf(context));
}

function isOwn(name: string): boolean {
  return name.startsWith("~");
}

function mayChangeAll(context: Context, parts: LayoutsApiParts): boolean {
  return parts.mayChange?.(senderOf(context)) ?? true;
}

function mayChange(context: Context, parts: LayoutsApiParts, name: string): boolean {
  return isOwn(name) ? userOf(context, parts) !== undefined : mayChangeAll(context, parts);
}

/** Neither a user's name nor a layout's contains a line end, so keys are unique. */
function keyOf(context: Context, parts: LayoutsApiParts, name: string): string {
  return isOwn(name) ? `${KEY}${userOf(context, parts)}\n${name}` : KEY + name;
}

async function recall({ store }: LayoutsApiParts, key: string): Promise<string> {
  return (store.recall ? await store.recall(key) : (await store.remembered()).get(key)) ?? "";
}

/** Checks the name, and whether the sender may use it for this. */
async function named(
  context: Context,
  parts: Saving,
  answer: (name: string, context: Context, parts: Saving) => Promise<Response>,
): Promise<Response> {
  const name = context.req.param("name") ?? "";
  if (!NAME.test(name)) {
    return context.text(
      "A layout's name has 1 to 64 letters, digits, blanks, '.', '-' or '_', and '~' before one's own",
      400,
    );
  }
  if (isOwn(name) && userOf(context, parts) === undefined) return context.text(NOBODY, 403);
  if (context.req.method !== "GET" && !mayChange(context, parts, name)) return context.text(DENIED, 403);
  return answer(name, context, parts);
}

async function list(context: Context, parts: LayoutsApiParts): Promise<Response> {
  const user = userOf(context, parts);
  const own = `${KEY}${user}\n`;
  const layouts = [...(await parts.store.remembered())].flatMap(([key, text]): LayoutEntry[] => {
    const name = key.startsWith(own) ? key.slice(own.length) : key.startsWith(KEY) ? key.slice(KEY.length) : "";
    if (text === "" || !NAME.test(name) || isOwn(name) !== key.startsWith(own)) return [];
    const { title } = JSON.parse(text) as { title?: string };
    return [{ name, ...(title !== undefined && { title }) }];
  });
  const start = await recall(parts, START);
  return context.json({
    layouts: layouts.sort((a, b) => a.name.localeCompare(b.name)),
    ...(start !== "" && { start }),
    mayChange: mayChangeAll(context, parts),
    grafana: parts.toGrafana !== undefined,
    mayOwn: user !== undefined,
    ...(parts.rights?.(senderOf(context)) ?? { mayAnnotate: true, mayDelete: true }),
  });
}

async function exportToGrafana(context: Context, parts: LayoutsApiParts): Promise<Response> {
  const name = context.req.param("name") ?? "";
  if (!NAME.test(name) || (isOwn(name) && userOf(context, parts) === undefined))
    return context.text("No such layout", 404);
  if (parts.toGrafana === undefined) return context.text("Dashboards of Grafana need [store] url = influxdb://…", 501);
  const text = await recall(parts, keyOf(context, parts, name));
  if (text === "") return context.text("No such layout", 404);
  context.header("Content-Disposition", `attachment; filename="${name.replace(/[^\w.-]/g, "_")}-grafana.json"`);
  return context.json(await parts.toGrafana(senderOf(context), name, JSON.parse(text)));
}

async function save(name: string, context: Context, parts: Saving): Promise<Response> {
  const { store, saving } = parts;
  const { readLayout } = await import("./layout-body.ts");
  const { layout, problem } = readLayout(await context.req.json().catch(() => undefined));
  if (layout === undefined) return context.text(`This is not a layout: ${problem}`, 400);
  // The permission may have been withdrawn while the body arrived.
  if (!mayChange(context, parts, name)) return context.text(DENIED, 403);
  const key = keyOf(context, parts, name);
  const text = JSON.stringify(layout);
  // A proxy that compresses answers marks their versions as weak.
  const expected = context.req.header("If-Match")?.replace(/^W\//, "");
  const saved = saving.last.then(async () => {
    if (expected !== undefined && expected !== versionOf(await recall(parts, key))) return context.text(CHANGED, 412);
    await store.remember(key, text);
    context.header("ETag", versionOf(text));
    return context.body(null, 204);
  });
  saving.last = saved.catch(() => {});
  return await saved;
}

function versionOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}
