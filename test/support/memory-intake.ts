/** The real intake on a journal, writer and dead letters that only remember. */

import { Activity } from "../../runtime/intake/activity.ts";
import { IntakeCore } from "../../runtime/intake/intake-core.ts";
import { Refusals } from "../../runtime/intake/refusals.ts";
import type { DeadLetter } from "../../runtime/journal/dead-letters.ts";
import { Clock } from "../../runtime/model/clock.ts";
import { type ErrorSignal, TelemetryError } from "../../runtime/model/error-signal.ts";
import type { Message } from "../../runtime/model/message.ts";
import type { Append } from "../../runtime/model/message-log.ts";
import type { Point } from "../../runtime/model/point.ts";
import type { RealmSettings } from "../../runtime/model/realm-settings.ts";
import { RejectionSignals } from "../../runtime/signals/rejection-signals.ts";
import { kindsOf } from "./device-messages.ts";
import { pause } from "./until.ts";

export class MemoryIntake {
  readonly messages: Message[] = [];
  readonly points: Point[] = [];
  readonly deadLetters: Omit<DeadLetter, "id">[] = [];
  /** Topics of what live viewers were shown, and measurements of what alarms and events saw, in order. */
  readonly shown: string[] = [];
  readonly signals: { readonly topic: string; readonly signal: ErrorSignal }[] = [];
  readonly core: IntakeCore;
  readonly #firstTimes = new Map<bigint, bigint>();
  /** While set, nothing can be kept. */
  full = false;
  /** Once it resolves, the messages that wait for the disk are refused and withdrawn. */
  refusal: Promise<void> | undefined;
  /** While set, no dead letter can be kept. */
  letterRefusal: TelemetryError | undefined;
  readonly activity = new Activity(({ address }) => address);
  /** How long a message takes to be durable, ms. */
  durableMs = 0;

  constructor(
    realms: readonly RealmSettings[] = [],
    publish?: (topic: string, signal: ErrorSignal) => void,
    kinds = kindsOf(realms),
    readonly clock = new Clock(),
  ) {
    const reporter = new RejectionSignals(
      { now: kinds },
      {
        publish: (topic, signal) => {
          this.signals.push({ topic, signal });
          publish?.(topic, signal);
        },
      },
    );
    const deadLetters = {
      add: (letter: Omit<DeadLetter, "id">) => this.deadLetters.push(letter),
      durableOrDropped: async () => {
        if (this.letterRefusal !== undefined) throw this.letterRefusal;
      },
    };
    const { activity } = this;
    const decoding = { now: kinds };
    this.core = new IntakeCore({
      log: { append: (message) => this.#append(message) },
      bus: { wants: () => true, publish: (topic) => void this.shown.push(topic) },
      refusals: new Refusals({ reporter, activity, decoding, deadLetters }),
      activity,
      decoding,
      clock: this.clock,
      firstTimes: { of: async (name, timeNs) => this.#firstTime(name, timeNs) },
    });
    this.core.onPoint(({ measurement }) => void this.shown.push(measurement));
  }

  /** Rows as plain objects, in the order they came. */
  rows(): Record<string, unknown>[] {
    return this.points.map((point) => {
      const values = point.columns.map(({ name }, index) => [name, point.values[index]]);
      return { at: `${point.database}/${point.measurement}`, ...Object.fromEntries(values) };
    });
  }

  #firstTime(name: bigint, timeNs: bigint): bigint {
    const known = this.#firstTimes.get(name) ?? timeNs;
    this.#firstTimes.set(name, known);
    return known;
  }

  #append(message: Message): Append {
    if (this.full) {
      const options = { name: "UnavailableError", code: "unavailable" } as const;
      throw new TelemetryError("The journal is full", options);
    }
    const id = String(this.messages.push(message));
    const origin = { message, id };
    for (const point of this.core.decode(message).points) this.points.push({ ...point, origin });
    return { id, durable: () => (this.refusal === undefined ? this.#durable() : this.#refused(id, this.refusal)) };
  }

  async #refused(id: string, refusal: Promise<void>): Promise<void> {
    await refusal;
    const left = this.points.filter(({ origin }) => origin.id !== id);
    this.points.splice(0, this.points.length, ...left);
    const options = { name: "JournalError", code: "unavailable" } as const;
    throw new TelemetryError("The disk is full", options);
  }

  async #durable(): Promise<void> {
    if (this.durableMs > 0) await pause(this.durableMs, "a disk takes this long");
  }
}
