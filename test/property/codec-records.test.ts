/** Generated codecs on random nested structs, compared with a reference that reads the layout with a DataView. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { LayoutNode } from "../../generator/layout/struct-layout.ts";
import type { ByteOrder } from "../../generator/plan/channel-plan.ts";
import type { CompiledField } from "../../generator/rules/compiled-rule.ts";
import { columnsOf } from "../../runtime/codec/fields.ts";
import type { ColumnValue, ScalarType } from "../../runtime/codec/struct-codec.ts";
import {
  array,
  codecOf,
  encoded,
  operation,
  record,
  scalar,
  struct,
  text,
  viewOf,
} from "../support/compiled-channels.ts";

type Shape =
  | { readonly kind: "scalar"; readonly type: ScalarType }
  | { readonly kind: "text"; readonly length: number }
  | { readonly kind: "array"; readonly element: Shape; readonly length: number }
  | { readonly kind: "record"; readonly members: readonly Shape[] };

const SIZES = {
  uint8: 1,
  int8: 1,
  bool: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  uint64: 8,
  int64: 8,
  float64: 8,
};

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ kind: fc.constant("scalar" as const), type: fc.constantFrom(...(Object.keys(SIZES) as ScalarType[])) }),
    fc.record({ kind: fc.constant("text" as const), length: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant("array" as const), element: tie("shape"), length: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant("record" as const),
      members: fc.array(tie("shape"), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

/** Lays the shape out without padding. */
function placed(name: string, of: Shape, start: number): { node: LayoutNode; end: number } {
  switch (of.kind) {
    case "scalar":
      return { node: scalar(name, of.type, start), end: start + SIZES[of.type] };
    case "text":
      return { node: text(name, start, of.length), end: start + of.length };
    case "array":
    case "record": {
      let end = start;
      const inner = of.kind === "array" ? Array<Shape>(of.length).fill(of.element) : of.members;
      const nodes = inner.map((member, index) => {
        const child = placed(of.kind === "array" ? String(index) : `m${index}`, member, end);
        end = child.end;
        return child.node;
      });
      return { node: of.kind === "array" ? array(name, nodes) : record(name, nodes), end };
    }
  }
}

/** The expected record according to the layout. */
function expected(node: LayoutNode, view: DataView, little: boolean): unknown {
  switch (node.kind) {
    case "scalar":
      return expectedScalar(node.scalar, node.byteOffset, view, little);
    case "text": {
      const bytes = Buffer.from(view.buffer, view.byteOffset + node.byteOffset, node.length);
      const nul = bytes.indexOf(0);
      return bytes.toString("utf8", 0, nul < 0 ? node.length : nul);
    }
    case "array":
      return node.elements.map((element) => expected(element, view, little));
    case "record":
      return Object.fromEntries(node.members.map((member) => [member.name, expected(member, view, little)]));
  }
}

function expectedScalar(type: ScalarType, offset: number, view: DataView, little: boolean): ColumnValue {
  switch (type) {
    case "bool":
      return view.getUint8(offset) > 0;
    case "uint8":
      return view.getUint8(offset);
    case "int8":
      return view.getInt8(offset);
    case "uint16":
      return view.getUint16(offset, little);
    case "int16":
      return view.getInt16(offset, little);
    case "uint32":
      return view.getUint32(offset, little);
    case "int32":
      return view.getInt32(offset, little);
    case "float32":
      return view.getFloat32(offset, little);
    case "uint64":
      return view.getBigUint64(offset, little);
    case "int64":
      return view.getBigInt64(offset, little);
    case "float64":
      return view.getFloat64(offset, little);
  }
}

/** Values in declaration order. */
function flat(value: unknown): ColumnValue[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(flat) : [value as ColumnValue];
}

/** Makes the bytes survive decoding: whole characters in texts, no NaN payloads, bools of 0 and 1. */
function canonical(node: LayoutNode, bytes: Uint8Array, little: boolean): void {
  const view = viewOf(bytes);
  switch (node.kind) {
    case "array":
      for (const element of node.elements) canonical(element, bytes, little);
      return;
    case "record":
      for (const member of node.members) canonical(member, bytes, little);
      return;
    case "text": {
      const part = bytes.subarray(node.byteOffset, node.byteOffset + node.length);
      const end = part.indexOf(0);
      if (end >= 0) part.fill(0, end);
      const characters = end < 0 ? part : part.subarray(0, end);
      characters.set(characters.map((byte) => byte & 0x7f || 1));
      return;
    }
    case "scalar": {
      const first = bytes[node.byteOffset]!;
      if (node.scalar === "bool") bytes[node.byteOffset] = first & 1;
      if (node.scalar === "float32") view.setFloat32(node.byteOffset, first / 8 - 9, little);
      if (node.scalar === "float64") view.setFloat64(node.byteOffset, first / 7 - 9, little);
    }
  }
}

const members = fc
  .array(shape, { minLength: 1, maxLength: 5 })
  .map((shapes): { nodes: LayoutNode[]; wireSize: number } => {
    let wireSize = 0;
    const nodes = shapes.map((of, index) => {
      const { node, end } = placed(`f${index}`, of, wireSize);
      wireSize = end;
      return node;
    });
    return { nodes, wireSize };
  });

const byteOrders = fc.constantFrom<ByteOrder>("little", "big");
const randomBytes = fc.infiniteStream(
  fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)),
);

test("records, values and bytes match the layout", async () => {
  const property = fc.asyncProperty(
    members,
    byteOrders,
    randomBytes,
    async ({ nodes, wireSize }, byteOrder, random) => {
      const compiled = struct("struct_random", 1, nodes, { byteOrder, wireSize });
      const codec = await codecOf(compiled);
      const little = byteOrder === "little";
      for (let round = 0; round < 4; round++) {
        const bytes = Uint8Array.from({ length: wireSize }, () => random.next().value as number);
        for (const node of nodes) canonical(node, bytes, little);
        const decoded = codec.decode(viewOf(bytes));
        const reference = Object.fromEntries(nodes.map((node) => [node.name, expected(node, viewOf(bytes), little)]));
        assert.deepEqual(decoded, reference);
        assert.deepEqual(encoded(codec, decoded), bytes);
        const values: ColumnValue[] = [];
        codec.storedValues(viewOf(bytes), 0, values);
        assert.deepEqual(values, flat(reference));
        const stored = codec.toStored(decoded);
        assert.deepEqual(
          Object.keys(stored),
          columnsOf(codec).map(({ name }) => name),
        );
        assert.deepEqual(Object.values(stored), values);
        assert.deepEqual(encoded(codec, codec.fromStored(stored)), bytes);
      }
    },
  );
  await fc.assert(property, { seed: 4, numRuns: 60 });
});

test("scaled integers survive a round trip through stored values", async () => {
  const types = fc.constantFrom<ScalarType>("uint8", "int8", "uint16", "int16", "uint32", "int32");
  const rules = fc.record({
    type: types,
    factor: fc.constantFrom(0.01, 0.0488, 3, 1 / 3600, -0.5),
    offset: fc.integer({ min: -600, max: 600 }),
  });
  const property = fc.asyncProperty(
    fc.array(rules, { minLength: 1, maxLength: 6 }),
    byteOrders,
    randomBytes,
    async (scaled, byteOrder, random) => {
      let wireSize = 0;
      const fields: Record<string, Partial<CompiledField>> = {};
      const nodes = scaled.map(({ type, factor, offset }, index) => {
        const name = `f${index}`;
        const node = scalar(name, type, wireSize);
        wireSize += SIZES[type];
        const expression = operation("multiply", operation("subtract", name, offset), factor);
        const inverse = { expression: operation("add", operation("divide", "", factor), offset) };
        fields[name] = {
          column: `stored ${index}`,
          expression,
          expressionText: `(${name} - ${offset}) * ${factor}`,
          inverse,
        };
        return node;
      });
      const codec = await codecOf(struct("struct_scaled", 1, nodes, { byteOrder, wireSize, fields }));
      for (let round = 0; round < 20; round++) {
        const bytes = Uint8Array.from({ length: wireSize }, () => random.next().value as number);
        const decoded = codec.decode(viewOf(bytes)) as Record<string, number>;
        const stored = codec.toStored(decoded);
        const reference = scaled.map(
          ({ factor, offset }, index) => ((decoded[`f${index}`] ?? Number.NaN) - offset) * factor,
        );
        assert.deepEqual(Object.values(stored), reference);
        const values: ColumnValue[] = [];
        codec.storedValues(viewOf(bytes), 0, values);
        assert.deepEqual(values, reference);
        assert.deepEqual(encoded(codec, codec.fromStored(stored)), bytes);
      }
    },
  );
  await fc.assert(property, { seed: 5, numRuns: 40 });
});
