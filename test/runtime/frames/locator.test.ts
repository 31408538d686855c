import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  idText,
  locatorText,
  parseLocator,
  readLocator,
  textId,
  writeLocator,
} from "../../../runtime/frames/locator.ts";

const read = (text: string, bytes: readonly number[]) =>
  readLocator(
    parseLocator(text, text.includes("+") || text.includes("-") ? "length" : "id"),
    Uint8Array.from(bytes),
    0,
    bytes.length,
  );

test("numbers of all widths and byte orders; masked ones are shifted down [D37]", () => {
  const bytes = [0x9a, 0xbc, 0xde, 0xf0, 0x12];
  assert.deepEqual(
    [
      "u8@1",
      "u16le@0",
      "u16be@0",
      "u24le@1",
      "u24be@1",
      "u32le@1",
      "u32be@0",
      "u16be@0&0x7ff",
      "u8@0&0xf0",
      "u32be@0&0x80000000",
    ].map((text) => read(text, bytes)),
    [0xbc, 0xbc9a, 0x9abc, 0xf0debc, 0xbcdef0, 0x12f0debc, 0x9abcdef0, 0x2bc, 9, 1],
  );
  assert.equal(read("u16be@0+7", [1, 2]), 0x102 + 7);
  assert.equal(read("u16le@4", bytes), -1);
  assert.equal(idText(read("text4@0", [...Buffer.from("GPS1")]), parseLocator("text4@0", "id")), "GPS1");
  assert.equal(textId("GPS1"), 0x47505331);
});

test("every wrong locator is reported with its error", () => {
  const problem = (text: string, use: "id" | "length" = "id") => {
    try {
      parseLocator(text, use);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const form = "write u8@1, u16le@2, u16be@0&0x7ff, u24le@7, u32be@4 or text4@0, or none";
  assert.equal(problem("u16@0"), `'u16@0' is not a place in a frame; ${form}`);
  assert.equal(problem("u8"), `'u8' is not a place in a frame; ${form}`);
  assert.equal(problem("u8@-1"), `'u8@-1' is not a place in a frame; ${form}`);
  assert.equal(problem("text5@0"), `'text5@0' is not a place in a frame; ${form}`);
  assert.equal(problem("u8@1+2"), "'u8@1+2': only a length has +2");
  assert.equal(problem("text4@0", "length"), "'text4@0' is a text; a length is a number, like u8@0");
  assert.equal(problem("text4@0&1"), "'text4@0&1': a text has no mask");
  assert.equal(problem("u8@1&0x100"), "'u8@1&0x100': the mask 0x100 has no bit of 1 bytes, or more");
  assert.equal(problem("u8@1&0"), "'u8@1&0': the mask 0 has no bit of 1 bytes, or more");
});

const anyLocator = fc
  .record({
    kind: fc.constantFrom("u8", "u16le", "u16be", "u24le", "u24be", "u32le", "u32be"),
    offset: fc.nat(6),
    low: fc.nat(31),
    width: fc.integer({ min: 1, max: 32 }),
    addend: fc.integer({ min: -20, max: 20 }),
  })
  .map(({ kind, offset, low, width, addend }) => {
    const bits = Number(/\d+/.exec(kind)?.[0]);
    const from = low % bits;
    const mask = (2 ** Math.min(width, bits - from) - 1) * 2 ** from;
    return parseLocator(`${kind}@${offset}&${mask}${addend < 0 ? addend : `+${addend}`}`, "length");
  });

test("written numbers are read back, and no other bit changes", () => {
  fc.assert(
    fc.property(
      anyLocator,
      fc.uint8Array({ minLength: 12, maxLength: 12 }),
      fc.nat(2 ** 32 - 1),
      (locator, bytes, number) => {
        const before = Uint8Array.from(bytes);
        const value = readLocator(locator, bytes, 0, bytes.length);
        const limit = 2 ** (32 - Math.clz32(locator.mask >>> locator.shift));
        writeLocator(locator, (number % limit) + locator.addend, bytes);
        assert.equal(readLocator(locator, bytes, 0, bytes.length), (number % limit) + locator.addend);
        writeLocator(locator, value, bytes);
        assert.deepEqual(bytes, before);
        assert.deepEqual(parseLocator(locatorText(locator), "length"), locator);
      },
    ),
  );
});
