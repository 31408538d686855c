/** Values that are not finite are counted by their exponents as decoding counts them, with any byte order and rule. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { Exponents } from "../../../runtime/intake/exponents.ts";
import { rounds } from "../../support/long.ts";
import { codecsOf } from "../../support/random-structs.ts";

/** Whether exponents tell. */
const RULES: Readonly<Record<string, boolean>> = {
  "": true,
  "x * 0.25 - 40": true,
  "-x": true,
  "(x + 10) / 3 - x": true,
  "3 * (x + 1e30)": false,
  "x * 1e300": false,
  "1 / x": false,
  "x * x": false,
  "sqrt(x)": false,
};
const TYPES = ["float", "double", "uint16_t", "int32_t", "uint8_t"];
/** Bytes of floats that are not finite, or nearly so. */
const bytes = fc.constantFrom(0, 0x7f, 0x80, 0xff, 0xf0, 0xc0, 0xef, 0x3f, 1);

function headerOf(fields: readonly { type: string; order: string; rule: string }[]): string {
  const declared = fields.map(({ type, order, rule }, i) => {
    const tags = [...(order === "" ? [] : [`@order: ${order}`])];
    if (rule !== "") tags.push(`@rule: name=r${i}; expr=${rule.replaceAll("x", `f${i}`)}`);
    return `  ${type} f${i};${tags.length > 0 ? ` // ${tags.join("; ")}` : ""}`;
  });
  return `#include <stdint.h>\n#pragma pack(1)\nstruct struct_s { uint8_t length; uint8_t ID;\n${declared.join("\n")}\n} s = {0, 1};\n`;
}

const fields = fc.record({
  type: fc.constantFrom(...TYPES),
  order: fc.constantFrom("", "big", "little"),
  rule: fc.constantFrom("", ...Object.keys(RULES)),
});

test("values that are not finite are counted alike by exponents and by decoding", async () => {
  const counts = { lacking: 0, told: 0, decoded: 0 };
  const property = fc.asyncProperty(
    fc.array(fields, { minLength: 1, maxLength: 5 }),
    fc.array(fc.array(bytes, { minLength: 40, maxLength: 40 }), { minLength: 20, maxLength: 20 }),
    async (members, all) => {
      const codecs = await codecsOf(headerOf(members));
      const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });
      const [codec] = codecs.structs as [(typeof codecs.structs)[number]];
      const exponents = new Exponents(codec);
      for (const random of all) {
        const payload = Buffer.from(random).subarray(0, codec.wireSize);
        payload.set([payload.length, 1]);
        const message = { source: "udp", address: "rig", sender: "a:1", contentType: "", receivedNs: 1n, payload };
        const missing = decoder.decode(message).noticed?.missing ?? 0;
        assert.equal(decoder.arrived(message).noticed?.missing ?? 0, missing, payload.toString("hex"));
        counts.lacking += missing;
        counts[exponents.notFinite(payload, 0, payload.length) === undefined ? "decoded" : "told"]++;
      }
    },
  );
  await fc.assert(property, { numRuns: rounds(40, 1000) });
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 0, `nothing was ${what}`);
});

for (const [rule, tells] of Object.entries(RULES)) {
  test(`exponents ${tells ? "tell" : "do not tell"} what is finite with the rule '${rule}'`, async () => {
    const { structs } = await codecsOf(headerOf([{ type: "double", order: "big", rule }]));
    const found = new Exponents(structs[0]!).notFinite(Buffer.alloc(10, 0xff), 0, 10);
    assert.equal(found, tells ? 1 : undefined);
  });
}
