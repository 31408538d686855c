import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeChecked, FieldValueError } from "../../../runtime/codec/encode-checked.ts";
import { patched } from "../../../runtime/codec/patched.ts";
import { array, codecOf, record, scalar, struct, text } from "../../support/compiled-channels.ts";

const codec = await codecOf(
  struct(
    "struct_checked",
    9,
    [
      scalar("length", "uint8", 0, { initial: 30n }),
      scalar("ID", "uint8", 1, { initial: 9n }),
      scalar("small", "int8", 2, { bitOffset: 0, bitWidth: 3 }),
      scalar("big", "uint64", 3),
      scalar("ratio", "float32", 11),
      scalar("on", "bool", 15),
      text("label", 16, 5),
      record("gps", [array("v", [scalar("0", "int16", 21), scalar("1", "int16", 23)])]),
    ],
    { wireSize: 25 },
  ),
);

const REFUSED: readonly (readonly [object, string])[] = [
  [{ length: 256 }, "length: 256 is out of range 0 to 255"],
  [{ length: -1 }, "length: -1 is out of range 0 to 255"],
  [{ length: 1.5 }, "length: 1.5 is not an integer"],
  [{ length: Number.NaN }, "length: NaN is not an integer"],
  [{ length: "5" }, 'length: "5" is not an integer'],
  [{ length: null }, "length: null is not an integer"],
  [{ small: 4 }, "small: 4 is out of range -4 to 3"],
  [{ small: -5 }, "small: -5 is out of range -4 to 3"],
  [{ big: 5 }, "big: 5 is not a 64-bit integer (bigint)"],
  [{ big: 1n << 64n }, "big: 18446744073709551616 is out of range 0 to 18446744073709551615"],
  [{ ratio: 1e39 }, "ratio: 1e+39 is beyond ±3.4028235e38, the range of a float"],
  [{ on: 1 }, "on: 1 is not true or false"],
  [{ label: "größe" }, 'label: "größe" takes 7 bytes; the field has 5'],
  [{ label: "a\0b" }, 'label: "a\\u0000b" holds a NUL, which ends the text'],
  [{ gps: 5 }, "gps: 5 is not a record or array of the field's elements"],
  [{ gps: { v: [1, 2, 3] } }, "gps.v[2]: 3 is for a field that struct_checked does not have"],
  [{ gps: { v: [1, 40_000] } }, "gps.v[1]: 40000 is out of range -32768 to 32767"],
  [{ speed: 1 }, "speed: 1 is for a field that struct_checked does not have"],
  [{ constructor: 1 }, "constructor: 1 is for a field that struct_checked does not have"],
];

for (const [value, message] of REFUSED) {
  test(`is refused: ${message}`, () => {
    assert.throws(
      () => encodeChecked(codec, value),
      (thrown) => thrown instanceof FieldValueError && thrown.message === message,
    );
  });
}

test("valid values are encoded; missing ones get their initialisers", () => {
  const bytes = encodeChecked(codec, { small: -4, big: (1n << 64n) - 1n, label: "grö", gps: { v: [undefined, -2] } });
  assert.equal(Buffer.from(bytes).toString("hex"), "1e0904ffffffffffffffff0000000000" + "6772c3b600" + "0000feff");
});

test("with wrapping, integers are stored modulo their width and texts cut at a character", () => {
  const bytes = encodeChecked(codec, { length: 257, small: 4, big: -1n, label: "größße" }, { wrap: true });
  assert.equal(Buffer.from(bytes).toString("hex"), "010904ffffffffffffffff0000000000" + "6772c3b600" + "00000000");
  assert.throws(() => encodeChecked(codec, { length: 1.5 }, { wrap: true }), FieldValueError);
});

test("a message is patched: given values are written, all other bits stay, also those of a union's other members", async () => {
  const [length, id, low, high, flag, word, half] = [
    scalar("length", "uint8", 0, { initial: 12n }),
    scalar("ID", "uint8", 1, { initial: 4n }),
    scalar("low", "uint8", 2, { bitOffset: 0, bitWidth: 3 }),
    scalar("high", "uint16", 2, { bitOffset: 3, bitWidth: 9 }),
    scalar("flag", "bool", 4),
    scalar("word", "uint32", 6),
    scalar("half", "uint16", 6),
  ];
  for (const byteOrder of ["little", "big"] as const) {
    const fields = [length!, id!, low!, high!, flag!, word!, half!];
    const patchedCodec = await codecOf(struct("struct_patched", 4, fields, { wireSize: 12, byteOrder }));
    const before = Uint8Array.from({ length: 12 }, (_, index) => 0x11 * (index + 1));
    const read = (bytes: Uint8Array) => patchedCodec.decode(new DataView(bytes.buffer)) as Record<string, unknown>;
    const after = patched(patchedCodec, before, { high: 0x155, half: 0xabcd });
    assert.deepEqual(before[2], 0x33);
    const [old, now] = [read(before), read(after)];
    assert.deepEqual([now["high"], now["half"]], [0x155, 0xabcd]);
    assert.deepEqual([now["low"], now["flag"], now["length"]], [old["low"], old["flag"], old["length"]]);
    // The remaining union and padding.
    assert.deepEqual([...after.subarray(8)], [...before.subarray(8)]);
    assert.equal(after[5], before[5]);
    assert.throws(() => patched(patchedCodec, before, { low: 8 }), FieldValueError);
    assert.throws(() => patched(patchedCodec, before.subarray(1), {}), /12 bytes wanted, 11 there/);
  }
});
