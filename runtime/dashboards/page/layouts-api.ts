/**
 * Dashboards of the page, kept in the store: `GET /layouts` lists them, `GET`, `PUT` and `DELETE /layouts/<name>`
 * handle one. `PUT` with `If-Match` saves only if nobody else did meanwhile. A name that begins with `~` belongs to one user; all others are shared.
 */

import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { senderOf } from "../../http/sender-of.ts";
import type { Memory } from "../../store/store.ts";

export interface LayoutsApiParts {
  readonly store: Memory;
  /** Whether the sender may save for everybody; absent: no access control. */
  readonly mayChange?: (request: object) => boolean;
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

export function layoutsApi(parts: LayoutsApiParts): Hono {
  const { store } = parts;
  const api = new Hono();
  const user = (context: Context) => parts.user?.(senderOf(context));
  const mayChangeAll = (context: Context) => parts.mayChange?.(senderOf(context)) ?? true;
  const isOwn = (name: string) => name.startsWith("~");
  const mayChange = (context: Context, name: string) =>
    isOwn(name) ? user(context) !== undefined : mayChangeAll(context);
  // Neither a user's name nor a layout's contains a line end, so keys are unique.
  const keyOf = (context: Context, name: string) => (isOwn(name) ? `${KEY}${user(context)}\n${name}` : KEY + name);
  const recall = async (key: string) =>
    (store.recall ? await store.recall(key) : (await store.remembered()).get(key)) ?? "";
  /** The last save: the next one compares its version after it. */
  let saving: Promise<unknown> = Promise.resolve();

  api.use("/layouts/:name", async (context, next) => {
    const name = context.req.param("name");
    if (!NAME.test(name)) {
      return context.text(
        "A layout's name has 1 to 64 letters, digits, blanks, '.', '-' or '_', and '~' before one's own",
        400,
      );
    }
    if (isOwn(name) && user(context) === undefined) return context.text(NOBODY, 403);
    if (context.req.method !== "GET" && !mayChange(context, name)) return context.text(DENIED, 403);
    await next();
    context.header("Cache-Control", "no-store");
    return undefined;
  });
  api.get("/layouts", async (context) => {
    const own = `${KEY}${user(context)}\n`;
    const layouts = [...(await store.remembered())].flatMap(([key, text]): LayoutEntry[] => {
      const name = key.startsWith(own) ? key.slice(own.length) : key.startsWith(KEY) ? key.slice(KEY.length) : "";
      if (text === "" || !NAME.test(name) || isOwn(name) !== key.startsWith(own)) return [];
      const { title } = JSON.parse(text) as { title?: string };
      return [{ name, ...(title !== undefined && { title }) }];
    });
    const start = await recall(START);
    context.header("Cache-Control", "no-store");
    return context.json({
      layouts: layouts.sort((a, b) => a.name.localeCompare(b.name)),
      ...(start !== "" && { start }),
      mayChange: mayChangeAll(context),
      grafana: parts.toGrafana !== undefined,
      mayOwn: user(context) !== undefined,
    });
  });
  api.put("/layouts", bodyLimit({ maxSize: 1024 }), async (context) => {
    if (!mayChangeAll(context)) return context.text(DENIED, 403);
    const { start } = ((await context.req.json().catch(() => undefined)) ?? {}) as { start?: unknown };
    if (typeof start !== "string" || !NAME.test(start) || isOwn(start)) {
      return context.text("'start' is the name of a dashboard that everybody sees", 400);
    }
    await store.remember(START, start);
    return context.body(null, 204);
  });
  api.get("/layouts/:name", async (context) => {
    const name = context.req.param("name");
    const text = await recall(keyOf(context, name));
    context.header("ETag", versionOf(text));
    return context.json({ layout: text === "" ? null : JSON.parse(text), mayChange: mayChange(context, name) });
  });
  api.get("/layouts/:name/grafana", async (context) => {
    const name = context.req.param("name");
    if (!NAME.test(name) || (isOwn(name) && user(context) === undefined)) return context.text("No such layout", 404);
    if (parts.toGrafana === undefined)
      return context.text("Dashboards of Grafana need [store] url = influxdb://…", 501);
    const text = await recall(keyOf(context, name));
    if (text === "") return context.text("No such layout", 404);
    context.header("Content-Disposition", `attachment; filename="${name.replace(/[^\w.-]/g, "_")}-grafana.json"`);
    context.header("Cache-Control", "no-store");
    return context.json(await parts.toGrafana(senderOf(context), name, JSON.parse(text)));
  });
  const onError = (context: Context) => context.text(`A layout has at most ${MAX_BYTES} bytes`, 413);
  api.put("/layouts/:name", bodyLimit({ maxSize: MAX_BYTES, onError }), async (context) => {
    const name = context.req.param("name");
    const { readLayout } = await import("./layout-body.ts");
    const { layout, problem } = readLayout(await context.req.json().catch(() => undefined));
    if (layout === undefined) return context.text(`This is not a layout: ${problem}`, 400);
    // The permission may have been withdrawn while the body arrived.
    if (!mayChange(context, name)) return context.text(DENIED, 403);
    const key = keyOf(context, name);
    const text = JSON.stringify(layout);
    // A proxy that compresses answers marks their versions as weak.
    const expected = context.req.header("If-Match")?.replace(/^W\//, "");
    const save = async () => {
      if (expected !== undefined && expected !== versionOf(await recall(key))) return context.text(CHANGED, 412);
      await store.remember(key, text);
      context.header("ETag", versionOf(text));
      return context.body(null, 204);
    };
    const saved = saving.then(save);
    saving = saved.catch(() => {});
    return await saved;
  });
  api.delete("/layouts/:name", async (context) => {
    await store.remember(keyOf(context, context.req.param("name")), "");
    return context.body(null, 204);
  });
  return api;
}

function versionOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}
