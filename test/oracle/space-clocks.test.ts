/** Unsegmented times of CCSDS with each number of octets: as Yamcs 5.9.8 reads the same bytes. [CCSDS 301.0-B-4, 3.2] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../generator/compile.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { FactsReader } from "../../runtime/frames/frame-facts.ts";
import { planOf } from "../support/channel-plan.ts";
import { channelsOf } from "../support/compiled-channels.ts";

/** Octets of seconds (with those of the extended P-field), octets of the fraction, the bytes behind the P-field, and Yamcs' answer in milliseconds. */
const TIMES: readonly (readonly [coarse: number, fine: number, bytes: string, utc: string])[] = [
  [4, 0, "7c7227a2", "2024-02-28T23:59:57.000Z"],
  [4, 1, "7c7227a2a5", "2024-02-28T23:59:57.644Z"],
  [4, 2, "7c7227a2a574", "2024-02-28T23:59:57.646Z"],
  [4, 3, "7c7227a2a57443", "2024-02-28T23:59:57.646Z"],
  // Before and after a leap second.
  [4, 0, "6efaa523", "2016-12-31T23:59:59.000Z"],
  [4, 1, "6efaa523a5", "2016-12-31T23:59:59.644Z"],
  [4, 2, "6efaa523a574", "2016-12-31T23:59:59.646Z"],
  [4, 3, "6efaa523ffffff", "2016-12-31T23:59:59.999Z"],
  [4, 0, "6efaa525", "2017-01-01T00:00:00.000Z"],
  [4, 1, "6efaa525a5", "2017-01-01T00:00:00.644Z"],
  [4, 3, "6efaa525a57443", "2017-01-01T00:00:00.646Z"],
  [4, 0, "4effa21f", "1999-12-31T23:59:59.000Z"],
  [4, 3, "4effa21f000001", "1999-12-31T23:59:59.000Z"],
  [4, 0, "4effa220", "2000-01-01T00:00:00.000Z"],
  [4, 1, "4effa22080", "2000-01-01T00:00:00.500Z"],
  [4, 2, "4effa220a574", "2000-01-01T00:00:00.646Z"],
  [4, 0, "7ef62c65", "2025-07-01T12:00:00.000Z"],
  [4, 3, "7ef62c65a57443", "2025-07-01T12:00:00.646Z"],
  // The same moment in more octets.
  [5, 4, "007c7227a2a5744300", "2024-02-28T23:59:57.646Z"],
  [7, 7, "0000007c7227a2a5744300000000", "2024-02-28T23:59:57.646Z"],
];

for (const [coarse, fine, bytes, utc] of TIMES)
  for (const preamble of [0, 1, 2])
    test(`${coarse} and ${fine} octets, behind ${preamble} of a P-field: ${bytes}`, async () => {
      const lines = [
        ...(preamble > 0 ? [`uint8_t preamble[${preamble}];`] : []),
        `uint64_t seconds : ${coarse * 8}; // @time: cuc s`,
        ...(fine > 0 ? [`uint64_t part : ${fine * 8}; // @time: cuc fraction`] : []),
      ];
      const header = `#pragma pack(1)\nstruct struct_a { uint8_t length; uint8_t ID;\n${lines.join("\n")}\n} a = {${1 + preamble + coarse + fine}, 1};`;
      const plan = planOf({ name: "rig", byteOrder: "big" });
      const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "lab.h": header }) }], { version: "0" });
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity === "error"),
        [],
      );
      const codec = (await channelsOf(files))["rig"]!.structs[0]!;
      const frame = Uint8Array.from([...Array.from({ length: 2 + preamble }, () => 0), ...Buffer.from(bytes, "hex")]);
      const { clock } = FactsReader.of(codec)!.read(new DataView(frame.buffer), 0, 0n);
      assert.equal(new Date(Number(clock!.ns / 1_000_000n)).toISOString(), utc);
    });
