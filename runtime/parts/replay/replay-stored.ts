/**
 * Decodes the stored payloads (`_hex_`) of a UDP channel again with the current codecs, and rewrites rows that differ,
 * at their times. Correct rows are not touched, so a second run changes nothing.
 */

import type { ChannelCodecs } from "../../codec/struct-codec.ts";
import { rowPages } from "../../export/row-pages.ts";
import {
  type DatagramChannel,
  DatagramDecoder,
  RECEIVED_COLUMN,
  SCHEMA_COLUMN,
} from "../../intake/datagram-decoder.ts";
import { type FieldType, type Point, withOrigin } from "../../model/point.ts";
import type { Row, Store } from "../../model/store.ts";
import { type ColumnDifference, differences, type MeasurementReport, ReplayTally } from "./replay-tally.ts";

const HEX = "_hex_";
/** Number of samples whose rows are read at once. */
const SAMPLES_AT_ONCE = 10_000;

interface Decoded {
  readonly row: Row;
  readonly points: readonly Point[];
}

export type ReplayedStore = Pick<
  Store,
  "measurements" | "extent" | "batches" | "rows" | "rewrite" | "rewrites" | "fieldTypes"
>;

export interface StoredReplay {
  readonly store: ReplayedStore;
  readonly channel: DatagramChannel;
  /** Only this struct's measurement; absent: all measurements of the channel, including those of removed structs. */
  readonly measurement?: string;
  /**
   * Layout to decode with: `own`, the one each row was decoded with; `today`, the service's current one; otherwise a
   * version's name or a layout's number. Default: `own` if the channel has several versions, else `today`.
   */
  readonly schema?: string;
  /** From inclusive, to exclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  /** A dry run only reports what a rewrite would change. */
  readonly mode: "dry-run" | "rewrite";
  /** Maximum number for each column. */
  readonly examples: number;
}

export type ReplayStep =
  | { readonly step: "progress"; readonly measurement: string; readonly rows: number; readonly share: number }
  | ({ readonly step: "measurement" } & MeasurementReport);

/** @throws the store's errors; rows rewritten before stay, and another run does the rest */
export async function* replayStored(replay: StoredReplay): AsyncGenerator<ReplayStep> {
  const decoder = new DatagramDecoder(replay.channel);
  const measurements = await storedMeasurements(replay, decoder.database);
  let rows = 0;
  for (const [index, measurement] of measurements.entries()) {
    const pass = new Pass(replay, decoder, measurement);
    for await (const share of pass.run()) {
      const done = (index + share) / measurements.length;
      yield { step: "progress", measurement, rows: rows + pass.tally.rows, share: done };
    }
    rows += pass.tally.rows;
    yield { step: "measurement", ...pass.tally.report() };
  }
}

/** The measurement of a struct, by its name with or without `struct_`, or by the measurement's name. */
export function measurementOf({ structs }: ChannelCodecs, name: string): string | undefined {
  return structs.find((codec) => [codec.name, codec.measurement].includes(name) || codec.name === `struct_${name}`)
    ?.measurement;
}

async function storedMeasurements({ store, measurement }: StoredReplay, database: string): Promise<string[]> {
  const all = await store.measurements();
  return all
    .filter((info) => info.database === database && info.columns.get(HEX) === "string")
    .map((info) => info.measurement)
    .filter((name) => measurement === undefined || name === measurement)
    .sort();
}

/** Processes one measurement from its first row to its last. */
class Pass {
  readonly tally: ReplayTally;
  readonly #replay: StoredReplay;
  readonly #decoder: DatagramDecoder;
  #types: ReadonlyMap<string, FieldType> | undefined;
  readonly #place: { readonly database: string; readonly measurement: string };

  constructor(replay: StoredReplay, decoder: DatagramDecoder, measurement: string) {
    this.#replay = replay;
    this.#decoder = decoder;
    this.#place = { database: decoder.database, measurement };
    this.tally = new ReplayTally(measurement, replay.examples);
  }

  /** Yields the share done, page by page. */
  async *run(): AsyncGenerator<number> {
    const { store, fromNs, toNs } = this.#replay;
    const extent = await store.extent({ ...this.#place, columns: [HEX], fromNs, toNs });
    if (extent === undefined) return;
    const typesNow = () => store.fieldTypes(this.#place.database, this.#place.measurement);
    const columns = (await typesNow())?.size ?? 1;
    for await (const { rows, share } of rowPages(store, this.#place, extent, columns)) {
      this.#types = await typesNow();
      const points = await this.#decodeAgain(rows);
      if (this.#replay.mode === "rewrite" && points.length > 0) await this.#rewrite(points);
      yield share;
    }
  }

  /**
   * The points to write; none if a message's rows do not change. Rows of samples are read for many messages at once.
   */
  async #decodeAgain(page: readonly Row[]): Promise<Point[]> {
    const changed: Point[] = [];
    let batch: Decoded[] = [];
    let samples = 0;
    for (const row of page) {
      const hex = row.values[HEX] ?? null;
      if (hex === null) continue;
      this.tally.rows++;
      const points = this.#decode(row, String(hex));
      batch.push({ row, points });
      samples += points.length;
      if (samples < SAMPLES_AT_ONCE) continue;
      changed.push(...(await this.#changedOf(batch)));
      batch = [];
      samples = 0;
    }
    changed.push(...(await this.#changedOf(batch)));
    return changed;
  }

  async #changedOf(batch: readonly Decoded[]): Promise<Point[]> {
    const several = batch.flatMap(({ points }) => (points.length > 1 ? points : []));
    const stored = several.length === 0 ? new Map<bigint, Row>() : await this.#rowsOf(several);
    return batch.flatMap(({ row, points }) => {
      const rowOf = (point: Point) => (points.length > 1 ? stored.get(point.timeNs) : row);
      if (points.some((point) => points.length > 1 && rowOf(point) === undefined)) {
        this.tally.left(row.timeNs, "no-row", "its samples have no rows to be written to");
        return [];
      }
      return points.filter((point) => this.#differs(rowOf(point)!, point));
    });
  }

  #differs(row: Row, point: Point): boolean {
    const found = this.#possible(differences(row, point));
    if (found.length === 0) return false;
    const conflict = this.#conflict(point);
    if (conflict === undefined) this.tally.differs(row.timeNs, found);
    else this.tally.left(row.timeNs, "type-conflict", conflict);
    return conflict === undefined;
  }

  /** The stored rows at the points' times. */
  async #rowsOf(points: readonly Point[]): Promise<Map<bigint, Row>> {
    const wanted = new Set(points.map(({ timeNs }) => timeNs));
    let [fromNs, lastNs] = [points[0]!.timeNs, points[0]!.timeNs];
    for (const { timeNs } of points) {
      if (timeNs < fromNs) fromNs = timeNs;
      if (timeNs > lastNs) lastNs = timeNs;
    }
    const rows = new Map<bigint, Row>();
    for await (const row of this.#replay.store.rows({ ...this.#place, fromNs, toNs: lastNs + 1n })) {
      if (wanted.has(row.timeNs)) rows.set(row.timeNs, row);
    }
    return rows;
  }

  #decode({ timeNs, values }: Row, hex: string): Point[] {
    if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) {
      this.tally.left(timeNs, "bad-hex", "_hex_ holds no bytes");
      return [];
    }
    const received = values[RECEIVED_COLUMN];
    const message = {
      source: "udp" as const,
      address: this.#decoder.channel.name,
      sender: "",
      contentType: "",
      receivedNs: typeof received === "bigint" || typeof received === "number" ? BigInt(received) : timeNs,
      measuredNs: timeNs,
      payload: Buffer.from(hex, "hex"),
    };
    const layout = this.#layout(values[SCHEMA_COLUMN] ?? null);
    const decoded = layout === undefined ? this.#decoder.decode(message) : this.#decoder.decodeBy(layout, message);
    if (decoded === undefined) {
      this.tally.left(timeNs, "unknown-layout", `the channel has no layout '${layout}' of this struct any more`);
      return [];
    }
    const { points, rejections } = decoded;
    const [point] = points;
    if (point === undefined) {
      const error = rejections[0]?.error;
      this.tally.left(timeNs, error?.code ?? "undecodable", error?.message ?? "");
      return [];
    }
    if (point.measurement !== this.#place.measurement) {
      this.tally.left(timeNs, "other-measurement", `today's struct is stored as ${point.measurement}`);
      return [];
    }
    return points.map((each) => withOrigin(each, { message, id: "" }));
  }

  /** The layout that the request names; undefined for the one that the message shows. */
  #layout(written: unknown): string | undefined {
    const several = this.#decoder.channel.codecs.older !== undefined;
    const { schema = several ? "own" : "today" } = this.#replay;
    if (schema === "today") return undefined;
    if (schema !== "own") return schema;
    return written === null ? undefined : String(written);
  }

  /** Leaves out changes that the database cannot make. */
  #possible(found: readonly ColumnDifference[]): readonly ColumnDifference[] {
    if (this.#replay.store.rewrites === "whole-rows") return found;
    return found.filter((difference) => {
      if (difference.new !== undefined) return true;
      this.tally.keeps(difference.column);
      return false;
    });
  }

  #conflict(point: Point): string | undefined {
    for (const [index, { name, type }] of point.columns.entries()) {
      const stored = this.#types?.get(name);
      if (stored === undefined || point.values[index] === undefined || fits(type, stored)) continue;
      return `column '${name}' is stored as ${stored} and would be ${type}; give the field another name`;
    }
    return undefined;
  }

  async #rewrite(points: readonly Point[]): Promise<void> {
    const { rewritten, refused } = await this.#replay.store.rewrite(points);
    this.tally.rewritten += rewritten;
    for (const { point, error } of refused) this.tally.left(point.timeNs, error.code, error.message);
  }
}

/** InfluxDB 1.x stores unsigned integers as signed ones. */
function fits(type: FieldType, stored: FieldType): boolean {
  return type === stored || (type === "unsigned" && stored === "integer");
}
