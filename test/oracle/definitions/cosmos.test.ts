/** Rows of packets that a COSMOS file describes: equal to what OpenC3 reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COSMOS_DEFINITION } from "../../../generator/definitions/cosmos/cosmos-definition.ts";
import { needsPeers } from "../../support/peers.ts";
import { compareCosmos } from "./cosmos.ts";
import { definedChannel } from "./defined.ts";

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
    "1 commands are left out: a command is a struct with @command above it",
    "2 ID items are not compared: u8@4 distinguishes the packets",
    "HEALTH.DERIVED_1 (line 27) is left out: it is derived, and not in the packet",
    "HEALTH.TIME: stored as 'TIME_', since the name is taken",
  ]);
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
    /line 1: SELECT_TELEMETRY changes a packet: write/,
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
