/** Rows of messages that a DBC file describes: equal to what cantools reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { needsPeers } from "../../support/peers.ts";
import { compareDbc } from "./dbc.ts";
import { definedChannel } from "./defined.ts";

test("signals of both orders, multiplexed ones, floats, extended IDs", { skip: needsPeers("cantools") }, async () => {
  const file = new URL("bus.dbc", import.meta.url);
  const found = await compareDbc("bus.dbc", readFileSync(file), 300);
  assert.deepEqual(found.differences.slice(0, 10), []);
  assert.equal(found.messages, 8);
  assert.deepEqual(found.unread, []);
  assert.equal(found.signals, 29);
  assert.ok(found.values > 7000, `${found.values} values`);
  assert.deepEqual(
    found.leftOut.map((note) => note.replace(/ \(line \d+\)/, "")),
    [
      "Floats.Odd is left out: a float that does not begin with a byte cannot be in a struct",
      "Empty is left out: it has no signals",
    ],
  );
});

const J1939 = (...messages: readonly (readonly [name: string, id: number, format?: number])[]) =>
  Buffer.from(
    [
      "BU_: Gateway",
      ...messages.map(
        ([name, id]) =>
          `BO_ ${id + 2 ** 31} ${name}: 8 Gateway\n SG_ ${name}_v : 24|16@1+ (0.125,0) [0|8031] "rpm" Gateway\n`,
      ),
      'BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";',
      'BA_DEF_DEF_ "VFrameFormat" "J1939PG";',
      ...messages.flatMap(([, id, format]) =>
        format === undefined ? [] : [`BA_ "VFrameFormat" BO_ ${id + 2 ** 31} ${format};`],
      ),
    ].join("\n"),
  );

test("parameter groups of J1939, of any sender", { skip: needsPeers("cantools") }, async () => {
  const file = J1939(["Engine", 0x0cf004fe], ["Speed", 0x18fef1fe, 3], ["Torque", 0x0c0021fe], ["Again", 0x10f004fe]);
  const found = await compareDbc("j1939.dbc", file, 60);
  assert.deepEqual(found.differences, []);
  // With the sender's address, which is a column.
  assert.equal(found.values, 360);
  const { definition } = await definedChannel("j1939.dbc", file.toString());
  assert.match(definition.keys[0]!, /^id = u32be@0&0x83ffff00 /);
  assert.deepEqual(
    definition.messages.map(({ name, id }) => [name, id.toString(16)]),
    [
      ["Engine", "80f004"],
      ["Speed", "80fef1"],
      ["Torque", "800021"],
    ],
  );
  assert.deepEqual(definition.notes, [
    "Torque (line 8): only frames to the address 33 match",
    "Again (line 11) is left out: Engine has the parameter group 8450052, too",
  ]);
});

for (const [what, messages] of [
  [
    "a sender of its own",
    [
      ["Engine", 0x0cf004fe],
      ["Own", 0x18fef121],
    ],
  ],
  [
    "an extended ID that is not of J1939",
    [
      ["Engine", 0x0cf004fe],
      ["Own", 0x18fef1fe, 1],
    ],
  ],
] as const)
  test(`${what}: whole IDs are compared`, async () => {
    const { definition } = await definedChannel("j1939.dbc", J1939(...messages).toString());
    assert.match(definition.keys[0]!, /^id = u32be@0 /);
    assert.deepEqual(definition.notes, [
      "Engine (line 2): only frames of the sender 254 match, since other messages have another kind of ID",
    ]);
  });

test("names that differ by case only, in any order", { skip: needsPeers("cantools") }, async () => {
  const signal = (name: string, bit: number, bits = 1) => ` SG_ ${name} : ${bit}|${bits}@1+ (1,0) [0|0] "" X`;
  const lines = [
    "BU_: X",
    "BO_ 5 M: 8 X",
    signal("aB", 14),
    signal("AB", 13),
    signal("Ab", 3, 4),
    signal("time", 20),
    signal("Time", 19),
  ];
  const found = await compareDbc("case.dbc", Buffer.from(`${lines.join("\n")}\n`), 40);
  assert.deepEqual(found.differences, []);
  assert.equal(found.values, 200);
});
