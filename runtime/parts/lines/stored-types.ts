/**
 * Finds fields of written lines whose type is not that of their column. The store refuses them later; clients of
 * InfluxDB expect to be told at once.
 */

import type { Events } from "../../lib/events.ts";
import { RecentCache } from "../../lib/recent-cache.ts";
import type { FieldType, Point, PointColumn } from "../../model/point.ts";
import type { ServiceEvents } from "../../model/service-events.ts";
import type { Store } from "../../model/store.ts";

type Row = Omit<Point, "origin">;
type Types = Map<string, FieldType>;

/** Maximum number of measurements whose types are known. */
const MOST_KNOWN = 10_000;

export interface Conflicts {
  readonly lines: number;
  /** Of the first one, in InfluxDB's words. */
  readonly message: string;
}

export class StoredTypes {
  readonly #store: Pick<Store, "fieldTypes">;
  readonly #known = new RecentCache<Types>(MOST_KNOWN);
  /** Rows of messages whose answer is awaited, by their payload. */
  readonly #awaited = new Map<Uint8Array, Row[]>();

  constructor(store: Pick<Store, "fieldTypes">, events: Pick<Events<ServiceEvents>, "on">) {
    this.#store = store;
    events.on("removed", () => this.#known.clear());
    events.on("point", (point, { payload }) => this.#awaited.get(payload)?.push(point));
  }

  /** Begins to note the rows of a message. */
  await(payload: Uint8Array): void {
    this.#awaited.set(payload, []);
  }

  forget(payload: Uint8Array): void {
    this.#awaited.delete(payload);
  }

  /** Ends it. @returns undefined if all fields have the type of their columns, or the store cannot answer */
  async conflicts(payload: Uint8Array): Promise<Conflicts | undefined> {
    const rows = this.#awaited.get(payload) ?? [];
    this.#awaited.delete(payload);
    try {
      const cached = await this.#find(rows, true);
      // What is known may be out of date: a column can be removed, or get another type.
      return cached && (await this.#find(rows, false));
    } catch {
      return undefined;
    }
  }

  async #find(rows: readonly Row[], mayBeCached: boolean): Promise<Conflicts | undefined> {
    let lines = 0;
    let message: string | undefined;
    const found = new Map<string, Types>();
    for (const row of rows) {
      const place = `${row.database}/${row.measurement}`;
      const types = found.get(place) ?? (await this.#typesOf(row, place, mayBeCached));
      found.set(place, types);
      const wrong = row.columns.find((column, index) => !fits(column, row.values[index], types));
      if (wrong === undefined) continue;
      lines++;
      message ??= `field type conflict: input field "${wrong.name}" on measurement "${row.measurement}" is type ${wrong.type}, already exists as type ${types.get(wrong.name)}`;
    }
    return message === undefined ? undefined : { lines, message };
  }

  async #typesOf({ database, measurement }: Row, place: string, mayBeCached: boolean): Promise<Types> {
    const cached = this.#known.get(place);
    if (cached !== undefined && mayBeCached) return cached;
    const types: Types = new Map(await this.#store.fieldTypes(database, measurement));
    // Rows that are on their way to the store decide types, too.
    for (const [name, type] of cached ?? []) if (!types.has(name)) types.set(name, type);
    this.#known.set(place, types);
    return types;
  }
}

/** Adds the column if it is new. */
function fits({ name, type, isTag }: PointColumn, value: unknown, types: Types): boolean {
  const exists = types.get(name);
  if (exists === undefined) {
    types.set(name, type);
    return true;
  }
  if (exists === type || isTag || value === undefined) return true;
  return exists === "float" && (type === "integer" || type === "unsigned") && Number.isSafeInteger(Number(value));
}
