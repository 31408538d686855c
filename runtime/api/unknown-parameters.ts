/** Refuses unknown query parameters: ignoring one would give a wrong answer. */

import type { Hono } from "hono";
import { OPERATIONS } from "./operations.ts";
import { onlyKnown, ParameterError } from "./parameters.ts";

/** Must be called before routes are added. */
export function refuseUnknownParameters(app: Hono): void {
  app.use("*", async (context, next) => {
    const { method, path } = context.req;
    const query = new URL(context.req.url).searchParams;
    const known = query.size === 0 ? undefined : parametersOf(method, path);
    try {
      if (known !== undefined) onlyKnown(query, known);
    } catch (error) {
      if (error instanceof ParameterError) return context.text(error.message, error.status);
      throw error;
    }
    await next();
    return undefined;
  });
}

/** Undefined if no route has this path, or if a device may add parameters. */
function parametersOf(method: string, path: string): readonly string[] | undefined {
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  const operation = OPERATIONS.find((one) => one.method === asked && PATTERNS.get(one.path)?.test(path));
  return operation?.parameters?.filter((one) => one.in === "query").map(({ name }) => name) ?? (operation && []);
}

/** Addresses of devices and the page are excluded. */
const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  OPERATIONS.filter(({ path }) => path !== "/" && !path.startsWith("/api/")).map(({ path }) => [
    path,
    new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  ]),
);
