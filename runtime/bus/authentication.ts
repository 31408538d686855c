/** Who a WAMP client is and what it may do; the seam where access control comes in. */

import type { IncomingMessage } from "node:http";
import { FOLLOW_NOTHING, type Follow } from "../telemetry/open-act.ts";
import type { MatchPolicy } from "./wamp-uri.ts";

export interface Identity {
  readonly authid: string;
  readonly authrole: string;
  /** As told in WELCOME: `anonymous`, `ticket`, `cookie`. */
  readonly authmethod: string;
  maySubscribe(topic: string, match: MatchPolicy): boolean;
  mayPublish(topic: string): boolean;
  /** Asked for each event, also for pattern subscriptions, so that a wide pattern shows no more than what is allowed. */
  mayReceive(topic: string): boolean;
  readonly follow: Follow;
}

export interface RouterAuthentication {
  /** From the handshake alone (a session cookie, a bearer token); undefined when it says nothing. */
  fromRequest(request: IncomingMessage): Identity | undefined;
  /** WAMP ticket authentication over the connection that `request` opened; undefined when name or ticket are wrong. */
  fromTicket(authid: string, ticket: string, request: IncomingMessage): Promise<Identity | undefined>;
}

/** Everybody, where no authentication is configured. */
export const ANONYMOUS: Identity = {
  authid: "anonymous",
  authrole: "anonymous",
  authmethod: "anonymous",
  maySubscribe: () => true,
  mayPublish: () => true,
  mayReceive: () => true,
  follow: FOLLOW_NOTHING,
};
