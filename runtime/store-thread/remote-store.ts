/** The store for the thread that answers requests. Only the other thread writes. */

import type { ExportRequest } from "../export/export-request.ts";
import { rowsOf } from "../store/rows.ts";
import type {
  AskedStore,
  Extent,
  ExtentQuery,
  Listed,
  ListQuery,
  ManySeriesQuery,
  MeasurementInfo,
  NewColumns,
  NewestQuery,
  PlaceAnswers,
  ReceivedQuery,
  RemovalOutcome,
  RewriteOutcome,
  Row,
  RowQuery,
  Series,
  SeriesQuery,
  Statistics,
  StatisticsPage,
  StatisticsPageQuery,
  StatisticsQuery,
  Store,
} from "../store/store.ts";
import type { Batch } from "../telemetry/batch.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { FieldType, Point } from "../telemetry/point.ts";
import { type ThreadLink, telemetryErrorOf } from "../telemetry/thread-link.ts";
import type { StoreHalf } from "./protocol.ts";

export interface RemoteStoreOptions {
  /** Link to the current thread. */
  readonly link: () => ThreadLink<StoreHalf>;
  readonly status: () => PartStatus;
}

const NOTHING = new Uint8Array();

export class RemoteStore implements AskedStore {
  rewrites: Store["rewrites"] = "whole-rows";
  readonly #options: RemoteStoreOptions;
  #list: { readonly state: string; readonly infos: Promise<readonly MeasurementInfo[]> } | undefined;
  readonly #listeners: ((columns: NewColumns) => void)[] = [];

  constructor(options: RemoteStoreOptions) {
    this.#options = options;
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

  refresh(): Promise<void> {
    return this.#options.link().ask("refresh");
  }

  catalogueState(): Promise<string> {
    return this.#options.link().ask("catalogueState");
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

  /** Searched in the other thread: of a hundred thousand measurements, only the requested ones are transferred. */
  listed(query: ListQuery): Promise<Listed | undefined> {
    return this.#options.link().ask("listed", query);
  }

  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined> {
    return this.#options.link().ask("fieldTypes", database, measurement);
  }

  version(database: string, measurement: string): Promise<string | undefined> {
    return this.#options.link().ask("version", database, measurement);
  }

  series(query: SeriesQuery): Promise<Series> {
    return this.#options.link().ask("series", query);
  }

  statistics(query: StatisticsQuery): Promise<Statistics> {
    return this.#options.link().ask("statistics", query);
  }

  statisticsPage(query: StatisticsPageQuery): Promise<StatisticsPage | undefined> {
    return this.#options.link().ask("statisticsPage", query);
  }

  extent(query: ExtentQuery): Promise<Extent | undefined> {
    return this.#options.link().ask("extent", query);
  }

  newestRows(query: NewestQuery): Promise<PlaceAnswers> {
    return this.#options.link().ask("newestRows", query);
  }

  manySeries(query: ManySeriesQuery): Promise<PlaceAnswers> {
    return this.#options.link().ask("manySeries", query);
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
      return { ...point, origin: { message: { ...message, payload: NOTHING }, id } };
    });
    const { rewritten, refused } = await this.#options.link().ask("rewrite", plain);
    return {
      rewritten,
      refused: refused.map(({ index, error }) => ({ point: points[index]!, error: telemetryErrorOf(error) })),
    };
  }

  remove(database: string, measurement: string): Promise<RemovalOutcome> {
    return this.#options.link().ask("remove", database, measurement);
  }

  countReceived(query: ReceivedQuery): Promise<number | "unsupported"> {
    return this.#options.link().ask("countReceived", query);
  }

  moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number | "unsupported"> {
    return this.#options.link().ask("moveReceived", query, byNs);
  }

  remember(key: string, value: string): Promise<void> {
    return this.#options.link().ask("remember", key, value);
  }

  remembered(): Promise<ReadonlyMap<string, string>> {
    return this.#options.link().ask("remembered");
  }

  async *#stream<Item>(open: (link: ThreadLink<StoreHalf>) => Promise<number>): AsyncGenerator<Item> {
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
