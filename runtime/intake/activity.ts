/** Counts each channel's messages, for health and metrics, in bounded memory. */

import { formatNs } from "../model/clock.ts";
import type { RejectionCode } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import { plainError } from "../model/plain-error.ts";
import type { Noticed } from "./intake.ts";
import type { SenderCounts } from "./senders.ts";

/** Devices choose their own addresses; channels beyond these numbers are counted under one name. */
const MOST_CHANNELS = 40_000;
/** The same for one realm, the first part of an address. */
const MOST_OF_REALM = 10_000;
const OTHERS = "(others)";
/** Longer than any device's address; a request to another path may have 64 KiB. */
const LONGEST_NAME = 2048;

export const NOTHING_NOTICED: Noticed = { lengthByteDiffers: 0, missing: 0 };

export interface ChannelActivity {
  readonly source: string;
  /** UDP: the channel's name; HTTP and MQTT: the device's wide address. */
  readonly name: string;
  /** Messages since the start. */
  readonly received: number;
  readonly decoded: number;
  readonly rejected: Partial<Record<RejectionCode, number>>;
  /** Irregularities that do not cause a rejection. */
  readonly noticed: Noticed;
  /** Values that a later row of the same measurement and time replaced [D56]; absent if there are none. */
  readonly replaced?: number;
  /** Counters of messages whose structs have a counter (`@seq`) or a clock (`@time`). */
  readonly senders?: SenderCounts;
  /** ISO 8601; absent if nothing has arrived since the start. */
  readonly lastSeen?: string;
  readonly lastError?: { readonly message: string; readonly code: RejectionCode; readonly time: string };
}

/** Sums over all channels of a source. */
export interface SourceActivity extends Pick<ChannelActivity, "source" | "received" | "decoded" | "rejected"> {
  /** Values left out of rows. */
  readonly missing: number;
  /** Rows stored at their time of receipt although a field looks like a time. */
  readonly unusedTimes: number;
  /** Rows stored at their time of receipt since their own cannot be right [D54]. */
  readonly unsetClocks: number;
  /** Values that a later row of the same measurement and time replaced [D56]. */
  readonly replaced: number;
  /** Events of network servers that are not telemetry [D29]. */
  readonly ignored: number;
  readonly senders: SenderCounts | undefined;
  readonly lastSeenNs: bigint | undefined;
}

export interface ChannelsQuery {
  readonly after: number;
  readonly limit: number;
  /** A number of `change`: only those that have changed after it. */
  readonly since: number;
  readonly wants: (channel: Pick<ChannelActivity, "source" | "name">) => boolean;
}

export interface ChannelsPage {
  readonly channels: readonly ChannelActivity[];
  /** `after` for the next page; absent at the end. */
  readonly next?: number;
}

type Counted<Shown> = { -readonly [Key in keyof Shown]: Shown[Key] };
type Total = Counted<SourceActivity>;

interface Counters extends Counted<Omit<ChannelActivity, "senders" | "lastSeen" | "lastError">> {
  readonly total: Total;
  /** The number of its last change. */
  change: number;
  senders: SenderCounts | undefined;
  // Stored as a number: formatting a time for every datagram would cost more than decoding it.
  lastSeenNs: bigint | undefined;
  /** Its text is made plain, and its time formatted, when somebody looks. */
  lastError: { readonly text: string; readonly code: RejectionCode; readonly receivedNs: bigint } | undefined;
}

export class Activity {
  /** Messages that had rows on arrival but none when they were stored: an internal error. */
  decodedOtherwise = 0;
  /** By source, then by name: one address over two sources is two channels. */
  readonly #channels = new Map<string, Map<string, Counters>>();
  readonly #order: Counters[] = [];
  readonly #totals = new Map<string, Total>();
  #count = 0;
  readonly #countOf = new Map<string, number>();
  readonly #nameOf: (message: Message) => string;
  /** Each message is counted several times. */
  #lastMessage: Message | undefined;
  #lastChannel: Counters | undefined;
  #change = 0;

  /** @param nameOf the channel of a message: one name for all forms of a device's address */
  constructor(nameOf: (message: Message) => string) {
    this.#nameOf = nameOf;
  }

  /** Increases with each change of a channel. */
  get change(): number {
    return this.#change;
  }

  received(message: Message): void {
    const channel = this.#channel(message);
    channel.received++;
    channel.lastSeenNs = message.receivedNs;
    channel.total.received++;
    channel.total.lastSeenNs = message.receivedNs;
  }

  decoded(message: Message, points: number, noticed: Noticed | undefined): void {
    const channel = this.#channel(message);
    channel.decoded += points;
    channel.total.decoded += points;
    if (noticed === undefined) return;
    channel.noticed = noticedSum(channel.noticed, noticed);
    channel.total.missing += noticed.missing;
    channel.total.unusedTimes += noticed.unusedTimes ?? 0;
    channel.total.unsetClocks += noticed.unsetClocks ?? 0;
  }

  /** Adds the results of a message's counter and clock. */
  counted(message: Message, counts: SenderCounts): void {
    const channel = this.#channel(message);
    channel.senders = sum(channel.senders, counts);
    channel.total.senders = sum(channel.total.senders, counts);
  }

  replaced(message: Message, values: number): void {
    const channel = this.#channel(message);
    channel.replaced = (channel.replaced ?? 0) + values;
    channel.total.replaced += values;
  }

  /** @param text the error's, as signals have it */
  rejected(message: Message, code: RejectionCode, text: string, rows = 1): void {
    const channel = this.#channel(message);
    const { total } = channel;
    channel.rejected[code] = (channel.rejected[code] ?? 0) + rows;
    total.rejected[code] = (total.rejected[code] ?? 0) + rows;
    channel.lastError = { text, code, receivedNs: message.receivedNs };
  }

  /** A message whose sender may not write there: it counts for its source alone. */
  denied({ source }: Message): void {
    const { rejected } = this.#total(source);
    rejected.forbidden = (rejected.forbidden ?? 0) + 1;
  }

  ignored(message: Message, events: number): void {
    this.#channel(message).total.ignored += events;
  }

  /** Polled every few seconds, so it must not iterate over thousands of channels. */
  sources(): Iterable<SourceActivity> {
    return this.#totals.values();
  }

  channel(source: string, name: string): ChannelActivity | undefined {
    const known = this.#channels.get(source)?.get(name);
    return known && shown(known);
  }

  /**
   * In order of first appearance: at most `limit` channels after the first `after`, only those that `wants` selects.
   */
  channels(query: Partial<ChannelsQuery> = {}): ChannelsPage {
    const { after = 0, limit = Number.POSITIVE_INFINITY, since = -1, wants = ALL } = query;
    const channels: ChannelActivity[] = [];
    for (let at = after; at < this.#order.length; at++) {
      if (channels.length === limit) return { channels, next: at };
      const known = this.#order[at]!;
      if (known.change > since && wants(known)) channels.push(shown(known));
    }
    return { channels };
  }

  #total(source: string): Total {
    const known = this.#totals.get(source);
    if (known !== undefined) return known;
    const none = {
      received: 0,
      decoded: 0,
      missing: 0,
      unusedTimes: 0,
      unsetClocks: 0,
      replaced: 0,
      ignored: 0,
      rejected: {},
    };
    const total = { source, ...none, senders: undefined, lastSeenNs: undefined };
    this.#totals.set(source, total);
    return total;
  }

  /** The channel of a message, which changes it. */
  #channel(message: Message): Counters {
    if (this.#lastMessage !== message) {
      this.#lastChannel = this.#channelOf(message);
      this.#lastMessage = message;
    }
    const channel = this.#lastChannel!;
    channel.change = ++this.#change;
    return channel;
  }

  #channelOf(message: Message): Counters {
    const { source } = message;
    const wanted = this.#nameOf(message);
    const known = this.#channels.get(source)?.get(wanted);
    if (known !== undefined) return known;
    const [realm = ""] = wanted.slice(0, LONGEST_NAME).split("/", 1);
    const ofRealm = this.#countOf.get(realm) ?? 0;
    const hasRoom = this.#count < MOST_CHANNELS && ofRealm < MOST_OF_REALM;
    const name = hasRoom && wanted.length <= LONGEST_NAME ? wanted : OTHERS;
    let channels = this.#channels.get(source);
    if (channels === undefined) {
      channels = new Map();
      this.#channels.set(source, channels);
    }
    const channel = channels.get(name) ?? {
      source,
      name,
      total: this.#total(source),
      change: 0,
      received: 0,
      decoded: 0,
      rejected: {},
      noticed: NOTHING_NOTICED,
      senders: undefined,
      lastSeenNs: undefined,
      lastError: undefined,
    };
    if (!channels.has(name)) {
      this.#count++;
      if (name !== OTHERS) this.#countOf.set(realm, ofRealm + 1);
      this.#order.push(channel);
    }
    channels.set(name, channel);
    return channel;
  }
}

const ALL = () => true;

function shown({ lastSeenNs, lastError, senders, total, change, ...counters }: Counters): ChannelActivity {
  return {
    ...counters,
    ...(senders !== undefined && { senders }),
    ...(lastSeenNs !== undefined && { lastSeen: formatNs(lastSeenNs) }),
    ...(lastError !== undefined && { lastError: shownError(lastError) }),
  };
}

function shownError({ text, code, receivedNs }: NonNullable<Counters["lastError"]>) {
  return { message: plainError(text), code, time: formatNs(receivedNs) };
}

function noticedSum(known: Noticed, more: Noticed): Noticed {
  const unusedTime = more.unusedTime ?? known.unusedTime;
  const unsetClock = more.unsetClock ?? known.unsetClock;
  return {
    lengthByteDiffers: known.lengthByteDiffers + more.lengthByteDiffers,
    missing: known.missing + more.missing,
    ...(unusedTime !== undefined && { unusedTimes: (known.unusedTimes ?? 0) + (more.unusedTimes ?? 0), unusedTime }),
    ...(unsetClock !== undefined && { unsetClocks: (known.unsetClocks ?? 0) + (more.unsetClocks ?? 0), unsetClock }),
  };
}

function sum(known: SenderCounts | undefined, counts: SenderCounts): SenderCounts {
  if (known === undefined) return counts;
  return {
    missing: counts.missing + known.missing,
    doubled: counts.doubled + known.doubled,
    late: counts.late + known.late,
    restarts: counts.restarts + known.restarts,
    withoutTime: counts.withoutTime + known.withoutTime,
  };
}
