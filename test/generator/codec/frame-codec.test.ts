/** Whole frames: generated codecs compared with the service. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import type { Undecoded } from "../../../runtime/codec/struct-codec.ts";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { codecFrame } from "../../../runtime/frames/channel-frames.ts";
import { checksums } from "../../../runtime/frames/checksum.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

type Decoded = { readonly id: number; readonly raw: object } | Undecoded;
interface Framed {
  decode(bytes: Uint8Array): Decoded;
  encode(message: { readonly id: number; readonly raw: object }): Uint8Array;
}

/** A channel of two structs. Each of its versions uses another checksum of the catalogue in the second struct. */
async function framed(algorithm: string, bytes: number, frames?: FrameFormat) {
  const type = ["", "uint8_t", "uint16_t", "uint32_t", "uint32_t"][bytes];
  const header = `#pragma pack(push, 1)
struct struct_plain { uint8_t length; uint8_t ID; int16_t level; } plain = {4, 1};
struct struct_safe { uint8_t length; uint8_t ID; uint8_t data[9]; ${type} ck; // @check: ${algorithm}
} safe = {${11 + (bytes === 3 ? 4 : bytes)}, 2};
#pragma pack(pop)
`;
  const plan = planOf({ name: "rig", headerFiles: ["rig.h"], ...(frames && { frames }) });
  const { files, diagnostics } = compile([{ plan, reader: memoryReader({ "rig.h": header }) }], { version: "0.0.0" });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const channel = (await channelsOf(files))["rig"]!;
  return { channel, codec: channel as unknown as Framed };
}

const FRAMES: FrameFormat = {
  ...PLAIN_FORMAT,
  id: parseLocator("u16be@0&0x7ff0", "id"),
  length: parseLocator("u16le@2+3", "length"),
  payloadOffset: 5,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 1, byteOrder: "big" },
};

const message = { id: 2, raw: { data: [1, 2, 3, 250, 251, 252, 7, 8, 9] } };

for (const { name, byteLength } of checksums().filter((each) => each.byteLength !== 3)) {
  test(`${name} is written and verified, in the plain frame and in a custom one`, async () => {
    for (const frames of [undefined, FRAMES]) {
      const { channel, codec } = await framed(name, byteLength, frames);
      const struct = channel.byId[2]!;
      const bytes = new Uint8Array(struct.wireSize);
      struct.encode(message.raw, new DataView(bytes.buffer));
      const expected = buildFrame(codecFrame(struct), bytes, frames === undefined ? {} : { frames });
      const frame = codec.encode(message);
      assert.equal(Buffer.from(frame).toString("hex"), Buffer.from(expected).toString("hex"));
      const decoded = codec.decode(frame) as { readonly id: number; readonly raw: object };
      assert.deepEqual(codec.encode(decoded), frame);
      const damaged = frame.slice();
      damaged[8]! ^= 0x10;
      assert.equal((codec.decode(damaged) as Undecoded).reason, "checksum");
      // The other struct has no checksum of its own.
      assert.equal(codec.decode(codec.encode({ id: 1, raw: { level: -3 } })).id, 1);
    }
  });
}

test("a struct ID that the channel does not have is refused", async () => {
  const { codec } = await framed("sum8", 1);
  assert.throws(() => codec.encode({ id: 9, raw: {} }), /9 is not a struct ID/);
});
