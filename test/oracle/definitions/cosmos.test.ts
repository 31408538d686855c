/** Rows of packets that a COSMOS file describes, equal to what OpenC3 reads, and what is made of its commands. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COSMOS_DEFINITION } from "../../../generator/definitions/cosmos/cosmos-definition.ts";
import { needsPeers } from "../../support/peers.ts";
import { compareCosmos } from "./cosmos.ts";
import { definedChannel } from "./defined.ts";

const commands = readFileSync(new URL("commands.txt", import.meta.url), "utf8");
const text = readFileSync(new URL("telemetry.txt", import.meta.url), "utf8");

test("items of both byte orders, conversions, arrays, texts", { skip: needsPeers("PyPI") }, async () => {
  const found = await compareCosmos("telemetry.txt", text, 200);
  assert.deepEqual(found.differences.slice(0, 10), []);
  assert.equal(found.packets, 2);
  assert.ok(found.values > 5000, `${found.values} values`);
});

test("limits, states and units are in the header, and what is not read is noted", async () => {
  const { header, notes } = await definedChannel("telemetry.txt", text);
  assert.match(header, /TEMP1;.*expr=TEMP1 \* 0\.00305 - 100; unit=C; warn=-70\.\.60; alarm=-80\.\.80/);
  assert.match(header, /TYPE : 1;.*states=0=TLM, 1=CMD:red/);
  assert.deepEqual(notes, [
    "line 15: limits of the set TVAC are left out",
    "2 ID items are not compared: u8@4 distinguishes the packets",
    "ABORT (line 40) is left out: it has no ID of its own where the others have theirs",
    "put the commands into a file of their own, for a channel of their own (key 'commands')",
    "HEALTH.DERIVED_1 (line 27) is left out: it is derived, and not in the packet",
    "HEALTH.TIME: stored as 'TIME_', since the name is taken",
  ]);
});

test("a command's dangers, range and usual values are in the header, and what is not read is noted", async () => {
  const { header, notes, codecs } = await definedChannel("commands.txt", commands);
  assert.deepEqual(
    codecs.map(({ name, command }) => [name, command]),
    [
      ["AIM", {}],
      ["FIRE", { confirm: true }],
      ["MODE", { confirm: true }],
      ["LOAD", {}],
      ["LITTLE", {}],
      ["CHANGED", {}],
    ],
  );
  assert.match(header, /int16_t ANGLE;.*expr=\(ANGLE \+ 10\) \/ 2; unit=deg; alarm=-180\.\.180/);
  assert.match(header, /uint8_t VERSION : 3;.*alarm=4\.5\.\.5\.5/);
  assert.match(header, /uint8_t FREE;\n/);
  assert.match(header, /\} AIM = \{ \.VERSION = 5, \.ID = 1, \.ANGLE = -4, \.FREE = 7, \.SPEED = 1\.5 \};/);
  assert.match(header, /\.NAME = "say \\077\\042", \.RAW = \{ 222, 173, 0 \}/);
  assert.deepEqual(notes, [
    "LOAD.NAME (line 30) replaces the one above, as in COSMOS",
    "OFF (line 44) is left out: COSMOS does not send it (DISABLED)",
    'MODE.WORD (line 22): COSMOS takes only "ON", "OFF": this is not compared',
    "LOAD.WHEN (line 32): its conversion is a program: give the raw value",
    "LOAD.CURVE (line 36): its conversion is a polynomial: give the raw value",
    "REST (line 47) is left out: REST.ALL (line 49): its size varies (it fills the packet up to a place before its end)",
  ]);
});

test("commands without IDs of their own are told apart by a number that they have", async () => {
  const lines = [0, 1, 2].flatMap((code) => [
    `COMMAND CFS C${code} BIG_ENDIAN`,
    "  APPEND_ID_PARAMETER STREAM 16 UINT MIN_UINT16 MAX_UINT16 0x1806",
    `  APPEND_PARAMETER CODE 8 UINT MIN_UINT8 MAX_UINT8 ${code}`,
    "  APPEND_PARAMETER ID 8 UINT MIN MAX 9",
  ]);
  const { definition, codecs } = await definedChannel("cmd.txt", lines.join("\n"));
  assert.deepEqual(definition.keys, ["id = u8@2", "length = none", "long = ignore"]);
  assert.equal(codecs.length, 3);
  assert.deepEqual(definition.notes, []);
});

test("an item that is defined again has the place of the last one, as in COSMOS", async () => {
  const lines = [
    "TELEMETRY A T BIG_ENDIAN",
    "  APPEND_ITEM SPARE 8 UINT",
    "  APPEND_ITEM LEVEL 8 UINT",
    "  APPEND_ITEM SPARE 16 UINT",
  ];
  const { definition } = await definedChannel("tlm.txt", lines.join("\n"));
  assert.deepEqual(
    definition.messages[0]!.fields.map(({ name, bit, width }) => [name, bit, width]),
    [
      ["LEVEL", 8, 8],
      ["SPARE", 16, 16],
    ],
  );
  assert.deepEqual(definition.notes, ["T.SPARE (line 4) replaces the one above, as in COSMOS"]);
});

test("commands with IDs where the telemetry has them are in its channel", async () => {
  const lines = [
    "TELEMETRY A T BIG_ENDIAN",
    "  APPEND_ID_ITEM KIND 8 UINT 1",
    "COMMAND A C BIG_ENDIAN",
    "  APPEND_ID_PARAMETER KIND 8 UINT 2 2 2",
    "COMMAND A D BIG_ENDIAN",
    "  APPEND_ID_PARAMETER KIND 8 UINT 1 1 1",
  ];
  const { definition, codecs } = await definedChannel("all.txt", lines.join("\n"));
  assert.deepEqual(
    codecs.map(({ name, id, command }) => [name, id, command]),
    [
      ["T", 1, undefined],
      ["C", 2, {}],
    ],
  );
  assert.deepEqual(definition.notes, ["D (line 5) is left out: it has no ID of its own where the others have theirs"]);
});

test("a file may leave its target's name to COSMOS", async () => {
  const left = text.replaceAll(/^(TELEMETRY|COMMAND) (\S+)/gm, "$1 <%= target_name %>");
  assert.match(left, /<%= target_name %>/);
  assert.equal(COSMOS_DEFINITION.recognises("tlm.txt", left), true);
  const [{ header, notes }, given] = [
    await definedChannel("telemetry.txt", left),
    await definedChannel("telemetry.txt", text),
  ];
  assert.deepEqual([header, notes], [given.header, given.notes]);
});

test("packets that are no bytes with fixed places are left out, and said so", async () => {
  const lines = [
    'TELEMETRY A WEB BIG_ENDIAN "JSON"',
    "  ACCESSOR JsonAccessor",
    '  APPEND_ID_ITEM ID 0 STRING "get_pos:"',
    "  APPEND_ITEM ON 8 BOOL",
    "TELEMETRY A PLAIN BIG_ENDIAN",
    "  ACCESSOR BinaryAccessor",
    "  # <%= render 'header.txt' %>",
    "  APPEND_ID_ITEM ID 8 UINT 1",
    "  APPEND_ITEM SIZE 8 UINT",
    "  APPEND_ITEM DATA 32 BLOCK",
    "    VARIABLE_BIT_SIZE SIZE",
    "  APPEND_ITEM LATER 8 UINT",
    "TELEMETRY A CALLED BIG_ENDIAN",
    '  APPEND_ID_ITEM NAME 64 STRING "get_pos:"',
  ];
  const { definition } = await definedChannel("tlm.txt", lines.join("\n"));
  assert.deepEqual(
    definition.messages.map(({ name, fields }) => [name, fields.map((field) => field.name)]),
    [["PLAIN", ["ID", "SIZE"]]],
  );
  assert.deepEqual(definition.notes, [
    "WEB (line 1) is left out: its items have no fixed places (JsonAccessor)",
    "CALLED (line 13) is left out: it has no ID of its own where the others have theirs",
    "PLAIN.DATA (line 10) is left out: its size varies",
    "PLAIN.LATER (line 12) is left out: it is behind DATA, whose size varies",
  ]);
});

for (const [what, wrong, sentence] of [
  ["a template", 'TELEMETRY A B BIG_ENDIAN "x"\n<%= render "x" %>', /line 2: the file is a template/],
  [
    "a change of another file",
    "SELECT_TELEMETRY A B\n  SELECT_ITEM X",
    /line 1: SELECT_TELEMETRY changes what another file defines: write/,
  ],
  ["an unknown keyword", 'TELEMETRY A B BIG_ENDIAN "x"\n  ITEMS X 0 8 UINT', /line 2: 'ITEMS' is not a keyword/],
  ["a text without an end", 'TELEMETRY A B BIG_ENDIAN "x', /line 1: a quoted text has no end/],
  [
    "an item without its size",
    'TELEMETRY A B BIG_ENDIAN "x"\n  ITEM X 0 wide UINT',
    /the number of bits expected, not 'wide'/,
  ],
  ["an appended bit-field", 'TELEMETRY A B LITTLE_ENDIAN "x"\n APPEND_ITEM X 4 UINT', /cannot be appended/],
] as const)
  test(`refused: ${what}`, () => {
    assert.throws(() => COSMOS_DEFINITION.read(wrong), sentence);
  });
