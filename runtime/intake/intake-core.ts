/** Intake: decodes a message, appends it unchanged to the log, and passes its points to the bus. */

import { setImmediate } from "node:timers/promises";
import type { FrameFacts } from "../frames/frame-facts.ts";
import { type FirstTimes, nameOf } from "../journal/first-times.ts";
import type { Bus } from "../model/bus.ts";
import type { Clock } from "../model/clock.ts";
import { ACCESS_ERROR, TelemetryError } from "../model/error-signal.ts";
import { type Message, withMeasured, withSchema } from "../model/message.ts";
import type { Append, LogWriter } from "../model/message-log.ts";
import type { Activity } from "./activity.ts";
import { MAX_ROWS } from "./formats/row-lists.ts";
import {
  type Acceptance,
  type ColumnUnits,
  type Decoded,
  type Delivery,
  type Intake,
  type Rejection,
  rowsRefused,
} from "./intake.ts";
import type { Decoding, MessageKind } from "./message-kind.ts";
import type { Refusals } from "./refusals.ts";
import { ReplacedValues } from "./replaced-values.ts";
import { Senders } from "./senders.ts";
import { UnsetClocks } from "./unset-clocks.ts";

const REFUSED_AT_ONCE = 200;

export interface IntakeCoreOptions {
  readonly log: LogWriter;
  readonly bus: Pick<Bus, "wants" | "publish">;
  readonly refusals: Refusals;
  readonly activity: Activity;
  readonly decoding: Decoding;
  /** First times of messages with keys. */
  readonly firstTimes: FirstTimes;
  /** Marks times as used: rows of a message without times of their own follow its time of receipt. */
  readonly clock: Pick<Clock, "nowNs" | "used">;
  /**
   * Whether the store of a database counts the values that rows of one time replace. It knows all its rows; what is
   * counted here, among the newest rows, then is for the sender's answer alone.
   */
  readonly storeCounts?: (database: string) => boolean;
  /** Called with the error if a kept message could not be shown to viewers and parts. */
  readonly onNotShown?: (error: unknown) => void;
  /** Remembers the units that tables name. */
  readonly units?: { learn(units: ColumnUnits): Promise<void> };
}

type PointListener = (point: Decoded["points"][number], message: Message) => void;

export class IntakeCore implements Intake {
  readonly #parts: IntakeCoreOptions;
  readonly #senders = new Senders();
  readonly #clocks = new UnsetClocks();
  readonly #replaced = new ReplacedValues();
  readonly #pointListeners: PointListener[] = [];

  constructor(parts: IntakeCoreOptions) {
    this.#parts = parts;
  }

  /** Called with every point that was kept. Hot path. */
  onPoint(listener: PointListener): void {
    this.#pointListeners.push(listener);
  }

  take(delivery: Delivery): void {
    if (delivery.acknowledge === undefined) this.#takeUnasked(delivery.message);
    else void this.#takeKeyed(delivery);
  }

  /**
   * Retries a dead letter at its original time. A message that is rejected again as a whole is not reported again.
   * @throws TelemetryError the reason
   */
  async retry(message: Message): Promise<Acceptance> {
    const decoded = this.decode(message);
    const [first] = decoded.rejections;
    if (decoded.points.length === 0 && first !== undefined) throw first.error;
    // An old message says nothing about its sender's current state.
    return this.#accept({ ...message, isRetry: true }, undefined);
  }

  reject(message: Message, error: TelemetryError): void {
    this.#reject(message, error);
  }

  async rejectDurably(message: Message, error: TelemetryError): Promise<void> {
    const letter = this.#reject(message, error);
    if (letter !== undefined) await this.#parts.refusals.durableOrDropped([letter]);
  }

  #reject(message: Message, error: TelemetryError): number | undefined {
    // A sender that may not write makes nothing: no signal in another's realm, no letter, no device in the health.
    if (error.name === ACCESS_ERROR) {
      this.#parts.activity.denied(message);
      return undefined;
    }
    this.#received(message);
    return this.#parts.refusals.refuse({ error, message }, "");
  }

  /** Pure. */
  decode(message: Message): Decoded {
    return this.#parts.decoding.now.decode(message);
  }

  #arrived(message: Message): Decoded {
    return this.#parts.decoding.now.arrived(message);
  }

  #decodeStamped(message: Message): { readonly message: Message; readonly decoded: Decoded } {
    return { message, decoded: this.#arrived(message) };
  }

  /** A time that is a counter is not believed: the message then has the time of receipt, also when it is decoded again. */
  #decodeBelieved(message: Message): { readonly message: Message; readonly decoded: Decoded } {
    const decoded = this.#arrived(message);
    if (message.measuredNs !== undefined || message.isRetry === true || !this.#clocks.continues(message, decoded))
      return { message, decoded };
    return this.#decodeStamped(withMeasured(message, message.receivedNs));
  }

  /** Hot path: the sender expects no answer. */
  #takeUnasked(received: Message): void {
    this.#received(received);
    const facts = this.#facts(received);
    const { message, decoded } =
      facts === undefined ? this.#decodeBelieved(received) : this.#decodeStamped(this.#senders.stamp(received, facts));
    let append: Append | undefined;
    try {
      if (decoded.points.length > 0) {
        append = this.#append(message, decoded, facts);
        // No sender learns whether it is kept, so it is shown before it is durable.
        this.#show(message, decoded, this.#parts.decoding.now.of(message));
        this.#replacedBy(message, decoded);
        if (decoded.units !== undefined) void this.#parts.units?.learn(decoded.units);
      }
    } catch (error) {
      this.#unavailable(message, error);
    }
    for (const rejection of decoded.rejections)
      this.#parts.refusals.refuse(rejection, append === undefined ? "" : rowKey(append.id, rejection));
  }

  async #takeKeyed({ message, key, acknowledge, refuse }: Delivery): Promise<void> {
    let acceptance: Acceptance;
    try {
      const facts = this.#facts(message);
      acceptance = await this.#accept(this.#senders.stamp(message, facts ?? {}), facts, key);
    } catch (error) {
      refuse?.(error as Error);
      return;
    }
    acknowledge?.(acceptance);
  }

  async #accept(stamped: Message, facts: FrameFacts | undefined, key?: string): Promise<Acceptance> {
    this.#received(stamped);
    const given = key === undefined ? stamped : await this.#atFirstTime(stamped, key);
    const { message, decoded } = facts === undefined ? this.#decodeBelieved(given) : this.#decodeStamped(given);
    if (decoded.ignored !== undefined) this.#parts.activity.ignored(message, decoded.ignored.length);
    if (decoded.points.length === 0) return this.#acceptNothing(decoded);
    try {
      const append = this.#append(message, decoded, facts);
      // A reload may begin another epoch in the meantime.
      const kind = this.#parts.decoding.now.of(message);
      await append.durable();
      this.#show(message, decoded, kind);
      // Not before: a message that is not kept is sent again, and its rows would be dead letters twice.
      if (decoded.rejections.length > 0)
        await this.#refuseAll(decoded.rejections, (rejection) => rowKey(append.id, rejection));
    } catch (error) {
      this.#unavailable(message, error);
      throw error;
    }
    const replaced = this.#replacedBy(message, decoded);
    if (decoded.units !== undefined) await this.#parts.units?.learn(decoded.units);
    // Dead letters of its rows are made again from the log; they are durable before the store's cursor passes the
    // message.
    const { points, rejections, noticed } = decoded;
    const acceptance = { readings: points.length, rejected: rejections };
    // Most messages replace nothing, and nothing was noticed. [hot path]
    if (replaced === 0 && noticed === undefined) return acceptance;
    return { ...acceptance, ...(replaced > 0 && { replaced }), ...(noticed && { noticed }) };
  }

  async #atFirstTime(message: Message, key: string): Promise<Message> {
    try {
      const { measuredNs, receivedNs, address } = message;
      const [realm] = address.split("/", 1);
      const timeNs = await this.#parts.firstTimes.of(nameOf(message, key), measuredNs ?? receivedNs, realm);
      // The first message also counts as one with a key: another node may store its repetition first.
      return {
        ...message,
        ...(measuredNs === undefined ? { receivedNs: timeNs } : { measuredNs: timeNs }),
        isRetry: true,
      };
    } catch (error) {
      this.#unavailable(message, error);
      throw error;
    }
  }

  /**
   * Yields regularly: reporting thousands of bad rows must not block other messages.
   * @returns IDs of the dead letters
   */
  async #refuseAll(rejections: readonly Rejection[], key: (rejection: Rejection) => string): Promise<number[]> {
    const letters: number[] = [];
    for (const [index, rejection] of rejections.entries()) {
      if (index > 0 && index % REFUSED_AT_ONCE === 0) await setImmediate();
      const letter = this.#parts.refusals.refuse(rejection, key(rejection));
      if (letter !== undefined) letters.push(letter);
    }
    return letters;
  }

  async #acceptNothing(decoded: Decoded): Promise<Acceptance> {
    const letters = await this.#refuseAll(decoded.rejections, () => "");
    const [first] = decoded.rejections;
    if (decoded.units !== undefined) await this.#parts.units?.learn(decoded.units);
    if (first === undefined) return { readings: 0, rejected: [] };
    await this.#parts.refusals.durableOrDropped(letters);
    throw allOf(first.error, rowsRefused(decoded.rejections));
  }

  /** Reserves the times of its rows, including rows that are rejected now and may be retried. */
  #received(message: Message): void {
    const { activity, clock, decoding } = this.#parts;
    activity.received(message);
    const rows = mostRows(message);
    if (rows === 1) return;
    const lastsNs = (rows - 1) * decoding.now.epoch.receiptStepNs;
    clock.used(message.receivedNs, message.receivedNs + BigInt(lastsNs));
  }

  /** A repetition replaces its own rows, and nothing is lost. */
  #replacedBy(message: Message, { points }: Decoded): number {
    const [first] = points;
    if (first === undefined || message.isRetry === true) return 0;
    const isStores = this.#parts.storeCounts?.(first.database) === true;
    const replaced = this.#replaced.note(points, isStores ? "newest" : "recent");
    if (replaced > 0 && !isStores) this.#parts.activity.replaced(message, replaced);
    return replaced;
  }

  #facts(message: Message): FrameFacts | undefined {
    return this.#parts.decoding.now.facts(message);
  }

  #append(taken: Message, decoded: Decoded, facts: FrameFacts | undefined): Append {
    const { schema } = decoded;
    const message = taken.isRetry === true ? { ...taken, loggedNs: this.#parts.clock.nowNs() } : taken;
    // Decoding and appending are one synchronous step, so that no other epoch begins in between.
    const { log, decoding } = this.#parts;
    const append = log.append(schema === undefined ? message : withSchema(message, schema), decoding.now.epoch.number);
    if (facts !== undefined) this.#parts.activity.counted(message, this.#senders.count(message, facts));
    this.#parts.activity.decoded(message, decoded.points.length, decoded.noticed);
    return append;
  }

  /** Live viewers, alarms and events must not see a message that its sender was told is not kept [D48]. */
  #show(message: Message, decoded: Decoded, kind: MessageKind): void {
    try {
      kind.publish(message, decoded, this.#parts.bus);
      for (const point of decoded.points) for (const listener of this.#pointListeners) listener(point, message);
    } catch (error) {
      // It is kept: its sender must not repeat it because a viewer failed.
      this.#parts.onNotShown?.(error);
    }
  }

  #unavailable(message: Message, error: unknown): void {
    if (!(error instanceof TelemetryError)) throw error;
    this.#parts.refusals.refuse({ error, message }, "");
  }
}

function allOf(error: TelemetryError, rows: number): TelemetryError {
  const { message, name, code } = error;
  return rows === 1 ? error : new TelemetryError(message, { name, code, cause: error, rows });
}

function rowKey(id: string, { row }: Rejection): string {
  return `${id}/${row ?? 0}`;
}

/** The maximum number of rows that a message can have, however it is decoded: now, or again after a reload. */
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COMMA = 0x2c;
const BAR = 0x7c;
const PERCENT = 0x25;

/** [hot path] */
function mostRows({ contentType, payload }: Pick<Message, "contentType" | "payload">): number {
  if (contentType === "" || contentType === "application/octet-stream") return 1;
  // Entries between bars, which may be written as %7C. [ThingSpeak]
  if (contentType === "application/x-www-form-urlencoded") return 1 + count(payload, BAR, PERCENT, MAX_ROWS - 1);
  // Array elements, object members and lines: some dialects make a row of each.
  if (contentType === "application/json" || contentType === "application/x-ndjson")
    return 1 + count(payload, COMMA, LINE_FEED, MAX_ROWS - 1);
  return 1 + lineEnds(payload);
}

/** Nearly all bytes of a table are greater than both, so that four are compared at once. */
export function lineEnds(bytes: Uint8Array): number {
  const aligned = -bytes.byteOffset & 3;
  if (bytes.length < aligned) return lineEndsIn(bytes, 0, bytes.length);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2);
  let found = lineEndsIn(bytes, 0, aligned);
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    // Not zero if some byte is less than 14. [Warren, Hacker's Delight]
    if (((word - 0x0e0e0e0e) & ~word & 0x80808080) === 0) continue;
    const at = aligned + 4 * index;
    found += lineEndsIn(bytes, at, at + 4);
  }
  return found + lineEndsIn(bytes, aligned + 4 * words.length, bytes.length);
}

function lineEndsIn(bytes: Uint8Array, from: number, end: number): number {
  let found = 0;
  for (let index = from; index < end; index++) {
    if (bytes[index] === LINE_FEED || bytes[index] === CARRIAGE_RETURN) found++;
  }
  return found;
}

function count(bytes: Uint8Array, one: number, other: number, most: number): number {
  let found = 0;
  for (let index = 0; index < bytes.length && found < most; index++) {
    if (bytes[index] === one || bytes[index] === other) found++;
  }
  return found;
}
