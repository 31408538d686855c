/** Changes some fields of a message. All other bits stay, including padding and other members of a union. */

import {
  type CheckedCodec,
  checkValues,
  type EncodeOptions,
  encodeChecked,
  encodeGiven,
  type RecordOf,
} from "./encode-checked.ts";
import { fieldsOf, stepsOf, valueAt } from "./fields.ts";
import type { FieldInfo } from "./struct-codec.ts";

/**
 * A copy of a struct's bytes with the given fields written. The channel's `encode` computes checksums of frames. A
 * message with `@count` or `@if` is encoded anew, with the parts that the changes add or remove.
 * @throws FieldValueError as `encodeChecked`, RangeError for too few bytes
 */
export function patched<Codec extends CheckedCodec>(
  codec: Codec,
  bytes: Uint8Array,
  changes: RecordOf<Codec>,
  options: EncodeOptions = {},
): Uint8Array {
  if (codec.variable !== undefined) return patchedVariable(codec, bytes, changes, options);
  if (bytes.length < codec.wireSize) {
    throw new RangeError(`${codec.name}: ${codec.wireSize} bytes wanted, ${bytes.length} there`);
  }
  const written = encodeChecked(codec, changes, options);
  const result = bytes.slice();
  for (const field of fieldsOf(codec)) {
    if (valueAt(changes, stepsOf(field.path)) !== undefined) copyField(field, codec, written, result);
  }
  return result;
}

function patchedVariable<Codec extends CheckedCodec>(
  codec: Codec,
  bytes: Uint8Array,
  changes: RecordOf<Codec>,
  options: EncodeOptions,
): Uint8Array {
  checkValues(codec, changes, options);
  const record = merged(codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)), changes);
  // A length field that held the message's own length keeps doing so.
  const own = record as { length?: unknown };
  if (own.length === bytes.length && valueAt(changes, ["length"]) === undefined) delete own.length;
  return encodeGiven(codec, record as object, changes);
}

function merged(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (typeof change !== "object" || change === null || typeof value !== "object" || value === null) return change;
  const result: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  for (const [name, inner] of Object.entries(change))
    Object.assign(result, { [name]: merged((value as Record<string, unknown>)[name], inner) });
  return result;
}

function copyField(field: FieldInfo, codec: CheckedCodec, from: Uint8Array, to: Uint8Array): void {
  const mask = field.bitField ? bitsOf(field, codec) : undefined;
  for (let at = field.byteOffset; at < field.byteOffset + Math.ceil((field.bitOffset + field.bitWidth) / 8); at++) {
    const bits = mask === undefined ? 0xff : (mask[at] ?? 0);
    to[at] = ((to[at] ?? 0) & ~bits) | ((from[at] ?? 0) & bits);
  }
}

/**
 * The bits of a bit-field in the message, for either byte order: the bits that differ between all ones and all zeros.
 */
function bitsOf({ path, scalar }: FieldInfo, codec: CheckedCodec): Uint8Array {
  const [all, none] = scalar === "bool" ? [true, false] : scalar.endsWith("64") ? [-1n, 0n] : [-1, 0];
  const [ones, zeros] = [all, none].map((value) => {
    const bytes = new Uint8Array(codec.wireSize);
    codec.encode(recordWith(path, value), new DataView(bytes.buffer));
    return bytes;
  });
  return Uint8Array.from(ones ?? [], (byte, at) => byte ^ (zeros?.[at] ?? 0));
}

function recordWith(path: string, value: unknown): object {
  const names = path.match(/[^.[\]]+/g) ?? [];
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
}
