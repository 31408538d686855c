/** Helpers for the answers of all reading routes. */

import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ParameterError } from "./parameters.ts";

export async function neverCached(context: Context, next: Next): Promise<void> {
  await next();
  if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
  context.header("X-Content-Type-Options", "nosniff");
}

export function answerParameterError(error: Error, context: Context): Response {
  if (error instanceof ParameterError) return context.text(error.message, error.status);
  throw error;
}

/** Refuses longer bodies. @param what has the limit, at the beginning of a sentence */
export function atMost(bytes: number, what = "The body"): MiddlewareHandler {
  const refuse = (context: Context) => context.text(`${what} has at most ${bytes} bytes`, 413, { Connection: "close" });
  return bodyLimit({ maxSize: bytes, onError: refuse });
}

/**
 * A request's body in JSON.
 * @param read undefined for a body that does not fit
 * @param example shown in the refusal
 * @throws ParameterError
 */
export async function jsonBody<Body>(
  context: Context,
  read: (body: unknown) => Body | undefined,
  example: string,
): Promise<Body> {
  // A page of another origin cannot send this type without a preflight request. [Fetch, CORS-safelisted request-header]
  if (!/^application\/json\b/.test(context.req.header("content-type") ?? ""))
    throw new ParameterError("Send application/json");
  const body = read(await context.req.json().catch(() => undefined));
  if (body === undefined) throw new ParameterError(`Send ${example}`);
  return body;
}
