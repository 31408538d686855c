/** Short for the wire: answers in JSON are compressed, and not sent again while they are the same. */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context, Next } from "hono";

/** Less is not worth the work, bytes. */
const LEAST = 1024;
/** Higher levels cost more time than they save bytes. */
const LEVEL = 4;
const compress = promisify(gzip);

/** To read a text back from its answer costs more than most of them. */
const TEXTS = new WeakMap<Response, string>();

/** @param text its whole body */
export function withText(answer: Response, text: string): Response {
  TEXTS.set(answer, text);
  return answer;
}

/** @param text JSON */
export function jsonText(context: Context, text: string): Response {
  return withText(context.body(text, 200, { "Content-Type": "application/json" }), text);
}

/** For routes whose answers are built in memory. */
export async function condensed(context: Context, next: Next): Promise<void> {
  await next();
  const { res } = context;
  if (res.status !== 200 || !/^application\/json\b/.test(res.headers.get("Content-Type") ?? "")) return;
  const text = TEXTS.get(res) ?? (await res.text());
  context.res = undefined;
  if (text.length < LEAST) {
    context.res = new Response(text, res);
    return;
  }
  const headers = new Headers(res.headers);
  const tag = headers.get("ETag") ?? `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  headers.set("ETag", tag);
  headers.set("Vary", "Accept-Encoding");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  if (isSame(context.req.header("If-None-Match"), tag)) {
    for (const name of ["Content-Type", "Content-Length"]) headers.delete(name);
    context.res = new Response(null, { status: 304, headers });
    return;
  }
  const mayCompress = /\bgzip\b/.test(context.req.header("Accept-Encoding") ?? "");
  if (!mayCompress) {
    context.res = new Response(text, { headers });
    return;
  }
  const body = await compress(text, { level: LEVEL });
  headers.delete("Content-Length");
  headers.set("Content-Encoding", "gzip");
  // The same content in other bytes. [RFC 9110, 8.8.1]
  headers.set("ETag", `W/${tag}`);
  context.res = new Response(new Uint8Array(body), { headers });
}

/** Compares weakly: a version is that of the content, compressed or not. [RFC 9110, 13.1.2] */
export function isSame(given: string | undefined, tag: string): boolean {
  return given?.split(/,\s*/).some((one) => one.replace(/^W\//, "") === tag) === true;
}
