/** Live rows for Foxglove, on the service's own HTTP listener: a bus beside the router. */

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Refusal } from "../../http/guard.ts";
import { offeredSubprotocols, refuseUpgrade } from "../../http/upgrade.ts";
import { stringifyExact } from "../../telemetry/exact-json.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import { parseTime } from "../../telemetry/time.ts";
import type { Bus, BusEvent } from "../bus.ts";
import { DeliveryBudget } from "../delivery-budget.ts";
import { Subscriptions } from "../subscriptions.ts";
import { SUBPROTOCOLS } from "./protocol.ts";
import { type FoxgloveHost, FoxgloveSession, type LiveCatalogue, type Spectator, type Subscribed } from "./session.ts";

export interface FoxgloveLimits {
  readonly maxSessions: number;
  /** Maximum size of a client's message, bytes. */
  readonly maxMessageBytes: number;
  /** Maximum number of bytes waiting for one client; further rows are dropped. */
  readonly maxQueuedBytes: number;
  /** A client that has not answered a ping by the next one is disconnected, ms. */
  readonly pingIntervalMs: number;
  readonly goodbyeTimeoutMs: number;
  /** Delay before measurements are listed again after a failure, ms. */
  readonly retryMs: number;
}

const LIMITS: FoxgloveLimits = {
  maxSessions: 100,
  maxMessageBytes: 256 * 1024,
  maxQueuedBytes: 4 * 1024 * 1024,
  pingIntervalMs: 30_000,
  goodbyeTimeoutMs: 1_000,
  retryMs: 5_000,
};

/** Share of the time that may be spent on sending to Foxglove, in addition to the router's share. */
const DELIVERY = { share: 0.2, burstMs: 300 };
/** New columns usually arrive several at once: wait for the others. */
const SETTLE_MS = 300;

export interface FoxgloveParts extends LiveCatalogue {
  /** Who sent the request; undefined without a valid credential. */
  spectator(request: IncomingMessage): Spectator | undefined;
}

export class FoxgloveServer implements Bus {
  /** Subscriptions on the bus by topic. A device's topic becomes known with its first row. */
  readonly subscriptions = new Subscriptions<Subscribed>();
  readonly #limits: FoxgloveLimits;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<FoxgloveSession>();
  /** Subscribers and their subscription counts, by database and measurement. */
  readonly #live = new Map<string, Map<Subscribed, number>>();
  readonly #budget = new DeliveryBudget(DELIVERY);
  readonly #counts = { published: 0, delivered: 0, dropped: 0, unwritable: 0, refused: 0 };
  readonly #id = randomUUID();
  readonly #pings: NodeJS.Timeout;
  #parts: FoxgloveParts | undefined;
  #settling: NodeJS.Timeout | undefined;
  #isRefreshing = false;
  #isClosing = false;

  constructor(limits: Partial<FoxgloveLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: this.#limits.maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (offered) => [...offered].find((name) => SUBPROTOCOLS.includes(name)) ?? false,
    });
    this.#pings = setInterval(() => this.#ping(), this.#limits.pingIntervalMs).unref();
  }

  /** Begins to accept clients. */
  serve(parts: FoxgloveParts): void {
    this.#parts = parts;
  }

  /** Whether the client speaks this protocol. The path does not matter. */
  isFor(request: IncomingMessage): boolean {
    return offeredSubprotocols(request).some((name) => SUBPROTOCOLS.includes(name));
  }

  /** Accepts a connection, or answers with an HTTP error. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const parts = this.#parts;
    const spectator = parts?.spectator(request);
    const problem = this.#upgradeProblem(spectator);
    if (problem !== undefined || parts === undefined || spectator === undefined) {
      this.#counts.refused += 1;
      refuseUpgrade(socket, problem ?? CLOSED);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const session = new FoxgloveSession(webSocket, spectator, this.#host(parts));
      this.#sessions.add(session);
      webSocket.on("close", () => this.#sessions.delete(session));
    });
  }

  /** Lists measurements again and informs clients: measurements or their columns may have changed. */
  changed(afterMs = SETTLE_MS): void {
    if (this.#isClosing || this.#sessions.size === 0) return;
    this.#settling ??= setTimeout(() => void this.#refresh(), afterMs).unref();
  }

  /** Also false while the delivery budget is overdrawn: the event is then not built, and is counted as dropped. */
  wants(topic: string): boolean {
    if (this.subscriptions.size === 0 || this.subscriptions.matching(topic).length === 0) return false;
    if (this.#budget.allows()) return true;
    this.#counts.dropped += 1;
    return false;
  }

  publish(_topic: string, { kwargs }: BusEvent): void {
    const { database, measurement, time, values, samples = [] } = kwargs;
    const subscriptions = this.#live.get(`${database}/${measurement}`);
    if (subscriptions === undefined) return;
    this.#budget.spend(() => {
      try {
        for (const row of inOrderOfTime([...(samples as Row[]), { time, values } as Row]))
          this.#tell(row, subscriptions);
      } catch {
        // The protocol cannot express a time before 1970. Publishing never throws into ingestion.
        this.#counts.unwritable += 1;
      }
    });
  }

  status(): PartStatus {
    const { size } = this.#sessions;
    const subscriptions = Array.from(this.#live.values(), (of) => of.size).reduce((sum, count) => sum + count, 0);
    return {
      state: this.#isClosing ? "down" : "ok",
      detail: `Foxglove at /foxglove, ${size} ${size === 1 ? "client" : "clients"}`,
      counts: { sessions: size, subscriptions, ...this.#counts },
    };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pings);
    clearTimeout(this.#settling);
    for (const session of this.#sessions) session.end(1001, "the service is shutting down");
    const deadline = performance.now() + this.#limits.goodbyeTimeoutMs;
    while (this.#sessions.size > 0 && performance.now() < deadline) await new Promise((go) => setTimeout(go, 10));
    for (const session of this.#sessions) session.cutOff();
    this.#server.close();
  }

  #upgradeProblem(spectator: Spectator | undefined): Refusal | undefined {
    if (this.#isClosing || this.#parts === undefined) return CLOSED;
    if (spectator === undefined)
      return { status: 401, body: "Credentials are required", headers: { "WWW-Authenticate": "Bearer" } };
    if (this.#sessions.size >= this.#limits.maxSessions) return { status: 503, body: "Too many clients" };
    return undefined;
  }

  #host(catalogue: LiveCatalogue): FoxgloveHost {
    const { maxQueuedBytes, goodbyeTimeoutMs } = this.#limits;
    return {
      name: "structline",
      id: this.#id,
      catalogue,
      maxQueuedBytes,
      goodbyeTimeoutMs,
      subscribed: (subscription) => this.#subscribed(subscription),
      unsubscribed: (subscription) => this.#unsubscribed(subscription),
      dropped: () => {
        this.#counts.dropped += 1;
      },
      failed: () => this.changed(this.#limits.retryMs),
    };
  }

  #subscribed(subscription: Subscribed): void {
    const { database, measurement, busTopic } = subscription.channel;
    const match = busTopic === undefined ? "prefix" : "exact";
    const { id } = this.subscriptions.add(subscription, busTopic ?? "", match);
    const key = `${database}/${measurement}`;
    const others = this.#live.get(key) ?? new Map<Subscribed, number>();
    this.#live.set(key, others.set(subscription, id));
  }

  #unsubscribed(subscription: Subscribed): void {
    const { database, measurement } = subscription.channel;
    const key = `${database}/${measurement}`;
    const all = this.#live.get(key);
    const id = all?.get(subscription);
    if (all === undefined || id === undefined) return;
    all.delete(subscription);
    if (all.size === 0) this.#live.delete(key);
    this.subscriptions.remove(subscription, id);
  }

  #tell({ time, values }: Row, subscriptions: ReadonlyMap<Subscribed, number>): void {
    const row = Buffer.from(stringifyExact({ time, ...values }));
    const timeNs = parseTime(time, "UTC");
    this.#counts.published += 1;
    for (const subscription of subscriptions.keys())
      if (subscription.session.offer(subscription, timeNs, row)) this.#counts.delivered += 1;
  }

  /** One refresh at a time. A change during a refresh causes another one afterwards. */
  async #refresh(): Promise<void> {
    this.#settling = undefined;
    if (this.#isRefreshing) return this.changed();
    this.#isRefreshing = true;
    await Promise.all([...this.#sessions].map((session) => session.refresh()));
    this.#isRefreshing = false;
  }

  #ping(): void {
    for (const session of this.#sessions) {
      if (session.alive) session.ping();
      else session.cutOff();
    }
  }
}

const CLOSED: Refusal = { status: 503, body: "Nothing is shown here now" };

interface Row {
  /** ISO 8601, with nanoseconds. */
  readonly time: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Sorts as text: times of one message have the same format. */
function inOrderOfTime(rows: Row[]): readonly Row[] {
  return rows.length === 1 ? rows : rows.sort((one, other) => (one.time < other.time ? -1 : 1));
}
