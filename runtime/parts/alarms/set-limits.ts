/** Limits that a user set on the page. The alarm book stores them in its file; caches compare `version`. */

import type { FieldLimits } from "../../codec/struct-codec.ts";
import { RequestError } from "../../lib/request-error.ts";
import type { AlarmPlace, PlacedLimits } from "../../model/alarms.ts";
import { EVERY_DEVICE } from "../../model/every-device.ts";

/** Maximum number of fields of one realm. */
const MOST = 10_000;

export class SetLimits {
  /** Increases with every change. */
  version = 0;
  /** By place, for fast look-ups in lists of thousands of columns. */
  readonly #placed: Map<string, PlacedLimits>;
  readonly #realmOf: (database: string) => string;

  constructor(placed: readonly PlacedLimits[] = [], realmOf: (database: string) => string = (database) => database) {
    this.#placed = new Map(placed.map((one) => [keyOf(one.database, one.measurement, one.column), one]));
    this.#realmOf = realmOf;
  }

  get hasAny(): boolean {
    return this.#placed.size > 0;
  }

  get all(): readonly PlacedLimits[] {
    return [...this.#placed.values()];
  }

  /** Those of the field itself, else those of the field of all devices. Undefined: the limits of the header or the configuration apply. */
  of(database: string, measurement: string, column: string): FieldLimits | undefined {
    const own = this.#placed.get(keyOf(database, measurement, column));
    return (own ?? this.#placed.get(keyOf(database, EVERY_DEVICE, column)))?.limits;
  }

  /**
   * @param limits undefined: those of the header or the configuration apply again. @throws RequestError beyond 10,000
   * columns of the realm
   */
  set({ database, measurement, column }: AlarmPlace, by: string, limits: FieldLimits | undefined): void {
    const key = keyOf(database, measurement, column);
    if (limits !== undefined && !this.#placed.has(key) && this.#countOf(database) >= MOST)
      throw new RequestError(`Limits are set for ${MOST} fields of this realm already, which is the maximum`, 409);
    if (limits === undefined) this.#placed.delete(key);
    else this.#placed.set(key, { database, measurement, column, limits, by });
    this.version += 1;
  }

  #countOf(database: string): number {
    if (this.#placed.size < MOST) return 0;
    const realm = this.#realmOf(database);
    return [...this.#placed.values()].filter((one) => this.#realmOf(one.database) === realm).length;
  }
}

function keyOf(database: string, measurement: string, column: string): string {
  return `${database}\n${measurement}\n${column}`;
}
