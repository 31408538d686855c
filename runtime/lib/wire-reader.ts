/** The wire format of Protocol Buffers. [protobuf.dev, Encoding] */

export type WireType = 0 | 1 | 2 | 3 | 4 | 5;

export const WIRE = { varint: 0, fixed64: 1, bytes: 2, group: 3, end: 4, fixed32: 5 } as const;

export class WireError extends Error {}

/** A field with its raw value: a varint and fixed numbers as unsigned integers, everything else as bytes. */
export interface WireField {
  readonly number: number;
  readonly type: Exclude<WireType, 4>;
  readonly value: bigint | Uint8Array;
  /** All its bytes, with the tag. */
  readonly bytes: Uint8Array;
}

const MOST_NUMBER = 2 ** 29 - 1;
const DEEPEST_GROUP = 100;

/** The fields of a message. @throws WireError if the bytes are not a message */
export function* fieldsIn(bytes: Uint8Array): Generator<WireField> {
  const reader = new Reader(bytes);
  while (reader.at < bytes.length) yield fieldAt(reader);
}

function fieldAt(reader: Reader): WireField {
  const start = reader.at;
  const { number, type } = reader.tag();
  const value = valueAt(reader, number, type, 0);
  return { number, type: type as WireField["type"], value, bytes: reader.bytes.subarray(start, reader.at) };
}

function valueAt(reader: Reader, number: number, type: number, depth: number): bigint | Uint8Array {
  switch (type) {
    case WIRE.varint:
      return reader.varint();
    case WIRE.fixed64:
      return reader.fixed(8);
    case WIRE.fixed32:
      return reader.fixed(4);
    case WIRE.bytes:
      return reader.take(reader.length());
    case WIRE.group:
      return groupAt(reader, number, depth);
    default:
      throw new WireError(`wire type ${type} of field ${number} does not exist`);
  }
}

/** Up to its end. */
function groupAt(reader: Reader, number: number, depth: number): Uint8Array {
  if (depth >= DEEPEST_GROUP) throw new WireError("nested too deeply");
  const start = reader.at;
  for (;;) {
    const end = reader.at;
    const inner = reader.tag();
    if (inner.type !== WIRE.end) valueAt(reader, inner.number, inner.type, depth + 1);
    else if (inner.number === number) return reader.bytes.subarray(start, end);
    else throw new WireError(`the group ${number} is ended as ${inner.number}`);
  }
}

/** Numbers one behind the other, as packed arrays have them. @throws WireError */
export function packedIn(bytes: Uint8Array, type: 0 | 1 | 5): bigint[] {
  const reader = new Reader(bytes);
  const values: bigint[] = [];
  while (reader.at < bytes.length)
    values.push(type === WIRE.varint ? reader.varint() : reader.fixed(type === WIRE.fixed64 ? 8 : 4));
  return values;
}

export function floatOf(bits: bigint): number {
  SCRATCH.setUint32(0, Number(bits));
  return SCRATCH.getFloat32(0);
}

export function doubleOf(bits: bigint): number {
  SCRATCH.setBigUint64(0, bits);
  return SCRATCH.getFloat64(0);
}

/** Zigzag: small negative numbers have few bytes. */
export function zigzagOf(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}

/** @throws WireError for bytes that are not UTF-8 */
export function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new WireError("a text is not UTF-8");
  }
}

const SCRATCH = new DataView(new ArrayBuffer(8));
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class Reader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  tag(): { readonly number: number; readonly type: number } {
    const tag = this.varint();
    const number = Number(tag >> 3n);
    if (number < 1 || number > MOST_NUMBER) throw new WireError(`a field has the number ${number}`);
    return { number, type: Number(tag & 7n) };
  }

  varint(): bigint {
    let low = 0;
    // Fast path: up to 28 bits.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new WireError("a number has more than ten bytes");
  }

  length(): number {
    const length = this.varint();
    const left = this.bytes.length - this.at;
    if (length > BigInt(left)) throw new WireError(`it ends inside a field: ${length} bytes wanted, ${left} there`);
    return Number(length);
  }

  fixed(size: 4 | 8): bigint {
    const bytes = this.take(size);
    let value = 0n;
    for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index]!);
    return value;
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new WireError("it ends inside a field");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  #byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new WireError("it ends inside a number");
    this.at += 1;
    return byte;
  }
}
