/** Who was heard of at each place that takes commands, and what they said last. */

import type { Decoded } from "../intake/intake.ts";
import { OrderError } from "./command.ts";
import { CHANNEL_PLACE } from "./command-messages.ts";
import { Newest, type NewestValue, type Watched } from "./interlock.ts";
import { isWebhook } from "./lorawan.ts";

type Point = Decoded["points"][number];

export interface Peer {
  readonly to: string;
  readonly seenMs: number;
}

/** Senders can be made up: the oldest are forgotten. */
const MOST_PEERS = 1000;
const MOST_PLACES = 10_000;
const MOST_LISTED = 20;

/** Of whom a point is. */
export interface Heard {
  readonly place: string;
  readonly to: string;
  /** That it was decoded as; absent: a device's text. */
  readonly struct?: string;
  /** The LoRaWAN port that it came by. */
  readonly port?: number;
  /** What interlocks there ask for. */
  readonly watched: Watched;
}

interface Known {
  seenMs: number;
  /** The newest one. */
  port?: number;
  readonly newest: Newest;
}

export class Peers {
  readonly #places = new Map<string, Map<string, Known>>();

  /** Hot path. @param ms of receipt */
  note({ place, to, struct, watched, port }: Heard, point: Point, ms: number): void {
    let peers = this.#places.get(place);
    if (peers === undefined) {
      if (this.#places.size >= MOST_PLACES) this.#places.delete(this.#places.keys().next().value!);
      peers = new Map();
      this.#places.set(place, peers);
    }
    let known = peers.get(to);
    if (known === undefined) {
      if (peers.size >= MOST_PEERS) peers.delete(oldest(peers));
      known = { seenMs: ms, newest: new Newest() };
      peers.set(to, known);
    }
    if (port !== undefined && ms >= known.seenMs) known.port = port;
    known.seenMs = Math.max(known.seenMs, ms);
    // A device may send late what it measured long ago.
    if (watched.size > 0) known.newest.note(point, struct, Math.min(ms, Number(point.timeNs / 1_000_000n)), watched);
  }

  /** Where somebody was heard of. */
  get places(): string[] {
    return [...this.#places.keys()];
  }

  /** The newest first. */
  of(place: string): Peer[] {
    const peers = [...(this.#places.get(place) ?? [])].map(([to, { seenMs }]) => ({ to, seenMs }));
    return peers.sort((a, b) => b.seenMs - a.seenMs);
  }

  portOf(place: string, to: string): number | undefined {
    return this.#places.get(place)?.get(to)?.port;
  }

  /** The newest value that this device sent, from whichever of its ports; by whatever way where the address is its own. */
  newest(place: string, to: string, struct: string, column: string): NewestValue | undefined {
    const isOwn = !CHANNEL_PLACE.test(place);
    const values = [...(this.#places.get(place) ?? [])].flatMap(([peer, { newest }]) =>
      isOwn || isSameDevice(peer, to) ? (newest.at(struct, column) ?? []) : [],
    );
    return values.sort((a, b) => b.ms - a.ms)[0];
  }
}

/**
 * The device that an order is for.
 * @param wanted its address, or its host; absent: the only one there is
 * @param reachable peers that a way leads to, the newest first
 * @param heard all peers of the place
 * @throws OrderError (409) where there is none, or more than one
 */
export function peerFor(
  place: string,
  wanted: string | undefined,
  reachable: readonly Peer[],
  heard: readonly Peer[],
): string {
  const fits = reachable.filter(({ to }) => wanted === undefined || to === wanted || hostOf(to) === wanted);
  const [first, second] = fits;
  const list = (peers: readonly Peer[]) => peers.map(({ to }) => to).join(", ");
  if (first === undefined) {
    const isPosted = heard.some(({ to }) => isWebhook(to));
    const none = isPosted ? "its network server posts its uplinks: no way leads back" : "nothing came from there";
    const known = reachable.length === 0 ? none : `known are ${list(reachable)}`;
    const who = wanted === undefined ? `'${place}'` : `'${wanted}'`;
    throw new OrderError(409, `There is no way to ${who} since the service runs: ${known}`);
  }
  // One device that came from a new port: take the newest.
  if (second === undefined || (wanted !== undefined && fits.every(({ to }) => isSameDevice(to, first.to))))
    return first.to;
  throw new OrderError(409, `Say to whom: ${list(fits.slice(0, MOST_LISTED))}`);
}

/** Of `udp://10.0.0.7:50123` and `http://ida@10.0.0.7` `10.0.0.7`; anything else is whole. */
export function hostOf(to: string): string {
  const [, host] = PORTED.exec(to) ?? /^http:\/\/(?:.*@)?\[?(.*?)\]?$/.exec(to) ?? [];
  return host ?? to;
}

/** A device may come from a new port. */
export function isSameDevice(one: string, other: string): boolean {
  return one === other || (PORTED.test(one) && PORTED.test(other) && hostOf(one) === hostOf(other));
}

const PORTED = /^(?:udp|tcp):\/\/\[?(.*?)\]?:\d+$/;

function oldest(peers: ReadonlyMap<string, Known>): string {
  let found = "";
  let least = Number.POSITIVE_INFINITY;
  for (const [to, { seenMs }] of peers) {
    if (seenMs >= least) continue;
    least = seenMs;
    found = to;
  }
  return found;
}
