/** `<channel>.rs`, compiled by rustc with and without `std`: it must encode what it decodes to the same bytes, and apply rules. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { needsPeers } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { emitRandom, emitSample, sampleMessages } from "./messages.ts";
import { rustDifferences } from "./rust.ts";

test("Rust decodes and encodes the messages of sample headers and random structs", {
  skip: needsPeers("rustc"),
}, async () => {
  const samples = await Promise.all(sampleHeaders().map((header) => emitSample(header, ["rust"])));
  const random = await Promise.all(
    (["little", "big"] as const).map((byteOrder) =>
      emitRandom({ seed: 9, count: 10, abi: "x86-64", byteOrder }, ["rust"]),
    ),
  );
  assert.deepEqual(
    rustDifferences([...samples, ...random], (channel) => sampleMessages(channel, 6)),
    [],
  );
});
