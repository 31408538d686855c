/** The nodes of a cluster, by their reports every two seconds on a plain NATS subject. */

import { hostname } from "node:os";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { parseForeign } from "../../lib/foreign-json.ts";
import { within } from "../../lib/with-timeout.ts";
import type { ClusterNode } from "../../model/cluster-report.ts";
import { ZONE_VERSION } from "../../model/time-zone.ts";
import { listenTo } from "./listen-to.ts";
import type { ClusterNames } from "./names.ts";

const EVERY_MS = 2000;
const COMPLETE_MS = 2 * EVERY_MS;
/** A node that is silent for this long is shown as away, and later not at all. */
const AWAY_MS = 6000;
const FORGET_MS = 600_000;
const MOST = 10_000;

const NODE = z.object({
  node: z.string().max(64),
  number: z.number().optional(),
  role: z.enum(["all", "ingest", "store", "view"]),
  version: z.string().max(64),
  host: z.string().max(256),
  url: z.string().max(1024),
  state: z.enum(["ok", "degraded", "down"]),
  waiting: z.number(),
  deadLetters: z.number(),
  /** Its clock of receipt times, ms. */
  clockMs: z.number().exactOptional(),
  /** Version of its tables of time zones. */
  zones: z.string().max(64).exactOptional(),
});
export type Said = z.infer<typeof NODE>;
/** A node that stops in order. The others stop asking it until it starts again. */
const LEAVING = z.object({ node: z.string().max(64), leaves: z.literal(true) });
const SAID = z.union([LEAVING, NODE]);
const FAREWELL_MS = 1000;

export class Members {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #self: () => Omit<Said, "host">;
  readonly #known = new Map<string, { readonly said: Said; readonly atMs: number }>();
  readonly #timer: NodeJS.Timeout;
  readonly #sinceMs = performance.now();

  constructor(connection: NatsConnection, names: ClusterNames, self: () => Omit<Said, "host">) {
    this.#connection = connection;
    this.#subject = names.members;
    this.#self = self;
    listenTo(connection, this.#subject, (message) => this.#hear(message));
    this.#timer = setInterval(() => this.#tell(), EVERY_MS);
    this.#timer.unref();
    this.#tell();
  }

  /** Tells the others that this node stops. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#connection.isClosed()) return;
    this.#connection.publish(this.#subject, JSON.stringify({ node: this.#self().node, leaves: true }));
    // Without servers, the others see its silence.
    await within(this.#connection.flush(), FAREWELL_MS, "no server answers").catch(() => {});
  }

  /** Every node has reported itself since this one listens, if it could. */
  get isComplete(): boolean {
    return performance.now() - this.#sinceMs > COMPLETE_MS;
  }

  /** Includes nodes that are away. */
  get size(): number {
    return this.#known.size;
  }

  /** What the clock of each node shows now, ms; of those that are away, what it would show. */
  clocks(): ReadonlyMap<string, number> {
    this.#note(this.#said());
    const now = performance.now();
    return new Map(
      [...this.#known.values()].flatMap(({ said: { node, clockMs }, atMs }) =>
        clockMs === undefined ? [] : [[node, clockMs + now - atMs] as const],
      ),
    );
  }

  /** Sorted by host and name. */
  list(): ClusterNode[] {
    const now = performance.now();
    this.#note(this.#said());
    const nodes = [...this.#known.values()].map(({ said, atMs }) => {
      const silentMs = now - atMs;
      const { state, clockMs: _clockMs, zones: _zones, ...rest } = said;
      return {
        ...rest,
        state: silentMs > AWAY_MS ? ("away" as const) : state,
        silentSeconds: Math.round(silentMs / 1000),
      };
    });
    return nodes.sort((a, b) => `${a.host} ${a.node}`.localeCompare(`${b.host} ${b.node}`));
  }

  /** What to say if a node reads local times by other tables than this one; undefined if none does. [D60] */
  get otherZones(): string | undefined {
    const now = performance.now();
    for (const { said, atMs } of this.#known.values())
      if (said.zones !== undefined && said.zones !== ZONE_VERSION && now - atMs <= AWAY_MS)
        return `the node at ${said.host} has time zones ${said.zones}, this one ${ZONE_VERSION}: update the older one`;
    return undefined;
  }

  #said(): Said {
    return { ...this.#self(), host: hostname(), zones: ZONE_VERSION };
  }

  #tell(): void {
    const said = this.#said();
    this.#note(said);
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, JSON.stringify(said));
    const now = performance.now();
    for (const [node, { atMs }] of this.#known) if (now - atMs > FORGET_MS) this.#known.delete(node);
  }

  #hear({ data }: Msg): void {
    const { data: said } = SAID.safeParse(parseForeign(data));
    // The message comes from another version, or from another program.
    if (said === undefined) return;
    if ("leaves" in said) this.#known.delete(said.node);
    else this.#note(said);
  }

  #note(said: Said): void {
    if (this.#known.size < MOST || this.#known.has(said.node)) {
      this.#known.set(said.node, { said, atMs: performance.now() });
    }
  }
}
