/** Structs in custom frame formats [D37]: every reader finds them by the configured ID. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { onlyLong } from "../../support/long.ts";
import { needsPeers } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { groundDifferences } from "./ground.ts";
import { kaitaiDifferences } from "./kaitai.ts";
import { lorawanDifferences } from "./lorawan.ts";
import { emitFramed, sampleMessages } from "./messages.ts";
import { pythonDifferences } from "./python.ts";
import { rustDifferences } from "./rust.ts";

const RIG = sampleHeaders().find(({ name }) => name === "rig")!;

const FORMATS: Readonly<Record<string, FrameFormat>> = {
  "u24le@7, a header of 10 bytes, a trailer of 2": {
    ...PLAIN_FORMAT,
    id: parseLocator("u24le@7", "id"),
    length: undefined,
    payloadOffset: 10,
    trailer: 2,
  },
  "u16be@0&0x7ff0, a header of 2 bytes": {
    ...PLAIN_FORMAT,
    id: parseLocator("u16be@0&0x7ff0", "id"),
    length: undefined,
    payloadOffset: 2,
  },
};

for (const [title, frames] of Object.entries(FORMATS)) {
  test(`LoRaWAN finds ${title}`, async () => {
    const channel = await emitFramed(RIG, frames, ["lorawan"]);
    assert.deepEqual(lorawanDifferences(channel, sampleMessages(channel, 5)), []);
  });

  test(`Kaitai finds ${title}`, { skip: onlyLong || needsPeers("npm") }, async () => {
    const channel = await emitFramed(RIG, frames, ["kaitai"]);
    assert.deepEqual(await kaitaiDifferences(channel, sampleMessages(channel, 5)), []);
  });

  for (const kind of ["xtce", "cosmos"] as const) {
    test(`${kind} finds ${title}`, { skip: needsPeers("PyPI") }, async () => {
      const channel = await emitFramed(RIG, frames, [kind]);
      assert.deepEqual(groundDifferences(kind, channel, sampleMessages(channel, 5)).differences, []);
    });
  }
}

// Compiling and starting take most of the time, so they test all formats at once.
test("Python finds both", { skip: needsPeers("python3") }, async () => {
  const channels = await Promise.all(Object.values(FORMATS).map((frames) => emitFramed(RIG, frames, ["python"])));
  const messages = channels.map((channel) => [channel, sampleMessages(channel, 5)] as const);
  assert.deepEqual(pythonDifferences(messages, "python3"), []);
});

test("Rust finds both", { skip: onlyLong || needsPeers("rustc") }, async () => {
  const channels = await Promise.all(Object.values(FORMATS).map((frames) => emitFramed(RIG, frames, ["rust"])));
  assert.deepEqual(
    rustDifferences(channels, (channel) => sampleMessages(channel, 5)),
    [],
  );
});
