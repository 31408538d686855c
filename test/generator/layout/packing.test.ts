/** D5: natural layout, packed layout, and the packing that a header forgot. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bits, field, type Given, layOut } from "./declare.ts";

/** Natural: wire size 6, sizeof 6; packed: 5. */
const LEVEL = () => [field("uint8_t", "valve"), field("uint16_t", "level")];
/** Natural: wire size 7, sizeof 8; packed: 6. */
const CHECKED = () => [...LEVEL(), field("uint8_t", "ck")];

function taken(given: Given) {
  const { layout, told } = layOut(given);
  return { packing: layout?.packing, wireSize: layout?.wireSize, size: layout?.size, told };
}

test("natural layout is chosen if its wire size or its sizeof is the declared length [D5]", () => {
  const natural = { packing: "natural", wireSize: 7, size: 8, told: [] };
  assert.deepEqual(taken({ length: 7, members: CHECKED() }), natural);
  assert.deepEqual(taken({ length: 8, members: CHECKED() }), natural);
});

test("packed layout is chosen with a note if only it gives the declared length [D5]", () => {
  assert.deepEqual(taken({ length: 6, members: CHECKED() }), {
    packing: "packed",
    wireSize: 6,
    size: 6,
    told: [
      "N202: 'struct_tank' declares 6 bytes, which only packed layout gives (natural: 7 (sizeof 8)); structline uses packed layout",
    ],
  });
});

test("if neither fits, natural layout is chosen with a warning that states all sizes [D5]", () => {
  const members = [field("uint8_t", "valve", "3"), field("uint16_t", "level", "5"), field("uint8_t", "ck", "6")];
  const { layout, told, diagnostics } = layOut({ length: 9, members });
  assert.equal(layout?.packing, "natural");
  assert.equal(
    told[0],
    "W201: 'struct_tank' declares 9 bytes but has 7 (sizeof 8) in natural layout and 6 packed; the first offset comment that disagrees places 'level' at 5, not at 6",
  );
  assert.deepEqual(diagnostics[0]?.span?.start, { line: 99, column: 11 });
  assert.deepEqual(layOut({ length: 9, members: LEVEL() }).told, [
    "W201: 'struct_tank' declares 9 bytes but has 6 in natural layout and 5 packed",
  ]);
});

test("a struct without padding has only one size to report", () => {
  assert.deepEqual(layOut({ length: 9, members: CHECKED(), record: { pack: 1 } }).told, [
    "W201: 'struct_tank' declares 9 bytes but has 6",
  ]);
});

test("the channel's layout setting avoids guessing [D5]", () => {
  const packed = taken({ length: 8, members: CHECKED(), plan: { layout: "packed" } });
  assert.deepEqual(packed, {
    packing: "packed",
    wireSize: 6,
    size: 6,
    told: ["W203: 'struct_tank' declares 8 bytes but has 6 in packed layout"],
  });
  assert.deepEqual(taken({ length: 6, members: CHECKED(), plan: { layout: "packed" } }).told, []);
  assert.deepEqual(taken({ length: 6, members: CHECKED(), plan: { layout: "natural" } }), {
    packing: "natural",
    wireSize: 7,
    size: 8,
    told: ["W203: 'struct_tank' declares 6 bytes but has 7 (sizeof 8) in natural layout"],
  });
});

test("a header that packs is packed without a note", () => {
  const packed = { packing: "packed", wireSize: 6, size: 6, told: [] };
  assert.deepEqual(taken({ length: 6, members: CHECKED(), record: { pack: 1 } }), packed);
  const attributes = { packed: true, aligned: undefined };
  assert.deepEqual(taken({ length: 6, members: CHECKED(), record: { attributes } }), packed);
});

test("the wire size is the end of the last field, without unnamed bits or padding after it", () => {
  const members = [
    field("uint32_t", "level"),
    bits("uint8_t", "on", 1),
    bits("uint8_t", undefined, 7),
    bits("uint8_t", undefined, 8),
  ];
  assert.deepEqual(taken({ length: 9, members }), { packing: "natural", wireSize: 9, size: 12, told: [] });
});

test("without a declared length the wire size is used; without an ID there is no layout [D8]", () => {
  assert.equal(layOut({ members: CHECKED() }).layout?.length, 7);
  const { layout, told } = layOut({ length: 7, members: CHECKED(), initials: { ID: "x" } });
  assert.equal(layout, undefined);
  assert.deepEqual(told, []);
});
