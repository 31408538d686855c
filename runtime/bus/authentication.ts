/** Who a WAMP client is and what it may do: access control plugs in here. */

import type { IncomingMessage } from "node:http";
import { FOLLOW_NOTHING, type Follow } from "../model/open-act.ts";
import type { MatchPolicy } from "./wamp-uri.ts";

export interface Identity {
  readonly authid: string;
  readonly authrole: string;
  /** The method that WELCOME names: `anonymous`, `ticket`, `cookie`. */
  readonly authmethod: string;
  maySubscribe(topic: string, match: MatchPolicy): boolean;
  mayPublish(topic: string): boolean;
  /**
   * Checked for each event, for pattern subscriptions too: a wide pattern delivers only the events that the client may
   * see.
   */
  mayReceive(topic: string): boolean;
  readonly follow: Follow;
}

export interface RouterAuthentication {
  /** Identity from the handshake alone (a session cookie, a bearer token); undefined if it carries no credential. */
  fromRequest(request: IncomingMessage): Identity | undefined;
  /**
   * WAMP ticket authentication over the connection that `request` opened; undefined if the name or the ticket is wrong.
   */
  fromTicket(authid: string, ticket: string, request: IncomingMessage): Promise<Identity | undefined>;
}

/** The identity of every client when authentication is not configured. */
export const ANONYMOUS: Identity = {
  authid: "anonymous",
  authrole: "anonymous",
  authmethod: "anonymous",
  maySubscribe: () => true,
  mayPublish: () => true,
  mayReceive: () => true,
  follow: FOLLOW_NOTHING,
};
