import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { numberedFrame } from "../../../runtime/frames/numbered-frame.ts";

// Handmade, with a sum from Python's zlib.crc32: device 1, boot 2, sequence 3, age 4 ms, two bytes.
const GOOD = Buffer.from("534c4e3101000000020000000300000004000000020055aa", "hex");

function withSum(sum: number, bytes = GOOD): Buffer {
  const end = Buffer.alloc(4);
  end.writeUInt32LE(sum);
  return Buffer.concat([bytes, end]);
}

const WHOLE = withSum(0xaf981fab);

test("a numbered frame gives its name, its age and its acknowledgement", () => {
  const found = numberedFrame(WHOLE)!;
  assert.equal(found.key, "010000000200000003000000");
  assert.equal(found.ageNs, 4_000_000n);
  assert.deepEqual([...found.frame], [0x55, 0xaa]);
  assert.equal(Buffer.from(found.acknowledgement).toString("hex"), "534c41310100000002000000030000008b23484f");
});

test("bytes with one changed bit, another start or another end are not a numbered frame", () => {
  for (let bit = 0; bit < 8 * WHOLE.length; bit++) {
    const other = Buffer.from(WHOLE);
    other[bit >> 3]! ^= 1 << (bit & 7);
    assert.equal(numberedFrame(other), undefined);
  }
  for (let end = 0; end < WHOLE.length; end++) assert.equal(numberedFrame(WHOLE.subarray(0, end)), undefined);
  assert.equal(numberedFrame(Buffer.concat([WHOLE, Buffer.of(0)])), undefined);
});

test("arbitrary bytes cause no exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      assert.equal(numberedFrame(Buffer.concat([Buffer.from("SLN1"), bytes])), undefined);
    }),
  );
});
