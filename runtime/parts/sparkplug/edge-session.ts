/** The edge node at its broker: births when it connects, when a host asks, and when its primary host comes; a death before it goes. */

import type { Facts } from "../../model/store.ts";
import { Connection, type Session } from "./connection.ts";
import { deathPayload, EdgeNode, type EdgeNodeOptions, type EdgeRow, edgeTopic } from "./edge-node.ts";
import { stateIn, stateTopics } from "./host-session.ts";
import type { BrokerSettings, EdgeSettings } from "./keys.ts";
import { readPayload } from "./payload.ts";

export interface EdgeSessionOptions extends Pick<EdgeNodeOptions, "unitOf" | "nowMs" | "tell"> {
  readonly broker: BrokerSettings;
  readonly edge: EdgeSettings;
  /** Remember the number of the session. */
  readonly facts: Pick<Facts, "remember" | "remembered">;
}

const SEQUENCE = 256;
/** Hosts that ask again and again get births so often. */
const BIRTHS_EVERY_MS = 1000;

export class EdgeSession implements Session {
  readonly clientId: string;
  readonly filters: readonly string[];
  readonly #options: EdgeSessionOptions;
  readonly #node: EdgeNode;
  readonly #connection: Connection;
  readonly #memory: string;
  #bdSeq: number | undefined;
  #isBorn = false;
  #bornAtMs = Number.NEGATIVE_INFINITY;
  #rebirth: NodeJS.Timeout | undefined;
  /** Of the primary host's newest state. */
  #stateMs = 0;

  constructor(options: EdgeSessionOptions) {
    const { broker, edge: settings, unitOf, nowMs, tell } = options;
    const { group, edge, hasAliases, primaryHost } = settings;
    this.#options = options;
    this.clientId = `structline ${group} ${edge}`;
    this.filters = [edgeTopic("NCMD", group, edge), ...(primaryHost === undefined ? [] : stateTopics(primaryHost))];
    this.#memory = `sparkplug/${group}/${edge}`;
    this.#connection = new Connection(broker, this);
    this.#node = new EdgeNode({
      ...{ group, edge, hasAliases, unitOf, nowMs },
      ...(tell && { tell }),
      hasRoom: () => this.#connection.hasRoom,
      publish: (topic, payload) => this.#connection.publish({ topic, payload }),
    });
  }

  start(): void {
    this.#connection.start();
  }

  async stop(): Promise<void> {
    await this.#connection.stop();
  }

  take(rows: readonly EdgeRow[]): void {
    for (const row of rows) this.#node.take(row);
  }

  forget(...given: Parameters<EdgeNode["forget"]>): void {
    this.#node.forget(...given);
  }

  /** Each connection has a number of its own, so that a host tells an old death from a new one, also after a restart. */
  async prepare(): Promise<void> {
    const { facts } = this.#options;
    this.#bdSeq ??= Number((await facts.remembered()).get(this.#memory) ?? SEQUENCE - 1);
    this.#bdSeq = (this.#bdSeq + 1) % SEQUENCE;
    await facts.remember(this.#memory, String(this.#bdSeq));
  }

  lastWords() {
    const { edge, nowMs } = this.#options;
    const topic = edgeTopic("NDEATH", edge.group, edge.edge);
    return { topic, payload: deathPayload(this.#bdSeq ?? 0, nowMs()) };
  }

  begin(): void {
    this.#stateMs = 0;
    if (this.#options.edge.primaryHost === undefined) this.#born();
  }

  end(): void {
    this.#isBorn = false;
    clearTimeout(this.#rebirth);
    this.#rebirth = undefined;
    this.#node.ended();
  }

  resume(): void {
    if (this.#isBorn) this.#node.resume();
  }

  receive(topic: string, payload: Buffer): void {
    const [commands, ...states] = this.filters;
    if (states.includes(topic)) this.#hostSays(payload);
    else if (topic === commands && this.#isBorn && asksForBirth(payload)) this.#bornSoon();
  }

  #hostSays(payload: Buffer): void {
    const state = stateIn(payload, this.#stateMs);
    if (state === undefined || state.timestamp < this.#stateMs) return;
    this.#stateMs = state.timestamp;
    if (state.online && !this.#isBorn) this.#born();
    if (!state.online && this.#isBorn) void this.#connection.restart();
  }

  #born(): void {
    this.#isBorn = true;
    this.#bornAtMs = performance.now();
    this.#node.born(this.#bdSeq ?? 0);
  }

  #bornSoon(): void {
    const waitMs = this.#bornAtMs + BIRTHS_EVERY_MS - performance.now();
    this.#rebirth ??= setTimeout(
      () => {
        this.#rebirth = undefined;
        this.#born();
      },
      Math.max(0, waitMs),
    );
  }

  status() {
    const { edge, broker } = this.#options;
    const { isConnected, lastError } = this.#connection;
    const name = `edge node ${edge.group}/${edge.edge}`;
    const waitsFor = isConnected ? `the host '${edge.primaryHost}'` : new URL(broker.url).host;
    return {
      state: this.#isBorn ? ("ok" as const) : ("degraded" as const),
      detail: this.#isBorn ? `${name} with ${this.#node.devices} devices` : `${name} waits for ${waitsFor}`,
      ...(lastError && { lastError }),
      counts: { ...this.#node.counts, waiting: this.#node.waiting, devices: this.#node.devices },
      bounds: this.#node.bounds,
    };
  }
}

/** Anybody may send other bytes: they ask for nothing. */
function asksForBirth(payload: Uint8Array): boolean {
  try {
    return readPayload(payload).metrics.some(
      ({ name, raw }) => name === "Node Control/Rebirth" && raw?.kind === "boolean" && raw.value,
    );
  } catch {
    return false;
  }
}
