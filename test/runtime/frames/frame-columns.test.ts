/** Which columns describe a frame: those at which the channel points, and no others [D59]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldEntry } from "../../../runtime/codec/struct-codec.ts";
import { frameColumns } from "../../../runtime/frames/frame-columns.ts";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";

const NONE = { ...PLAIN_FORMAT, id: undefined, length: undefined };

function struct(...fields: readonly (Partial<FieldEntry> & { readonly path: string })[]) {
  return { fields: fields.map((field) => ({ ctype: "uint8_t", scalar: "uint8" as const, byteOffset: 0, ...field })) };
}

const plain = struct(
  { path: "length" },
  { path: "ID", byteOffset: 1 },
  { path: "temperature", byteOffset: 2, scalar: "int16" },
  { path: "ck", byteOffset: 4 },
);

test("without keys, bytes 1 and 2 are length and ID; a member that is only called like a checksum is a value", () => {
  assert.deepEqual([...frameColumns(plain)], ["length", "ID"]);
});

test("with id = none and length = none, every member is a value, the first two included", () => {
  assert.deepEqual([...frameColumns(plain, { format: NONE, byteOrder: "little" })], []);
});

test("the ID is wherever the channel says, and a member of two bytes that contains it is one of the frame", () => {
  const format = { ...NONE, id: parseLocator("u8@3", "id") };
  assert.deepEqual([...frameColumns(plain, { format, byteOrder: "little" })], ["temperature"]);
});

test("places count from the frame's beginning, and the struct may begin later", () => {
  const format = { ...NONE, id: parseLocator("u8@1", "id"), length: parseLocator("u8@4", "length"), payloadOffset: 4 };
  assert.deepEqual([...frameColumns(plain, { format, byteOrder: "little" })], ["length"]);
});

test("of bit-fields in one byte, only those under the mask, in either byte order", () => {
  const halves = struct(
    { path: "first", bitOffset: 0, bitWidth: 4 },
    { path: "second", bitOffset: 4, bitWidth: 4 },
    { path: "whole", byteOffset: 1 },
  );
  const format = { ...NONE, id: parseLocator("u8@0&0x0f", "id") };
  assert.deepEqual([...frameColumns(halves, { format, byteOrder: "little" })], ["first"]);
  assert.deepEqual([...frameColumns(halves, { format, byteOrder: "big" })], ["second"]);
});

test("a mask across two big-endian bytes: the packet ID of a space packet", () => {
  const packet = struct(
    { path: "version", bitOffset: 0, bitWidth: 3 },
    { path: "type", bitOffset: 3, bitWidth: 1 },
    { path: "secondary", bitOffset: 4, bitWidth: 1 },
    { path: "apid", bitOffset: 5, bitWidth: 11, scalar: "uint16" },
    { path: "flags", byteOffset: 2, bitOffset: 0, bitWidth: 2 },
  );
  const format = { ...NONE, id: parseLocator("u16be@0&0x7ff", "id") };
  assert.deepEqual([...frameColumns(packet, { format, byteOrder: "big" })], ["apid"]);
});

test("checksums, sequence numbers and clocks are of the frame by their tags, also those of a variant's format", () => {
  const tagged = struct(
    { path: "n", tag: { kind: "seq", of: "message", byteOrder: "little" } },
    {
      path: "t",
      byteOffset: 1,
      scalar: "uint32",
      tag: { kind: "time", unit: "ms", since: "boot", byteOrder: "little" },
    },
    { path: "value", byteOffset: 5 },
    { path: "crc", byteOffset: 6, check: { algorithm: "sum8", byteOrder: "little", to: 6 } },
  );
  assert.deepEqual([...frameColumns(tagged, { format: NONE, byteOrder: "little" })], ["n", "t", "crc"]);
  const variants = [{ sync: [1], format: { ...NONE, id: parseLocator("u8@5", "id") } }];
  const both = frameColumns(tagged, { format: { ...NONE, variants }, byteOrder: "little" });
  assert.deepEqual([...both], ["n", "t", "value", "crc"]);
});
