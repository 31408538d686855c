/**
 * Requests that Node answers without hono: building hono's request and response objects takes longer than storing a
 * post.
 */

import type { IncomingMessage } from "node:http";

export interface DirectAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Resolves to undefined if the request, still untouched, is for hono's routes. */
export type DirectHandler = (request: IncomingMessage) => Promise<DirectAnswer> | undefined;
