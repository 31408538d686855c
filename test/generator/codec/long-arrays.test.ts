/** Arrays that are read and written in loops: every element must be as without a loop. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ColumnValues } from "../../../runtime/codec/struct-codec.ts";
import { array, codecOf, encoded, scalar, struct, viewOf } from "../../support/compiled-channels.ts";

const COUNT = 100;

const elements = (name: string, of: (path: string, index: number) => ReturnType<typeof scalar>) =>
  array(
    name,
    Array.from({ length: COUNT }, (_, index) => of(`${name}[${index}]`, index)),
  );

const members = [
  scalar("length", "uint8", 0),
  scalar("ID", "uint8", 1, { initial: 7n }),
  elements("bytes", (path, index) => scalar(path, "uint8", 2 + index)),
  elements("words", (path, index) => scalar(path, "int16", 102 + 2 * index)),
  elements("wide", (path, index) => scalar(path, "uint64", 302 + 8 * index)),
  elements("real", (path, index) => scalar(path, "float32", 1102 + 4 * index)),
  elements("on", (path, index) => scalar(path, "bool", 1502 + index)),
  scalar("end", "uint32", 1602),
];
const WIRE_SIZE = 1606;

test("each element of a long array is decoded, stored and encoded at its position", async () => {
  const codec = await codecOf(struct("struct_long", 7, members, { wireSize: WIRE_SIZE }));
  const bytes = Uint8Array.from({ length: WIRE_SIZE }, (_, index) => (index * 37 + (index >> 8)) & 0x7f);
  for (let at = 1502; at < 1602; at++) bytes[at] = at & 1;
  const view = viewOf(bytes);
  const at = (read: (index: number) => unknown) => Array.from({ length: COUNT }, (_, index) => read(index));
  const expected = {
    length: bytes[0],
    ID: bytes[1],
    bytes: at((index) => view.getUint8(2 + index)),
    words: at((index) => view.getInt16(102 + 2 * index, true)),
    wide: at((index) => view.getBigUint64(302 + 8 * index, true)),
    real: at((index) => view.getFloat32(1102 + 4 * index, true)),
    on: at((index) => view.getUint8(1502 + index) !== 0),
    end: view.getUint32(1602, true),
  };
  const decoded = codec.decode(view);
  assert.deepEqual(decoded, expected);
  const other = codec.decode(viewOf(new Uint8Array(WIRE_SIZE)));
  codec.decodeInto(view, 0, other);
  assert.deepEqual(other, expected);
  const values: ColumnValues = [];
  codec.storedValues(view, 0, values);
  assert.deepEqual(values, Object.values(expected).flat());
  assert.deepEqual(encoded(codec, expected), bytes);
  assert.deepEqual(encoded(codec, { words: [1, -2] }).slice(102, 108), Uint8Array.of(1, 0, 0xfe, 0xff, 0, 0));
});

test("a record with more keys than a literal should have is a plain object", async () => {
  const count = 200;
  const names = ["length", "ID", ...Array.from({ length: count - 2 }, (_, index) => `field_${index}`)];
  const fields = names.map((name, index) => scalar(name, "uint8", index, name === "ID" ? { initial: 7n } : {}));
  const codec = await codecOf(struct("struct_large", 7, fields, { wireSize: count }));
  const bytes = Uint8Array.from({ length: count }, (_, index) => index);
  const expected = Object.fromEntries(names.map((name, index) => [name, index]));
  const decoded = codec.decode(viewOf(bytes));
  assert.deepStrictEqual(decoded, expected);
  assert.deepStrictEqual(Object.keys(decoded), names);
  assert.deepStrictEqual(codec.toStored(decoded), expected);
  assert.deepEqual(encoded(codec, decoded), bytes);
  assert.throws(() => codec.decode(viewOf(bytes.subarray(1))), /struct_large: 200 bytes wanted, 199 there/);
});
