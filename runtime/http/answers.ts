/** Helpers for the answers of all reading routes. */

import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ZodType } from "zod";
import { stringifyExact } from "../lib/exact-json.ts";
import { RequestError } from "../lib/request-error.ts";
import { jsonText } from "./condensed.ts";
import { ParameterError } from "./parameters.ts";

export async function neverCached(context: Context, next: Next): Promise<void> {
  await next();
  // `context.header` would copy an answer that is there, as a stream.
  const { headers } = context.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
}

export function answerRequestError(error: Error, context: Context): Response {
  if (error instanceof RequestError) return context.text(error.message, error.status);
  throw error;
}

/** JSON in which 64-bit integers keep every digit: for all answers with values of devices. */
export function exactJson(context: Context, answer: object): Response {
  return jsonText(context, textOf(answer));
}

/** The built-in function refuses bigints, and writes large doubles like integers; few answers have either. */
function textOf(answer: object): string {
  try {
    const text = JSON.stringify(answer);
    return /\d{16}/.test(text) ? stringifyExact(answer) : text;
  } catch {
    return stringifyExact(answer);
  }
}

/** Refuses longer bodies. @param what has the limit, at the beginning of a sentence */
export function atMost(bytes: number, what = "The body"): MiddlewareHandler {
  const refuse = (context: Context) => context.text(`${what} has at most ${bytes} bytes`, 413, { Connection: "close" });
  return bodyLimit({ maxSize: bytes, onError: refuse });
}

/** A page of another origin cannot send this type without a preflight request. [Fetch, CORS-safelisted request-header] */
export function sendsJson(context: Context): boolean {
  return /^application\/json\b/.test(context.req.header("content-type") ?? "");
}

/**
 * A request's body in JSON.
 * @param schema loaded with the body
 * @param example shown in the refusal
 * @throws ParameterError
 */
export async function jsonBody<Body>(
  context: Context,
  schema: () => Promise<ZodType<Body>>,
  example: string,
): Promise<Body> {
  if (!sendsJson(context)) throw new ParameterError("Send application/json");
  const { success, data } = (await schema()).safeParse(await context.req.json().catch(() => undefined));
  if (!success) throw new ParameterError(`Send ${example}`);
  return data;
}
