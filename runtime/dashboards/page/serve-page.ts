/** Serves the built page from memory after its first use; browsers may run nothing from elsewhere. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Context, Hono } from "hono";
import { isSame } from "../../http/condensed.ts";
import { OPEN } from "../../http/permission.ts";
import { addRoute, type Operation, page as pageRoute } from "../../http/route.ts";
import { dictionary } from "../../lib/dictionary.ts";

const INDEX: Operation = {
  method: "get",
  path: "/",
  summary: "The page",
  others: "allowed",
  answers: ["text/html"],
  errors: [],
  may: OPEN,
};

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** Made at the first request for it. */
  compressed?: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = dictionary({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
});

const LEAST_COMPRESSED = 1024;
const COMPRESSED = { "Content-Encoding": "gzip", Vary: "Accept-Encoding" };

interface Files {
  readonly index: Asset;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Settings of `[http]`. */
interface PageSettings {
  /** URL of map tiles with `{z}`, `{x}` and `{y}`; after a blank, the attribution. */
  readonly mapTiles?: string;
  /** Sources of the directive with that name; without any, no page may frame this one. */
  readonly frameAncestors?: readonly string[];
}

export interface PageOptions extends PageSettings {
  readonly onVisit?: () => void;
}

/** Data names and annotation texts come from outside: if one were parsed as markup, nothing in it could run or load. */
function policy({ mapTiles, frameAncestors = [] }: PageSettings): string {
  const images = mapTiles === undefined ? "" : ` ${new URL(mapTiles.split(" ")[0]!).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ")}`,
  ].join("; ");
}

/**
 * Routes `/` and `/page/*` for the files that `scripts/build/page.mjs` wrote to `directory`.
 * @throws Error if the page was not built
 */
export function servePage(directory: string, { onVisit = () => {}, ...settings }: PageOptions = {}): Hono {
  if (!existsSync(join(directory, "index.html"))) {
    throw new Error(`The page is not built (${directory} has no index.html); run npm run build`);
  }
  let read: Files | undefined;
  const files = () => {
    read ??= readFiles(directory, settings);
    return read;
  };
  const page = new Hono();
  const security = policy(settings);
  const answer = (context: Context, asset: Asset, caching: string) => answerWith(context, asset, caching, security);
  addRoute(page, INDEX, (context) => {
    onVisit();
    return answer(context, files().index, "no-cache");
  });
  addRoute(page, pageRoute("/page/:name"), (context) => {
    const asset = files().assets.get(context.req.param("name") ?? "");
    // Names contain a hash of the content, so a name never changes its meaning.
    return asset === undefined ? context.notFound() : answer(context, asset, "public, max-age=31536000, immutable");
  });
  return page;
}

function answerWith(context: Context, asset: Asset, caching: string, security: string): Response {
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": caching,
    ETag: asset.etag,
    "Content-Security-Policy": security,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  if (isSame(context.req.header("If-None-Match"), asset.etag)) return context.body(null, 304, headers);
  const mayCompress = /\bgzip\b/.test(context.req.header("Accept-Encoding") ?? "");
  if (!mayCompress || asset.body.length < LEAST_COMPRESSED) return context.body(asset.body, 200, headers);
  asset.compressed ??= new Uint8Array(gzipSync(asset.body));
  return context.body(asset.compressed, 200, { ...headers, ...COMPRESSED, ETag: `W/${asset.etag}` });
}

/** All at once: they belong together, and the next build replaces them. */
function readFiles(directory: string, { mapTiles }: PageSettings): Files {
  const folder = join(directory, "assets");
  const assets = new Map(readdirSync(folder).map((name) => [name, readAsset(folder, name)]));
  const meta =
    mapTiles === undefined
      ? ""
      : `<meta name="map-tiles" content="${mapTiles.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}">`;
  const index = readAsset(directory, "index.html", (text) => text.replace("</head>", () => `${meta}</head>`));
  return { index, assets };
}

function readAsset(directory: string, name: string, change?: (text: string) => string): Asset {
  const file = readFileSync(join(directory, name));
  const body = new Uint8Array(change === undefined ? file : Buffer.from(change(file.toString())));
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, type: TYPES[extname(name)] ?? "application/octet-stream", etag: `"${hash}"` };
}
