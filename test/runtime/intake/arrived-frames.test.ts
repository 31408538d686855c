/**
 * Frames are accepted on arrival by their length, ID and checksums, and their values are read when somebody asks. What is accepted,
 * refused, answered and counted is the same as if each were decoded whole.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ChannelCodecs } from "../../../runtime/codec/struct-codec.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { FrameMessages } from "../../../runtime/intake/frame-messages.ts";
import type { Acceptance, Decoded } from "../../../runtime/intake/intake.ts";
import { MessageKinds } from "../../../runtime/intake/message-kind.ts";
import { Clock } from "../../../runtime/model/clock.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { epochWith } from "../../support/device-messages.ts";
import { rounds } from "../../support/long.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";
import { codecsOf, headerOf, structs } from "../../support/random-structs.ts";

const TRAILER: FrameFormat = {
  ...PLAIN_FORMAT,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 0, byteOrder: "little" },
};
const FORMATS: readonly FrameFormat[] = [
  PLAIN_FORMAT,
  { ...PLAIN_FORMAT, short: "zero" },
  { ...PLAIN_FORMAT, long: "ignore" },
  TRAILER,
  { ...TRAILER, short: "zero", long: "ignore" },
];

/** Decodes each message whole, as before. */
class WholeFrames extends FrameMessages {
  override arrived(message: Message): Decoded {
    return this.decode(message);
  }
}

const shapes = fc.record({
  random: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  struct: fc.nat(3),
  kind: fc.constantFrom("good", "good", "good", "short", "long", "any", "empty", "damaged"),
  measured: fc.boolean(),
  retry: fc.nat(9),
});
type Shape = typeof shapes extends fc.Arbitrary<infer S> ? S : never;

function frameOf({ random, struct, kind }: Shape, codecs: ChannelCodecs, { trailer }: FrameFormat): Uint8Array {
  if (kind === "empty") return Buffer.alloc(0);
  if (kind === "any") return random;
  const { wireSize, id } = codecs.structs[struct % codecs.structs.length]!;
  const bytes = Math.max(2, wireSize + (kind === "short" ? -1 : kind === "long" ? 3 : 0));
  const frame = Buffer.alloc(bytes + trailer, random);
  frame[0] = frame.length;
  frame[1] = id;
  if (trailer > 0) frame.writeUInt16LE(checksumOf("crc16/modbus")!.of(frame, 0, bytes), bytes);
  if (kind === "damaged") frame[frame.length - 1]! ^= 0x55;
  return frame;
}

function messagesOf(all: readonly Shape[], codecs: ChannelCodecs, format: FrameFormat): Message[] {
  return all.map((shape, at): Message => {
    const receivedNs = 1_700_000_000_000_000_000n + BigInt(at) * 10n;
    const payload = frameOf(shape, codecs, format);
    const message = { source: "udp", address: "rig", sender: "127.0.0.1:50123", contentType: "", receivedNs, payload };
    const timed = shape.measured ? { ...message, measuredNs: receivedNs - 5n } : message;
    return shape.retry === 0 ? { ...timed, isRetry: true } : timed;
  });
}

function shown({ points, rejections, ...rest }: Decoded): unknown {
  return {
    ...rest,
    points: points.map(({ database, measurement, timeNs, timeSource, columns, values, texts }) => {
      return { database, measurement, timeNs, timeSource, columns, values, texts };
    }),
    rejections: rejections.map(({ error, message }) => ({ code: error.code, text: error.message, message })),
  };
}

/** Retries say when they came into the log. */
const STEADY = { wallMs: () => 1_700_000_000_000, monotonicNs: () => 0n, uptimeMs: () => 0 };

/** What the intake does with the messages: half of them have a sender that waits. */
async function taken(kind: FrameMessages, messages: readonly Message[]) {
  const intake = new MemoryIntake([], undefined, new MessageKinds(epochWith(), [kind]), new Clock(STEADY));
  const answers: unknown[] = [];
  for (const [at, message] of messages.entries()) {
    if (at % 2 === 0) intake.core.take({ message });
    else
      await new Promise<void>((resolve) => {
        const acknowledge = ({ readings, rejected }: Acceptance) =>
          resolve(void answers.push([readings, rejected.length]));
        intake.core.take({ message, acknowledge, refuse: (error) => resolve(void answers.push(error.message)) });
      });
  }
  const { messages: kept, deadLetters, signals, shown: seen, activity } = intake;
  const letters = deadLetters.map(({ message, error, ...rest }) => ({ ...rest, payload: message.payload, error }));
  const channels = activity
    .channels()
    .channels.map(({ lastError, ...rest }) => ({ ...rest, text: lastError?.message }));
  return { kept, letters, seen, topics: signals.map(({ topic }) => topic), channels, answers, rows: intake.rows() };
}

test("frames of random structs, whole, cut, damaged and of any bytes, are taken as if each were decoded whole", async () => {
  const counts = { taken: 0, refused: 0, lacking: 0 };
  await fc.assert(
    fc.asyncProperty(
      structs,
      fc.array(shapes, { minLength: 20, maxLength: 40 }),
      fc.constantFrom(...FORMATS),
      async (members, all, frames) => {
        const codecs = await codecsOf(headerOf(members));
        const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs, frames });
        const channels = { decoder: () => decoder };
        const [lazy, whole] = [new FrameMessages("udp", channels), new WholeFrames("udp", channels)];
        const messages = messagesOf(all, codecs, frames);
        // All arrive before one is asked for its values: they share a buffer.
        const arrived = messages.map((message) => lazy.arrived(message));
        for (const [at, message] of messages.entries()) {
          const decoded = whole.decode(message);
          const hex = Buffer.from(message.payload).toString("hex");
          assert.deepEqual(shown(arrived[at]!), shown(decoded), hex);
          for (const { columns, values } of [...arrived[at]!.points, ...decoded.points])
            assert.equal(values[columns.findIndex(({ name }) => name === "_hex_")], hex, "the bytes as they came");
          counts[decoded.points.length > 0 ? "taken" : "refused"]++;
          counts.lacking += decoded.noticed?.missing ?? 0;
        }
        assert.deepEqual(await taken(lazy, messages), await taken(whole, messages));
      },
    ),
    { numRuns: rounds(40, 1000) },
  );
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 0, `nothing was ${what}`);
});

test("what messages of varying size lack is not counted as left out, and samples have their rows", async () => {
  const codecs = await codecsOf(`#include <stdint.h>
#pragma pack(1)
struct struct_var { uint8_t length; uint8_t ID; uint8_t n; float v[4]; // @count: n
} var = {0, 1};
struct struct_imu { uint8_t length; uint8_t ID; float v[3]; // @samples: dt=200us; at=end
} imu = {14, 2};
`);
  const decoder = new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs });
  const kind = new FrameMessages("udp", { decoder: () => decoder });
  const nan = [0, 0, 0xc0, 0x7f];
  const one = [0, 0, 0x80, 0x3f];
  const payloads = [
    [0, 1, 1, ...nan],
    [0, 1, 2, ...one, ...nan],
    [0, 1, 0],
    [14, 2, ...one, ...nan, ...one],
  ];
  const arrived = payloads.map((bytes, at) => {
    const payload = Buffer.from(bytes);
    const message = { source: "udp", address: "rig", sender: "a:1", contentType: "", receivedNs: BigInt(at), payload };
    const [first, second] = [kind.arrived(message), kind.decode(message)];
    assert.deepEqual(shown(first), shown(second));
    return [first.points.length, first.noticed?.missing ?? 0];
  });
  assert.deepEqual(arrived, [
    [1, 1],
    [1, 1],
    [1, 0],
    [2, 1],
  ]);
});
