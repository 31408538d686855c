/** The software bus: every decoded message is published on its channel's WAMP topic [D17]. */

import type { Observable } from "./part-status.ts";

export interface BusEvent {
  readonly args: readonly unknown[];
  readonly kwargs: Readonly<Record<string, unknown>>;
}

export interface Bus extends Observable {
  /** Whether `topic` has any subscriber. Called before each event is built, so it must be cheap. */
  wants(topic: string): boolean;
  /** Never blocks and never throws; slow subscribers lose events (counted). */
  publish(topic: string, event: BusEvent): void;
  close(): Promise<void>;
  /** Words for the start lines: where else events go. */
  readonly shown?: string;
}
