/** Generates plausible, smooth signals for a message struct, so that panels can be tested without hardware. */

import { fieldsOf, stepsOf, valueAt } from "../codec/fields.ts";
import type { ColumnValue, FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import { buildFrame, type FrameShape } from "../frames/build-frame.ts";
import { type CodecFrame, codecFrame } from "../frames/channel-frames.ts";
import { dictionary } from "../lib/dictionary.ts";

interface Range {
  readonly centre: number;
  readonly amplitude: number;
}

/** A signal over time; time in seconds. */
type Signal = (seconds: number) => ColumnValue;

/** Typical values of a unit in a lab. */
const TYPICAL: Readonly<Record<string, Range>> = dictionary({
  V: { centre: 12, amplitude: 1.4 },
  mV: { centre: 3300, amplitude: 150 },
  A: { centre: 4, amplitude: 2.5 },
  mA: { centre: 400, amplitude: 250 },
  W: { centre: 48, amplitude: 30 },
  Wh: { centre: 210, amplitude: 60 },
  J: { centre: 756_000, amplitude: 216_000 },
  "°C": { centre: 27, amplitude: 9 },
  degrees: { centre: 120, amplitude: 75 },
  "degrees/s": { centre: 0, amplitude: 12 },
  "°": { centre: 120, amplitude: 75 },
  "m/s": { centre: 6, amplitude: 3.5 },
  "km/h": { centre: 40, amplitude: 25 },
  "1/min": { centre: 3200, amplitude: 900 },
  rpm: { centre: 3200, amplitude: 900 },
  N: { centre: 42, amplitude: 18 },
  Nm: { centre: 3, amplitude: 2 },
  mbar: { centre: 1013, amplitude: 6 },
  hPa: { centre: 1013, amplitude: 6 },
  "%": { centre: 50, amplitude: 35 },
  Hz: { centre: 50, amplitude: 0.4 },
  ppm: { centre: 640, amplitude: 180 },
  lx: { centre: 420, amplitude: 220 },
});

const CHECKSUM = /^(ck|crc|checksum|chk)\w*$/i;

export class StructSimulation {
  readonly codec: StructCodec;
  readonly #signals: { readonly key: string; readonly signal: Signal }[];
  readonly #checksum: FieldInfo | undefined;
  readonly #shape: FrameShape;
  readonly #frame: CodecFrame;
  #sent = 0;

  constructor(codec: StructCodec, shape: FrameShape = {}) {
    this.codec = codec;
    this.#shape = shape;
    this.#frame = codecFrame(codec);
    // If the section configures the positions of ID and length, they are written there.
    const first = shape.frames === undefined ? 2 : 0;
    const last = fieldsOf(codec).at(-1);
    this.#checksum =
      last !== undefined && CHECKSUM.test(last.path) && last.scalar === "uint8" && !last.check ? last : undefined;
    this.#signals = fieldsOf(codec)
      .filter((field, index) => index >= first && field !== this.#checksum)
      .map((field, index) => ({ key: field.rawKey ?? field.column, signal: signalOf(codec, field, index) }));
  }

  /** The message at a time; `seconds` since any start. */
  message(seconds: number): Uint8Array {
    const stored: Record<string, ColumnValue> = dictionary();
    for (const { key, signal } of this.#signals) stored[key] = signal(seconds);
    const bytes = encode(this.codec, stored);
    if (this.#checksum !== undefined) bytes[this.#checksum.byteOffset] = bytes.reduce((sum, byte) => sum + byte, 0);
    return buildFrame(this.#frame, bytes, this.#shape, this.#sent++);
  }
}

function signalOf(codec: StructCodec, field: FieldInfo, index: number): Signal {
  if (/uptime|ticks?$|millis|time/i.test(field.path) && field.kind === "float") return (seconds) => Math.floor(seconds);
  const states = Object.keys(field.states ?? {}).map(Number);
  if (states.length > 0 && field.kind === "float")
    return (seconds) => states[Math.floor(seconds / (5 + index)) % states.length]!;
  const range = likelyRange(field);
  if (range !== undefined && (field.rawKey !== undefined || fits(codec, field, range))) return wave(range, index);
  const raw = bySize(field, index);
  return field.expr === undefined || field.rawKey !== undefined
    ? raw
    : (seconds) => storedOf(codec, field, raw(seconds));
}

/** Typical of the unit, if the limits allow it; else around the limits, which it just exceeds. */
function likelyRange({ unit, limits }: FieldInfo): Range | undefined {
  const typical = unit === undefined ? undefined : TYPICAL[unit];
  const { min, max } = limits?.warn ?? limits?.alarm ?? {};
  const isAllowed = typical && !(typical.centre < (min ?? -Infinity)) && !(typical.centre > (max ?? Infinity));
  if (isAllowed === true || (min === undefined && max === undefined)) return typical;
  const width = Math.max(1, Math.abs(min ?? max ?? 0) / 2);
  const from = min ?? max! - width;
  const to = max ?? min! + width;
  return { centre: (from + to) / 2, amplitude: 0.55 * (to - from) };
}

/** What is stored of a raw value. */
function storedOf(codec: StructCodec, { path, column }: FieldInfo, raw: ColumnValue): ColumnValue {
  const record = codec.decode(new DataView(new ArrayBuffer(codec.wireSize)));
  const steps = stepsOf(path);
  const last = steps.pop()!;
  const parent = valueAt(record, steps) as Record<string, ColumnValue> | undefined;
  // A message of zeros lacks it.
  if (parent === undefined) return raw;
  parent[last] = raw;
  return (codec.toStored(record) as Readonly<Record<string, ColumnValue>>)[column]!;
}

/** Whether the field can hold the range: tries both ends with the rule's inverse. */
function fits(codec: StructCodec, field: FieldInfo, { centre, amplitude }: Range): boolean {
  return [centre - amplitude, centre + amplitude].every((value) => {
    const bytes = encode(codec, { [field.rawKey ?? field.column]: value });
    const stored = codec.toStored(codec.decode(new DataView(bytes.buffer))) as Readonly<Record<string, unknown>>;
    return Math.abs(Number(stored[field.column]) - value) <= amplitude / 4;
  });
}

function encode(codec: StructCodec, stored: Readonly<Record<string, ColumnValue>>): Uint8Array {
  const record = codec.fromStored(stored);
  const bytes = new Uint8Array(codec.variable?.sizeOf(record) ?? codec.wireSize);
  codec.encode(record, new DataView(bytes.buffer));
  return bytes;
}

/** The sum of two sines with a long period; every field has its own frequency. */
function wave({ centre, amplitude }: Range, index: number): (seconds: number) => number {
  const period = 7 + 3.1 * index;
  return (seconds) => {
    const turns = (2 * Math.PI * seconds) / period;
    return centre + amplitude * (0.8 * Math.sin(turns + index) + 0.2 * Math.sin(turns * 4.3));
  };
}

function bySize(field: FieldInfo, index: number): Signal {
  if (field.scalar === "text")
    return () => (typeof field.initial === "string" && field.initial !== "" ? field.initial : "sim");
  if (field.scalar === "bool") return (seconds) => Math.sin(seconds / (4 + index)) > 0;
  if (field.bitField && field.bitWidth <= 4) {
    const states = 2 ** (signed(field) ? field.bitWidth - 1 : field.bitWidth);
    return (seconds) => Math.floor(seconds / (5 + index)) % Math.max(states, 1);
  }
  if (field.scalar === "float32" || field.scalar === "float64") return wave({ centre: 1, amplitude: 0.6 }, index);
  const most = 2 ** Math.min(field.bitWidth - (signed(field) ? 1 : 0), 12);
  const integer = wave(
    signed(field) ? { centre: 0, amplitude: most * 0.4 } : { centre: most / 2, amplitude: most * 0.4 },
    index,
  );
  if (field.kind === "integer") return (seconds) => BigInt(Math.round(integer(seconds)));
  return (seconds) => Math.round(integer(seconds));
}

function signed({ scalar }: FieldInfo): boolean {
  return scalar.startsWith("int");
}
