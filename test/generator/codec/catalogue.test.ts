/** `catalogue.json` alone is enough to decode a message: an independent reader agrees with the codecs. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { tsImport } from "tsx/esm/api";
import type { ColumnValue, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { Random } from "../../oracle/layout/random.ts";
import { encoded, viewOf } from "../../support/compiled-channels.ts";

const GENERATED = new URL("../../golden/generated/", import.meta.url);

interface CatalogueField {
  readonly path: string;
  readonly scalar: string;
  readonly byteOffset: number;
  readonly bitOffset: number;
  readonly bitWidth: number;
  readonly initial?: number | string | boolean;
}

interface CatalogueArray {
  readonly array: string;
  readonly count: number;
  readonly byteStep: number;
  readonly fields: readonly (CatalogueField | CatalogueArray)[];
}

interface CatalogueStruct {
  readonly name: string;
  readonly id: number;
  readonly wireSize: number;
  readonly size: number;
  readonly fields: readonly (CatalogueField | CatalogueArray)[];
  readonly variable?: { readonly least: number; readonly parts: readonly CataloguePart[] };
}

type CatalogueValue = number | string | Operation;
interface Operation extends Readonly<[operation: string, ...operands: CatalogueValue[]]> {}

interface CataloguePart {
  readonly path: string;
  readonly kind: "count" | "if";
  readonly most?: number;
  readonly value?: CatalogueValue;
  readonly byteOffset: number;
  readonly elementBytes: number;
  readonly after?: "previous" | "same";
}

interface CatalogueChannel {
  readonly byteOrder: "little" | "big";
  readonly structs: readonly CatalogueStruct[];
}

const catalogue = JSON.parse(readFileSync(new URL("catalogue.json", GENERATED), "utf8")) as {
  version: number;
  channels: Record<string, CatalogueChannel>;
};
const { channels } = (await tsImport(new URL("index.ts", GENERATED).href, import.meta.url)) as {
  channels: Record<string, { byId: readonly (StructCodec | undefined)[] }>;
};

/** As described in docs/emitters.md. */
function fieldsOf(entries: CatalogueStruct["fields"]): CatalogueField[] {
  return entries.flatMap((entry) => {
    if (!("array" in entry)) return [entry];
    const first = fieldsOf(entry.fields);
    return Array.from({ length: entry.count }).flatMap((_, index) =>
      first.map((field) => ({
        ...field,
        path: field.path.replace(/\*(?=[^*]*$)/, String(index)),
        byteOffset: field.byteOffset + index * entry.byteStep,
      })),
    );
  });
}

const OPERATIONS: Readonly<Record<string, (...operands: number[]) => number>> = {
  add: (a, b) => a! + b!,
  divide: (a, b) => a! / b!,
  bitAnd: (a, b) => a! & b!,
  equal: (a, b) => Number(a === b),
  larger: (a, b) => Number(a! > b!),
  and: (a, b) => Number(a !== 0 && b !== 0),
};

function valueOfPart(value: CatalogueValue, read: (path: string) => number): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return read(value);
  const [operation, ...operands] = value;
  return OPERATIONS[operation]!(...operands.map((operand) => valueOfPart(operand, read)));
}

/** Moves all parts of a message to their offsets in the struct, and counts their elements; undefined if the message is invalid. */
function laidOut(
  { wireSize, size, fields, variable }: CatalogueStruct,
  bytes: Uint8Array,
  little: boolean,
): { whole: Uint8Array; there: ReadonlyMap<string, number> } | undefined {
  const { least, parts } = variable ?? { least: wireSize, parts: [] };
  const all = fieldsOf(fields);
  const isWhole = bytes.length >= wireSize && bytes.length <= size;
  if (bytes.length < least) return undefined;
  const whole = new Uint8Array(wireSize);
  whole.set(bytes.subarray(0, isWhole ? wireSize : least));
  const there = new Map<string, number>();
  const isIn = (path: string) => isThere(path, parts, there);
  let [start, end] = [least, least];
  const take = (part: CataloguePart): boolean => {
    const { path, most = 1, byteOffset, elementBytes, after } = part;
    if (after === "previous") start = end;
    const read = (wanted: string) => Number(readField(all.find((field) => field.path === wanted)!, whole, little));
    const rest = isWhole ? most : (bytes.length - start) / elementBytes;
    const count = isIn(path) ? countOf(part, read, rest) : 0;
    there.set(path, count);
    if (!Number.isInteger(count) || count < 0 || count > most) return false;
    if (after === undefined) return true;
    const present = bytes.subarray(start, start + count * elementBytes);
    if (!isWhole) whole.set(present.subarray(0, wireSize - byteOffset), byteOffset);
    end = Math.max(end, start + count * elementBytes);
    return true;
  };
  // Parts with fixed offsets may be inside others.
  const order = [...parts.filter(({ after }) => after), ...parts.filter(({ after }) => !after)];
  if (!order.every(take) || (!isWhole && end !== bytes.length)) return undefined;
  // Clear the bytes of absent parts, which mean nothing in a whole struct.
  for (const { path, most = 1, byteOffset, elementBytes } of parts)
    whole.fill(0, byteOffset + there.get(path)! * elementBytes, byteOffset + most * elementBytes);
  return { whole, there };
}

/** @param rest number of elements up to the message's end */
function countOf({ kind, value }: CataloguePart, read: (path: string) => number, rest: number): number {
  const given = value === undefined ? rest : valueOfPart(value, read);
  return kind === "if" ? Number(given !== 0) : given;
}

/** True if all parts around the field are present. */
function isThere(path: string, parts: readonly CataloguePart[], there: ReadonlyMap<string, number>): boolean {
  return parts.every((part) => {
    const rest = path.startsWith(part.path) ? path.slice(part.path.length) : undefined;
    if (rest === undefined || (rest !== "" && !/^[.[]/.test(rest))) return true;
    if (part.kind === "if") return rest === "" ? (there.get(path) ?? 1) > 0 : there.get(part.path)! > 0;
    return rest === "" || Number(/^\[(\d+)/.exec(rest)![1]) < there.get(part.path)!;
  });
}

/** The field's bits, with the message as one long number. */
function readField(field: CatalogueField, bytes: Uint8Array, little: boolean): ColumnValue {
  const { scalar, byteOffset, bitOffset, bitWidth } = field;
  if (scalar === "text") {
    const text = Buffer.from(bytes.subarray(byteOffset, byteOffset + bitWidth / 8));
    const nul = text.indexOf(0);
    return text.toString("utf8", 0, nul < 0 ? text.length : nul);
  }
  const whole = BigInt(`0x${Buffer.from(little ? bytes.toReversed() : bytes).toString("hex")}`);
  const first = byteOffset * 8 + bitOffset;
  const shift = little ? first : bytes.length * 8 - first - bitWidth;
  const bits = BigInt.asUintN(bitWidth, whole >> BigInt(shift));
  if (scalar === "bool") return bits !== 0n;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  if (scalar === "float32") return view.getFloat32(4);
  if (scalar === "float64") return view.getFloat64(0);
  const value = scalar.startsWith("int") ? BigInt.asIntN(bitWidth, bits) : bits;
  return scalar.endsWith("64") ? value : Number(value);
}

function flat(value: unknown): ColumnValue[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(flat) : [value as ColumnValue];
}

test("the catalogue's version is 2 and it names every golden channel", () => {
  const headers = readdirSync(new URL("../headers/", GENERATED)).map((name) => name.replace(/\.h$/, ""));
  assert.equal(catalogue.version, 2);
  assert.deepEqual(Object.keys(catalogue.channels).sort(), headers.sort());
});

for (const [name, channel] of Object.entries(catalogue.channels)) {
  for (const struct of channel.structs) {
    test(`${name}: ${struct.name} can be decoded with the catalogue alone`, () => {
      const codec = channels[name]?.byId[struct.id];
      assert(codec !== undefined, `a codec of ${name}'s ${struct.name}`);
      const fields = fieldsOf(struct.fields);
      const little = channel.byteOrder === "little";
      for (let round = 1; round < 50 && struct.variable === undefined; round++) {
        const bytes = Uint8Array.from({ length: struct.wireSize }, (_, index) => (round * (index + 5) * 37) & 0xff);
        const values = fields.map((field) => readField(field, bytes, little));
        assert.deepEqual(flat(codec.decode(viewOf(bytes))), values);
      }
      if (struct.variable !== undefined) assertVariable(struct, codec, little);
      const empty = encoded(codec, {});
      for (const field of fields) {
        // A message with optional parts contains its own length.
        if (field.initial === undefined || (struct.variable !== undefined && field === fields[0])) continue;
        const value = readField(field, empty, little);
        assert.equal(
          typeof value === "bigint" ? String(value) : value,
          typeof value === "bigint" ? String(field.initial) : field.initial,
        );
      }
    });
  }
}

/** Messages of all lengths, including whole ones, with small counts: both must give the same values, or reject the message. */
function assertVariable(struct: CatalogueStruct, codec: StructCodec, little: boolean): void {
  const fields = fieldsOf(struct.fields);
  const { least, parts } = struct.variable!;
  const lengths = new Set<number>();
  const random = new Random(1);
  for (let round = 0; round < 5000; round++) {
    const length = least + (round % (struct.wireSize - least + 1));
    const bytes = Uint8Array.from({ length }, (_, index) => random.integer(0, index < least ? 8 : 255));
    const extent = codec.variable!.extent(viewOf(bytes), 0, length);
    const seen = laidOut(struct, bytes, little);
    assert.equal(seen !== undefined, extent === length, `${Buffer.from(bytes).toString("hex")}: ${extent}`);
    if (seen === undefined) continue;
    lengths.add(length);
    const present = fields.filter(({ path }) => isThere(path, parts, seen.there));
    const values = present.map((field) => readField(field, seen.whole, little));
    assert.deepEqual(flat(codec.decode(viewOf(bytes))), values);
  }
  assert.ok(lengths.size > 3 && lengths.has(struct.wireSize), [...lengths].join());
}
