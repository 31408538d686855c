/** `<channel>.ksy`, compiled by Kaitai Struct's own compiler: its parser must read what our codec reads. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { needsPeers } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { isReadable, kaitaiDifferences } from "./kaitai.ts";
import { goDifferences, needsGo } from "./kaitai-go.ts";
import { emitRandom, emitSample, sampleMessages } from "./messages.ts";

test("Kaitai's parsers read the messages of all sample headers like our codecs", {
  skip: needsPeers("npm"),
}, async () => {
  for (const header of sampleHeaders()) {
    const channel = await emitSample(header, ["kaitai"]);
    const messages = sampleMessages(channel, 20).filter(({ codec }) => isReadable(codec));
    assert.deepEqual(await kaitaiDifferences(channel, messages), [], header.file);
  }
});

for (const byteOrder of ["little", "big"] as const) {
  test(`Kaitai's parsers read random structs, ${byteOrder}-endian`, { skip: needsPeers("npm") }, async () => {
    const channel = await emitRandom({ seed: 5, count: 30, abi: "x86-64", byteOrder }, ["kaitai"]);
    const messages = sampleMessages(channel, 20).filter(({ codec }) => isReadable(codec));
    assert.ok(messages.length > 200, `${messages.length} messages`);
    assert.deepEqual(await kaitaiDifferences(channel, messages), []);
  });
}

// In JavaScript all numbers are of one type; here rules would be calculated with integers.
test("Kaitai's parsers in Go read sample headers and random structs like our codecs", {
  skip: needsPeers("npm") || needsGo(),
}, async () => {
  const channels = await Promise.all([
    ...sampleHeaders().map((header) => emitSample(header, ["kaitai"])),
    ...(["little", "big"] as const).map((byteOrder) =>
      emitRandom({ seed: 6, count: 30, abi: "x86-64", byteOrder }, ["kaitai"]),
    ),
  ]);
  const cases = channels.map((channel) => ({ channel, messages: sampleMessages(channel, 10) }));
  assert.deepEqual(await goDifferences(cases), []);
});
