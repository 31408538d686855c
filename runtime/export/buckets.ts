/**
 * Divides time into buckets of one width. Buckets of whole days (weeks from Monday) follow the time zone, including
 * days of 23 and 25 hours; parts of a day are counted from its midnight; other widths from 1970. With an origin, all are
 * counted from 1970 in the zone's clock, as InfluxDB does: weeks begin on Thursday.
 */

import { floorTo } from "../model/clock.ts";
import type { EpochOrigin } from "../model/export-request.ts";
import { localToUtcMs, zoneOffsetMs } from "../model/time-zone.ts";

const MS = 1_000_000n;
const DAY = 86_400_000n * MS;
/** 1970-01-05, a Monday, in days since 1970. */
const MONDAY = 4n;
const HALF_HOUR_MS = 1_800_000;

export class Buckets {
  readonly #widthNs: bigint;
  readonly #zone: string;
  readonly #origin: EpochOrigin | undefined;
  /** The last bucket found; `#fromNs`: from when on it was looked up. */
  #startNs = 0n;
  #endNs = 0n;
  #fromNs = 0n;

  constructor(widthNs: bigint, timeZone: string, origin?: EpochOrigin) {
    this.#widthNs = widthNs;
    this.#zone = timeZone;
    this.#origin = origin;
  }

  /** Start of the bucket that contains `timeNs`. */
  startOf(timeNs: bigint): bigint {
    if (timeNs < this.#fromNs || timeNs >= this.#endNs) this.#find(timeNs);
    return this.#startNs;
  }

  /** End of the bucket that contains `timeNs`, where the next one begins. */
  endOf(timeNs: bigint): bigint {
    this.startOf(timeNs);
    return this.#endNs;
  }

  #find(timeNs: bigint): void {
    const width = this.#widthNs;
    if (this.#origin !== undefined) {
      this.#findFromEpoch(timeNs, this.#origin);
      // Where clocks change, the bucket may begin within the one before.
      this.#fromNs = timeNs;
      return;
    }
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
    this.#fromNs = this.#startNs;
  }

  /** If the zone's clock is changed within a bucket by less than its width, the bucket is that much longer or shorter. */
  #findFromEpoch(timeNs: bigint, { laterNs }: EpochOrigin): void {
    const width = this.#widthNs;
    const zoneNs = this.offsetNs(timeNs - laterNs);
    const moved = (edgeNs: bigint) => {
      const changeNs = zoneNs - this.offsetNs(edgeNs);
      return (changeNs < 0n ? -changeNs : changeNs) < width ? edgeNs + changeNs : edgeNs;
    };
    const startNs = floorTo(timeNs - laterNs + zoneNs, width) - zoneNs + laterNs;
    this.#startNs = moved(startNs);
    const endNs = moved(startNs + width);
    this.#endNs = endNs > timeNs ? endNs : startNs + width;
  }

  /** Of the zone's clock from UTC. */
  offsetNs(timeNs: bigint): bigint {
    return this.#zone === "UTC" ? 0n : BigInt(zoneOffsetMs(this.#zone, Number(floorTo(timeNs, MS) / MS))) * MS;
  }

  /** Days since 1970 in the zone's calendar. */
  #dayOf(timeNs: bigint): bigint {
    return floorTo(timeNs + this.offsetNs(timeNs), DAY) / DAY;
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
