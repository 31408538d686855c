/**
 * The change number of the list of measurements, shared by all nodes: a KV key that a node increments when it stores a
 * new database or column. The store owns the list; a node that sees a different number loads it again.
 */

import type { KV } from "@nats-io/kv";
import type { MeasurementInfo, StoreAccess } from "../../model/store.ts";

const KEY = "catalogue";
/** Changes within this time count as one. */
const TOGETHER_MS = 200;
const BELIEVED_MS = 500;

export class SharedCatalogue {
  readonly #bucket: () => Promise<KV>;
  #timer: NodeJS.Timeout | undefined;
  #known: { readonly atMs: number; readonly number: Promise<number> } | undefined;
  #last = 0;

  constructor(bucket: () => Promise<KV>) {
    this.#bucket = bucket;
  }

  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell().catch(() => this.changed());
    }, TOGETHER_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The last known number if no server answers. */
  number(): Promise<number> {
    const now = performance.now();
    if (this.#known === undefined || now - this.#known.atMs > BELIEVED_MS) {
      this.#known = { atMs: now, number: this.#ask().catch(() => this.#last) };
    }
    return this.#known.number;
  }

  async #tell(): Promise<void> {
    await (await this.#bucket()).put(KEY, "");
  }

  async #ask(): Promise<number> {
    const entry = await (await this.#bucket()).get(KEY);
    this.#last = entry?.revision ?? this.#last;
    return this.#last;
  }
}

/** The store with updates of other nodes. */
export function withCatalogue(store: StoreAccess, catalogue: Pick<SharedCatalogue, "number">): StoreAccess {
  let last: number | undefined;
  const current = async (): Promise<number> => {
    const number = await catalogue.number();
    if (number !== last) await store.refresh();
    last = number;
    return number;
  };
  const own: Partial<StoreAccess> = {
    async measurements(): Promise<readonly MeasurementInfo[]> {
      await current();
      return store.measurements();
    },
    async listed(query) {
      await current();
      return store.listed(query);
    },
    async statisticsPage(query) {
      await current();
      return store.statisticsPage(query);
    },
    ...(store.catalogueState && {
      catalogueState: async () => `${await current()}-${await store.catalogueState?.()}`,
    }),
  };
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(Object.hasOwn(own, name) ? own : target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
