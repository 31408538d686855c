/** Who was heard of at each place that takes commands, and what they said last. */

import type { Decoded } from "../intake/intake.ts";
import { Newest } from "./interlock.ts";

type Point = Decoded["points"][number];

export interface Peer {
  readonly to: string;
  readonly seenMs: number;
}

/** Senders can be made up: the oldest are forgotten. */
const MOST_PEERS = 1000;
const MOST_PLACES = 10_000;

interface Heard {
  seenMs: number;
  readonly newest: Newest;
}

export class Peers {
  readonly #places = new Map<string, Map<string, Heard>>();

  /** Hot path. */
  note(place: string, to: string, point: Point, ms: number): void {
    let peers = this.#places.get(place);
    if (peers === undefined) {
      if (this.#places.size >= MOST_PLACES) this.#places.delete(this.#places.keys().next().value!);
      peers = new Map();
      this.#places.set(place, peers);
    }
    let heard = peers.get(to);
    if (heard === undefined) {
      if (peers.size >= MOST_PEERS) peers.delete(oldest(peers));
      heard = { seenMs: ms, newest: new Newest() };
      peers.set(to, heard);
    }
    heard.seenMs = Math.max(heard.seenMs, ms);
    heard.newest.note(point, ms);
  }

  /** The newest first. */
  of(place: string): Peer[] {
    const peers = [...(this.#places.get(place) ?? [])].map(([to, { seenMs }]) => ({ to, seenMs }));
    return peers.sort((a, b) => b.seenMs - a.seenMs);
  }

  /** The newest row that this device sent, from whichever of its ports. */
  newest(place: string, to: string, measurement: string): ReturnType<Newest["at"]> {
    const host = hostOf(to);
    const rows = [...(this.#places.get(place) ?? [])].flatMap(([peer, { newest }]) =>
      hostOf(peer) === host ? (newest.at(measurement) ?? []) : [],
    );
    return rows.sort((a, b) => b.ms - a.ms)[0];
  }
}

/** `udp://10.0.0.7:50123` → `10.0.0.7`; what has no port is whole. */
export function hostOf(to: string): string {
  const [, host] = /^(?:udp|tcp):\/\/\[?(.*?)\]?:\d+$/.exec(to) ?? [];
  return host ?? to;
}

function oldest(peers: ReadonlyMap<string, Heard>): string {
  let found = "";
  let least = Number.POSITIVE_INFINITY;
  for (const [to, { seenMs }] of peers) {
    if (seenMs >= least) continue;
    least = seenMs;
    found = to;
  }
  return found;
}
