/**
 * Recognises counters since a device's start that look like times [D54]. After eleven days, milliseconds since the start are a number of
 * seconds since 1970 that lies after 2000. Such a number is not believed if it continues a counter whose earlier values could not be
 * times. Like the states of senders, this runs on arrival, and its result is stored in the message.
 */

import { OwnedMap } from "../lib/owned-map.ts";
import { type Message, ownerOf } from "../model/message.ts";
import type { Decoded } from "./intake.ts";

/** Beyond this, the realm with most devices whose clocks are not set forgets the oldest. */
const MOST_COUNTERS = 4096;
/** Units of counters that reach the year 2000: parts of a second. */
const RATES: readonly bigint[] = [1_000n, 1_000_000n, 1_000_000_000n];
const SECOND_NS = 1_000_000_000n;
/** A shorter interval does not show the unit: messages are delayed. */
const SHORTEST_NS = 30n * SECOND_NS;
const DELAY_NS = 2n * SECOND_NS;
/** Clocks of devices deviate by less than this part. */
const DEVIATION = 50n;
/** A time this near to that of receipt is believed: the clock was set meanwhile. */
const NEAR_NS = 3600n * SECOND_NS;

interface Counter {
  readonly value: bigint;
  readonly receivedNs: bigint;
  /** Counts per second, once two values have shown it. */
  readonly rate?: bigint;
}

export class UnsetClocks {
  readonly #counters = new OwnedMap<Counter>(MOST_COUNTERS);

  /** Whether the time of a decoded message continues the counter of its device. Hot path: of most devices there is none. */
  continues(message: Message, { points, noticed }: Decoded): boolean {
    const unset = noticed?.unsetClock;
    if (unset === undefined && this.#counters.size === 0) return false;
    const key = `${message.source} ${message.address}`;
    if (unset !== undefined) {
      this.#note(key, message, unset);
      return false;
    }
    const counter = this.#counters.get(key);
    const newest = points.findLast(({ timeSource }) => timeSource === "payload");
    if (counter === undefined || newest === undefined) return false;
    const value = counted(counter, newest.timeNs, message.receivedNs);
    if (value === undefined) this.#counters.delete(key);
    else this.#set(key, message, { ...counter, value, receivedNs: message.receivedNs });
    return value !== undefined;
  }

  #note(key: string, message: Message, text: string): void {
    const { receivedNs } = message;
    const [digits] = /^[1-9]\d{0,18}(?=\.|$)/.exec(text) ?? [];
    if (digits === undefined) return;
    const value = BigInt(digits);
    const known = this.#counters.get(key);
    if (known === undefined || value < known.value) this.#set(key, message, { value, receivedNs });
    else if (receivedNs - known.receivedNs >= SHORTEST_NS) {
      const rate = RATES.find((each) => isNear(value, { ...known, rate: each }, receivedNs));
      this.#set(key, message, { value, receivedNs, ...(rate !== undefined && { rate }) });
    }
  }

  #set(key: string, message: Message, counter: Counter): void {
    this.#counters.set(ownerOf(message), key, counter);
  }
}

/** The counter's value that was read as this time; undefined if it is a time. */
function counted(counter: Counter, timeNs: bigint, receivedNs: bigint): bigint | undefined {
  const { rate } = counter;
  const apart = timeNs < receivedNs ? receivedNs - timeNs : timeNs - receivedNs;
  if (rate === undefined || apart <= NEAR_NS) return undefined;
  // Seconds, milliseconds, microseconds or nanoseconds, by their size.
  return [9, 6, 3, 0]
    .map((power) => timeNs / 10n ** BigInt(power))
    .find((value) => isNear(value, { ...counter, rate }, receivedNs));
}

/** Whether a counter that had a value then has this one now. */
function isNear(
  value: bigint,
  { value: before, receivedNs: then, rate }: Required<Counter>,
  receivedNs: bigint,
): boolean {
  const elapsedNs = receivedNs - then;
  const expected = before + (elapsedNs * rate) / SECOND_NS;
  const most = ((DELAY_NS + elapsedNs / DEVIATION) * rate) / SECOND_NS;
  return value >= expected - most && value <= expected + most;
}
