/** Guesses which other compiler's layout matches a frame. */

import { fieldsOf } from "../codec/fields.ts";
import type { FieldInfo, StructCodec } from "../codec/struct-codec.ts";
import type { FrameFormat } from "./frame-format.ts";
import { type FrameStruct, FrameTable, isFrameProblem } from "./frame-table.ts";
import { readLocator } from "./locator.ts";

type FieldBits = Pick<FieldInfo, "path" | "byteOffset" | "bitOffset" | "bitWidth">;

/** A struct of the channel, laid out with a different setting. */
export interface OtherLayout extends FrameStruct {
  /** The setting in the form of a section's key: `abi = avr`. */
  readonly setting: string;
  readonly fields: readonly FieldBits[];
}

export interface LayoutGuess {
  readonly text: string;
  /** Whether there is evidence besides the length. */
  readonly isLikely: boolean;
}

/** One guess for each different layout of the frame's struct that matches, likely ones first. */
export function layoutGuesses(
  frame: Uint8Array,
  format: FrameFormat,
  codec: StructCodec,
  others: readonly OtherLayout[],
): LayoutGuess[] {
  const today = fieldsOf(codec);
  const fitting = new Map<string, OtherLayout[]>();
  for (const other of others) {
    if (other.id !== codec.id || firstMoved(today, other.fields) === undefined) continue;
    const found = new FrameTable("", format, [other]).find(frame);
    if (isFrameProblem(found)) continue;
    const key = JSON.stringify([other.wireSize, other.size, other.fields]);
    fitting.set(key, [...(fitting.get(key) ?? []), other]);
  }
  const { length } = format;
  const saysLength = length !== undefined && readLocator(length, frame, 0, frame.length) === frame.length;
  return [...fitting.values()]
    .map((same) => guessOf(same, codec, saysLength))
    .sort((a, b) => Number(b.isLikely) - Number(a.isLikely));
}

function guessOf(same: readonly OtherLayout[], codec: StructCodec, saysLength: boolean): LayoutGuess {
  const [{ name, wireSize, fields, checks, checkExtra }] = same as [OtherLayout];
  const [before, now] = firstMoved(fieldsOf(codec), fields)!;
  const hasCheck = checks !== undefined || checkExtra !== undefined;
  const moved = `'${now.path}' at ${bitsText(now)} instead of ${bitsText(before)}`;
  const sizes = wireSize === codec.wireSize ? "" : `${wireSize} bytes instead of ${codec.wireSize}, `;
  const evidence = `${hasCheck ? ", and its checksum is right" : ""}${saysLength ? ", and its length field says so" : ""}`;
  const settings = same.map(({ setting }) => setting).join(", or ");
  return {
    text: `it fits a ${name} as another compiler lays it out (${sizes}${moved})${evidence}: ${settings}`,
    isLikely: hasCheck || saysLength,
  };
}

/** The first field with another position or width; undefined if there is none. */
function firstMoved(
  today: readonly FieldBits[],
  other: readonly FieldBits[],
): readonly [FieldBits, FieldBits] | undefined {
  const byPath = new Map(other.map((field) => [field.path, field]));
  for (const field of today) {
    const there = byPath.get(field.path);
    if (there !== undefined && (startBit(there) !== startBit(field) || there.bitWidth !== field.bitWidth))
      return [field, there];
  }
  return undefined;
}

function startBit({ byteOffset, bitOffset }: FieldBits): number {
  return 8 * byteOffset + bitOffset;
}

function bitsText({ byteOffset, bitOffset, bitWidth }: FieldBits): string {
  const start = bitOffset === 0 ? `byte ${byteOffset}` : `byte ${byteOffset}, bit ${bitOffset}`;
  return bitWidth % 8 === 0 ? `${start} (${bitWidth / 8} wide)` : start;
}
