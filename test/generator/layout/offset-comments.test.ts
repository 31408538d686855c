/** D6: the offsets that headers note behind their fields. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member } from "../../../generator/types/declarations.ts";
import { array, bits, field, layOut, record } from "./declare.ts";

function told(members: readonly Member[], byteOrder: "little" | "big" = "little"): string[] {
  return layOut({ members, plan: { byteOrder, layout: "packed" } }).told;
}

test("correct offset comments give no warning, in any form [D6]", () => {
  const members = [
    bits("uint8_t", "armed", 1, "3.0"),
    bits("uint8_t", "homed", 1, " 3.1 "),
    bits("uint8_t", "mode", 2, "w 3.2"),
    field("uint16_t", "level", "5"),
    field("uint16_t", "flow", "r 7 "),
    field("uint8_t", "pump", "w 8  @rule: name=x"),
    field("uint8_t", "ck", " 9 checksum"),
  ];
  assert.deepEqual(told(members), []);
});

test("a wrong offset is a warning at the number, with both numbers [D6]", () => {
  const members = [field("uint16_t", "level", " r 5 @rule: unit=m"), bits("uint8_t", "on", 1, "5.1")];
  const { told: messages, diagnostics } = layOut({ members });
  assert.deepEqual(messages, [
    "W204: the comment places 'level' at 5, the layout at 4",
    "W204: the comment places 'on' at 5.1, the layout at 5.0",
  ]);
  assert.equal(diagnostics[0]?.hint, "write 4, or correct the fields before it");
  assert.deepEqual([diagnostics[0]?.span?.start.column, diagnostics[0]?.span?.end.column], [43, 44]);
});

test("a year is not an offset, whatever other comments say", () => {
  assert.deepEqual(told([field("uint8_t", "a", " 2023"), field("uint8_t", "b", "4")]), []);
  assert.deepEqual(told([field("uint8_t", "a", " 20")]), ["W204: the comment places 'a' at 20, the layout at 3"]);
});

test("a bit number above 7 continues into the next byte", () => {
  assert.deepEqual(told([bits("uint16_t", "low", 9, "3.0"), bits("uint16_t", "high", 7, "3.9")]), []);
  assert.deepEqual(told([bits("uint16_t", "low", 9, "3.0"), bits("uint16_t", "high", 7, "4.1")]), []);
});

test("after a bit-field, a number without a bit is the field's last byte", () => {
  assert.deepEqual(told([bits("uint16_t", "low", 9, "4"), bits("uint16_t", "high", 7, "3")]), [
    "W204: the comment places 'high' at 3, the layout at 4",
  ]);
});

test("a number before words counts as an offset only if another comment contains offsets", () => {
  assert.deepEqual(told([field("uint16_t", "rate", "10 Hz"), field("uint8_t", "cells", "3 in series")]), []);
  // The first one would be right as an offset, and make the others wrong.
  const sizes = ["4 bytes", "4 * 3 = 12 bytes", "8 bits", "16 Bytes"];
  assert.deepEqual(told(sizes.map((text, index) => field("uint32_t", `f${index}`, text))), []);
  assert.deepEqual(told([field("uint16_t", "rate", "4 rate"), field("uint8_t", "ck", "6 checksum")]), [
    "W204: the comment places 'ck' at 6, the layout at 5",
  ]);
});

test("numbers that cannot be offsets are ignored", () => {
  const notes = ["0.5", "1.5", "0", "5V", "5_000", "-3", "1.2.3", "3.300", "12345678", "byte 7", "@rule: expr=level*7"];
  assert.deepEqual(told(notes.map((note, index) => field("uint8_t", `f${index}`, note))), []);
});

test("a comment shared by several declarators needs to match only one of them", () => {
  const shared = field("uint16_t", "a", "6");
  const pair = [shared, { ...field("uint16_t", "b"), comments: shared.comments }];
  assert.deepEqual(told(pair), []);
  const wrong = field("uint16_t", "a", "9");
  assert.deepEqual(told([wrong, { ...field("uint16_t", "b"), comments: wrong.comments }]), [
    "W204: the comment places 'b' at 9, the layout at 6",
  ]);
});

test("an array ends with its last element, and offsets in a nested struct may be relative to it", () => {
  const inner = record([field("int16_t", "x", "2"), field("int16_t", "y", "4")]);
  assert.deepEqual(
    told([field(array("uint16_t", 3), "v", "8"), field({ kind: "record", record: inner }, "p", "12")]),
    [],
  );
  const absolute = record([field("int16_t", "x", "4"), field("int16_t", "y", "5")]);
  assert.deepEqual(told([field({ kind: "record", record: absolute }, "p", "6")]), [
    "W204: the comment places 'p.y' at 5, the layout at 6",
  ]);
});

test("in a big-endian channel bits may be counted from either end", () => {
  assert.deepEqual(told([bits("uint8_t", "a", 1, "3.0"), bits("uint8_t", "b", 3, "3.1")], "big"), []);
  assert.deepEqual(told([bits("uint8_t", "a", 1, "3.7"), bits("uint8_t", "b", 3, "3.4")], "big"), []);
  assert.deepEqual(told([bits("uint8_t", "a", 1, "3.3")], "big"), [
    "W204: the comment places 'a' at 3.3, the layout at 3.0",
  ]);
});

test("a list of values is no offset", () => {
  const habit = field("uint32_t", "n", "6");
  for (const values of ["1 - fault, 0 - normal", " 1=on 0=off", "1: idle; 2: busy"]) {
    assert.deepEqual(told([habit, field("uint8_t", "state", values)]), [], values);
  }
  assert.equal(told([habit, field("uint8_t", "state", "9 - checksum")]).length, 1);
});
