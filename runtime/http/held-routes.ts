/** hono's routes, each request for as long as what it showed is worth something. */

import type { IncomingMessage } from "node:http";
import type { getRequestListener, HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { Refusal } from "./guard.ts";

/** What access control has to do with a request after its guard let it pass. */
export interface Admission {
  /** Calls back once when what the request showed is worth nothing any more, with what to answer. Gives what ends that. */
  hold(incoming: IncomingMessage, end: (refusal: Refusal) => void): () => void;
}

/** A route that can say better what was kept of a request has this long, ms. */
const GRACE_MS = 300;

/** An answer that is under way is broken off: it must not pass for a whole one. Before that it is the refusal. */
export function heldRoutes(app: Hono, admission: Admission): Parameters<typeof getRequestListener>[0] {
  return (request, bindings) => {
    // HTTP/1.1 is what the listener speaks.
    const { incoming, outgoing } = bindings as HttpBindings;
    return new Promise((resolve, reject) => {
      let grace: NodeJS.Timeout | undefined;
      const release = admission.hold(incoming, ({ status, body, headers }) => {
        grace = setTimeout(() => {
          if (outgoing.headersSent) outgoing.destroy();
          else resolve(new Response(body, { status, headers: { ...headers } }));
        }, GRACE_MS);
      });
      outgoing.once("close", () => {
        release();
        clearTimeout(grace);
      });
      Promise.resolve(app.fetch(request, bindings)).then(resolve, reject);
    });
  };
}
