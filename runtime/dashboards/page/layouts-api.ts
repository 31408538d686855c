/** Layouts of the page, kept in the store for everybody: `GET`, `PUT` and `DELETE /layouts/<name>`. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { senderOf } from "../../http/sender-of.ts";
import type { Memory } from "../../store/store.ts";

export interface LayoutsApiParts {
  readonly store: Memory;
  /** Who may save; absent: everybody. */
  readonly mayChange?: (request: object) => boolean;
}

const MAX_BYTES = 1024 * 1024;
const NAME = /^[\w .-]{1,64}$/;
const KEY = "page layout ";
const DENIED = "Layouts are changed by those who may write everywhere";

export function layoutsApi(parts: LayoutsApiParts): Hono {
  const api = new Hono();
  const mayChange = (context: Context) => parts.mayChange?.(senderOf(context)) ?? true;
  api.use("/layouts/:name", async (context, next) => {
    if (!NAME.test(context.req.param("name"))) {
      return context.text("A layout's name has 1 to 64 letters, digits, blanks, '.', '-' or '_'", 400);
    }
    if (context.req.method !== "GET" && !mayChange(context)) return context.text(DENIED, 403);
    await next();
    context.header("Cache-Control", "no-store");
    return undefined;
  });
  api.get("/layouts/:name", async (context) => {
    const { store } = parts;
    const key = KEY + context.req.param("name");
    const text = (store.recall ? await store.recall(key) : (await store.remembered()).get(key)) ?? "";
    return context.json({ layout: text === "" ? null : JSON.parse(text), mayChange: mayChange(context) });
  });
  const onError = (context: Context) => context.text(`A layout has at most ${MAX_BYTES} bytes`, 413);
  api.put("/layouts/:name", bodyLimit({ maxSize: MAX_BYTES, onError }), async (context) => {
    const { readLayout } = await import("./layout-body.ts");
    const { layout, problem } = readLayout(await context.req.json().catch(() => undefined));
    if (layout === undefined) return context.text(`This is no layout: ${problem}`, 400);
    // The body may have taken its time.
    if (!mayChange(context)) return context.text(DENIED, 403);
    await parts.store.remember(KEY + context.req.param("name"), JSON.stringify(layout));
    return context.body(null, 204);
  });
  api.delete("/layouts/:name", async (context) => {
    await parts.store.remember(KEY + context.req.param("name"), "");
    return context.body(null, 204);
  });
  return api;
}
