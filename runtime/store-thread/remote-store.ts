/** The store for the thread that answers requests. Only the other thread writes. */

import { rowsOf } from "../export/rows.ts";
import type { Batch } from "../model/batch.ts";
import type { ExportRequest } from "../model/export-request.ts";
import type { PartStatus } from "../model/part-status.ts";
import { type Point, withOrigin } from "../model/point.ts";
import type {
  Listed,
  ListQuery,
  MeasurementInfo,
  NewColumns,
  RewriteOutcome,
  Row,
  RowQuery,
  Store,
  StoreAccess,
} from "../model/store.ts";
import { type ThreadLink, telemetryErrorOf } from "../model/thread-link.ts";
import { QUESTIONS, type Questions, type StoreRequests } from "./protocol.ts";

export interface RemoteStoreOptions {
  /** Link to the current thread. */
  readonly link: () => ThreadLink<StoreRequests>;
  readonly status: () => PartStatus;
}

const NOTHING = new Uint8Array();
const MOST_LISTS = 8;

/** Passes the questions on. */
const Asking = class {
  constructor({ link }: RemoteStoreOptions) {
    for (const name of QUESTIONS)
      Object.assign(this, { [name]: (...args: Parameters<StoreRequests[typeof name]>) => link().ask(name, ...args) });
  }
} as new (
  options: RemoteStoreOptions,
) => Questions;

export class RemoteStore extends Asking implements StoreAccess {
  rewrites: Store["rewrites"] = "whole-rows";
  readonly #options: RemoteStoreOptions;
  #list: { readonly state: string; readonly infos: Promise<readonly MeasurementInfo[]> } | undefined;
  #lists = { state: "", found: new Map<string, Promise<Listed | undefined>>() };
  readonly #listeners: ((columns: NewColumns) => void)[] = [];

  constructor(options: RemoteStoreOptions) {
    super(options);
    this.#options = options;
    const ask = this.listed;
    this.listed = (query) => this.#listedAgain(query, ask);
  }

  /** The same objects as long as nothing has changed: who describes them need not do it again. */
  async #listedAgain(query: ListQuery, ask: Questions["listed"]): Promise<Listed | undefined> {
    const state = await this.catalogueState();
    if (this.#lists.state !== state || this.#lists.found.size === MOST_LISTS) this.#lists = { state, found: new Map() };
    const { found } = this.#lists;
    const key = JSON.stringify(query);
    const known = found.get(key) ?? ask(query);
    found.set(key, known);
    known.catch(() => found.delete(key));
    return known;
  }

  status(): PartStatus {
    return this.#options.status();
  }

  onNewColumns(listener: (columns: NewColumns) => void): void {
    this.#listeners.push(listener);
  }

  /** Reports columns stored by the other thread. */
  announce(columns: NewColumns): void {
    for (const listener of this.#listeners) listener(columns);
  }

  /** A copy of the other thread's list; each call checks whether it has changed. */
  async measurements(): Promise<readonly MeasurementInfo[]> {
    const state = await this.catalogueState();
    if (this.#list?.state !== state) {
      const list = { state, infos: this.#readMeasurements() };
      this.#list = list;
      list.infos.catch(() => {
        if (this.#list === list) this.#list = undefined;
      });
    }
    return this.#list.infos;
  }

  async #readMeasurements(): Promise<readonly MeasurementInfo[]> {
    const infos: MeasurementInfo[] = [];
    for await (const piece of this.#stream<readonly MeasurementInfo[]>((link) => link.ask("openMeasurements")))
      for (const info of piece) infos.push(info);
    return infos;
  }

  batches(query: RowQuery): AsyncGenerator<Batch> {
    return this.#stream((link) => link.ask("openBatches", query));
  }

  rows(query: RowQuery): AsyncGenerator<Row> {
    return rowsOf(this.batches(query));
  }

  /** Encoded in the database's thread: only bytes are transferred, and this thread keeps answering senders. */
  encodeExport(request: ExportRequest): AsyncGenerator<Uint8Array> {
    return this.#stream((link) => link.ask("openExport", request));
  }

  async rewrite(points: readonly Point[]): Promise<RewriteOutcome> {
    // Copies payloads, which are often views of a larger buffer that would be transferred as a whole.
    const plain = points.map((point) => {
      const { message, id } = point.origin;
      return withOrigin(point, { message: { ...message, payload: NOTHING }, id });
    });
    const { rewritten, refused } = await this.#options.link().ask("rewrite", plain);
    return {
      rewritten,
      refused: refused.map(({ index, error }) => ({ point: points[index]!, error: telemetryErrorOf(error) })),
    };
  }

  async *#stream<Item>(open: (link: ThreadLink<StoreRequests>) => Promise<number>): AsyncGenerator<Item> {
    const link = this.#options.link();
    const id = await open(link);
    try {
      for (let item = await link.ask("next", id); item !== undefined; item = await link.ask("next", id))
        yield item as Item;
    } finally {
      // If the thread has ended, its iterators are closed already.
      link.ask("close", id).catch(() => {});
    }
  }
}
