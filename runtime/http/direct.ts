/** Requests that are answered by Node alone: hono's are made of what browsers have, which takes longer than storing a post. */

import type { IncomingMessage } from "node:http";

export interface DirectAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Undefined: the request is for hono's routes, and untouched. */
export type DirectHandler = (request: IncomingMessage) => Promise<DirectAnswer> | undefined;
