/** Generated codecs compared with a reference that handles single bits of one big integer. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { LayoutNode } from "../../generator/layout/struct-layout.ts";
import type { ByteOrder } from "../../generator/plan/channel-plan.ts";
import type { ScalarType } from "../../runtime/codec/struct-codec.ts";
import { codecOf, encoded, record, scalar, struct, viewOf } from "../support/compiled-channels.ts";

interface Placed {
  readonly name: string;
  readonly type: ScalarType;
  /** From the struct's start. */
  readonly bit: number;
  readonly width: number;
}

interface Shape {
  readonly byteOrder: ByteOrder;
  readonly fields: readonly Placed[];
  readonly wireSize: number;
}

const BITS: Readonly<Record<string, number>> = {
  uint8: 8,
  int8: 8,
  uint16: 16,
  int16: 16,
  uint32: 32,
  int32: 32,
  uint64: 64,
  int64: 64,
};

/** Bit-fields of any width at any bit, with gaps, and whole scalars at any byte. */
const shapes: fc.Arbitrary<Shape> = fc
  .record({
    byteOrder: fc.constantFrom<ByteOrder>("little", "big"),
    members: fc.array(
      fc.record({
        type: fc.constantFrom(...(Object.keys(BITS) as ScalarType[])),
        width: fc.integer({ min: 1, max: 64 }),
        gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
        bitField: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ byteOrder, members }) => {
    let bit = 0;
    const fields = members.map(({ type, width, gap, bitField }, index) => {
      const full = BITS[type] ?? 0;
      bit = bitField ? bit + gap : Math.ceil(bit / 8) * 8;
      const placed = { name: `f${index}`, type, bit, width: bitField ? Math.min(width, full) : full };
      bit += placed.width;
      return placed;
    });
    return { byteOrder, fields, wireSize: Math.ceil(bit / 8) };
  });

function compiled(shape: Shape) {
  return struct("struct_bits", 1, nodesOf(shape), { byteOrder: shape.byteOrder, wireSize: shape.wireSize });
}

function nodesOf({ fields }: Shape): LayoutNode[] {
  return fields.map(({ name, type, bit, width }): LayoutNode => {
    if (width === BITS[type] && bit % 8 === 0) return scalar(name, type, bit / 8);
    return scalar(name, type, Math.floor(bit / 8), { bitOffset: bit % 8, bitWidth: width });
  });
}

/** The struct as one number; bit 0 is the first bit in its byte order. */
function reference(shape: Shape, bytes: Uint8Array): Record<string, number | bigint> {
  const little = shape.byteOrder === "little";
  const ordered = little ? [...bytes].reverse() : [...bytes];
  const whole = ordered.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Object.fromEntries(
    shape.fields.map(({ name, type, bit, width }) => {
      const shift = little ? bit : bytes.length * 8 - bit - width;
      const bits = BigInt.asUintN(width, whole >> BigInt(shift));
      const value = type.startsWith("int") ? BigInt.asIntN(width, bits) : bits;
      return [name, type.endsWith("64") ? value : Number(value)];
    }),
  );
}

test("bit-fields and integers at any position decode to their bits and encode to the same bytes", async () => {
  const runs = fc.asyncProperty(shapes, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), async (shape, random) => {
    const codec = await codecOf(compiled(shape));
    for (let round = 0; round < 5; round++) {
      const bytes = Uint8Array.from({ length: shape.wireSize }, () => random.next().value as number);
      const decoded = codec.decode(viewOf(bytes));
      assert.deepEqual(decoded, reference(shape, bytes));
      const again = encoded(codec, decoded);
      assert.deepEqual(codec.decode(viewOf(again)), decoded);
      assert.deepEqual(again, withoutGaps(shape, bytes));
      const values: (number | bigint)[] = [];
      codec.storedValues(viewOf(bytes), 0, values as never);
      assert.deepEqual(values, Object.values(decoded));
    }
  });
  await fc.assert(runs, { seed: 20, numRuns: 60 });
});

/** Clears every bit that belongs to no field. */
function withoutGaps({ byteOrder, fields }: Shape, bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  for (const { bit, width } of fields) {
    for (let at = bit; at < bit + width; at++) {
      const mask = byteOrder === "little" ? 1 << (at % 8) : 0x80 >> (at % 8);
      kept[at >> 3] = (kept[at >> 3] ?? 0) | ((bytes[at >> 3] ?? 0) & mask);
    }
  }
  return kept;
}

test("overlapping bit-fields are written in order, each over its own bits only", async () => {
  const property = fc.asyncProperty(
    shapes,
    shapes,
    fc.infiniteStream(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    async (one, other, random) => {
      const { byteOrder } = one;
      const wireSize = Math.max(one.wireSize, other.wireSize);
      const sides = [one, other].map((shape, index) =>
        record(index === 0 ? "one" : "other", nodesOf({ ...shape, byteOrder })),
      );
      const codec = await codecOf(struct("struct_union", 1, [record("u", sides, "union")], { byteOrder, wireSize }));
      for (let round = 0; round < 5; round++) {
        let whole = 0n;
        const given = [one, other].map(({ fields }) =>
          fields.flatMap(({ name, type, bit, width }) => {
            const bits = BigInt.asUintN(width, random.next().value as bigint);
            if (bits % 4n === 0n) return [];
            const shift = BigInt(byteOrder === "little" ? bit : wireSize * 8 - bit - width);
            const mask = (2n ** BigInt(width) - 1n) << shift;
            whole = (whole & ~mask) | (bits << shift);
            return [[name, type.endsWith("64") ? bits : Number(bits)] as const];
          }),
        );
        const bytes = encoded(codec, {
          u: { one: Object.fromEntries(given[0] ?? []), other: Object.fromEntries(given[1] ?? []) },
        });
        const written = byteOrder === "little" ? bytes.toReversed() : bytes;
        assert.equal(BigInt(`0x${Buffer.from(written).toString("hex")}`), whole);
      }
    },
  );
  await fc.assert(property, { seed: 21, numRuns: 40 });
});
