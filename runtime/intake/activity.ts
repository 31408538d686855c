/** What happened on each channel: the one place that answers "why is there no data?". Memory is bounded. */

import { formatNs } from "../telemetry/clock.ts";
import type { ErrorSignal, RejectionCode } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { IntakeCounts } from "./intake-core.ts";

/** Devices name their own addresses; what comes after this many is counted under one name. */
const MOST_CHANNELS = 10_000;
const OTHER = "(others)";
const MOST_ERRORS = 500;

export interface ChannelActivity {
  readonly source: Message["source"];
  /** UDP: the channel's name; HTTP and MQTT: the address as sent. */
  readonly address: string;
  received: number;
  decoded: number;
  readonly rejected: Partial<Record<RejectionCode, number>>;
  /** ISO 8601, ns. */
  lastReceived: string | undefined;
  lastError: RecentError | undefined;
}

export interface RecentError {
  readonly time: string;
  readonly source: Message["source"];
  readonly address: string;
  readonly sender: string;
  readonly code: RejectionCode;
  readonly signal: ErrorSignal;
}

export class Activity implements IntakeCounts {
  readonly #channels = new Map<string, ChannelActivity>();
  readonly #errors: RecentError[] = [];
  readonly totals = { received: 0, decoded: 0, rejected: {} as Partial<Record<RejectionCode, number>> };

  received(message: Message): void {
    const channel = this.#channel(message);
    this.totals.received++;
    channel.received++;
    channel.lastReceived = undefined;
    this.#lastReceivedNs.set(channel, message.receivedNs);
  }

  decoded(message: Message, points: number): void {
    this.totals.decoded += points;
    this.#channel(message).decoded += points;
  }

  rejected(message: Message, code: RejectionCode): void {
    const { rejected } = this.#channel(message);
    rejected[code] = (rejected[code] ?? 0) + 1;
    this.totals.rejected[code] = (this.totals.rejected[code] ?? 0) + 1;
  }

  failed(message: Message, code: RejectionCode, signal: ErrorSignal): void {
    const { source, address, sender } = message;
    const error = { time: formatNs(message.receivedNs), source, address, sender, code, signal };
    this.#channel(message).lastError = error;
    this.#errors.push(error);
    if (this.#errors.length > MOST_ERRORS) this.#errors.shift();
  }

  /** Newest first. */
  recentErrors(filter: { address?: string; limit?: number } = {}): RecentError[] {
    const wanted = this.#errors.filter(({ address }) => filter.address === undefined || address === filter.address);
    return wanted.reverse().slice(0, filter.limit ?? 100);
  }

  channels(): ChannelActivity[] {
    return [...this.#channels.values()].map((channel) => {
      const last = this.#lastReceivedNs.get(channel);
      return { ...channel, lastReceived: last === undefined ? undefined : formatNs(last) };
    });
  }

  // Times stay numbers until somebody asks: formatting one for every datagram would cost more than decoding it.
  readonly #lastReceivedNs = new Map<ChannelActivity, bigint>();

  #channel({ source, address }: Message): ChannelActivity {
    const key = `${source} ${address}`;
    const known = this.#channels.get(key);
    if (known !== undefined) return known;
    if (this.#channels.size >= MOST_CHANNELS) return this.#open(`${source} ${OTHER}`, source, OTHER);
    return this.#open(key, source, address);
  }

  #open(key: string, source: Message["source"], address: string): ChannelActivity {
    const known = this.#channels.get(key);
    if (known !== undefined) return known;
    const channel: ChannelActivity = {
      source,
      address,
      received: 0,
      decoded: 0,
      rejected: {},
      lastReceived: undefined,
      lastError: undefined,
    };
    this.#channels.set(key, channel);
    return channel;
  }
}
