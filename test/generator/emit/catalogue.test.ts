/** `catalogue.json` is enough to decode a message: a reader that knows nothing else agrees with the codecs. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { tsImport } from "tsx/esm/api";
import type { ColumnValue, StructCodec } from "../../../runtime/codec/struct-codec.ts";
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
  readonly fields: readonly (CatalogueField | CatalogueArray)[];
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

/** As docs/emitters.md tells it. */
function fieldsOf(entries: CatalogueStruct["fields"]): CatalogueField[] {
  return entries.flatMap((entry) => {
    if (!("array" in entry)) return [entry];
    const first = fieldsOf(entry.fields);
    return Array.from({ length: entry.count }).flatMap((_, index) =>
      first.map((field) => ({ ...field, byteOffset: field.byteOffset + index * entry.byteStep })),
    );
  });
}

/** The field's bits of the message, taken as one long number. */
function read(field: CatalogueField, bytes: Uint8Array, little: boolean): ColumnValue {
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
    test(`${name}: ${struct.name} can be decoded from the catalogue alone`, () => {
      const codec = channels[name]?.byId[struct.id];
      assert(codec !== undefined);
      const fields = fieldsOf(struct.fields);
      const little = channel.byteOrder === "little";
      for (let round = 1; round < 50; round++) {
        const bytes = Uint8Array.from({ length: struct.wireSize }, (_, index) => (round * (index + 5) * 37) & 0xff);
        const values = fields.map((field) => read(field, bytes, little));
        assert.deepEqual(flat(codec.decode(viewOf(bytes))), values);
      }
      const empty = encoded(codec, {});
      for (const field of fields) {
        if (field.initial === undefined) continue;
        const value = read(field, empty, little);
        assert.equal(
          typeof value === "bigint" ? String(value) : value,
          typeof value === "bigint" ? String(field.initial) : field.initial,
        );
      }
    });
  }
}
