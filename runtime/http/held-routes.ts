/** Runs hono's routes and ends a request when its credential becomes invalid. */

import type { IncomingMessage } from "node:http";
import type { getRequestListener, HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { Refusal } from "./guard.ts";

/** Access control for a request after its guard let it pass. */
export interface Admission {
  /**
   * Calls back once, with the refusal to send, when the request's credential becomes invalid. Returns a function that
   * stops watching.
   */
  hold(incoming: IncomingMessage, end: (refusal: Refusal) => void): () => void;
}

/** Time for a route to send a more precise answer about what it stored, ms. */
const GRACE_MS = 300;

/** An answer under way is aborted: the client must not take it for complete. Before that, the refusal is the answer. */
export function heldRoutes(app: Hono, admission: Admission): Parameters<typeof getRequestListener>[0] {
  return (request, bindings) => {
    // The listener speaks HTTP/1.1 only.
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
