/** A stream stays open through reloads and while nothing can be kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { FrameTable } from "../../../runtime/frames/frame-table.ts";
import type { Delivery } from "../../../runtime/intake/intake.ts";
import { TelemetryError } from "../../../runtime/model/error-signal.ts";
import { FrameStream, type FrameStreamOptions } from "../../../runtime/sources/frames/frame-stream.ts";
import { until } from "../../support/until.ts";

const tableOf = (size: number) =>
  new FrameTable("rig", PLAIN_FORMAT, [{ name: "struct_probe", id: 1, wireSize: size, size }]);

function streamOf(
  table: () => FrameTable<{ name: string; id: number; wireSize: number; size: number }>,
  more: Partial<FrameStreamOptions> = {},
) {
  const deliveries: Delivery[] = [];
  const skipped: string[] = [];
  const stream = new FrameStream({
    channel: "rig",
    sender: "tcp://somebody",
    framing: { kind: "length" },
    table,
    intake: {
      take: (delivery) => void deliveries.push(delivery),
      reject: ({ payload }) => void skipped.push(Buffer.from(payload).toString("hex")),
      rejectDurably: () => assert.fail("a stream has nobody who waits for it"),
    },
    clock: { nowNs: () => 1n },
    counts: { frames: 0, skippedBytes: 0 },
    ...more,
  });
  const frames = () => deliveries.map(({ message }) => Buffer.from(message.payload).toString("hex"));
  return { stream, deliveries, frames, skipped };
}

test("after a reload, frames of an open connection are split with the new structs, also one that had begun", async () => {
  let table = tableOf(4);
  const { stream, frames, skipped } = streamOf(() => table);
  await stream.take(Uint8Array.of(4, 1, 7, 0, 6));
  table = tableOf(6);
  await stream.take(Uint8Array.of(1, 8, 0, 9, 0));
  await stream.take(Uint8Array.of(6, 1, 10, 0, 11, 0));
  assert.deepEqual([frames(), skipped], [["04010700", "060108000900", "06010a000b00"], []]);
});

test("a frame that is not kept is given to intake again, and the stream waits for it", async () => {
  const { stream, deliveries } = streamOf(() => tableOf(4));
  await stream.take(Uint8Array.of(4, 1, 7, 0));
  const cause = new TelemetryError("full", { name: "JournalError", code: "unavailable" });
  deliveries[0]!.refuse!(cause);
  const next = stream.take(Uint8Array.of(4, 1, 8, 0));
  await until(() => deliveries.length >= 3);
  assert.deepEqual(deliveries[2]!.message, deliveries[0]!.message);
  deliveries[1]!.acknowledge!({ readings: 1, rejected: [] });
  deliveries[2]!.acknowledge!({ readings: 1, rejected: [] });
  await next;
  await stream.end();
  assert.deepEqual([stream.readings, stream.rejected], [2, 0]);
});

test("after a numbered frame that was cut off, and silence, the next frame is found although it begins without a delimiter", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { stream, frames, skipped } = streamOf(() => tableOf(4), { framing: { kind: "cobs" }, isNumbered: true });
  const part = Buffer.from("SLN1\x01\0\0\0\x02\0\0\0\x03", "latin1");
  await stream.take(part);
  context.mock.timers.tick(2000);
  await stream.take(Uint8Array.of(4, 4, 1, 7, 1, 0));
  assert.deepEqual(frames(), ["04010700"]);
  assert.ok(skipped.length > 0, "bytes were skipped");
});

test("frames behind a wrong length have the times at which they arrived, and no two have one", async () => {
  let now = 0n;
  const clock = { nowNs: () => ++now };
  const format = { ...PLAIN_FORMAT, long: "ignore" } as const;
  const table = new FrameTable("rig", format, [{ name: "struct_probe", id: 1, wireSize: 4, size: 4 }]);
  const { stream, frames, deliveries } = streamOf(() => table, { clock });
  await stream.take(Uint8Array.of(200, 1, 0));
  now = 1000n;
  await stream.take(Uint8Array.of(4, 1, 7, 0, 4, 1, 8, 0, 4));
  now = 2000n;
  await stream.take(Uint8Array.of(1, 9, 0));
  now = 10_000n;
  const ended = stream.end();
  for (const { acknowledge } of deliveries) acknowledge!({ readings: 1, rejected: [] });
  await ended;
  assert.deepEqual(frames(), ["04010700", "04010800", "04010900"]);
  const times = deliveries.map(({ message }) => message.receivedNs);
  assert.deepEqual(
    times.map((time) => time / 1000n),
    [1n, 1n, 2n],
  );
  assert.equal(new Set(times).size, 3);
});

test("a stream in which nothing waits asks the clock once for each frame", async () => {
  let now = 0n;
  const { stream, deliveries } = streamOf(() => tableOf(4), { clock: { nowNs: () => ++now } });
  await stream.take(Uint8Array.of(4, 1, 7, 0, 4, 1, 8, 0));
  await stream.take(Uint8Array.of(4, 1, 9, 0));
  const times = deliveries.map(({ message }) => message.receivedNs);
  assert.deepEqual([times, now], [[1n, 2n, 3n], 3n]);
});

test("times that count frames do not depend on how the bytes arrive", async () => {
  const timesOf = async (size: number): Promise<bigint[]> => {
    let now = 0n;
    const clock = { nowNs: () => ++now, countsFrames: true as const };
    const { stream, deliveries } = streamOf(() => tableOf(4), { clock });
    const bytes = Uint8Array.of(4, 1, 7, 0, 4, 1, 8, 0, 4, 1, 9, 0);
    for (let at = 0; at < bytes.length; at += size) await stream.take(bytes.subarray(at, at + size));
    return deliveries.map(({ message }) => message.receivedNs);
  };
  assert.deepEqual([await timesOf(1), await timesOf(5)], [await timesOf(12), [1n, 2n, 3n]]);
});
