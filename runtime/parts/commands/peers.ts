/** The senders at each place that takes commands, with their newest values. */

import type { Decoded } from "../../intake/intake.ts";
import { OwnedMap } from "../../lib/owned-map.ts";
import { OrderError } from "../../model/command.ts";
import type { DeviceNetworks } from "../../model/device-network.ts";
import { CHANNEL_PLACE } from "./command-messages.ts";
import { Newest, type NewestValue, type Watched } from "./interlock.ts";

type Point = Decoded["points"][number];

export interface Peer {
  readonly to: string;
  readonly seenMs: number;
}

/** Anybody can invent senders: beyond these limits the oldest are forgotten; of places, those of the realm with most. */
const MOST_PEERS = 1000;
const MOST_PLACES = 10_000;
const MOST_LISTED = 20;

/** The sender of a point. */
export interface Arrival {
  readonly place: string;
  readonly to: string;
  /** The struct of the point; absent for text. */
  readonly struct?: string;
  /** LoRaWAN port of the uplink. */
  readonly port?: number;
  /** The columns that the place's interlocks need. */
  readonly watched: Watched;
  /** The place from which it came, if that is another one: commands go there. */
  readonly via?: string;
  /** Another place whose commands the sender takes, too. */
  readonly also?: string;
}

interface Known {
  seenMs: number;
  /** LoRaWAN port of the newest uplink. */
  port?: number;
  /** The way of its newest frame: a reload may give its commands another one. */
  via?: string | undefined;
  readonly newest: Newest;
}

export class Peers {
  readonly #places = new OwnedMap<Map<string, Known>>(MOST_PLACES);

  /** Notes a sender and its values. Hot path. @param ms time of receipt, since 1970 */
  note({ place, to, struct, watched, port, via }: Arrival, point: Point, ms: number): void {
    let peers = this.#places.get(place);
    if (peers === undefined) {
      peers = new Map();
      this.#places.set(place.split("/", 1)[0]!, place, peers);
    }
    let known = peers.get(to);
    if (known === undefined) {
      if (peers.size >= MOST_PEERS) peers.delete(oldest(peers));
      known = { seenMs: ms, newest: new Newest() };
      peers.set(to, known);
    }
    if (port !== undefined && ms >= known.seenMs) known.port = port;
    if (ms >= known.seenMs) known.via = via;
    known.seenMs = Math.max(known.seenMs, ms);
    // A device may send old measurements late: the time of the measurement counts.
    if (watched.size > 0) known.newest.note(point, struct, Math.min(ms, Number(point.timeNs / 1_000_000n)), watched);
  }

  /** Places with a sender. */
  get places(): string[] {
    return this.#places.keys();
  }

  /** The senders of a place, the newest first. */
  of(place: string): Peer[] {
    const peers = [...(this.#places.get(place) ?? [])].map(([to, { seenMs }]) => ({ to, seenMs }));
    return peers.sort((a, b) => b.seenMs - a.seenMs);
  }

  /** Where commands of the place go out to the sender. */
  viaOf(place: string, to: string): string {
    return this.#places.get(place)?.get(to)?.via ?? place;
  }

  portOf(place: string, to: string): number | undefined {
    return this.#places.get(place)?.get(to)?.port;
  }

  /** The newest value of a device, from any of its ports. If the place is the device's own address, any sender counts. */
  newest(place: string, to: string, struct: string, column: string): NewestValue | undefined {
    const isOwn = !CHANNEL_PLACE.test(place);
    const values = [...(this.#places.get(place) ?? [])].flatMap(([peer, { newest }]) =>
      isOwn || isSameDevice(peer, to) ? (newest.at(struct, column) ?? []) : [],
    );
    return values.sort((a, b) => b.ms - a.ms)[0];
  }
}

interface Choice {
  /** Peers that a way leads to, the newest first. */
  readonly reachable: readonly Peer[];
  /** All peers of the place. */
  readonly seen: readonly Peer[];
  readonly networks: Pick<DeviceNetworks, "isPosted">;
}

/**
 * The device that an order is for.
 * @param wanted its address, or its host; absent: the only one there is
 * @throws OrderError (409) if no device fits, or several do
 */
export function peerFor(place: string, wanted: string | undefined, { reachable, seen, networks }: Choice): string {
  const fits = reachable.filter(({ to }) => wanted === undefined || to === wanted || hostOf(to) === wanted);
  const [first, second] = fits;
  const list = (peers: readonly Peer[]) => peers.map(({ to }) => to).join(", ");
  if (first === undefined) {
    const isPosted = seen.some(({ to }) => networks.isPosted(to));
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

/** `10.0.0.7` for `udp://10.0.0.7:50123` and `http://ida@10.0.0.7`; any other address unchanged. */
export function hostOf(to: string): string {
  const [, host] = PORTED.exec(to) ?? /^http:\/\/(?:.*@)?([^@]*)$/.exec(to) ?? [];
  return host?.replace(/^\[|\]$/g, "") ?? to;
}

/** A device may use a new port after a restart. */
function isSameDevice(one: string, other: string): boolean {
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
