/**
 * A text shared by all nodes in a KV bucket. A node announces its changes on a plain subject; nodes that miss this find
 * out by polling.
 */

import type { KV } from "@nats-io/kv";
import { Gathered } from "../../lib/gathered.ts";
import type { SharedText } from "../../model/shared-text.ts";
import type { Cluster } from "./connection.ts";
import { isRefusal } from "./jetstream-errors.ts";
import { listenTo } from "./listen-to.ts";

export interface NatsTextOptions {
  readonly name: string;
  readonly bucket: () => Promise<KV>;
  readonly servers: () => Promise<Cluster>;
}

const LOOK_MS = 2000;

export class NatsText implements SharedText {
  readonly #options: NatsTextOptions;
  #hear: (text: string | undefined) => void = () => {};
  /** Undefined before the servers' first answer; 0: no node has written a text. */
  #revision: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** A current read may miss a later write. */
  readonly #reads = new Gathered(() => this.#read());

  constructor(options: NatsTextOptions) {
    this.#options = options;
  }

  follow(hear: (text: string | undefined) => void): void {
    this.#hear = hear;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
    this.#begin().catch(() => {});
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async change(next: (text: string | undefined) => string): Promise<void> {
    const { name } = this.#options;
    const bucket = await this.#options.bucket();
    for (;;) {
      const entry = await bucket.get(name);
      const text = entry?.operation === "PUT" ? entry.string() : undefined;
      const changed = next(text);
      try {
        const revision =
          changed === text
            ? entry!.revision
            : await (entry === null ? bucket.create(name, changed) : bucket.update(name, changed, entry.revision));
        // Applies the change without reading it again: even if the servers become unavailable now, this node must know
        // the text that the others have.
        this.#received(revision, changed);
        break;
      } catch (error) {
        // Another node was first.
        if (!isRefusal(error, "wrongLastSequence")) throw error;
      }
    }
    const { connection, names } = await this.#options.servers();
    connection.publish(names.changed, name);
  }

  async #begin(): Promise<void> {
    const { connection, names } = await this.#options.servers();
    listenTo(connection, names.changed, (message) => {
      if (message.string() === this.#options.name) this.#look();
    });
    this.#look();
    for await (const { type } of connection.status()) if (type === "reconnect") this.#look();
  }

  #look(): void {
    this.#reads.run().catch(() => {});
  }

  async #read(): Promise<void> {
    const entry = await (await this.#options.bucket()).get(this.#options.name);
    this.#received(entry?.revision ?? 0, entry?.operation === "PUT" ? entry.string() : undefined);
  }

  #received(revision: number, text: string | undefined): void {
    if (this.#isStopped || (this.#revision !== undefined && revision <= this.#revision)) return;
    this.#revision = revision;
    this.#hear(text);
  }
}
