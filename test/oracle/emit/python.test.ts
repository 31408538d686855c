/** `<channel>.py` in Python must decode, transform and encode like our codec. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, PYTHON_PROGRAM } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { emitRandom, emitSample, sampleMessages } from "./messages.ts";
import { pythonDifferences } from "./python.ts";

const headers = sampleHeaders();

test("Python decodes the messages of all sample headers like our codecs", {
  skip: onlyLong || needsPeers("python3"),
}, async () => {
  const channels = await Promise.all(headers.map((header) => emitSample(header, ["python"])));
  const messages = channels.map((channel) => [channel, sampleMessages(channel, 6)] as const);
  assert.deepEqual(pythonDifferences(messages, "python3"), []);
});

for (const byteOrder of ["little", "big"] as const) {
  test(`numpy's columns of random structs equal our codec's, ${byteOrder}-endian`, {
    skip: needsPeers("PyPI"),
  }, async () => {
    const channel = await emitRandom({ seed: 7, count: 12, abi: "x86-64", byteOrder }, ["python"]);
    assert.deepEqual(pythonDifferences([[channel, sampleMessages(channel, 6)]], PYTHON_PROGRAM, ["numpy"]), []);
  });
}
