/** Rows of messages that a DBC file describes: equal to what cantools reads. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { needsPeers } from "../../support/peers.ts";
import { compareDbc } from "./dbc.ts";

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
