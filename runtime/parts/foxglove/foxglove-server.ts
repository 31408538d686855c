/** Live rows for Foxglove, on the service's own HTTP listener: a bus beside the router. */

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { DeliveryTurn } from "../../bus/delivery-budget.ts";
import { type ClientLimits, type Opening, WebSocketBus } from "../../bus/web-socket-bus.ts";
import type { Refusal } from "../../http/guard.ts";
import { offeredSubprotocols } from "../../http/upgrade.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { Bound } from "../../model/bounds.ts";
import type { BusEvent } from "../../model/bus.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { parseTime } from "../../model/time.ts";
import { SUBPROTOCOLS } from "./protocol.ts";
import { type FoxgloveHost, FoxgloveSession, type LiveCatalogue, type Spectator, type Subscribed } from "./session.ts";

export interface FoxgloveLimits extends ClientLimits {
  /** Delay before measurements are listed again after a failure, ms. */
  readonly retryMs: number;
}

const LIMITS: FoxgloveLimits = {
  maxMessageBytes: 256 * 1024,
  maxQueuedBytes: 4 * 1024 * 1024,
  pingIntervalMs: 30_000,
  goodbyeTimeoutMs: 1_000,
  retryMs: 5_000,
  // In addition to the router's share.
  delivery: { share: 0.2, burstMs: 300 },
};

/** New columns usually arrive several at once: wait for the others. */
const SETTLE_MS = 300;

export interface FoxgloveOptions extends LiveCatalogue {
  /** Who sent the request; undefined without a valid credential. */
  spectator(request: IncomingMessage): Spectator | undefined;
}

/** A device's topic becomes known with its first row. */
export class FoxgloveServer extends WebSocketBus<FoxgloveSession, Subscribed> implements FoxgloveHost {
  readonly limits: FoxgloveLimits;
  /** Subscribers and their subscription counts, by database and measurement. */
  readonly #live = new Map<string, Map<Subscribed, number>>();
  readonly id = randomUUID();
  #parts: FoxgloveOptions | undefined;
  #settling: NodeJS.Timeout | undefined;
  #isRefreshing = false;

  constructor(given: Partial<FoxgloveLimits> = {}, clients = new Bound("foxglove-clients")) {
    const limits = { ...LIMITS, ...given };
    super(
      limits,
      clients,
      (offered) => [...offered].find((name) => SUBPROTOCOLS.includes(name)),
      "Nothing is shown here now",
    );
    this.limits = limits;
  }

  /** Begins to accept clients. */
  serve(parts: FoxgloveOptions): void {
    this.#parts = parts;
  }

  /** Whether the client speaks this protocol. The path does not matter. */
  isFor(request: IncomingMessage): boolean {
    return offeredSubprotocols(request).some((name) => SUBPROTOCOLS.includes(name));
  }

  protected clientOf({ session }: Subscribed): FoxgloveSession {
    return session;
  }

  protected opener(request: IncomingMessage): Opening<FoxgloveSession> | Refusal {
    const parts = this.#parts;
    if (parts === undefined) return this.closed;
    const spectator = parts.spectator(request);
    if (spectator === undefined)
      return { status: 401, body: "Credentials are required", headers: { "WWW-Authenticate": "Bearer" } };
    return {
      user: spectator.credential?.user,
      open: (socket) => new FoxgloveSession(socket, spectator, parts, this),
    };
  }

  /** Lists measurements again and informs clients: measurements or their columns may have changed. */
  changed(afterMs = SETTLE_MS): void {
    if (this.isClosing || this.clients.size === 0) return;
    this.#settling ??= setTimeout(() => void this.#refresh(), afterMs).unref();
  }

  publish(_topic: string, { kwargs }: BusEvent): void {
    const { database, measurement, time, values, samples = [] } = kwargs;
    const subscriptions = this.#live.get(`${database}/${measurement}`);
    if (subscriptions === undefined) return;
    this.budget.spend((turn) => {
      try {
        for (const row of inOrderOfTime([...(samples as Row[]), { time, values } as Row]))
          this.#tell(row, subscriptions, turn);
      } catch {
        // The protocol cannot express a time before 1970. Publishing never throws into ingestion.
        this.counts.unwritable += 1;
      }
    });
  }

  status(): PartStatus {
    const subscriptions = Array.from(this.#live.values(), (of) => of.size).reduce((sum, count) => sum + count, 0);
    return this.stateOf("Foxglove at /foxglove", subscriptions);
  }

  override close(): Promise<void> {
    clearTimeout(this.#settling);
    return super.close();
  }

  failed(): void {
    this.changed(this.limits.retryMs);
  }

  subscribed(subscription: Subscribed): void {
    const { database, measurement, busTopic } = subscription.channel;
    const match = busTopic === undefined ? "prefix" : "exact";
    const { id } = this.subscriptions.add(subscription, busTopic ?? "", match);
    const key = `${database}/${measurement}`;
    const others = this.#live.get(key) ?? new Map<Subscribed, number>();
    this.#live.set(key, others.set(subscription, id));
  }

  unsubscribed(subscription: Subscribed): void {
    const { database, measurement } = subscription.channel;
    const key = `${database}/${measurement}`;
    const all = this.#live.get(key);
    const id = all?.get(subscription);
    if (all === undefined || id === undefined) return;
    all.delete(subscription);
    if (all.size === 0) this.#live.delete(key);
    this.subscriptions.remove(subscription, id);
  }

  #tell({ time, values }: Row, subscriptions: ReadonlyMap<Subscribed, number>, turn: DeliveryTurn): void {
    // The schema has no null.
    const given = Object.entries(values).filter(([, value]) => value !== null);
    const row = Buffer.from(stringifyExact({ time, ...Object.fromEntries(given) }));
    const timeNs = parseTime(time, "UTC");
    this.counts.published += 1;
    for (const subscription of subscriptions.keys()) {
      if (!turn.takes(subscription.session.owner)) this.droppedEvent();
      else if (subscription.session.offer(subscription, timeNs, row)) this.counts.delivered += 1;
    }
  }

  /** One refresh at a time. A change during a refresh causes another one afterwards. */
  async #refresh(): Promise<void> {
    this.#settling = undefined;
    if (this.#isRefreshing) return this.changed();
    this.#isRefreshing = true;
    await Promise.all([...this.clients].map((session) => session.refresh()));
    this.#isRefreshing = false;
  }
}

interface Row {
  /** ISO 8601, with nanoseconds. */
  readonly time: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Sorts as text: times of one message have the same format. */
function inOrderOfTime(rows: Row[]): readonly Row[] {
  return rows.length === 1 ? rows : rows.sort((one, other) => (one.time < other.time ? -1 : 1));
}
