/** XTCE with space-packet-parser and COSMOS packets with OpenC3's own package: both must read what our codecs read. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { needsPeers } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { groundDifferences } from "./ground.ts";
import { emitRandom, emitSample, sampleMessages } from "./messages.ts";

/** Each one starts an interpreter, so only some are tested here; the script tests all. */
const SHOWN = ["rig", "boat", "bit-fields", "big-endian", "nested", "enums", "variable"];

for (const kind of ["xtce", "cosmos"] as const) {
  test(`${kind}: sample headers' messages are read as by our codecs`, { skip: needsPeers("PyPI") }, async () => {
    for (const header of sampleHeaders().filter(({ name }) => SHOWN.includes(name))) {
      const channel = await emitSample(header, [kind]);
      assert.deepEqual(groundDifferences(kind, channel, sampleMessages(channel, 6)).differences, [], header.file);
    }
  });

  for (const byteOrder of ["little", "big"] as const) {
    test(`${kind}: random structs are read, ${byteOrder}-endian`, { skip: needsPeers("PyPI") }, async () => {
      const channel = await emitRandom({ seed: 3, count: 20, abi: "arm-eabi", byteOrder }, [kind]);
      assert.deepEqual(groundDifferences(kind, channel, sampleMessages(channel, 6)).differences, []);
    });
  }
}
