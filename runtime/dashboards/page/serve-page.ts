/** Serves the built page: everything from memory, nothing that a browser may run from anywhere else. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Context, Hono } from "hono";

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Data names and annotation texts come from outside: should one ever be taken for markup, nothing of it runs or loads. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Routes `/` and `/page/*` from what `scripts/build-page.mjs` made in `directory`.
 * @throws Error when the page was not built
 */
export function servePage(directory: string): Hono {
  const index = readAsset(directory, "index.html");
  const assets = new Map(
    readdirSync(join(directory, "assets")).map((name) => [name, readAsset(join(directory, "assets"), name)]),
  );
  const page = new Hono();
  page.get("/", (context) => answer(context, index, "no-cache"));
  page.get("/page/:name", (context) => {
    const asset = assets.get(context.req.param("name"));
    // Names hold a hash of the content, so a name never means anything else.
    return asset === undefined ? context.notFound() : answer(context, asset, "public, max-age=31536000, immutable");
  });
  return page;
}

function answer(context: Context, asset: Asset, caching: string): Response {
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": caching,
    ETag: asset.etag,
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  if (context.req.header("If-None-Match") === asset.etag) return context.body(null, 304, headers);
  return context.body(asset.body, 200, headers);
}

function readAsset(directory: string, name: string): Asset {
  const body = new Uint8Array(readFile(join(directory, name)));
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, type: TYPES[extname(name)] ?? "application/octet-stream", etag: `"${hash}"` };
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`The page is not built (${path} cannot be read); run npm run build`, { cause });
  }
}
