/** Unions, texts, missing values and unusual names in generated codecs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { emitChannels } from "../../../generator/emitters/emit.ts";
import { columnsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValues, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import {
  array,
  channel,
  channelsOf,
  codecOf,
  encoded,
  operation,
  record,
  scalar,
  struct,
  text,
  viewOf,
} from "../../support/compiled-channels.ts";

const head = [scalar("length", "uint8", 0, { initial: 20n }), scalar("ID", "uint8", 1, { initial: 3n })];

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function decoded(codec: StructCodec, bytes: string): object {
  return codec.decode(viewOf(Buffer.from(bytes, "hex")));
}

function valuesOf(codec: StructCodec, bytes: Uint8Array): ColumnValues {
  const values: ColumnValues = [];
  codec.storedValues(viewOf(bytes), 0, values);
  return values;
}

test("missing fields get their initialisers, else 0, and padding is 0", async () => {
  const members = [
    ...head,
    scalar("a", "int16", 4, { initial: -2n }),
    scalar("b", "bool", 6, { initial: true }),
    scalar("c", "uint64", 8, { initial: 1n << 63n }),
    scalar("d", "float32", 16, { initial: 0.5 }),
    { ...text("e", 20, 4), initial: "on" },
    scalar("f", "uint8", 24, { initial: 300n }),
    scalar("g", "float64", 25),
  ];
  const codec = await codecOf(struct("struct_initials", 3, members, { wireSize: 33 }));
  assert.equal(hex(encoded(codec, {})), `14030000feff010000000000000000800000003f6f6e00002c${"00".repeat(8)}`);
  assert.deepEqual(
    codec.fields.map(({ initial }) => initial),
    [20, 3, -2, true, 1n << 63n, 0.5, "on", 44, undefined],
  );
});

test("values are stored modulo their width, as C stores them", async () => {
  const members = [
    ...head,
    scalar("a", "uint8", 2),
    scalar("b", "int16", 3),
    scalar("c", "uint64", 5),
    scalar("d", "uint8", 13, { bitOffset: 0, bitWidth: 3 }),
    scalar("e", "int32", 13, { bitOffset: 3, bitWidth: 30 }),
  ];
  const codec = await codecOf(struct("struct_modulo", 3, members, { wireSize: 18 }));
  const bytes = encoded(codec, { a: 257, b: 40_000, c: -1n, d: 12, e: 2 ** 30 + 5 });
  assert.deepEqual(codec.decode(viewOf(bytes)), {
    length: 20,
    ID: 3,
    a: 1,
    b: -25_536,
    c: (1n << 64n) - 1n,
    d: 4,
    e: 5,
  });
});

test("the given members of a union are written in declaration order", async () => {
  const union = record(
    "u",
    [
      scalar("word", "uint32", 4),
      record("parts", [scalar("low", "uint16", 4), scalar("high", "uint16", 6)]),
      record("bits", [
        scalar("a", "uint8", 4, { bitOffset: 0, bitWidth: 3 }),
        scalar("b", "int32", 4, { bitOffset: 3, bitWidth: 20 }),
      ]),
    ],
    "union",
  );
  const codec = await codecOf(struct("struct_union", 3, [...head, union], { wireSize: 8 }));
  assert.equal(hex(encoded(codec, {})), "1403000000000000");
  assert.equal(hex(encoded(codec, { u: { word: 0x11223344 } })), "1403000044332211");
  assert.equal(hex(encoded(codec, { u: { word: 0x11223344, parts: { high: 0xffff } } })), "140300004433ffff");
  assert.equal(hex(encoded(codec, { u: { parts: { high: 1 }, bits: { b: -1 } } })), "14030000f8ff7f00");
  const bytes = Buffer.from("14030000deadbeef", "hex");
  assert.equal(hex(encoded(codec, codec.decode(viewOf(bytes)))), "14030000deadbeef");
});

test("a union's initialiser applies where no member is given", async () => {
  const union = record(
    "u",
    [scalar("word", "uint32", 2, { initial: 0x01020304n }), scalar("low", "uint8", 2)],
    "union",
  );
  const codec = await codecOf(struct("struct_union", 3, [...head, union], { wireSize: 6 }));
  assert.equal(hex(encoded(codec, {})), "140304030201");
  assert.equal(hex(encoded(codec, { u: { low: 9 } })), "140309030201");
});

test("a text ends at its first NUL and is cut only between characters", async () => {
  const codec = await codecOf(
    struct("struct_text", 3, [...head, text("name", 2, 5), scalar("ck", "uint8", 7)], { wireSize: 8 }),
  );
  assert.deepEqual(decoded(codec, "1403c3a900ffff07"), { length: 20, ID: 3, name: "é", ck: 7 });
  assert.deepEqual(decoded(codec, "1403616263646507"), { length: 20, ID: 3, name: "abcde", ck: 7 });
  assert.deepEqual(decoded(codec, "1403efbbbf410007"), { length: 20, ID: 3, name: "\ufeffA", ck: 7 });
  assert.deepEqual(decoded(codec, "1403ff0000000007"), { length: 20, ID: 3, name: "\ufffd", ck: 7 });
  assert.equal(hex(encoded(codec, { name: "abcdé", ck: 7 })), "1403616263640007");
  assert.equal(hex(encoded(codec, { name: "😀😀", ck: 7 })), "1403f09f98800007");
});

test("too few bytes give a RangeError that names the struct, and nothing is written", async () => {
  const codec = await codecOf(struct("struct_short", 3, head, { wireSize: 2 }));
  const expected = { name: "RangeError", message: "struct_short: 2 bytes wanted, 1 there" };
  assert.throws(() => codec.decode(new DataView(new ArrayBuffer(1))), expected);
  assert.throws(() => codec.decode(new DataView(new ArrayBuffer(4)), 3), expected);
  assert.throws(() => codec.encode({}, new DataView(new ArrayBuffer(1))), expected);
  assert.throws(() => codec.decode(new DataView(new ArrayBuffer(4)), Number.NaN), { name: "RangeError" });
  assert.throws(() => codec.decode(new DataView(new ArrayBuffer(4)), -1), { name: "RangeError" });
});

test("fields may have names that every object inherits", async () => {
  const names = [
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "class",
    "arguments",
    "view",
    "byteOffset",
    "record",
    "own",
  ];
  const inner = ["__proto__", "constructor"].map((name, index) => scalar(name, "uint8", 2 + names.length + index));
  const members = [...head, ...names.map((name, index) => scalar(name, "uint8", 2 + index)), record("inner", inner)];
  const codec = await codecOf(struct("struct_names", 3, members, { wireSize: 4 + names.length }));
  assert.equal(hex(encoded(codec, {})), `1403${"00".repeat(names.length + 2)}`);
  const bytes = Uint8Array.from({ length: codec.wireSize }, (_, index) => index + 1);
  const raw = codec.decode(viewOf(bytes));
  assert.equal(Object.getPrototypeOf(raw), Object.prototype);
  assert.deepEqual(Object.keys(raw), ["length", "ID", ...names, "inner"]);
  const stored = codec.toStored(raw);
  assert.deepEqual(Object.values(stored), [...bytes]);
  assert.equal(hex(encoded(codec, codec.fromStored(stored))), hex(bytes));
  assert.equal(hex(encoded(codec, codec.fromStored({}))), `1403${"00".repeat(names.length + 2)}`);
});

test("rules apply in toStored, and in fromStored if they can be inverted", async () => {
  const members = [
    ...head,
    scalar("voltage", "uint16", 2),
    scalar("direction", "uint16", 4),
    scalar("ticks", "uint64", 6),
    scalar("on", "bool", 14),
    array("v", [scalar("0", "int16", 15), scalar("1", "int16", 17)]),
    scalar("az", "int16", 19),
  ];
  const codec = await codecOf(
    struct("struct_rules", 3, members, {
      wireSize: 21,
      fields: {
        voltage: {
          column: "volts",
          expression: operation("divide", "voltage", 100),
          expressionText: "voltage / 100",
          inverse: { expression: operation("multiply", "", 100) },
        },
        direction: {
          expression: operation("mod", operation("add", "direction", 180), 360),
          expressionText: "mod(direction + 180, 360)",
        },
        ticks: {
          column: "seconds",
          kind: "float",
          expression: operation("divide", "ticks", 1000),
          expressionText: "ticks / 1000",
          inverse: { expression: operation("multiply", "", 1000) },
        },
        on: {
          column: "off",
          kind: "float",
          expression: operation("subtract", 1, "on"),
          expressionText: "1 - on",
          inverse: { expression: operation("subtract", 1, "") },
        },
        "v[1]": { column: "v.1", expression: operation("multiply", "v[0]", "v[0]"), expressionText: "v * v" },
        az: { column: "v.az", excluded: true },
      },
    }),
  );
  const raw = { length: 20, ID: 3, voltage: 1234, direction: 200, ticks: 5000n, on: true, v: [3, -1], az: -9 };
  const stored = { length: 20, ID: 3, volts: 12.34, direction: 20, seconds: 5, off: 0, "v.0": 3, "v.1": 9, "v.az": -9 };
  assert.deepEqual(codec.toStored(raw), stored);
  assert.deepEqual(valuesOf(codec, encoded(codec, raw)), [20, 3, 12.34, 20, 5, 0, 3, 9]);
  assert.deepEqual(
    columnsOf(codec).map(({ name }) => name),
    ["length", "ID", "volts", "direction", "seconds", "off", "v.0", "v.1"],
  );
  const { direction: _direction, "v.1": _square, ...invertible } = stored;
  // If the rule has no inverse, the raw value is passed with the declared name.
  assert.deepEqual(codec.fromStored({ ...invertible, direction: 200, "v[1]": -1 }), raw);
  assert.deepEqual(codec.fields.map(({ rawKey }) => rawKey).filter(Boolean), ["direction", "v[1]"]);
});

test("an inverted rule gives the nearest integer, and keys that are missing stay missing", async () => {
  const members = [...head, scalar("a", "int16", 2), scalar("b", "uint8", 4), record("r", [scalar("c", "uint8", 5)])];
  const inverse = { expression: operation("multiply", "", 10) };
  const codec = await codecOf(
    struct("struct_round", 3, members, {
      wireSize: 6,
      fields: { a: { expression: operation("divide", "a", 10), inverse } },
    }),
  );
  const raw = codec.fromStored({ a: 12.34, b: 7 });
  assert.deepEqual(raw, { a: 123, b: 7, r: {} });
  assert.equal(hex(encoded(codec, raw)), "14037b000700");
});

test("a stored value without an integer inverse is refused with the field's name", async () => {
  const inverse = { expression: operation("multiply", "", 10) };
  const rule = { expression: operation("divide", "x", 10), expressionText: "x / 10", inverse, kind: "float" } as const;
  const members = [...head, scalar("x", "uint8", 2), scalar("big", "uint64", 3), scalar("on", "bool", 11)];
  const codec = await codecOf(
    struct("struct_whole", 3, members, { wireSize: 12, fields: { x: rule, big: rule, on: rule } }),
  );
  for (const field of ["x", "big", "on"]) {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const message = `${field}: ${value} is not a value of an integer field`;
      assert.throws(() => codec.fromStored({ [field]: value }), { name: "RangeError", message });
    }
  }
});

test("decoding into a record writes every field in place, also nested ones and unusual names", async () => {
  const elements = Array.from({ length: 20 }, (_, index) => record(String(index), [scalar("p", "uint8", 20 + index)]));
  const members = [
    ...head,
    scalar("__proto__", "uint8", 2),
    record("gps", [scalar("lat", "int32", 3), array("v", [scalar("0", "uint8", 7), scalar("1", "uint8", 8)])]),
    array("many", elements),
    text("name", 9, 4),
    scalar("wide", "uint64", 13, { bitOffset: 3, bitWidth: 40 }),
  ];
  const codec = await codecOf(struct("struct_into", 3, members, { wireSize: 40 }));
  const bytes = Uint8Array.from({ length: 40 }, (_, index) => index + 1);
  const record1 = codec.decode(viewOf(new Uint8Array(40)));
  const gps = (record1 as { gps: object }).gps;
  codec.decodeInto(viewOf(bytes), 0, record1);
  assert.deepEqual(record1, codec.decode(viewOf(bytes)));
  assert.equal((record1 as { gps: object }).gps, gps);
  assert.throws(() => codec.decodeInto(viewOf(bytes), 1, record1), { message: /40 bytes wanted, 39 there/ });
  assert.throws(() => codec.storedValues(viewOf(bytes), 1, []), { message: /40 bytes wanted, 39 there/ });
});

test("a channel's decode returns one of its messages, or the reason for rejection", async () => {
  const a = struct("struct_a", 1, [...head, scalar("x", "uint16", 2)], { wireSize: 4, size: 6 });
  const b = struct("struct_b", 2, head, { wireSize: 2 });
  const { rig } = await channelsOf(emitChannels([channel("rig", [a, b])], { version: "0.0.0" }));
  const { decode } = rig as unknown as { decode(bytes: Uint8Array): unknown };
  const bytes = (...values: number[]) => Uint8Array.from(values);
  assert.deepEqual(decode(bytes(4, 1, 7, 1)), { id: 1, name: "struct_a", raw: { length: 4, ID: 1, x: 263 } });
  assert.deepEqual(decode(bytes(4, 1, 7, 1, 0, 0)), decode(bytes(4, 1, 7, 1)));
  const none = { id: undefined, name: undefined };
  for (const [received, reason] of [
    [bytes(4), "too-short"],
    [bytes(), "too-short"],
    [bytes(4, 9), "unknown-id"],
    [bytes(4, 1, 0), "wrong-length"],
    [bytes(2, 2, 0), "wrong-length"],
  ] as const) {
    assert.deepEqual(decode(received), { ...none, reason, receivedId: received[1], bytes: received });
  }
});

test("an array longer than a tuple is read and written completely", async () => {
  const elements = Array.from({ length: 40 }, (_, index) => scalar(String(index), "uint16", 2 + 2 * index));
  const codec = await codecOf(struct("struct_long", 3, [...head, array("v", elements)], { wireSize: 82 }));
  const v = elements.map((_, index) => index * 1000);
  const bytes = encoded(codec, { v });
  assert.deepEqual(codec.decode(viewOf(bytes)), { length: 20, ID: 3, v });
  assert.deepEqual(valuesOf(codec, bytes).slice(2), v);
  assert.deepEqual(Object.values(codec.toStored(codec.decode(viewOf(bytes)))).slice(2), v);
});
