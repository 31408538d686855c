/** Helpers for the answers of all reading routes. */

import type { Context, Next } from "hono";
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
