/**
 * Messages of a big-endian channel on a little-endian processor: in memory they are the processor's own, in frames big-endian. Bit-fields
 * begin at the other end of their storage unit, so each is moved by itself.
 */

import { type ChannelModel, type Field, isSigned, type Message } from "../../codec/model.ts";

export interface Swaps {
  /** Statements that change the copy in `frame`. */
  readonly toFrame: readonly string[];
  /** Statements that change the copy in `message`. */
  readonly fromFrame: readonly string[];
  /** Why the message needs a big-endian processor. */
  readonly problem?: string;
}

/** Bytes that `structline_write_number` takes. */
const MOST_BYTES = 4;

export function swapsOf({ byteOrder, frames: { payloadOffset } }: ChannelModel, { fields }: Message): Swaps {
  if (byteOrder === "little") return { toFrame: [], fromFrame: [] };
  // Setters write a field with a byte order of its own as it is in frames.
  const turned = fields.filter((field) => field.byteOrder === byteOrder && !field.inMemory);
  const bitFields = turned.filter(({ bitField }) => bitField);
  const numbers = turned.filter(({ bitField, bitWidth, type }) => !bitField && bitWidth > 8 && type !== "text");
  if (fields.some(({ shared }) => shared)) return { toFrame: [], fromFrame: [], problem: "its fields share bytes" };
  if (bitFields.some((field) => placeOf(field).length > MOST_BYTES))
    return { toFrame: [], fromFrame: [], problem: "a bit-field lies in more than four bytes" };
  const runs = runsOf(numbers);
  const bytes = bytesOf(bitFields);
  return {
    toFrame: [
      ...runs.map(({ at, width, count }) => `structline_swap(frame + ${payloadOffset + at}, ${width}, ${count}u);`),
      ...bytes.map(({ at, count }) => `memset(frame + ${payloadOffset + at}, 0, ${count}u);`),
      ...bitFields.map((field) => {
        const { at, length, shift, mask } = placeOf(field);
        const value = `(uint32_t)message->${field.path} << ${shift}`;
        return `structline_write_number(frame, ${payloadOffset + at}, ${length}, 1, UINT32_C(${mask}), ${value});`;
      }),
    ],
    fromFrame: [
      ...runs.map(
        ({ at, width, count }) => `structline_swap((uint8_t *)(void *)message + ${at}, ${width}, ${count}u);`,
      ),
      // The frame may be shorter than the struct.
      ...bytes.flatMap(({ at: first, count }) => [
        "{",
        `  uint8_t bits[${count}];`,
        `  memcpy(bits, (uint8_t *)(void *)message + ${first}, ${count}u);`,
        `  memset((uint8_t *)(void *)message + ${first}, 0, ${count}u);`,
        ...bitFields.flatMap((field) => {
          const { at, length, shift } = placeOf(field);
          if (at < first || at >= first + count) return [];
          const read = `(structline_read_number(bits, ${at - first}, ${length}, 1) >> ${shift})`;
          return [`  message->${field.path} = STRUCTLINE_AS(message->${field.path}, ${valueText(field, read)});`];
        }),
        "}",
      ]),
    ],
  };
}

/** The field's bits of a number. */
function valueText(field: Field, number: string): string {
  const { bitWidth } = field;
  const bits = bitWidth === 32 ? number : `(${number} & UINT32_C(${2 ** bitWidth - 1}))`;
  if (!isSigned(field)) return bits;
  const sign = `UINT32_C(${2 ** (bitWidth - 1)})`;
  return `(int32_t)((${bits} ^ ${sign}) - ${sign})`;
}

/** The bytes with the field, and its place in their number. */
function placeOf({ bitOffset, bitWidth }: Field): { at: number; length: number; shift: number; mask: number } {
  const at = Math.floor(bitOffset / 8);
  const end = bitOffset + bitWidth;
  const length = Math.ceil(end / 8) - at;
  const shift = (at + length) * 8 - end;
  return { at, length, shift, mask: (2 ** bitWidth - 1) * 2 ** shift };
}

interface Run {
  readonly at: number;
  readonly width: number;
  readonly count: number;
}

/** Neighbours of one width together. */
function runsOf(fields: readonly Field[]): Run[] {
  const runs: Run[] = [];
  for (const { bitOffset, bitWidth } of fields) {
    const [at, width] = [bitOffset / 8, bitWidth / 8];
    const last = runs.at(-1);
    if (last !== undefined && last.width === width && last.at + last.width * last.count === at)
      runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ at, width, count: 1 });
  }
  return runs;
}

/** The bytes that bit-fields lie in. */
function bytesOf(bitFields: readonly Field[]): { readonly at: number; readonly count: number }[] {
  const places = new Set(
    bitFields.flatMap((field) => {
      const { at, length } = placeOf(field);
      return Array.from({ length }, (_, index) => at + index);
    }),
  );
  const sorted = [...places].sort((a, b) => a - b);
  const runs: { at: number; count: number }[] = [];
  for (const at of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && last.at + last.count === at) last.count++;
    else runs.push({ at, count: 1 });
  }
  return runs;
}
