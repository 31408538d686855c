/**
 * Divides time into buckets of one width. Buckets of whole days (weeks from Monday) follow the time zone, including
 * days of 23 and 25 hours; parts of a day are counted from its midnight; other widths from 1970.
 */

import { floorTo } from "../model/clock.ts";
import { localToUtcMs, zoneOffsetMs } from "../model/time-zone.ts";

const MS = 1_000_000n;
const DAY = 86_400_000n * MS;
/** 1970-01-05, a Monday, in days since 1970. */
const MONDAY = 4n;
const HALF_HOUR_MS = 1_800_000;

export class Buckets {
  readonly #widthNs: bigint;
  readonly #zone: string;
  /** The last bucket found. */
  #startNs = 0n;
  #endNs = 0n;

  constructor(widthNs: bigint, timeZone: string) {
    this.#widthNs = widthNs;
    this.#zone = timeZone;
  }

  /** Start of the bucket that contains `timeNs`. */
  startOf(timeNs: bigint): bigint {
    if (timeNs < this.#startNs || timeNs >= this.#endNs) this.#find(timeNs);
    return this.#startNs;
  }

  /** End of the bucket that contains `timeNs`, where the next one begins. */
  endOf(timeNs: bigint): bigint {
    this.startOf(timeNs);
    return this.#endNs;
  }

  #find(timeNs: bigint): void {
    const width = this.#widthNs;
    if (width % DAY === 0n) {
      const days = width / DAY;
      const origin = days % 7n === 0n ? MONDAY : 0n;
      const first = floorTo(this.#dayOf(timeNs) - origin, days) + origin;
      this.#startNs = this.#midnight(first);
      this.#endNs = this.#midnight(first + days);
    } else if (DAY % width === 0n && this.#zone !== "UTC") {
      const day = this.#dayOf(timeNs);
      const midnight = this.#midnight(day);
      const next = this.#midnight(day + 1n);
      this.#startNs = midnight + floorTo(timeNs - midnight, width);
      this.#endNs = this.#startNs + width;
      if (this.#endNs > next) this.#endNs = next;
    } else {
      this.#startNs = floorTo(timeNs, width);
      this.#endNs = this.#startNs + width;
    }
  }

  /** Days since 1970 in the zone's calendar. */
  #dayOf(timeNs: bigint): bigint {
    const offsetMs = this.#zone === "UTC" ? 0 : zoneOffsetMs(this.#zone, Number(floorTo(timeNs, MS) / MS));
    return floorTo(timeNs + BigInt(offsetMs) * MS, DAY) / DAY;
  }

  #midnight(day: bigint): bigint {
    const localMs = Number((day * DAY) / MS);
    // Where clocks go forward at midnight, the day begins later.
    for (let late = 0; late <= 4; late++) {
      const utcMs = localToUtcMs(localMs + late * HALF_HOUR_MS, this.#zone);
      if (utcMs !== undefined) return BigInt(utcMs) * MS;
    }
    return BigInt(localMs) * MS;
  }
}
