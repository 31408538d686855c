/** What stands before every HTTP route and every WebSocket. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { refuseUpgrade } from "../bus/upgrade.ts";
import type { DirectHandler } from "../http/direct.ts";
import type { AccessControl } from "./access-control.ts";
import type { Identification } from "./http-gate.ts";
import { headerOf } from "./request-credentials.ts";
import type { RequestGuard } from "./request-guard.ts";

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Doors {
  readonly guard: RequestGuard;
  /** Absent: nobody is asked who they are. */
  readonly access: AccessControl | undefined;
}

/** To be called before routes are added. */
export function guardRoutes(app: Hono, { guard, access }: Doors): void {
  app.use("*", async (context, next) => {
    const refusal = guard.refusal(context.req.method, (name) => context.req.header(name));
    if (refusal !== undefined) return context.text(refusal.message, refusal.status, { Connection: "close" });
    await next();
    return undefined;
  });
  if (access === undefined) return;
  app.use("*", access.http.check);
  app.route("/", access.http.routes());
}

/** Whom the guard turns away, or who has to prove who they are, goes the way of the other routes: there they are answered. */
export function guardDirect({ guard, access }: Doors, direct: DirectHandler): DirectHandler {
  return (request) => {
    const isIn =
      guard.refusal(request.method ?? "", headerOf(request)) === undefined &&
      (access === undefined || access.http.recognises(request));
    return isIn ? direct(request) : undefined;
  };
}

export function guardUpgrades({ guard, access }: Doors, upgrade: UpgradeHandler): UpgradeHandler {
  return (request, socket, head) => {
    const refusal = guard.refusal("GET", headerOf(request));
    if (refusal !== undefined) {
      refuseUpgrade(socket, refusal.status, refusal.message);
      return;
    }
    if (access === undefined) {
      upgrade(request, socket, head);
      return;
    }
    // The client may go while its credentials are checked.
    const gone = () => socket.destroy();
    socket.on("error", gone);
    access.identifyUpgrade(request).then((found) => {
      socket.off("error", gone);
      const problem = problemOf(found);
      if (problem !== undefined) refuseUpgrade(socket, problem.status, problem.message);
      else if (!socket.destroyed) upgrade(request, socket, head);
    }, gone);
  };
}

// Who says nothing is asked for a ticket by the router.
function problemOf({ outcome }: Identification): { status: number; message: string } | undefined {
  if (outcome === "wrong") return { status: 401, message: "Wrong credentials" };
  if (outcome === "limited") return { status: 429, message: "Too many failed log-ins; wait, then try again" };
  return undefined;
}
