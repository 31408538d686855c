/**
 * What every store can do with what each kind must do itself: read and write rows. A kind overrides what its database does
 * better, or what nothing here can do.
 */

import { rowsOf } from "../export/rows.ts";
import type { Batch } from "../model/batch.ts";
import type { Keep } from "../model/keep.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { FieldType, Point } from "../model/point.ts";
import type {
  ColumnQuery,
  Extent,
  ExtentQuery,
  Listed,
  ListQuery,
  ManySeriesQuery,
  ManyStatistics,
  ManyStatisticsQuery,
  MeasurementInfo,
  NewColumns,
  Newest,
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
  StoreAccess,
  Stretch,
  ToNumbersOutcome,
} from "../model/store.ts";
import { listedOf } from "./listed.ts";
import { manySeries, newestOfEach, newestRows } from "./many-places.ts";
import { oneByOne, statisticsPage } from "./many-statistics.ts";

export abstract class BaseStore implements StoreAccess {
  readonly #listeners: ((columns: NewColumns) => void)[] = [];

  abstract readonly rewrites: StoreAccess["rewrites"];
  abstract fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined>;
  abstract measurements(): Promise<readonly MeasurementInfo[]>;
  abstract series(query: SeriesQuery): Promise<Series>;
  abstract statistics(query: StatisticsQuery): Promise<Statistics>;
  abstract batches(query: RowQuery): AsyncIterable<Batch>;
  abstract extent(query: ExtentQuery): Promise<Extent | undefined>;
  abstract rewrite(points: readonly Point[]): Promise<RewriteOutcome>;
  abstract remove(database: string, measurement: string): Promise<RemovalOutcome>;
  abstract remember(key: string, value: string): Promise<void>;
  abstract remembered(prefix?: string): Promise<ReadonlyMap<string, string>>;
  abstract status(): PartStatus;

  onNewColumns(listener: (columns: NewColumns) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * The rows are committed: an exception in a listener must not cause them to be written again.
   * @param failed gets it
   */
  protected announce(columns: NewColumns, failed: (error: Error) => void): void {
    if (columns.columns.size === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(columns);
      } catch (error) {
        failed(error as Error);
      }
    }
  }

  /** Others may write, too. */
  async version(_database: string, _measurement: string): Promise<string | undefined> {
    return undefined;
  }

  async refresh(): Promise<void> {}

  async listed(query: ListQuery): Promise<Listed | undefined> {
    return listedOf(await this.measurements(), query);
  }

  manySeries(query: ManySeriesQuery): Promise<PlaceAnswers> {
    return manySeries(this, query);
  }

  statisticsOfMany(query: ManyStatisticsQuery): Promise<ManyStatistics> {
    return oneByOne(this, query);
  }

  async statisticsPage(query: StatisticsPageQuery): Promise<StatisticsPage | undefined> {
    return statisticsPage(this, await this.measurements(), query);
  }

  rows(query: RowQuery): AsyncIterable<Row> {
    return rowsOf(this.batches(query));
  }

  newestRows(query: NewestQuery): Promise<PlaceAnswers> {
    return newestRows(this, query);
  }

  newest(query: Omit<NewestQuery, "columns">): Promise<PlaceAnswers<Newest>> {
    return newestOfEach(this, query);
  }

  /** Rows are never replaced by statistics. */
  async stretch(query: RowQuery): Promise<Stretch> {
    const batches: Batch[] = [];
    for await (const batch of this.batches(query)) batches.push(batch);
    return { batches, minutes: [] };
  }

  keep(_keep: Keep | undefined): void {}

  receives(_log: string): void {}

  async countReceived(_query: ReceivedQuery): Promise<number | "unsupported"> {
    return "unsupported";
  }

  async moveReceived(_query: ReceivedQuery, _byNs: bigint): Promise<number | "unsupported"> {
    return "unsupported";
  }

  async toNumbers(_query: ColumnQuery): Promise<ToNumbersOutcome> {
    return "unsupported";
  }
}
