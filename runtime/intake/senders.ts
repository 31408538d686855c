/**
 * State of senders whose frames have `@seq` and `@time` [D38]. This is the only part of decoding that depends on
 * earlier messages: it runs on arrival, and its result is stored in the message (`measuredNs`), so that decoding itself
 * is pure.
 */

import { absoluteNs, type ClockReading, type FrameFacts, type SequenceReading } from "../frames/frame-facts.ts";
import { OwnedMap } from "../lib/owned-map.ts";
import { type Message, ownerOf, withMeasured } from "../model/message.ts";
import { BootClock } from "./boot-clock.ts";
import { Sequence, type SequenceCounts } from "./sequence.ts";

/** Beyond this, the realm or channel with most senders forgets the one that was silent longest. */
const MOST_SENDERS = 4096;
/** Maximum number of counters and clocks of one sender. */
const MOST_EACH = 1024;
/** Number of recent times remembered for a measurement, so that no two messages share one. */
const MOST_TIMES = 4096;

interface Sender {
  readonly sequences: Map<string, Sequence>;
  readonly clocks: Map<string, BootClock>;
}

/** The counts that one message adds. */
export interface SenderCounts extends SequenceCounts {
  /** The sender's clock gave no plausible time: the row has the time of receipt. */
  readonly withoutTime: number;
}

export class Senders {
  readonly #senders = new OwnedMap<Sender>(MOST_SENDERS);
  readonly #times = new OwnedMap<RecentTimes>(MOST_SENDERS);

  /**
   * The message with the time of its sender's clock, else with its existing `measuredNs`, made unique; unchanged if it
   * has neither. Calling it again changes no counts.
   */
  stamp(message: Message, { measurement, clock }: Partial<FrameFacts>): Message {
    const timeNs = (clock && this.#timeOf(clock, message)) ?? message.measuredNs;
    if (timeNs === undefined) return message;
    const key = `${message.source} ${message.address} ${measurement}`;
    return withMeasured(message, recallOwn(this.#times, ownerOf(message), key, () => new RecentTimes()).unique(timeNs));
  }

  /** Counts an accepted message. @param message the result of `stamp` */
  count(message: Message, { sequence, clock }: FrameFacts): SenderCounts {
    const withoutTime = clock !== undefined && message.measuredNs === undefined ? 1 : 0;
    const counts = sequence === undefined ? NOTHING : this.#sequenceOf(message, sequence).next(sequence.value);
    const { missing, doubled, late, restarts } = counts;
    return { missing, doubled, late, restarts, withoutTime };
  }

  #timeOf(clock: ClockReading, message: Message): bigint | undefined {
    const { measuredNs: receivedNs = message.receivedNs } = message;
    const absolute = absoluteNs(clock, message.receivedNs);
    if (absolute !== undefined || clock.since === "epoch") return absolute;
    const { clocks } = this.#of(message);
    const tied = recall(clocks, clock.clock, MOST_EACH, () => new BootClock(clock.wrapNs));
    return tied.timeNs(clock.ns, receivedNs);
  }

  #sequenceOf(message: Message, { counter, modulus }: SequenceReading): Sequence {
    return recall(this.#of(message).sequences, counter, MOST_EACH, () => new Sequence(modulus));
  }

  #of(message: Message): Sender {
    const { source, address, sender } = message;
    const make = () => ({ sequences: new Map(), clocks: new Map() });
    return recallOwn(this.#senders, ownerOf(message), `${source} ${address} ${sender}`, make);
  }
}

function recallOwn<Value>(map: OwnedMap<Value>, owner: string, key: string, make: () => Value): Value {
  const known = map.get(key);
  // Far below the limit the order does not matter.
  if (known !== undefined && 2 * map.size < MOST_SENDERS) return known;
  const value = known ?? make();
  map.set(owner, key, value);
  return value;
}

const NOTHING: SequenceCounts = { missing: 0, doubled: 0, late: 0, restarts: 0 };

/** The value of a key, created if it is missing; beyond `most`, the least recently used one is forgotten. */
function recall<Value>(map: Map<string, Value>, key: string, most: number, make: () => Value): Value {
  const known = map.get(key);
  // Far below the limit the order does not matter, and reinserting entries makes V8's map grow.
  if (known !== undefined && 2 * map.size < most) return known;
  const value = known ?? make();
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

class RecentTimes {
  readonly #known = new Set<bigint>();

  /** The time, or the first free nanosecond after it. */
  unique(timeNs: bigint): bigint {
    let time = timeNs;
    while (this.#known.has(time)) time += 1n;
    this.#known.add(time);
    if (this.#known.size > MOST_TIMES) this.#known.delete(this.#known.keys().next().value!);
    return time;
  }
}
