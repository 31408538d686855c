/** Reads a frame's sequence number and its sender's clock from tagged fields [D38]. Raw values. */

import { fieldsOf } from "../codec/fields.ts";
import type { FieldInfo, FieldTag, SequenceTag, StructCodec, TimeTag } from "../codec/struct-codec.ts";
import { taiAheadNs, utcOfTai } from "../lib/leap-seconds.ts";
import type { FrameFormat } from "./frame-format.ts";
import { type Locator, readLocator } from "./locator.ts";

export interface FrameFacts {
  /** Measurement of the struct; times are unique within it. */
  readonly measurement: string;
  readonly sequence?: SequenceReading;
  readonly clock?: ClockReading;
}

export interface SequenceReading {
  /** Identifies the counter within a sender. */
  readonly counter: string;
  readonly value: number;
  /** The counter wraps to 0 at this value. */
  readonly modulus: number;
}

export interface ClockReading {
  /** Identifies the clock within a sender. */
  readonly clock: string;
  readonly ns: bigint;
  readonly since: "boot" | "epoch" | "either";
  /** The clock wraps to 0 at this value; undefined: never. */
  readonly wrapNs: bigint | undefined;
}

type Tagged<Tag extends FieldTag> = FieldInfo & { readonly tag: Tag };

const FACTOR_NS = { ns: 1n, us: 1000n, ms: 1_000_000n, s: 1_000_000_000n } as const;
const DAY_NS = 86_400n * FACTOR_NS.s;
/** 1 January 1958, from which CCSDS counts. [CCSDS 301.0-B-4] */
const CCSDS_EPOCH_S = -378_691_200;
const WEEK_NS = 604_800n * FACTOR_NS.s;
/** 6 January 1980 of TAI, which is 19 s ahead of GPS. */
const GPS_EPOCH_NS = (315_964_800n + 19n) * FACTOR_NS.s;
/** Receivers that send only ten bits of the week. */
const SHORT_WEEKS = 1024;

/** Range of plausible times; a clock that was never set is outside. */
const EARLIEST_NS = 946_684_800n * FACTOR_NS.s;
const MOST_AHEAD_NS = 86_400n * FACTOR_NS.s;

/** The clock's time since 1970; undefined if it is not plausible, or counts since the sender started. */
export function absoluteNs({ ns, since }: ClockReading, receivedNs: bigint): bigint | undefined {
  return since !== "boot" && EARLIEST_NS < ns && ns < receivedNs + MOST_AHEAD_NS ? ns : undefined;
}

export class FactsReader {
  readonly #measurement: string;
  readonly #sequence: Tagged<SequenceTag> | undefined;
  readonly #clock: Tagged<TimeTag> | undefined;
  /** The other parts of a time that has several. */
  readonly #parts: ReadonlyMap<TimeTag["unit"], Tagged<TimeTag>>;
  /** A counter before the struct; the struct's own comes first. */
  readonly #counter: Locator | undefined;

  constructor(codec: Pick<StructCodec, "fields" | "measurement">, { sequence }: Pick<FrameFormat, "sequence"> = {}) {
    const fields = fieldsOf(codec);
    const clocks = fields.filter((field): field is Tagged<TimeTag> => field.tag?.kind === "time");
    this.#measurement = codec.measurement;
    this.#sequence = fields.find((field): field is Tagged<SequenceTag> => field.tag?.kind === "seq");
    this.#counter = this.#sequence === undefined ? sequence : undefined;
    this.#clock = clocks.find(({ tag }) => isMain(tag));
    this.#parts = new Map(clocks.filter(({ tag }) => !isMain(tag)).map((field) => [field.tag.unit, field]));
  }

  /** Undefined if the struct has no such tag, and its frames no counter. */
  static of(
    codec: Pick<StructCodec, "fields" | "measurement">,
    format?: Pick<FrameFormat, "sequence">,
  ): FactsReader | undefined {
    const reader = new FactsReader(codec, format);
    const { sequence, counter, clock } = { sequence: reader.#sequence, counter: reader.#counter, clock: reader.#clock };
    return sequence === undefined && counter === undefined && clock === undefined ? undefined : reader;
  }

  /** Whether rows may have the sender's time. */
  get hasClock(): boolean {
    return this.#clock !== undefined;
  }

  /**
   * @param byteOffset of the struct, which must be complete, in a view that begins with the frame @param receivedNs a ten-bit week is resolved near this time
   */
  read(view: DataView, byteOffset: number, receivedNs: bigint): FrameFacts {
    const sequence = this.#sequence
      ? sequenceOf(view, byteOffset, this.#sequence, this.#measurement)
      : this.#counter && counterOf(view, this.#counter, this.#measurement);
    const clock = this.#clock && this.#clockOf(view, byteOffset, this.#clock, receivedNs);
    return { measurement: this.#measurement, ...(sequence && { sequence }), ...(clock && { clock }) };
  }

  #clockOf(view: DataView, byteOffset: number, field: Tagged<TimeTag>, receivedNs: bigint): ClockReading | undefined {
    const { unit, since } = field.tag;
    if (since === "cds")
      return { clock: since, ns: this.#cdsNs(view, byteOffset, field), since: "epoch", wrapNs: undefined };
    if (since === "cuc")
      return { clock: since, ns: this.#cucNs(view, byteOffset, field), since: "epoch", wrapNs: undefined };
    const ns = nanoseconds(view, byteOffset, field, FACTOR_NS[unit as keyof typeof FACTOR_NS]);
    if (ns === undefined) return undefined;
    if (since !== "week") {
      const wrapNs = isFloat(field) ? undefined : FACTOR_NS[unit as keyof typeof FACTOR_NS] << BigInt(field.bitWidth);
      return { clock: `${unit}${field.bitWidth}`, ns, since, wrapNs };
    }
    const week = Number(this.#part(view, byteOffset, "week"));
    // Without a fix a receiver knows no week: there is no time.
    const gpsNs = week === 0 ? 0n : utcOfTai(GPS_EPOCH_NS + BigInt(wholeWeek(week, receivedNs)) * WEEK_NS + ns);
    return { clock: "gps", ns: gpsNs, since: "epoch", wrapNs: undefined };
  }

  #part(view: DataView, byteOffset: number, unit: TimeTag["unit"]): bigint {
    const field = this.#parts.get(unit);
    return field === undefined ? 0n : integerAt(view, byteOffset, field);
  }

  /** Days, milliseconds of the day, and parts of the millisecond: of UTC. [CCSDS 301.0-B-4, 3.3] */
  #cdsNs(view: DataView, byteOffset: number, field: Tagged<TimeTag>): bigint {
    const part = (unit: TimeTag["unit"]) => this.#part(view, byteOffset, unit);
    const ofDay = integerAt(view, byteOffset, field) * FACTOR_NS.ms + part("us") * FACTOR_NS.us + part("ps") / 1000n;
    return epochNs(this.#parts.get("day")?.tag) + part("day") * DAY_NS + ofDay;
  }

  /** Seconds, and a binary fraction: of a clock that has no leap seconds. [CCSDS 301.0-B-4, 3.2] */
  #cucNs(view: DataView, byteOffset: number, field: Tagged<TimeTag>): bigint {
    const fine = this.#parts.get("fraction");
    const fraction =
      fine === undefined ? 0n : (integerAt(view, byteOffset, fine) * FACTOR_NS.s) >> BigInt(fine.bitWidth);
    const ns = epochNs(field.tag) + integerAt(view, byteOffset, field) * FACTOR_NS.s + fraction;
    return field.tag.scale === "utc" ? ns : utcOfTai(ns + taiAheadNs(epochNs(field.tag)));
  }
}

function sequenceOf(
  view: DataView,
  byteOffset: number,
  field: Tagged<SequenceTag>,
  measurement: string,
): SequenceReading {
  // A counter modulo 2^64 also counts modulo 2^48, which fits a number.
  const bits = Math.min(field.bitWidth, 48);
  const value = Number(BigInt.asUintN(bits, integerAt(view, byteOffset, field)));
  return { counter: field.tag.of === "sender" ? `shared ${bits}` : measurement, value, modulus: 2 ** bits };
}

function counterOf({ buffer, byteOffset, byteLength }: DataView, place: Locator, counter: string): SequenceReading {
  const value = readLocator(place, new Uint8Array(buffer, byteOffset, byteLength), 0, byteLength);
  return { counter, value, modulus: (place.mask >>> place.shift) + 1 };
}

/** The part of a time that each clock has. */
function isMain({ unit, since }: TimeTag): boolean {
  if (since === "cds") return unit === "ms";
  return since === "cuc" ? unit === "s" : unit !== "week";
}

function epochNs(tag: TimeTag | undefined): bigint {
  return BigInt(tag?.epoch ?? CCSDS_EPOCH_S) * FACTOR_NS.s;
}

function wholeWeek(week: number, receivedNs: bigint): number {
  if (week >= SHORT_WEEKS) return week;
  const now = Number((receivedNs - GPS_EPOCH_NS) / WEEK_NS);
  return week + SHORT_WEEKS * Math.round((now - week) / SHORT_WEEKS);
}

function isFloat({ scalar }: FieldInfo): boolean {
  return scalar === "float32" || scalar === "float64";
}

/** Undefined if the value is not a time. */
function nanoseconds(view: DataView, byteOffset: number, field: Tagged<TimeTag>, factor: bigint): bigint | undefined {
  if (!isFloat(field)) return integerAt(view, byteOffset, field) * factor;
  const isLittle = field.tag.byteOrder === "little";
  const at = byteOffset + field.byteOffset;
  const value = field.scalar === "float32" ? view.getFloat32(at, isLittle) : view.getFloat64(at, isLittle);
  if (!Number.isFinite(value) || value < 0 || value > 1e19) return undefined;
  const whole = Math.trunc(value);
  return BigInt(whole) * factor + BigInt(Math.round((value - whole) * Number(factor)));
}

/** The bits of an integer or a bit-field as an unsigned number. */
function integerAt(view: DataView, byteOffset: number, field: Tagged<SequenceTag | TimeTag>): bigint {
  const { bitOffset, bitWidth, tag } = field;
  const from = byteOffset + field.byteOffset;
  const bytes = Math.ceil((bitOffset + bitWidth) / 8);
  let value = 0n;
  for (let index = 0; index < bytes; index++) {
    const next = tag.byteOrder === "big" ? index : bytes - 1 - index;
    value = (value << 8n) | BigInt(view.getUint8(from + next));
  }
  const shift = tag.byteOrder === "big" ? 8 * bytes - bitOffset - bitWidth : bitOffset;
  return BigInt.asUintN(bitWidth, value >> BigInt(shift));
}
