/** The servers for viewers of live values, on the HTTP listener: the router, and those that parts add. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Bus, BusEvent } from "../model/bus.ts";
import type { PartStatus } from "../model/part-status.ts";
import { combineBuses } from "./combined-bus.ts";
import type { Subscriptions } from "./subscriptions.ts";

export interface LiveServer extends Bus {
  readonly subscriptions: Pick<Subscriptions<unknown>, "patterns" | "version">;
  /** Whether the client speaks its protocol. Absent: it takes the clients that no other takes. */
  isFor?(request: IncomingMessage): boolean;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Measurements, or their columns, may have changed. */
  changed?(): void;
}

export class Viewers implements LiveServer {
  readonly #servers: LiveServer[];
  readonly #bus: Bus;

  constructor(router: LiveServer) {
    this.#servers = [router];
    this.#bus = combineBuses(this.#servers);
  }

  add(server: LiveServer): void {
    this.#servers.push(server);
  }

  get subscriptions(): LiveServer["subscriptions"] {
    const all = this.#servers.map(({ subscriptions }) => subscriptions);
    return {
      version: all.reduce((sum, { version }) => sum + version, 0),
      patterns: () => all.flatMap((subscriptions) => subscriptions.patterns()),
    };
  }

  wants(topic: string): boolean {
    return this.#bus.wants(topic);
  }

  publish(topic: string, event: BusEvent): void {
    this.#bus.publish(topic, event);
  }

  status(): PartStatus {
    return this.#bus.status();
  }

  close(): Promise<void> {
    return this.#bus.close();
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const own = this.#servers.find((server) => server.isFor?.(request)) ?? this.#servers[0]!;
    own.handleUpgrade(request, socket, head);
  }

  changed(): void {
    for (const server of this.#servers) server.changed?.();
  }
}
