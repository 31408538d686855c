/** Who sends a request, and what they may do. Each answer is of now: a permission may end while a request runs. */

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { FOLLOW_NOTHING, type Follow } from "../model/open-act.ts";

export type Right = "read" | "write";

export interface Caller {
  /** False: may only see whether the service is alive. */
  readonly isKnown: boolean;
  /** With the credential's generation; absent without log-in. */
  readonly credential?: { readonly user: string; readonly generation: string } | undefined;
  /** The user, or without users the network address, as whom it takes turns at the store. */
  readonly asker?: string;
  /** Name of the user who is logged in on the page. */
  readonly sessionName?: string;
  readonly isAdmin: boolean;
  /** True for the writers of any realm. */
  readonly mayWriteAny: boolean;
  mayAll(right: Right): boolean;
  mayDatabase(right: Right, database: string): boolean;
  /** By a UDP channel's name, or a device's wide address. */
  mayReadChannel(name: string): boolean;
  /** Ends long actions with the credential. */
  readonly follow: Follow;
}

/** The caller without access control. */
export const EVERYBODY: Caller = {
  isKnown: true,
  isAdmin: true,
  mayWriteAny: true,
  mayAll: () => true,
  mayDatabase: () => true,
  mayReadChannel: () => true,
  follow: FOLLOW_NOTHING,
};

export interface Callers {
  /** Absent: no access control. */
  readonly caller?: (request: object) => Caller;
  /** Identifies the client for limits: a user or an address. Absent: all are one client. */
  readonly client?: (context: Context) => string;
}

export function callerOf(context: Context, { caller }: Callers): Caller {
  return caller?.(senderOf(context)) ?? { ...EVERYBODY, asker: incomingOf(context)?.socket.remoteAddress ?? "" };
}

/** Node's own request, which the guards saw: middleware may replace hono's. Tests have only hono's. */
export function senderOf(context: Context): object {
  return incomingOf(context) ?? context.req.raw;
}

/** Absent in tests. */
export function incomingOf({ env }: Context): IncomingMessage | undefined {
  return ((env ?? {}) as Partial<HttpBindings>).incoming as IncomingMessage | undefined;
}

/** A connection's peer stays the same, and Node makes its address anew for each that asks. */
const peers = new WeakMap<Socket, string>();

/** `127.0.0.1:50123`; empty without a connection. */
export function peerOf(incoming: IncomingMessage | undefined): string {
  if (incoming === undefined) return "";
  const { socket } = incoming;
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress, remotePort } = socket;
  // A connection that has ended names no peer any more.
  if (remoteAddress === undefined) return ":";
  const peer = `${remoteAddress}:${remotePort}`;
  peers.set(socket, peer);
  return peer;
}
